"""Waiting for new events by looking again: soon at first, then less often."""

import time

from eventlog.store import Head

_SOON, _SELDOM = 0.002, 0.1


class Watched:
    """A store of which nobody brings word: it is looked at, with nothing held between two looks."""

    def head(self) -> Head:
        """Tell where the log ends."""
        raise NotImplementedError

    def wait(self, position: int, seconds: float) -> None:
        """Wait until there is something after *position*, at most so many seconds."""
        deadline, pause = time.monotonic() + seconds, _SOON
        while self.head().position <= position and (left := deadline - time.monotonic()) > 0:
            time.sleep(min(pause, left))
            pause = min(pause * 1.5, _SELDOM)
