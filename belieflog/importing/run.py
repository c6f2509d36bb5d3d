"""Importing files into a log: parse, and append in batches under one run, naming what didn't go in."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from typing import IO

import msgspec
from msgspec import Struct, structs

from belieflog.importing import claude_code
from belieflog.importing.operations import Bad, Format, Operation, Tally, records
from eventlog.errors import InvalidValue, Refused
from eventlog.ids import uuid7
from eventlog.log import EventLog
from eventlog.names import name

FORMATS: dict[str, Format] = {"claude-code": claude_code}

_MOST_OPERATIONS, _MOST_BYTES = 500, 500_000  # half of what a batch may hold: an event is more than its words
_LOOKED_AT = 50  # first lines, to tell the format by


class BadLine(Struct, frozen=True):
    """What didn't go in, where it stands, and why."""

    file: str
    line: int
    why: str


class Report(Struct):
    """What an import found and did; *run* reverts all of it, and is null where nothing was added."""

    format: str
    files: int = 0
    records: int = 0
    added: int = 0
    bad: list[BadLine] = []
    tool_calls: int = 0
    failed: int = 0
    plan_updates: int = 0
    turns: int = 0
    run: str | None = None
    warnings: list[str] = []


def import_file(
    log: EventLog,
    path: str | os.PathLike[str],
    *,
    user: str,
    session: str | None = None,
    format: str = "auto",
    strict: bool = False,
) -> Report:
    """Import one file; see `import_files`."""
    return import_files(log, [path], user=user, session=session, format=format, strict=strict)


def import_files(
    log: EventLog,
    paths: Sequence[str | os.PathLike[str]],
    *,
    user: str,
    session: str | None = None,
    format: str = "auto",
    strict: bool = False,
) -> Report:
    """Import files (``-``: standard input) as one run; what is in the log already is passed over.

    A line that can't be read, or that a rule refuses, is named in the report and the rest goes in. With
    *strict* a line that can't be read refuses its file before any of it is written, and a refusal ends the
    import. Whatever ended it, importing again goes on where it stopped.
    """
    log.writable()
    user, session = name(user, "user"), None if session is None else name(session, "session")
    importer = _Import(log, uuid7(log.clock(), log.entropy(10)), strict, Report(format))
    for path in paths:
        with _opened(path) as lines:
            importer.take(str(path), lines, user, session, format)
    return importer.report


class _Import:
    def __init__(self, log: EventLog, run: str, strict: bool, report: Report) -> None:
        self._log, self._run, self._strict, self.report = log, run, strict, report

    def take(self, file: str, lines: Iterable[bytes], user: str, session: str | None, format: str) -> None:
        """Import one file."""
        report = self.report
        report.format, lines = _recognised(file, lines, format)
        tally = Tally()
        found: Iterable[Operation | Bad]
        found = FORMATS[report.format].operations(lines, user=user, session=session, tally=tally)
        if self._strict:
            found = list(found)
            if bad := [item for item in found if isinstance(item, Bad)]:
                raise Refused(
                    "strict",
                    f"line {bad[0].line} of {file!r}: {bad[0].why}; nothing of it was imported "
                    f"({len(bad)} such in all): mend it, or import without strict",
                )
        for batch in _batches(self._read(file, found)):
            self._append(file, batch)
        report.files += 1
        for count in Tally.__struct_fields__:
            setattr(report, count, getattr(report, count) + getattr(tally, count))

    def _read(self, file: str, found: Iterable[Operation | Bad]) -> Iterator[Operation]:
        for item in found:
            if isinstance(item, Bad):
                self.report.bad.append(BadLine(file, item.line, item.why))
            else:
                yield item

    def _append(self, file: str, batch: Sequence[Operation]) -> None:
        """Append *batch*; where one operation is refused, halve it until the culprit stands alone."""
        try:
            asks = [(o.command, structs.replace(o.given, run=self._run)) for o in batch]
            receipts = self._log.append_each(
                ([ask] for ask in asks), final=len(batch) == 1 or self._strict
            )  # each a point of its own
        except Refused as refusal:
            if self._strict:
                raise
            if len(batch) == 1:
                self.report.bad.append(BadLine(file, batch[0].line, str(refusal)))
                return
            middle = len(batch) // 2
            self._append(file, batch[:middle])
            self._append(file, batch[middle:])
        else:
            new = sum(len(receipt.events) for receipt in receipts if receipt.outcome != "duplicate")
            self.report.added += new
            told = (warning for receipt in receipts for warning in receipt.warnings)
            self.report.warnings = list(dict.fromkeys((*self.report.warnings, *told)))
            if new:
                self.report.run = self._run


def _batches(found: Iterable[Operation]) -> Iterator[list[Operation]]:
    batch: list[Operation] = []
    held = 0
    for operation in found:
        weight = len(msgspec.json.encode(operation.command))
        if batch and (len(batch) == _MOST_OPERATIONS or held + weight > _MOST_BYTES):
            yield batch
            batch, held = [], 0
        batch.append(operation)
        held += weight
    if batch:
        yield batch


def _recognised(file: str, lines: Iterable[bytes], format: str) -> tuple[str, Iterable[bytes]]:
    """Give the format's name, and the lines from the first on."""
    if format in FORMATS:
        return format, lines
    known = ", ".join(FORMATS)
    if format != "auto":
        raise InvalidValue("format", f"unknown format {format!r}: use auto or one of {known}")
    rest = iter(lines)
    first = list(islice(rest, _LOOKED_AT))
    told = [record for _, record in records(first) if isinstance(record, dict)]
    for title, module in FORMATS.items():
        if any(map(module.recognises, told)):
            return title, chain(first, rest)
    raise InvalidValue("format", f"{file!r} is of no format this can tell: name it, one of {known}")


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Open *path* for reading, or say why that can't be done."""
    if str(path) == "-":
        import sys

        yield sys.stdin.buffer
        return
    try:
        file = open(path, "rb")  # noqa: SIM115 (closed below; only the opening is guarded here)
    except OSError as error:
        raise Refused("file", f"can't read {str(path)!r} ({error.strerror}): check the path") from None
    with file:
        yield file
