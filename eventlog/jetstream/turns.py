"""Giving way to writers that were overtaken, so that who writes fast doesn't keep out who must catch up first.

Whoever just wrote knows where the log ends, and would be first again and again. So a writer that was overtaken says so,
on a subject that nothing is kept of, and others let it go first for a moment: those who have waited less. It is a
courtesy only: what isn't heard, or comes late, costs a turn and nothing else.
"""

import os
import time
from secrets import token_hex

from eventlog.jetstream.connecting import Link
from eventlog.jetstream.failures import NotSent
from eventlog.jetstream.place import Place

_MOMENT = 0.1  # seconds for which one that waits is let go first
_MOST = 0.3  # seconds that a writer gives way before it tries itself
_LOOK = 0.002


class Turns:
    """Who waits to write to the log at *place*; used in the connection's thread only."""

    def __init__(self, link: Link, place: Place) -> None:
        self._link, self._subject = link, f"{place.subject}.turn"
        self._waiting: dict[str, tuple[float, float]] = {}  # since how long each waits, and when that was heard
        self._listening = 0  # the process that does

    async def take(self, me: str, waited: float) -> None:
        """Let those who have waited longer than *waited* go first; where *me* was overtaken, say so."""
        if self._listening != os.getpid():
            self._listening, self._waiting = os.getpid(), {}
            await self._link.listen(self._subject, self._hear)
        if waited:
            await self._say(f"{me} {waited:.6f}")
        last = time.monotonic() + _MOST
        while self._first(me, waited) and time.monotonic() < last:
            await self._link.rest(_LOOK)

    async def done(self, me: str) -> None:
        """Say that *me*, who was overtaken before, waits no longer."""
        await self._say(f"{me} done")

    def _first(self, me: str, waited: float) -> bool:
        now = time.monotonic()
        return any(
            whose != me and long > waited and now - heard < _MOMENT for whose, (long, heard) in self._waiting.items()
        )

    def _hear(self, data: bytes) -> None:
        whose, _, told = data.decode(errors="replace").partition(" ")
        self._waiting.pop(whose, None)
        if told != "done":
            try:
                self._waiting[whose] = (float(told), time.monotonic())
            except ValueError:
                return
        if len(self._waiting) > 1_000:
            self._waiting.clear()

    async def _say(self, told: str) -> None:
        try:
            await self._link.publish(self._subject, told.encode(), {})
        except NotSent:
            return


class Wait:
    """How long one thread's write has waited since it was first overtaken."""

    def __init__(self) -> None:
        self.me = token_hex(8)
        self._since: float | None = None

    @property
    def long(self) -> float:
        """Seconds since, 0 where it wasn't."""
        return 0.0 if self._since is None else time.monotonic() - self._since

    def overtaken(self) -> None:
        """Begin to wait, or go on."""
        self._since = self._since or time.monotonic()

    def end(self) -> None:
        """Wait no longer."""
        self._since = None
