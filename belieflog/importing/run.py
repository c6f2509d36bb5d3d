"""Importing files into a log: parse, and append each file whole under one run, naming what didn't go in."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from msgspec import Struct, structs

from belieflog.importing.bringing import Bringing, Change, Direct, Rehearsed
from belieflog.importing.formats import format_of, is_known, recognised
from belieflog.importing.held import Holding
from belieflog.importing.inputs import Input
from belieflog.importing.operations import BOM, Bad, Coordinates, Format, Operation, Tally, Untimed, records
from belieflog.importing.revisions import Series, together
from eventlog.engine import undisturbed
from eventlog.errors import BelieflogError, InvalidValue, Refused
from eventlog.ids import uuid7
from eventlog.log import Ask, EventLog
from eventlog.names import name
from eventlog.noticing import AGAIN, MOST_NAMED, SAME_AS
from eventlog.receipts import Receipt

_TAKEN = (
    "the file has changed where it was already imported, or another file has its name: "
    "give it a session of its own with --session"
)
_STEP = 1_000  # operations between two words of progress
_NAMED = 3  # addresses of those that say the same


class BadLine(Struct, frozen=True):
    """What didn't go in, where it stands, and why."""

    file: str
    line: int
    why: str


class Report(Struct):
    """What an import found and did; *run* reverts all of it, and is null where nothing was added.

    *because* says by what the format was told, *read_as* for each format of several files; *changes* what an edited
    scratchpad does to entries. *untimed* names what is in without its time, which can't be read. After a *dry_run* it
    says what would be: nothing was written.
    """

    format: str
    files: int = 0
    records: int = 0
    added: int = 0
    bad: list[BadLine] = []
    tool_calls: int = 0
    failed: int = 0
    plan_updates: int = 0
    turns: int = 0
    unanswered: int = 0
    run: str | None = None
    warnings: list[str] = []
    because: str = ""
    dry_run: bool = False
    changes: list[Change] = []
    untimed: list[BadLine] = []
    read_as: dict[str, str] = {}


def import_files(
    log: EventLog,
    paths: Sequence[str | os.PathLike[str]],
    *,
    user: str | None = None,
    session: str | None = None,
    format: str = "auto",
    strict: bool = False,
    dry_run: bool = False,
    progress: Callable[[int], object] | None = None,
) -> Report:
    """Import files or folders (``-``: standard input) as one run; what is in the log already is passed over.

    Files side by side that are named as revisions of one store (``memory.01.jsonl memory.02.jsonl``) are one series.
    All must be there and of a format that is known, before the first is taken in. Each goes in whole or not at all;
    where a later one is refused, the error says which are in. A line that can't be read, or that a rule refuses, is
    named in the report and the rest goes in; with *strict* it refuses its file. With *dry_run* nothing is written: each
    file is tried by itself. *progress* hears how many operations were taken in.
    """
    log.writable()
    where, which = (told if told is None else name(told, what) for told, what in ((user, "user"), (session, "session")))
    bringing = Bringing(where, which, uuid7(log.clock(), log.entropy(10)), dry_run, progress, strict)
    importer = _Import(log, bringing, Report(format, dry_run=dry_run))
    for given, found, because in _recognised(paths, format):
        importer.take(given, found, because, named=format != "auto")
    return importer.report


def _recognised(paths: Sequence[str | os.PathLike[str]], format: str) -> list[tuple[Input, str, str]]:
    """Tell of each what it is; of several, no more is held than that, as each may be large."""
    told = [(given, *recognised(given, format)) for given in _inputs(paths, format)]
    return [(_anew(given), found, because) for given, found, because in told] if len(told) > 1 else told


def _anew(given: Input) -> Input:
    """Give what is not read yet; standard input can't be read again."""
    if isinstance(given, Series):
        return Series([*map(_anew, given.parts)])
    return given if given.name == "-" else Input(given.name)


