"""Gathering what a hand-over page tells beside the scratchpad."""

import re
from collections.abc import Callable

from msgspec import structs

from belieflog import scratchpads
from belieflog.reader import Reader
from belieflog.writing import Time
from eventlog.events import ASSERTING, Recorded, Scope
from eventlog.names import LONGEST
from eventlog.points import Point
from eventlog.standing import void_at
from eventlog.store import Index, Store
from projections import handover, prompt
from projections.entries import content_of
from projections.handover import NOTES, SECTIONS, Change, Handover
from projections.prompt import Wanted
from projections.scratchpad import Scratchpad

_TOLD = (
    *sorted(ASSERTING), "retracted", "corrected", "compacted", "scratchpad-cleared", "session-started", "session-ended",
)  # fmt: skip
_LATEST = 10


def write(reader: Reader, lang: str, at: Point, now: Time | None, path: bool = True) -> Handover:
    """Write the page of a memory's session; with *path* its command says where the log is."""
    with reader.store.reading():
        position, moment = reader.when(at, now)
        pad, scope, index = scratchpads.read(reader, position, moment), reader.session_scope(), reader.store.index
        shorter = with_newest_notes(pad)
        told = prompt.render(shorter, (), (), Wanted(lang=lang, sections=SECTIONS)).text
        left = len(pad.notes) - len(shorter.notes)
        task = title(index, pad, position)
        seen = reader.store.head().position if position is None else position
        origin = pad.session if position is None and "@" not in pad.session else f"{pad.session}@{seen}"
        following = next_session(reader.store, scope)
        command = handover.command(reader.user, origin, task, following, named(reader.store) if path else None)
        lost = tuple(entry for entry in reader.everything(position, moment) if not entry.supported)
        latest = changes(index, scope, position, moment, lambda address: reader.closed(address or ""))
        return handover.write(pad, told, left, task, latest, lost, command, lang)


def with_newest_notes(pad: Scratchpad) -> Scratchpad:
    """Put the newest of its notes first, and leave out those that the page has no room for."""
    newest = tuple(sorted(pad.notes, key=lambda note: note.position, reverse=True))
    ordered = structs.replace(pad, notes=newest)
    kept = frozenset(prompt.render(ordered, (), (), Wanted(budget=NOTES, sections=("notes",))).shown)
    return structs.replace(pad, notes=tuple(note for note in newest if note.position in kept))


def changes(
    index: Index, scope: Scope, position: int | None, now: int, hidden: Callable[[str | None], bool]
) -> tuple[Change, ...]:
    """List the last events that changed something: in the session, and by it in long-term memory; newest first."""
    own = index.members(scope, _TOLD, upto=position, newest=_LATEST)
    elsewhere = index.members(Scope(scope.user), _TOLD, upto=position)
    written = [r for r in elsewhere if r.public.session == scope.session and not hidden(r.address)]
    own = [r for r in own if not hidden(r.address)]
    newest = sorted((*own, *written), key=lambda r: r.position, reverse=True)[:_LATEST]
    return tuple(_change(index, recorded, position, now) for recorded in newest)


def title(index: Index, pad: Scratchpad, position: int | None) -> str:
    """Give what the session is about: its title, else its goal, else its name."""
    scope = Scope(pad.user, pad.session)
    void = void_at(index, scope, position)
    started = index.members(scope, ("session-started",), upto=position)
    titles = [r.private.content["title"] for r in started if r.private and r.position not in void]
    return titles[-1] if titles else pad.goal.value["text"] if pad.goal else pad.session


def next_session(store: Store, scope: Scope) -> str:
    """Name a session that isn't there yet, after the one that it goes on from."""
    taken = {other.session for other in store.index.scopes() if other.user == scope.user}
    numbered = re.fullmatch(r"(.+)-(\d{1,6})", scope.session)
    after = numbered is not None and numbered[1] in taken  # named as one that went on from another
    base, n = (numbered[1], int(numbered[2]) + 1) if numbered and after else (scope.session, 2)
    while (name := f"{base[: LONGEST - 10]}-{n}") in taken:
        n += 1
    return name


def named(store: Store) -> str | None:
    """Give the path of the log, where it has one."""
    path: str = getattr(store, "path", ":memory:")
    return None if path == ":memory:" else path


def _change(index: Index, recorded: Recorded, position: int | None, now: int) -> Change:
    private, public = recorded.private, recorded.public
    expired = public.expires_at is not None and now >= public.expires_at
    return Change(
        recorded.position,
        recorded.at,
        recorded.tag,
        recorded.address,
        None if expired else content_of(private),
        recorded.source,
        public.actor,
        private.reason if private else "",
        recorded.position not in void_at(index, recorded.scope, position),
    )
