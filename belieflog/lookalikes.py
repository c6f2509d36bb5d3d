"""Which entries look like each other, found among all that a scope shows when someone asks."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from eventlog.events import Recorded, Scope, is_set
from eventlog.looks import COMPARED
from eventlog.standing import unexpired
from eventlog.store import Index
from eventlog.terms import look
from projections.entries import Peers, content_of

Like = Callable[[Recorded], Sequence[Recorded]]  # what is shown and looks like an event


class Alike(Peers):
    """The look-alikes of some entries among all that their scope shows, looked up when someone asks."""

    __slots__ = ("_hidden", "_like", "_now", "_shown")

    def __init__(self, like: Like, shown: Sequence[Recorded], now: int, hidden: Callable[[Recorded], bool]) -> None:
        super().__init__()
        self._like, self._shown, self._now, self._hidden = like, shown, now, hidden

    def alike(self) -> dict[str, tuple[str, ...]]:
        """Give, for each address that looks like others, those others."""
        if self._alike is None:
            found = {r.position: r for each in self._shown if each.public.kind in COMPARED for r in self._like(each)}
            for position in sorted(found.keys() - {recorded.position for recorded in self._shown}):
                private = unexpired(found[position], self._now) and found[position].private
                if private and not self._hidden(found[position]):
                    self.add(private.address or "", content_of(private))
        return super().alike()


def finding(index: Index, position: int | None, shown: Callable[[], Iterable[Recorded]]) -> Like:
    """Look for look-alikes among what shows now or, at a *position*, among what was *shown* then."""
    return partial(_like_now, index) if position is None else _like_then(shown)


def _like_now(index: Index, recorded: Recorded) -> Sequence[Recorded]:
    private, kind = recorded.private, recorded.public.kind or ""
    return [*index.alike(recorded.scope, kind, private.content)] if private and is_set(private.content) else ()


def _like_then(shown: Callable[[], Iterable[Recorded]]) -> Like:
    """Read what was shown when the first is asked for."""
    looks: dict[tuple[Scope, str], list[Recorded]] = {}

    def like(recorded: Recorded) -> Sequence[Recorded]:
        for each in () if looks else shown():
            if each.public.kind in COMPARED and each.body is not None:
                looks.setdefault((each.scope, look(content_of(each.private))), []).append(each)
        return looks.get((recorded.scope, look(content_of(recorded.private))), ())

    return like
