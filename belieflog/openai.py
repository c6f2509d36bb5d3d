"""The session of the OpenAI Agents SDK, kept in a belieflog memory: ``BelieflogSession(mem)``."""

import asyncio
import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar, cast

from belieflog import session_items
from belieflog.batch import Batch
from belieflog.memory import Memory
from belieflog.session_items import Item
from eventlog import corrections, selectors
from eventlog.backwards import backwards
from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.events import Recorded
from eventlog.values import canonical, check

try:
    from agents.memory import SessionSettings
except ImportError:
    raise Refused(
        "extra", "this session needs the OpenAI Agents SDK: pip install -e '.[openai]' in the clone"
    ) from None

if TYPE_CHECKING:
    from agents.items import TResponseInputItem

__all__ = ["BelieflogSession"]

Result = TypeVar("Result")

_VIA = "openai:session"
_POPPED, _CLEARED = "popped from the session", "the session was cleared"  # reasons of the corrections that do it
_CALLS = 200  # newest items among which the call is looked for that an output answers
_LARGEST = 900_000  # bytes of an item; the words beside it and the circumstances must fit into the batch too


class BelieflogSession:
    """A session for ``Runner.run(…, session=…)``: the turns of *memory*'s session, those said elsewhere too.

    What is popped or cleared is taken back by a correction, never deleted; `undo` brings it back.
    """

    session_id: str
    session_settings: SessionSettings | None = None

    def __init__(self, memory: Memory, session_settings: "SessionSettings | dict[str, Any] | None" = None) -> None:
        self._memory, self._reader = memory, memory._reader
        self._scope = self._reader.session_scope()
        self.session_id = self._scope.session
        given = session_settings or {}
        self.session_settings = SessionSettings(**given) if isinstance(given, dict) else given

    async def get_items(self, limit: int | None = None) -> "list[TResponseInputItem]":
        """Give the newest *limit* items, oldest first; all where that is None (or negative)."""
        settings = self.session_settings
        wanted = settings.limit if limit is None and settings is not None else limit
        found = await _settled(lambda: self._newest(wanted))
        return [cast("TResponseInputItem", item) for _, item in reversed(found)]

    async def add_items(self, items: "list[TResponseInputItem]") -> None:
        """Add items, all of them or none."""
        read = [_plain(item, n) for n, item in enumerate(items)]
        if read:
            await _settled(lambda: self._memory.transact(lambda batch: self._add(batch, read)))

    async def pop_item(self) -> "TResponseInputItem | None":
        """Take back the newest item and give it; None where there is none."""
        found: list[tuple[Recorded, Item]] = []

        def newest() -> list[Recorded]:
            found[:] = self._newest(1)
            return [said for said, _ in found]

        taken = await _settled(lambda: self._take_back(newest, _POPPED))
        return cast("TResponseInputItem", found[0][1]) if taken else None

    async def clear_session(self) -> None:
        """Take back all items."""
        await _settled(lambda: self._take_back(lambda: [said for said, _ in self._newest(None)], _CLEARED))

    async def undo(self) -> bool:
        """Bring back what was popped or cleared last, where it stood; False where nothing is left to bring back."""
        return await _settled(self._undo)

    # In a thread of its own

    def _newest(self, limit: int | None) -> list[tuple[Recorded, Item]]:
        """List the newest items with their events, newest first."""
        with self._reader.store.reading():
            return list(islice(self._backwards(), limit if limit is None or limit >= 0 else None))

    def _backwards(self) -> Iterator[tuple[Recorded, Item]]:
        for said in self._effective("said"):
            if (item := session_items.item(said)) is not None:
                yield said, item

    def _effective(self, tag: str) -> Iterator[Recorded]:
        index = self._reader.store.index
        return backwards(index, self._scope, (tag,), skip=index.void(self._scope))

    def _add(self, batch: Batch, items: list[Item]) -> None:
        calls = session_items.names_of_calls(items)
        if any("output" in item and str(item.get("call_id")) not in calls for item in items):
            calls = session_items.names_of_calls(item for _, item in self._newest(_CALLS)) | calls
        for item in items:
            turn = session_items.turn(item, calls)
            batch.say(turn.role, turn.words, item=turn.item, source=turn.source, via=_VIA)

    def _take_back(self, which: Callable[[], list[Recorded]], reason: str) -> bool:
        log, user = self._reader.log, self._memory.user

        def plan() -> corrections.Plan:
            chosen = which()
            if not chosen:
                raise NotFound("the session holds no item")
            wanted = selectors.selector(event=[said.position for said in chosen])
            return corrections.revert(log.store, user, wanted, reason, log.now(), only=True)

        return self._corrected(plan)

    def _undo(self) -> bool:
        log, user = self._reader.log, self._memory.user

        def plan() -> corrections.Plan:
            for made in self._effective("corrected"):
                told = made.private
                if told and told.reason in (_POPPED, _CLEARED):
                    return corrections.undo(log.store, made.position, user, "undone in the session", log.now())
            raise NotFound("nothing was popped or cleared")

        return self._corrected(plan)

    def _corrected(self, plan: Callable[[], corrections.Plan]) -> bool:
        try:
            self._reader.log.correct(plan, actor=self._memory.actor or "")
        except NotFound:
            return False
        return True


async def _settled(act: Callable[[], Result]) -> Result:
    """Run *act* in a thread, and wait for its end also where the waiting task is cancelled meanwhile."""
    running = asyncio.ensure_future(asyncio.to_thread(act))
    cancelled: asyncio.CancelledError | None = None
    while not running.done():
        try:
            await asyncio.wait({running})
        except asyncio.CancelledError as error:
            cancelled = cancelled or error
    if cancelled is not None:
        running.exception()  # looked at, so that no one warns of it
        raise cancelled
    return running.result()


def _plain(item: Any, n: int) -> Item:
    """Give an item as JSON brings it back: tuples as lists, keys as text."""
    if not isinstance(item, dict):
        raise InvalidValue(f"items[{n}]", f"{type(item).__name__} is no item of a conversation: give a dict")
    plain: Item = check(json.loads(json.dumps(item)), f"items[{n}]")
    if (size := len(canonical(plain))) > _LARGEST:
        raise InvalidValue(
            f"items[{n}]",
            f"holds {size} bytes, and {_LARGEST} are the most: mem.observe() the whole, and add what to look for there",
        )
    return plain
