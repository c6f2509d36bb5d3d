"""All events as one Parquet table, for analysis elsewhere; by the package `pyarrow` (extra ``parquet``).

A row per event; contents as JSON text, times as timestamps in UTC. Of an erased event what was private is null.
``effective`` is under today's corrections.
"""

from itertools import islice
from typing import IO, Any

from belieflog.exporting.asked import Asked, Tally
from eventlog.errors import Refused
from eventlog.events import Scope, is_set
from eventlog.intervals import Intervals
from eventlog.store import Row, Store
from eventlog.values import canonical

GROUP = 10_000  # rows held in memory at a time
TEXTS = (
    "id", "tag", "user", "session", "scope", "kind", "address", "content", "description", "outcome", "reason",
    "source_kind", "source_name", "source_ref", "actor", "via", "query", "run", "hash",
)  # fmt: skip
NUMBERS = ("position", "entry", "version", "importance", "batch", "op")
TIMES = ("recorded_at", "occurred_at", "expires_at")
FLAGS = ("effective", "erased")


def write(asked: Asked, out: IO[bytes]) -> Tally:
    """Write the table, one row group after the other."""
    asked.whole()
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise Refused(
            "extra", "writing Parquet needs the package pyarrow: in the clone, pip install -e '.[parquet]'"
        ) from None
    kinds = {
        pyarrow.string(): TEXTS,
        pyarrow.int64(): NUMBERS,
        pyarrow.float64(): ("confidence",),
        pyarrow.timestamp("us", "UTC"): TIMES,
        pyarrow.bool_(): FLAGS,
        pyarrow.list_(pyarrow.string()): ("derived_from",),
    }
    schema = pyarrow.schema([(name, kind) for kind, names in kinds.items() for name in names])
    store = asked.log.store
    flat, tally = _Flat(store), Tally()
    rows = store.rows(0, store.head().position)
    with ParquetWriter(out, schema) as writer:
        while group := list(islice(rows, GROUP)):
            writer.write_table(pyarrow.Table.from_pylist([flat.row(row) for row in group], schema))
            asked.tell(group[-1].position)
            tally.items += len(group)
    return tally


class _Flat:
    """Flattens events, holding which positions are void."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._void: dict[Scope, Intervals] = {}

    def row(self, row: Row) -> dict[str, Any]:
        """Give an event as one row."""
        recorded = row.recorded
        public, private, scope = recorded.public, recorded.private, recorded.scope
        if scope not in self._void:
            self._void[scope] = self._store.index.void(scope)
        told: dict[str, Any] = {
            "position": row.position,
            "id": public.id,
            "recorded_at": public.at,
            "occurred_at": public.occurred_at,
            "expires_at": public.expires_at,
            "tag": public.tag,
            "user": public.user,
            "session": public.session,
            "scope": public.scope,
            "kind": public.kind,
            "entry": public.entry,
            "version": public.version,
            "source_kind": public.source,
            "actor": public.actor,
            "derived_from": list(public.derived_from),
            "batch": recorded.batch,
            "op": recorded.op,
            "run": public.run,
            "effective": row.position not in self._void[scope],
            "erased": private is None,
            "hash": row.hash.hex(),
        }
        if private is not None:
            told |= {
                "address": private.address,
                "content": canonical(private.content).decode() if is_set(private.content) else None,
                "confidence": private.confidence,
                "importance": private.importance,
                "description": private.description,
                "outcome": private.outcome,
                "reason": private.reason,
                "source_name": private.source_name,
                "source_ref": private.source_ref,
                "via": private.via,
                "query": private.query,
            }
        return told
