"""A whole log, as `belieflog export` wrote it, into a log that is empty.

It comes in byte for byte, every hash worked out anew on the way, with the large outputs that its observations point
to; so it is the same log with the same head. It may go on where it came from, so here it is only read: 'belieflog
recover' or 'belieflog fork' opens an epoch of it at another path.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec
from msgspec.json import Decoder

from belieflog.exporting.events import FORMAT, Head, Line
from belieflog.importing.bringing import Bringing, Brought, Rehearsed, refused
from belieflog.importing.inputs import Input
from belieflog.importing.operations import BOM
from eventlog.blobs import pointed_to
from eventlog.chain import GENESIS
from eventlog.errors import CorruptLog, Refused
from eventlog.events import Recorded, decode_public
from eventlog.forking import birth
from eventlog.ids import to_bytes
from eventlog.log import EventLog
from eventlog.proving import proved
from eventlog.soundness import unsound
from eventlog.store import STEP, Row
from eventlog.verify import verify

_head, _line = Decoder(Head), Decoder(Line)
_MARK = b'{"format":"' + FORMAT.encode() + b'"'


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a whole log."""
    first = given.head.removeprefix(BOM).partition(b"\n")[0]
    return "its first line names the format, as belieflog writes it" if first.startswith(_MARK) else None


def bring(log: EventLog, given: Input, asked: Bringing) -> Brought:
    """Take in the whole log, or nothing of it where anything isn't as it was written."""
    store, reader = log.store, _Reader(given)
    missing: list[str] = []
    with suppress(Rehearsed), store.writing():
        if (there := store.head().position) > 1:
            raise Refused(
                "exists",
                f"this log has {there} events, and a whole log goes into an empty one: "
                "name a file that isn't there yet, as in 'belieflog --log NEW import …'",
            )
        store.receive()
        for row, recorded in reader.events(log):
            if (why := unsound(recorded)) is not None:
                raise reader.wrong(f"event {row.position} holds what no version writes ({why})")
            if (name := pointed_to(recorded)) is not None and store.blob(name) is None:
                missing.append(f"the output that event {row.position} points to isn't in the file")
                if asked.strict:
                    raise reader.wrong(missing[-1])
            try:
                store.append([row], [recorded])
            except (CorruptLog, OverflowError, TypeError, ValueError) as error:
                raise reader.wrong(f"event {row.position} holds what no version writes ({error})") from None
            if asked.progress is not None and row.position % STEP == 0:
                asked.progress(row.position)
        if (first := verify(store).broken) is not None:
            raise reader.wrong(f"event {first.position} can't be trusted ({first.damage})")
        born = birth(store)
        if born.id != reader.head.log:
            raise reader.wrong(f"the events are of the log {born.id}, and the first line names another")
        if born.epoch != reader.head.epoch:
            raise reader.wrong(f"the events end in epoch {born.epoch}, and the first line says {reader.head.epoch}")
        asked.commit()
    return Brought(records=reader.number, added=reader.head.position, warnings=missing)


class _Reader:
    """Reads the lines one by one, holding no more than the one that is read."""

    def __init__(self, given: Input) -> None:
        self._name = given.name
        self._lines = iter(given.lines())
        self.number = 0
        self._promised: tuple[str, str] | None = None  # whose the output is that was read last, and its name
        first = self._next()
        if first is None:
            raise Refused("import", f"{given.name!r} is empty: nothing was imported")
        try:
            self.head = _head.decode(first.removeprefix(BOM))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise self.wrong(f"is no first line of an export ({error})") from None
        if self.head.format != FORMAT:
            raise self.wrong(f"the format {self.head.format!r} isn't one that this version reads")

    def wrong(self, why: str) -> Refused:
        """Refuse the file at the line that was read last."""
        return refused(self._name, self.number, why)

    def events(self, log: EventLog) -> Iterator[tuple[Row, Recorded]]:
        """Yield the rows with their events, each proved to follow on the one before; blobs go into the store on the way."""
        position, last = 0, GENESIS
        for row, recorded in proved(self._rows(log), self._changed):
            if self._promised is not None and self._promised != (recorded.public.user, pointed_to(recorded)):
                raise self.wrong(f"event {row.position} doesn't point to the output before it")
            self._promised, position, last = None, row.position, row.hash
            yield row, recorded
        if (position, last.hex()) != (self.head.position, self.head.hash):
            raise self.wrong(
                f"the file ends with event {position}, where its first line promises {self.head.position} events "
                f"up to hash {self.head.hash[:12]}…: it was cut short or changed"
            )

    def _rows(self, log: EventLog) -> Iterator[Row]:
        while (text := self._next()) is not None:
            line = self._read(text)
            if line.blob is None:
                yield self._row(line)
            else:
                self._promised = (line.user, self._keep(log, line))

    def _changed(self, position: int, damage: str) -> Refused:
        return self.wrong(f"event {position} isn't as it was written ({damage})")

    def _next(self) -> bytes | None:
        for text in self._lines:
            self.number += 1
            if text.strip():
                return text
        return None

    def _read(self, text: bytes) -> Line:
        try:
            return _line.decode(text)
        except (msgspec.MsgspecError, UnicodeError) as error:
            cut = "" if text.endswith(b"\n") else "cut short or "
            raise self.wrong(f"is {cut}no line of an export ({error})") from None

    def _row(self, line: Line) -> Row:
        try:
            public = line.public.encode()
            id = to_bytes(decode_public(public, line.position).id)
            private = None if line.private is None else line.private.encode()
            salt = None if line.salt is None else bytes.fromhex(line.salt)
            commitment = None if line.commitment is None else bytes.fromhex(line.commitment)
            return Row(line.position, id, public, bytes.fromhex(line.hash), salt, private, commitment)
        except (CorruptLog, ValueError) as error:
            raise self.wrong(f"holds no event ({error})") from None

    def _keep(self, log: EventLog, line: Line) -> str:
        try:
            name = log.store.keep_blob(line.user, line.body.encode(), bytes.fromhex(line.salt or ""))
        except ValueError as error:
            raise self.wrong(f"holds no output ({error})") from None
        if name != line.blob:
            raise self.wrong("the output isn't what was stored under its name")
        return name
