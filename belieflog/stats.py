"""How large a memory is: what it holds, and what its prompts take, session by session."""

from collections.abc import Callable, Iterator

from msgspec import Struct, structs

from belieflog import prompting
from belieflog.reader import Reader
from eventlog.errors import InvalidValue
from eventlog.events import Recorded, Scope
from eventlog.store import Store
from projections.counts import Counts, Tally
from projections.prompt import Cost, Wanted

_PAGE = 2_000


class SessionStats(Struct, frozen=True):
    """A session: what it holds, what a prompt without a budget takes there, and whether that is more than it should."""

    session: str
    counts: Counts
    cost: Cost
    over: bool


class Stats(Struct, frozen=True):
    """What was counted of *user*: each session, and all together with long-term memory.

    *budget* is what a prompt should not exceed, in tokens: the one asked for, or the policy's ``watch.prompt_tokens``.
    """

    user: str
    position: int
    budget: int | None
    sessions: tuple[SessionStats, ...]
    total: Counts

    @property
    def over(self) -> tuple[str, ...]:
        """The sessions whose prompt takes more than the budget."""
        return tuple(each.session for each in self.sessions if each.over)


def count(reader: Reader, budget: int | None, progress: Callable[[int], object] | None) -> Stats:
    """Count a memory, one session after the other; of each only its figures are kept."""
    if budget is not None and (type(budget) is not int or budget < 0):
        raise InvalidValue("budget", f"{budget!r} is no number of tokens: give 0 or more")
    store, now = reader.store, reader.log.now()
    limit = reader.log.policy().watch.prompt_tokens if budget is None else budget
    wanted = [reader.session] if reader.session else [s.session for s in store.index.scopes() if s.user == reader.user]
    total, found = Tally(), []
    if not reader.session:
        with store.reading():
            total.add(_tally(reader, Scope(reader.user), now))
    for session in filter(None, wanted):
        with store.reading():
            one = structs.replace(reader, session=session)
            tally = _tally(one, Scope(reader.user, session), now)
            cost = prompting.cost(one, Wanted(), None, now)
        total.add(tally)
        found.append(SessionStats(session, tally.counts(), cost, limit is not None and cost.total > limit))
        if progress:
            progress(len(found))
    return Stats(reader.user, store.head().position, limit, tuple(found), total.counts())


def _tally(reader: Reader, scope: Scope, now: int) -> Tally:
    tally = Tally()
    tally.show(reader.entries(scope, None, now))
    for page in _events(reader.store, scope):
        tally.pass_by(page)
    return tally


def _events(store: Store, scope: Scope) -> Iterator[list[Recorded]]:
    """Yield the events of a scope a page at a time, the newest first."""
    upto = None
    while page := store.index.members(scope, upto=upto, newest=_PAGE):
        yield page
        upto = page[0].position - 1
