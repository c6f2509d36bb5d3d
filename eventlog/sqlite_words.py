"""The words that a search looks through, kept in tables: for each entry that shows something, those of its event.

An FTS5 table without a copy of the text holds them, each word with its scope's number before it, so that what
one user wrote neither slows nor sways the search of another. `words` has a row for each event in it, `corpus` one
for each scope: up to which position it was read, and what its entries come to. A write leaves them as they are;
`catch_up` brings a scope up to the log before it is searched.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence

from eventlog import sqlite_vectors
from eventlog.corpus import BASE, PER_CONFIDENCE, PER_IMPORTANCE, Document, Fitting, Sought, Wanted, document
from eventlog.events import TAGS, Recorded
from eventlog.terms import Term
from eventlog.values import canonical

Read = Callable[[Iterable[int]], list[Recorded]]
Begun = tuple[int, int]  # up to which position words are taken in, and the number of the last entry that was

MADE = 1  # grows when the words of a text are others; what was kept is then made anew
STEP = 2_000  # entries taken in by one transaction
_MARK = "§"  # after a scope's number, and alone between two parts of a text: no word has it
_EPISODE = f"x'{b'episodic'.hex()}'"  # as the index of stories has it
_ASKED = 500  # positions in one question
_RESHOWING = ",".join(str(TAGS.index(tag)) for tag in ("scratchpad-cleared", "corrected"))


class Words:
    """The corpus of some scopes, by number, as the tables have it."""

    def __init__(self, connection: sqlite3.Connection, scopes: Sequence[int]) -> None:
        self._connection, self._scopes = connection, scopes
        sql = "select coalesce(sum(documents), 0), coalesce(sum(length), 0) from corpus where " + _among(
            "scope", scopes
        )
        self.documents, self.length = connection.execute(sql, scopes).fetchone()

    def frequency(self, term: Term) -> int:
        """Count the entries that hold *term*."""
        sql = "select count(*) from words_fts where words_fts match ?"
        return sum(self._connection.execute(sql, (_match(term, scope),)).fetchone()[0] for scope in self._scopes)

    def fitting(self, sought: Sought, wanted: Wanted, most: int) -> list[Fitting]:
        """Give the *most* of greatest worth that hold a term looked up and fit *wanted*, best and newest first."""
        clause, values = _clause(wanted)
        among = "select rowid, ?, ? from words_fts where words_fts match ?"
        newest = (
            "select * from (select f.rowid, ?, ? from words_fts f cross join words w on w.position = f.rowid"
            f" where f.words_fts match ? and {clause} order by f.rowid desc limit ?)"
        )
        looked = among if sought.most is None else newest
        parts = " union all ".join([looked] * len(sought.looked) + [among] * len(sought.more))
        fit = "min(1.0, sum(h.weight) * (? / (? + ? * w.length)) / ?)"
        worth = f"fit * ({BASE} + {PER_IMPORTANCE} * w.importance + {PER_CONFIDENCE} * w.confidence)"
        sql = (
            f"with held (position, weight, looked) as ({parts}) select h.position, {fit} as fit, w.importance, w.confidence, w.at"
            f" from held h cross join words w on w.position = h.position where {clause}"
            f" group by h.position having max(h.looked) order by {worth} desc, h.position desc limit ?"
        )
        found: list[Fitting] = []
        for scope in self._scopes if sought.looked else ():
            given: list[object] = []
            for term, weight in sought.looked:
                given += [weight, 1, _match(term, scope), *([] if sought.most is None else [*values, sought.most])]
            alone = " OR ".join(_match(term, scope) for term, _ in sought.looked)
            for term, weight in sought.more:
                given += [weight, 0, f"{_match(term, scope)} AND ({alone})"]
            given += [sought.level, sought.base, sought.slope, sought.total, *values, most]
            found += [Fitting(*row) for row in self._connection.execute(sql, given)]
        return sorted(found, key=lambda fit: (fit.worth, fit.position), reverse=True)[:most]

    def weightiest(self, wanted: Wanted, most: int) -> list[int]:
        """Give the positions of the *most* that fit *wanted*: the most important, surest, newest first."""
        clause, values = _clause(wanted)
        sql = (
            "select w.importance, w.confidence, w.position from words w indexed by words_weight"
            f" where w.scope = ? and {clause}"
            " order by w.importance desc, w.confidence desc, w.position desc limit ?"
        )
        found = [each for s in self._scopes for each in self._connection.execute(sql, (s, *values, most))]
        return [position for *_, position in sorted(found, reverse=True)[:most]]

    def known(self, wanted: Wanted, positions: Sequence[int] | None = None) -> list[Fitting]:
        """Give those that fit *wanted*, of them those at *positions*, whatever words they hold, by position."""
        clause, values = _clause(wanted)
        sql = f"select w.position, 0.0, w.importance, w.confidence, w.at from words w where {clause}"
        sql += f" and {_among('+w.scope' if positions else 'w.scope', self._scopes)}"  # by position, not by scope
        if positions is None:
            return [Fitting(*row) for row in self._connection.execute(sql + " order by 1", (*values, *self._scopes))]
        found: list[Fitting] = []
        for part in _parts(sorted(positions)):
            asked = f"{sql} and {_among('w.position', part)} order by 1"
            found += [Fitting(*row) for row in self._connection.execute(asked, (*values, *self._scopes, *part))]
        return found

    def before(self, wanted: Wanted, positions: Sequence[int]) -> dict[int, int]:
        """Give, for each episode among *positions*, the one before it in its namespace, of those that fit *wanted*."""
        clause, values = _clause(wanted)
        earlier = (
            "select w.position from words w indexed by words_story where w.scope = e.scope and w.namespace = e.namespace"
            f" and w.kind = {_EPISODE} and w.position < e.position and {clause} order by w.position desc limit 1"
        )
        found: dict[int, int] = {}
        for part in _parts(positions):
            sql = (
                f"select e.position, ({earlier}) from words e where {_among('e.position', part)}"
                f" and e.kind = {_EPISODE} and e.namespace <> x''"
            )
            found.update((each, prior) for each, prior in self._connection.execute(sql, (*values, *part)) if prior)
        return found


def current(connection: sqlite3.Connection, scopes: Sequence[int]) -> bool:
    """Tell whether the words of all *scopes* are those of what the scopes show."""
    return _is_of_today(connection) and all(_last(connection, scope) <= _reach(connection, scope) for scope in scopes)


def catch_up(connection: sqlite3.Connection, scope: int, read: Read, begun: Begun = (0, 0)) -> Begun | None:
    """Take in a part of what the scope came to show since it was last read; gives where to go on, None at the end.

    Inside a transaction that writes, which may be another for each part.
    """
    if not _is_of_today(connection):
        clear(connection)
        begun = (0, 0)
    reach = _reach(connection, scope)
    upto, after = begun if begun[0] else (_last(connection, scope), 0)
    if upto <= reach:
        return None
    part = _pending(connection, scope, reach, after)
    _take_out(connection, scope, read([old for _, old, _ in part if old]))
    _take_in(connection, scope, read([new for _, _, new in part if new]))
    if len(part) == STEP:
        return upto, part[-1][0]
    connection.execute("update corpus set reach = ? where scope = ?", (upto, scope))
    return None


def forget(connection: sqlite3.Connection, scope: int, recorded: Recorded) -> None:
    """Take the words of an event out that is about to be erased."""
    _take_out(connection, scope, [recorded])


def clear(connection: sqlite3.Connection) -> None:
    """Empty the tables: what is searched next is read anew."""
    connection.execute("insert into words_fts (words_fts) values ('delete-all')")
    connection.execute("delete from words")
    connection.execute("delete from corpus")
    sqlite_vectors.clear(connection)
    connection.execute("insert into corpus (scope, reach) values (0, ?)", (MADE,))


def optimize(connection: sqlite3.Connection) -> None:
    """Merge the search's segments, so that none keeps words that are gone."""
    connection.execute("insert into words_fts (words_fts) values ('optimize')")


