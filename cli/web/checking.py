"""Working out every hash anew, beside the pages that go on being shown."""

from threading import Lock, Thread
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from eventlog.errors import BelieflogError

if TYPE_CHECKING:
    from belieflog import Finding, Log
    from eventlog.verify import Verdict


class Checked(Struct, frozen=True):
    """How far a check of the log is: *done* of *total* events; *verdict* and *findings* once it has ended."""

    done: int
    total: int
    verdict: "Verdict | None" = None
    findings: "tuple[Finding, ...]" = ()
    trouble: str = ""

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.verdict is None and not self.trouble


class Checking:
    """The newest check of a log; one runs at a time."""

    def __init__(self) -> None:
        self._lock, self._thread, self._ended = Lock(), Thread(), False
        self.state: Checked | None = None

    def start(self, log: "Log") -> None:
        """Begin to check, unless a check runs."""
        with self._lock:
            if self._ended or (self.state is not None and self.state.running):
                return
            self.state = Checked(0, log.position)
            self._thread = Thread(target=self._run, args=[log], name="belieflog-check")
            self._thread.start()

    def close(self) -> None:
        """Let no check go on."""
        with self._lock:
            self._ended = True
        if self._thread.is_alive():
            self._thread.join()

    def _run(self, log: "Log") -> None:
        begun = self.state
        assert begun is not None
        try:
            verdict = log.verify(progress=self._tell)
            self.state = structs.replace(begun, done=verdict.positions, verdict=verdict, findings=tuple(log.doctor()))
        except _Ended:
            self.state = None
        except BelieflogError as error:
            self.state = structs.replace(begun, trouble=str(error))

    def _tell(self, done: int) -> None:
        if self._ended:
            raise _Ended
        assert self.state is not None
        self.state = structs.replace(self.state, done=done)


class _Ended(Exception):
    """The viewer ends."""