def _inputs(paths: Sequence[str | os.PathLike[str]], format: str) -> Iterator[Input]:
    """Yield what is to be imported; several files are one series where a format tells them to be revisions."""
    for files in together(paths):
        if len(files) > 1 and is_known(whole := Series(files), format):
            yield whole
        else:
            yield from files


class _Import:
    def __init__(self, log: EventLog, asked: Bringing, report: Report) -> None:
        self._log, self._asked, self.report = log, asked, report
        self._done = 0
        self._warnings: dict[str, int] = {}
        self._in: list[str] = []

    def take(self, given: Input, found: str, because: str, *, named: bool) -> None:
        """Import one file or folder, in one transaction."""
        try:
            tally, file = self._whole(given, found, named)
        except BelieflogError as error:
            self._explain(error, given, found)
            raise
        report = self.report
        report.format, report.because = found, because
        if because:
            report.read_as[found] = because
        if file.added:
            self._in.append(given.name)
        report.untimed += file.untimed
        report.files += 1
        report.added += file.added
        report.bad += file.bad
        for told, more in file.noticed():
            self._warnings[told] = max(more, self._warnings.get(told, 0))
        report.warnings = [told + _others(more) for told, more in self._warnings.items()]
        for count in Tally.__struct_fields__:
            setattr(report, count, getattr(report, count) + getattr(tally, count))

    def _whole(self, given: Input, found: str, named: bool) -> tuple[Tally, "_File"]:
        """Take *given* in; read again from its beginning as long as other writers are first, unless it can't be."""
        left, done = iter([given]), self._done

        def again() -> tuple[Tally, _File]:
            self._done = done
            return self._once(next(left, None) or _anew(given), found, named)

        return again() if given.is_stream else undisturbed(again)()

    def _once(self, given: Input, found: str, named: bool) -> tuple[Tally, "_File"]:
        module, tally, file = format_of(found), Tally(), _File(given.name, self._asked.strict)
        if isinstance(module, Direct):
            self._bring(module, given, tally, file)
        else:
            self._narrate(module, given, tally, file)
            if named and not file.told:
                self._must_be(found, module, given, tally, file)
        return tally, file

    def _must_be(self, found: str, module: Format, given: Input, tally: Tally, file: "_File") -> None:
        """Refuse what was named as a format of which there is nothing in it."""
        alone = Coordinates(self._asked.user or "", self._asked.session)  # a store's own state, known already or not
        if _is_empty(given) or module.recognises(given):
            return
        if tally.records > len(file.bad) and not is_known(given):  # what is young may hold only what says nothing yet
            file.warn(
                [f"{given.name!r} holds nothing that {found} would say: none of its {tally.records:,} records went in"]
            )
            return
        if not any(isinstance(item, Operation) for item in module.operations(given, alone, Tally())):
            first = f" (line {file.bad[0].line}: {file.bad[0].why})" if file.bad else ""
            raise Refused(
                "file",
                f"{given.name!r} is no {found} file: nothing in it could be read{first}; "
                "'belieflog import auto' tells what it is",
            )

    def _explain(self, error: BelieflogError, given: Input, found: str) -> None:
        """Add to an error what it can't know: how to name a folder's files, and what is in already."""
        if given.is_folder and isinstance(error.__context__, IsADirectoryError):
            error.args = (f"{given.name!r} is a folder, and {found} is read from files: give the files in it",)
        if self._in and self.report.run:
            names = ", ".join(map(repr, self._in))
            error.args = (f"{error}; {names} went in before it: belieflog revert --run {self.report.run}",)

    def _narrate(self, module: Format, given: Input, tally: Tally, file: "_File") -> None:
        if self._asked.user is None:
            raise InvalidValue("user", f"whose memory does {given.name!r} go into? say so, as in import_(…, user='u1')")
        where = Coordinates(self._asked.user, self._asked.session, Holding(self._log, self._asked.user))
        with suppress(Rehearsed):
            self._log.take_in(self._asks(file, module.operations(given, where, tally)), file.became)
        if file.added and not self._asked.dry_run:
            self.report.run = self._asked.run

    def _bring(self, module: Direct, given: Input, tally: Tally, file: "_File") -> None:
        brought = module.bring(self._log, given, self._asked)
        for bad in brought.bad:
            file.fault(bad.line, bad.why)
        tally.records, file.added = brought.records, brought.added
        file.warn(brought.warnings)
        self.report.changes += brought.changes
        self.report.run = brought.run or self.report.run

    def _asks(self, file: "_File", found: Iterable[Operation | Bad]) -> Iterator[Ask]:
        for item in found:
            if isinstance(item, Bad):
                file.fault(item.line, item.why, untimed=isinstance(item, Untimed))
                continue
            file.line, file.told = item.line, True
            yield item.command, structs.replace(item.given, run=self._asked.run)
            self._done += 1
            if self._asked.progress is not None and self._done % _STEP == 0:
                self._asked.progress(self._done)
        self._asked.commit()


