"""What entries would show, were another set of events void: read from the tables of the index."""

from eventlog.events import TAGS, WORKING
from eventlog.intervals import Intervals
from eventlog.sqlite_ledger import LogConnection

CODE: dict[str, int] = {tag: code for code, tag in enumerate(TAGS)}
CLEAR, STARTED, ENDED = CODE["scratchpad-cleared"], CODE["session-started"], CODE["session-ended"]
LAST = 2**62
RARE = " indexed by member_tag"  # the events without an entry: clears, corrections, dialogue
OWN = "(c.shows = c.at or c.shows = 0)"


def reshown(connection: LogConnection, scope: int, void: Intervals) -> list[tuple[int, int | None, int | None, str]]:
    """List (entry, shown now, shown under *void*, kind) where the two differ."""
    old = Intervals(connection.execute("select low, high from void where scope = ?", (scope,)).fetchall())
    cleared = top(connection, scope, (CLEAR,), void)
    found = []
    for number, kind, now in _moved(connection, scope, old ^ void):
        then = _shows(connection, scope, number, void, cleared[0] if cleared and kind.decode() in WORKING else 0)
        if (now or None) != then:
            found.append((number, now or None, then, kind.decode()))
    return found


def _moved(connection: LogConnection, scope: int, delta: Intervals) -> list[tuple[int, bytes, int | None]]:
    """List the entries that events in *delta* touch; all of them where that is less work, or a clear is in it."""
    rows = "select number, kind, shows from entry where scope = ?"
    (entries,) = connection.execute("select count(*) from entry where scope = ?", (scope,)).fetchone()
    if sum(high - low + 1 for low, high in delta.ranges) > 4 * entries:
        return connection.execute(rows, (scope,)).fetchall()
    numbers: set[int] = set()
    for low, high in delta.ranges:
        sql = "select distinct entry, tag from member where scope = ? and position between ? and ?"
        touched = connection.execute(sql, (scope, low, high)).fetchall()
        if any(tag == CLEAR for _, tag in touched):
            return connection.execute(rows, (scope,)).fetchall()
        numbers.update(number for number, _ in touched if number is not None)
    return [connection.execute(rows + " and number = ?", (scope, n)).fetchone() for n in sorted(numbers)]


def _shows(connection: LogConnection, scope: int, number: int, void: Intervals, cleared: int) -> int | None:
    """Find what an entry shows under *void*: its newest own event that isn't void, unless cleared since."""
    sql = (
        f"select c.at, c.shows from change c where c.scope = ? and c.entry = ? and c.at <= ? and {OWN}"
        " order by c.at desc limit 1"
    )
    upto = LAST
    while row := connection.execute(sql, (scope, number, upto)).fetchone():
        at, shows = row
        if (gone := void.covering(at)) is None:
            return shows if shows and at > cleared else None
        upto = gone[0] - 1
    return None


def top(connection: LogConnection, scope: int, codes: tuple[int, ...], void: Intervals) -> tuple[int, int] | None:
    """Find the scope's newest event with one of *codes* that isn't void."""
    wanted = ",".join(map(str, codes))
    sql = (
        f"select position, tag from member{RARE} where scope = ? and position <= ? and tag in ({wanted})"
        " and entry is null order by position desc limit 1"
    )
    upto = LAST
    while row := connection.execute(sql, (scope, upto)).fetchone():
        if (gone := void.covering(row[0])) is None:
            return int(row[0]), int(row[1])
        upto = gone[0] - 1
    return None
