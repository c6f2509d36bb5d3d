"""The vectors of texts, in tables beside the words: `piece` says whose text it is, `vector` has one for each text and model.

A vector says much of its text, so it goes where the words of the last text that it stands for go: superseded,
retracted, reverted, erased. Numbers of pieces only ever grow, so that what is held in memory can be kept up.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from eventlog.events import Recorded, Scope
from eventlog.pieces import fingerprint, pieces
from eventlog.sqlite_ledger import LogConnection
from eventlog.sqlite_waiting import speaking
from eventlog.vectors import Piece

STEP = 2_000  # entries parted in one transaction
_ASKED = 500  # fingerprints in one question
_FLOAT = 4


@speaking
class SQLiteVectors:
    """The vectors in the log at *path*; *number* gives a scope's, *writing* and *recorded* are the store's."""

    def __init__(
        self,
        connection: Callable[[], LogConnection],
        path: str,
        shared: AbstractContextManager[Any] | None,
        number: Callable[[Scope], int],
        writing: Callable[[], AbstractContextManager[None]],
        recorded: Callable[[Iterable[int]], list[Recorded]],
        readonly: bool,
    ) -> None:
        self.connection, self.path, self.shared = connection, path, shared
        self._number, self._writing, self._recorded, self._readonly = number, writing, recorded, readonly

    @property
    def open(self) -> bool:
        """Whether more may be kept now."""
        return not self._readonly and not self.connection().in_transaction

    def split(self, scopes: Sequence[Scope]) -> None:
        """Bring the pieces of *scopes* up to their words, in several short writes."""
        connection = self.connection()
        for scope in self._numbers(scopes) if self.open else ():
            while _unsplit(connection, scope, 1):
                with self._writing():
                    _split(connection, scope, self._recorded(_unsplit(connection, scope, STEP)))

    def whole(self, scopes: Sequence[Scope], model: str | None = None) -> bool:
        """Tell whether every entry with words has its pieces there and, for *model*, their vectors."""
        connection = self.connection()
        sql = (
            "select 1 from piece p where p.scope = ? and not exists (select 1 from vector v"
            " where v.fingerprint = p.fingerprint and v.model = ?) limit 1"
        )
        known = None if model is None else self._model(model)[0]
        return not any(
            _unsplit(connection, scope, 1) or (model is not None and connection.execute(sql, (scope, known)).fetchone())
            for scope in self._numbers(scopes)
        )

    def pieces(self, scope: Scope, model: str, after: int, most: int) -> list[Piece]:
        """Give the first *most* pieces numbered above *after*, by number."""
        sql = (
            "select p.number, p.position, p.fingerprint, v.vector from piece p"
            " left join vector v on v.fingerprint = p.fingerprint and v.model = ?"
            " where p.scope = ? and p.number > ? order by p.number limit ?"
        )
        given = (self._model(model)[0], self._number(scope), after, most)
        return [Piece(*row) for row in self.connection().execute(sql, given)]

    def known(self, model: str, fingerprints: Sequence[bytes]) -> dict[bytes, bytes]:
        """Give the vectors that are kept of texts."""
        found: dict[bytes, bytes] = {}
        for part in _parts(fingerprints):
            sql = f"select fingerprint, vector from vector where model = ? and fingerprint in ({_marks(part)})"
            found.update(self.connection().execute(sql, (self._model(model)[0], *part)))
        return found

    def dimension(self, model: str) -> int | None:
        """Tell how many numbers a vector of *model* has, None where none was ever kept."""
        return self._model(model)[1]

    def keep(self, model: str, vectors: Mapping[bytes, bytes]) -> None:
        """Keep vectors by fingerprint; those of texts that are gone by now are not kept."""
        with self._writing():
            connection = self.connection()
            size = len(next(iter(vectors.values()))) // _FLOAT
            connection.execute("insert or ignore into model (name, dimension) values (?, ?)", (model, size))
            known = self._model(model)[0]
            sql = (
                "insert or ignore into vector (fingerprint, model, vector)"
                " select ?1, ?2, ?3 where exists (select 1 from piece where fingerprint = ?1)"
            )
            connection.executemany(sql, ((name, known, vector) for name, vector in vectors.items()))

    def _model(self, model: str) -> tuple[int | None, int | None]:
        sql = "select id, dimension from model where name = ?"
        found: tuple[int, int] | None = self.connection().execute(sql, (model,)).fetchone()
        return found or (None, None)

    def _numbers(self, scopes: Sequence[Scope]) -> list[int]:
        return [number for number in map(self._number, scopes) if number]


def drop(connection: sqlite3.Connection, position: int) -> None:
    """Delete the pieces of an event whose words go, and each vector that stood for its text alone."""
    gone = connection.execute("delete from piece where position = ? returning fingerprint", (position,)).fetchall()
    sql = "delete from vector where fingerprint = ?1 and not exists (select 1 from piece where fingerprint = ?1)"
    connection.executemany(sql, gone)


def clear(connection: sqlite3.Connection) -> None:
    """Empty the tables, as the words are emptied."""
    connection.execute("delete from piece")
    connection.execute("delete from vector")
    connection.execute("delete from model")


def strange(connection: sqlite3.Connection, read: Callable[[int], Recorded | None]) -> Iterator[int]:
    """Yield the positions whose pieces aren't those of their text, 0 for a vector of no text or of a wrong length."""
    sql = "select position, group_concat(hex(fingerprint), ' ') from (select * from piece order by number) group by 1"
    told = dict(connection.execute(sql).fetchall())
    for position, split in connection.execute("select position, split from words order by position").fetchall():
        recorded = read(position)
        wanted = " ".join(fingerprint(each).hex().upper() for each in pieces(recorded)) if split and recorded else ""
        if told.pop(position, b"").decode() != wanted:
            yield position
    yield from told
    sql = (
        "select 1 from vector v left join model m on m.id = v.model where m.dimension is not length(v.vector) / ?"
        " or not exists (select 1 from piece p where p.fingerprint = v.fingerprint) limit 1"
    )
    if connection.execute(sql, (_FLOAT,)).fetchone():
        yield 0


def _unsplit(connection: sqlite3.Connection, scope: int, most: int) -> list[int]:
    sql = "select position from words where scope = ? and split = 0 limit ?"
    return [position for (position,) in connection.execute(sql, (scope, most))]


def _split(connection: sqlite3.Connection, scope: int, events: Iterable[Recorded]) -> None:
    rows = [(scope, event.position, fingerprint(each)) for event in events for each in pieces(event)]
    connection.executemany("insert into piece (scope, position, fingerprint) values (?, ?, ?)", rows)
    connection.executemany("update words set split = 1 where position = ?", ((event.position,) for event in events))


def _parts(fingerprints: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    return (fingerprints[start : start + _ASKED] for start in range(0, len(fingerprints), _ASKED))


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
