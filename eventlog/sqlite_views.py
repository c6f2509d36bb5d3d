"""The index tables of a log in SQLite, compared row by row with the folds that define them."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence

from eventlog import sqlite_vectors, sqlite_words
from eventlog.corpus import document
from eventlog.events import TAGS, Recorded, decode_public
from eventlog.ids import to_bytes
from eventlog.index_fold import NOTHING, IndexFold, ScopeFold
from eventlog.sqlite_waiting import code_of
from eventlog.store import STEP, Difference, Row

Line = tuple[int | str | bytes | None, ...]

CODE: dict[str, int] = {tag: code for code, tag in enumerate(TAGS)}
STRANGE = -1


def differences(
    connection: sqlite3.Connection, rows: Iterable[Row], progress: Callable[[int], object] | None = None
) -> Iterator[Difference]:
    """Fold *rows* and compare what comes of it with the tables; inside one reading of the log."""
    fold = IndexFold(CODE, STRANGE)
    resting: list[tuple[int, int]] = []
    for row in rows:
        recorded = row.recorded
        fold.take(recorded)
        for premise in recorded.public.derived_from:
            named = connection.execute("select position from event where id = ?", (to_bytes(premise),)).fetchone()
            if named and named[0] < recorded.position:
                resting.append((named[0], recorded.position))
        if progress is not None and row.position % STEP == 0:
            progress(row.position)
    scopes = list(fold.scopes.values())
    of = {number: state.scope for number, state in enumerate(scopes, 1)}

    for view, sql, wanted, key, position, entry in (
        ("scopes", _SCOPES, _scopes(scopes), 1, None, None),
        ("members", _MEMBERS, _members(scopes), 2, 1, None),
        ("entries", _ENTRIES, _entries(scopes), 2, 5, 1),
        ("change points", _CHANGES, _changes(scopes), 3, 2, 1),
        ("void ranges", _VOIDS, _voids(scopes), 2, 1, None),
        ("premises", _PREMISES, sorted(set(resting)), 2, 1, None),
    ):
        scoped = view != "premises"
        for line in _merged(wanted, connection.execute(sql), key):
            scope = of.get(_number(line, 0)) if scoped else None
            yield Difference(view, _number(line, position), scope, _number(line, entry) or None)
    yield from _words(connection, scopes)
    for strange in sqlite_vectors.strange(connection, lambda position: _event(connection, position)):
        yield Difference("meanings", strange)


def damage(connection: sqlite3.Connection) -> str | None:
    """Say what SQLite itself finds damaged in the file, with all words kept for searching read through."""
    try:
        (told,) = connection.execute("pragma integrity_check(1)").fetchone()
        if told != b"ok":
            return str(told, errors="replace").splitlines()[-1]
        connection.execute("create virtual table if not exists temp.word using fts5vocab (main, words_fts, row)")
        connection.execute("select sum(cnt) from temp.word").fetchone()
    except sqlite3.DatabaseError as error:
        if code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR):
            return str(error)
        raise
    return None


def traces(connection: sqlite3.Connection) -> int:
    """Give the newest position that private parts, holes or the index know of."""
    tables = ("private", "hole", "member")
    newest = ", ".join(f"(select coalesce(max(position), 0) from {table})" for table in tables)
    return int(connection.execute(f"select max({newest})").fetchone()[0])


_SCOPES = "select id, user, session, entries, ended, incomplete from scope order by id"
_MEMBERS = "select scope, position, tag, entry from member order by scope, position"
_ENTRIES = "select scope, number, kind, address, versions, shows from entry order by scope, number"
_CHANGES = "select scope, entry, at, shows, digest from change order by scope, entry, at"
_VOIDS = "select scope, low, high from void order by scope, low"
_PREMISES = "select premise, position from rest order by premise, position"


def _scopes(states: list[ScopeFold]) -> Iterator[Line]:
    for number, state in enumerate(states, 1):
        scope = state.scope
        yield number, scope.user.encode(), scope.session.encode(), state.most, int(state.ended), state.incomplete


def _members(states: list[ScopeFold]) -> Iterator[Line]:
    for number, state in enumerate(states, 1):
        for position, tag, entry in zip(state.positions, state.tags, state.numbers, strict=True):
            yield number, position, tag, entry or None


def _entries(states: list[ScopeFold]) -> Iterator[Line]:
    for number, state in enumerate(states, 1):
        for each, entry in sorted(state.entries.items()):
            address = entry.address.encode() if entry.address is not None else None
            yield number, each, entry.kind.encode(), address, entry.versions, entry.shows


def _changes(states: list[ScopeFold]) -> Iterator[Line]:
    for number, state in enumerate(states, 1):
        for each, entry in sorted(state.entries.items()):
            for at, shows, digest in entry.points():
                yield number, each, at, None if shows == NOTHING else shows, None if digest == NOTHING else digest


def _voids(states: list[ScopeFold]) -> Iterator[Line]:
    for number, state in enumerate(states, 1):
        for low, high in state.void.ranges:
            yield number, low, high


def _words(connection: sqlite3.Connection, states: list[ScopeFold]) -> Iterator[Difference]:
    """Compare the words kept for searching with the events they were read from."""
    reached = sqlite_words.reached(connection)
    lacking = {
        (number, each): entry.shows
        for number, (current, *_) in reached.items()
        if current and number <= len(states)
        for each, entry in states[number - 1].entries.items()
        if entry.shows and _event(connection, entry.shows)
    }
    sums = {number: [0, 0] for number in reached}
    for line in sqlite_words.rows(connection):
        position, scope, each = _number(line, 0), _number(line, 1), _number(line, 2)
        named = states[scope - 1].scope if 0 < scope <= len(states) else None
        read = document(found) if (found := _event(connection, position)) else None
        wanted = lacking.pop((scope, each), None if scope in reached and reached[scope][0] else position)
        if read is None or wanted != position or read.scope != named or sqlite_words.row(scope, read) != line:
            yield Difference("search words", position, named, each)
        if scope in sums:
            sums[scope][0] += 1
            sums[scope][1] += _number(line, -1)  # its length
    for (scope, each), position in lacking.items():
        yield Difference("search words", position, states[scope - 1].scope, each)
    for scope, (_, *told) in reached.items():
        if sums[scope] != told:
            yield Difference("search words", 0, states[scope - 1].scope if scope <= len(states) else None)


def _event(connection: sqlite3.Connection, position: int) -> Recorded | None:
    """Read an event that isn't erased."""
    sql = "select v.public, p.body from event v join private p on p.position = v.position where v.position = ?"
    found = connection.execute(sql, (position,)).fetchone()
    return Recorded(position, decode_public(found[0], position), found[1]) if found else None


def _merged(wanted: Iterable[Line], found: Iterable[Line], key: int) -> Iterator[Line]:
    """Walk two runs of lines, both in order of their first *key* columns, side by side; yield where they differ."""
    left, right = iter(wanted), iter(found)
    a, b = next(left, None), next(right, None)
    while a is not None or b is not None:
        if a == b:
            a, b = next(left, None), next(right, None)
            continue
        line = min((line for line in (a, b) if line is not None), key=lambda line: _order(line, key))
        yield line
        first = _order(line, key)
        a = next(left, None) if a is not None and _order(a, key) == first else a
        b = next(right, None) if b is not None and _order(b, key) == first else b


def _order(line: Line, key: int) -> tuple[int, ...]:
    return tuple(_number(line, column) for column in range(key))


def _number(line: Sequence[object], column: int | None) -> int:
    value = line[column] if column is not None and column < len(line) else None
    return value if isinstance(value, int) else 0