def row(scope: int, found: Document) -> tuple[int | float | bytes | None, ...]:
    """Give the row of `words` that an event comes to."""
    kind, namespace = found.kind.encode(), canonical(found.namespace)[1:-1]
    beside = (kind, namespace, found.importance, found.confidence, found.expires_at)
    return (found.position, scope, found.entry, found.at, *beside, found.length)


def rows(connection: sqlite3.Connection) -> Iterator[tuple[int | float | bytes | None, ...]]:
    """Yield the rows of `words`, by scope and entry."""
    yield from connection.execute(f"select {_COLUMNS} from words order by scope, entry")


def reached(connection: sqlite3.Connection) -> dict[int, tuple[bool, int, int]]:
    """Give, by scope, whether its words are up to the log, and how many entries and words they come to."""
    sql = "select scope, documents, length from corpus where scope > 0"
    return {scope: (current(connection, [scope]), *told) for scope, *told in connection.execute(sql).fetchall()}


_COLUMNS = "position, scope, entry, at, kind, namespace, importance, confidence, expires_at, length"


def _is_of_today(connection: sqlite3.Connection) -> bool:
    row = connection.execute("select reach from corpus where scope = 0").fetchone()
    return row is not None and row[0] == MADE


def _reach(connection: sqlite3.Connection, scope: int) -> int:
    row = connection.execute("select reach from corpus where scope = ?", (scope,)).fetchone()
    return int(row[0]) if row else 0


