"""One user's memory, as a session of it sees it: the verbs that write, and the views."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from belieflog.batch import Batch
from belieflog.memory_audit import Audit
from belieflog.memory_care import Care
from belieflog.memory_views import Views
from belieflog.reader import Reader
from belieflog.writing import Writing
from eventlog.commands import Command, Given
from eventlog.engine import undisturbed
from eventlog.log import Ask, EventLog
from eventlog.receipts import Receipt

if TYPE_CHECKING:
    from belieflog.meanings import Meanings

Result = TypeVar("Result")


class Memory(Views, Audit, Care, Writing[Receipt]):
    """A user's memory; without a session, the long-term part of it.

    Views take *at*, a point (position, ``-n``, time, mark) as known then, and *now*, the time that decides
    what has expired (default: the clock's, or at a point that point's).
    """

    def __init__(
        self,
        log: EventLog,
        user: str,
        session: str | None = None,
        actor: str | None = None,
        meanings: "Meanings | None" = None,
    ) -> None:
        super().__init__(log, user, session, actor)
        self._reader = Reader(log, self.user, self.session, self.actor, meanings)
        self._since = {}

    @property
    def long_term(self) -> "Memory":
        """The long-term part of this memory alone, for the same actor: what the session holds shows nothing there."""
        return Memory(self._log, self.user, None, self.actor, self._reader.meanings)

    def batch(self) -> Batch:
        """Collect writes and commit them together: ``with mem.batch() as b: b.write(…)``."""
        return Batch(self._log, self.user, self.session, self.actor)

    def transact(self, act: Callable[[Batch], Result]) -> Result:
        """Read and write as one step: what *act* reads in this memory can't change before what it writes is in.

        *act* is given a batch to write with; others who write wait until it returns, or where that can't be had it is
        run anew. All is committed, or nothing, as one batch where it fits into one.
        """
        results: list[Result] = []

        def decided(batch: Batch) -> Iterator[Sequence[Ask]]:  # run by the log, once it holds the lock
            results[:] = [act(batch)]
            yield from batch.parts()

        @undisturbed
        def write() -> None:
            batch = self.batch()
            batch.receipts = tuple(self._log.append_each(decided(batch)))

        write()
        return results[0]

    def _submit(self, command: Command, given: Given) -> Receipt:
        return self._log.append([(command, given)])[0]

    def _submit_all(self, batches: Iterable[Sequence[Ask]]) -> Receipt:
        parts = list(batches)
        return undisturbed(self._log.append_each)(parts)[0]