def _others(more: int) -> str:
    """Say how many more say the same, if that is known."""
    return "" if not more else f" and {more} more" if more < MOST_NAMED - _NAMED else " and many more"


def _is_empty(given: Input) -> bool:
    """Tell whether there is nothing to be read yet: no bytes, no files, no whole line, nothing in a document's lists."""
    if given.is_folder:
        return not any(file.head.strip() for file in given.files())
    if not given.head.strip() or _is_cut(given.head):
        return True
    document = given.document
    lists = [each for each in document.values() if isinstance(each, list)] if isinstance(document, dict) else []
    return document in ([], {}) or (bool(lists) and not any(lists))


def _is_cut(head: bytes) -> bool:
    """Tell whether it is the beginning of one line of JSON Lines."""
    whole = (record for _, record in records([head]) if not isinstance(record, Bad))
    return head.removeprefix(BOM).lstrip().startswith(b"{") and b"\n" not in head and not any(True for _ in whole)


class _File:
    """What becomes of one file; *told* of anything, new or not."""

    def __init__(self, name: str, strict: bool) -> None:
        self._name, self._strict = name, strict
        self.line, self.added, self.told = 0, 0, False
        self.bad: list[BadLine] = []
        self.untimed: list[BadLine] = []
        self._warnings: dict[str, int] = {}  # and how many more addresses each goes on to name
        self._again: dict[str, str] = {}  # what failed before, by its address

    def became(self, outcome: Receipt | Refused) -> None:
        """Take in what became of the operation at `line`."""
        if isinstance(outcome, Refused):
            self.fault(self.line, _TAKEN if outcome.rule == "id" else str(outcome))
        elif outcome.outcome != "duplicate":
            self.added += len(outcome.events)
            self.warn(outcome.warnings)

    def warn(self, warnings: Iterable[str]) -> None:
        """Take in what a writer should know, once; of many addresses that say the same only the first."""
        for warning in warnings:
            first, more = warning, 0
            if warning.startswith(SAME_AS):
                named = warning.split(", ")
                first, more = ", ".join(named[:_NAMED]), max(len(named) - _NAMED, 0)
            elif warning.startswith(AGAIN):
                self._again[warning.rpartition(", ")[0]] = warning  # the last tells how often by now
                continue
            self._warnings[first] = max(more, self._warnings.get(first, 0))

    def noticed(self) -> Iterator[tuple[str, int]]:
        """Yield what a writer should know, and of how many more the same is so."""
        yield from self._warnings.items()
        if self._again:
            yield next(iter(self._again.values())), len(self._again) - 1

    def fault(self, line: int, why: str, *, untimed: bool = False) -> None:
        """Name what didn't go in, or only without its time; where that is not allowed, nothing of the file does."""
        if self._strict:
            raise Refused(
                "strict",
                f"line {line} of {self._name!r}: {why}; nothing of it was imported: mend it, or import without strict",
            )
        (self.untimed if untimed else self.bad).append(BadLine(self._name, line, why))