def _last(connection: sqlite3.Connection, scope: int) -> int:
    sql = "select coalesce(max(position), 0) from member where scope = ?"
    return int(connection.execute(sql, (scope,)).fetchone()[0])


def _pending(connection: sqlite3.Connection, scope: int, reach: int, after: int) -> list[tuple[int, int, int]]:
    """List entries whose words aren't those of what they show: number, event taken in, event shown (0: none)."""
    sql = f"select 1 from member where scope = ? and position > ? and tag in ({_RESHOWING}) limit 1"
    reshown = reach == 0 or connection.execute(sql, (scope, reach)).fetchone()
    touched = "" if reshown else " and number in (select entry from member where scope = :scope and position > :reach)"
    sql = (
        "select number, old, new from (select e.number, coalesce(w.position, 0) as old,"
        " case when p.position is null then 0 else e.shows end as new"
        " from entry e left join words w on w.scope = e.scope and w.entry = e.number"
        " left join private p on p.position = e.shows where e.scope = :scope and e.number > :after)"
        f" where old <> new{touched} order by number limit {STEP}"
    )
    return connection.execute(sql, {"scope": scope, "reach": reach, "after": after}).fetchall()


def _take_out(connection: sqlite3.Connection, scope: int, events: Iterable[Recorded]) -> None:
    for recorded in events:
        kept = connection.execute(
            "delete from words where position = ? returning length", (recorded.position,)
        ).fetchall()
        sqlite_vectors.drop(connection, recorded.position)
        found = document(recorded)
        if not kept or found is None:
            continue
        gone = (recorded.position, _spelled(scope, found))
        connection.execute("insert into words_fts (words_fts, rowid, text) values ('delete', ?, ?)", gone)
        sql = "update corpus set documents = documents - 1, length = length - ? where scope = ?"
        connection.execute(sql, (kept[0][0], scope))


def _take_in(connection: sqlite3.Connection, scope: int, events: Iterable[Recorded]) -> None:
    found = [each for each in map(document, events) if each is not None]
    marks = ", ".join("?" * 10)
    connection.executemany(f"insert into words ({_COLUMNS}) values ({marks})", (row(scope, d) for d in found))
    connection.executemany(
        "insert into words_fts (rowid, text) values (?, ?)", ((d.position, _spelled(scope, d)) for d in found)
    )
    connection.execute("insert or ignore into corpus (scope, reach) values (?, 0)", (scope,))
    sql = "update corpus set documents = documents + ?, length = length + ? where scope = ?"
    connection.execute(sql, (len(found), sum(d.length for d in found), scope))


def _spelled(scope: int, found: Document) -> str:
    return " ".join(_MARK if each.isspace() else f"{scope}{_MARK}{each}" for each in found.lexemes)


def _match(term: Term, scope: int) -> str:
    phrase = " ".join(f"{scope}{_MARK}{each}" for each in term.lexemes)
    return f'"{phrase}" *' if term.prefix else f'"{phrase}"'


def _clause(wanted: Wanted) -> tuple[str, list[int | float | bytes]]:
    """Say in SQL what `Document.fits` says of an entry."""
    parts: list[str] = ["(w.expires_at is null or w.expires_at > ?)"]
    values: list[int | float | bytes] = [wanted.now]
    if wanted.kinds is not None:
        parts.append(_among("w.kind", wanted.kinds))
        values += [kind.encode() for kind in wanted.kinds]
    if wanted.namespace:
        within = canonical(wanted.namespace)[1:-1]
        parts.append("(w.namespace = ? or substr(w.namespace, 1, ?) = ?)")
        values += [within, len(within) + 1, within + b","]
    if wanted.min_confidence is not None:
        parts.append("w.confidence >= ?")
        values.append(wanted.min_confidence)
    if wanted.min_importance is not None:
        parts.append("w.importance >= ?")
        values.append(wanted.min_importance)
    return " and ".join(parts), values


def _parts(positions: Sequence[int]) -> Iterator[Sequence[int]]:
    return (positions[start : start + _ASKED] for start in range(0, len(positions), _ASKED))


def _among(column: str, values: Sequence[object]) -> str:
    return f"{column} in ({', '.join('?' * len(values))})"
