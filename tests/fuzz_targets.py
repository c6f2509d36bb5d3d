"""What must hold whatever is put in: the laws that fuzzing tries to break. Each raises where one is broken.

No error but of the tree, nothing half written, nothing lost: what goes in is counted and proved, what is refused leaves
everything as it was.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from zlib import crc32

import click
import fuzz_seeds
from commanding import Command
from fuzz_cases import Case, Line, case, line
from fuzz_fence import fenced
from ticking import over

import belieflog
from belieflog import Log, Memory
from belieflog.importing.formats import is_known
from belieflog.importing.inputs import Input
from belieflog.importing.operations import records
from belieflog.importing.run import Report
from cli.main import cli
from eventlog import addresses, events, ids, points, sources, times, values
from eventlog.errors import BelieflogError
from eventlog.events import Scope
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore
from eventlog.verify import verify

Target = Callable[[bytes], None]
SMALL = 9_000  # bytes
EXIT_CODES = (0, 1, 2, 3)
BY_LINE = ("claude-code", "codex", "pi", "qwen-code", "kimi", "muse-code")  # each line is counted, or named as bad


# Stored texts, and what people write


def codec(data: bytes) -> None:
    """Whatever is read of bytes is written again as the same; what can't be read is refused."""
    if not data:
        return
    reading = READINGS[data[0] % len(READINGS)]
    try:
        reading(data[1:])
    except BelieflogError:
        return


def _public(text: bytes) -> None:
    told = events.decode_public(text)
    assert events.decode_public(events.encode(told)) == told
    assert (events.known(told), events.disturbs(told), events.scope_of(told).name) is not None
    assert events.time_of(text) == told.at


def _private(text: bytes) -> None:
    told = events.decode_private(text)
    assert events.decode_private(events.encode(told)) == told


def _row(text: bytes) -> None:
    """A public text and its private one, as they lie in a log."""
    public, _, private = text.partition(b"\n")
    recorded = events.Recorded(1, events.decode_public(public), private)
    assert (recorded.scope, recorded.op, recorded.batch, recorded.claim) is not None
    assert recorded.source is None or str(recorded.source) is not None


def _value(text: bytes) -> None:
    told = values.parse_json(_words(text))
    assert values.decode(values.canonical(values.check(told))) == told
    assert values.as_text(told) == (told if isinstance(told, str) else values.canonical(told).decode())


def _address(text: bytes) -> None:
    told = addresses.parse(_words(text))
    assert addresses.parse(str(told)) == told
    assert addresses.is_address(str(told))
    assert addresses.namespace(addresses.path(told.namespace)) == told.namespace


def _id(text: bytes) -> None:
    told = ids.parse(_words(text))
    assert ids.is_id(told)
    assert len(ids.to_bytes(told)) == 16


def _time(text: bytes) -> None:
    told = times.parse(_words(text))
    assert times.parse(times.text(told.at)).at == told.at


def _duration(text: bytes) -> None:
    assert 0 < times.duration(_words(text)) < 2**63


def _source(text: bytes) -> None:
    told = sources.parse(_words(text))
    assert str(sources.parse(str(told))) == str(told)


def _point(text: bytes) -> None:
    log = _log()
    for at in (_words(text), _number(text)):
        try:
            found = points.resolve(log.store, at, Scope("u", "s"), log.now())
        except BelieflogError:
            continue
        assert 0 <= found <= log.store.head().position


@cache
def _log() -> Any:
    return fuzz_seeds.begun()._log


def _words(text: bytes) -> str:
    return text.decode("utf-8", "surrogateescape")


def _number(text: bytes) -> int:
    return int.from_bytes(text[:12], "big", signed=True)


READINGS: tuple[Callable[[bytes], None], ...] = (
    _public, _private, _row, _value, _address, _id, _time, _duration, _source, _point,
)  # fmt: skip


# Files


def imports(data: bytes) -> None:
    """A file is taken in whole and proved, or refused and nothing is written."""
    given = case(data)
    if given is None:
        return
    with given.laid_out() as path, _fresh(given, len(data)) as log:
        imported(log, given, path, crc32(data))


@contextmanager
def _fresh(given: Case, size: int) -> Iterator[Log]:
    """A log to import into: for an edited scratchpad, the one that it was exported from."""
    store = MemoryStore() if size < SMALL else SQLiteStore(":memory:")  # quicker with little in it, or with much
    with fuzz_seeds.begun() if given.format == "scratchpad" else over(store) as log:
        yield log


def imported(log: Log, given: Case, path: Path, turn: int = 0) -> None:
    """Import a file, first as a rehearsal, then in earnest, then again; *turn* lets it be strict now and then."""
    user = None if given.format == "events" else "u"
    take: Callable[..., Report | None] = lambda **more: _taken(log, path, user=user, format=given.format, **more)
    rehearsed = take(dry_run=True)
    strict = take(strict=True, dry_run=True) if turn % 4 == 0 else rehearsed
    start = log.position
    report = take()

    assert _unlike(rehearsed, report) == "", "a rehearsal said something else"
    if report is None:
        return
    if turn % 4 == 0:
        is_incomplete = report.format == "events" and report.warnings
        assert (strict is None) == bool(report.bad or report.untimed or is_incomplete), (
            "strict about nothing, or not strict"
        )
    _counted(report, given, path, log.position - start)
    verdict = log.verify(views=True)
    assert verdict.ok, verdict.problems
    if report.format == "events":
        looked_at(log)
        return
    before = log.head
    again = take()
    if report.format != "scratchpad":
        assert again is not None, "what was taken in is refused the second time"
        assert (again.added, again.run, log.head) == (0, None, before), "what was taken in is added again"
        lines: Callable[[Report], list[int]] = lambda told: [bad.line for bad in told.bad]
        assert (again.records, lines(again), again.turns) == (report.records, lines(report), report.turns), (
            "read otherwise"
        )


def _taken(log: Log, path: Path, **more: Any) -> Report | None:
    before = log.head
    try:
        report = log.import_(path, **more)
    except BelieflogError as error:
        assert str(error), "an error without a word"
        assert log.head == before, "a refused import has written something"
        return None
    assert not report.dry_run or log.head == before, "a rehearsal has written something"
    return report


def _unlike(rehearsed: Report | None, report: Report | None) -> str:
    """Say in what a rehearsal differs from what then was done; nothing if only in what it must."""
    if rehearsed is None or report is None:
        return "" if rehearsed is report else "refused"
    fields = ("records", "added", "bad", "untimed", "tool_calls", "turns", "failed", "plan_updates", "unanswered")
    return ", ".join(each for each in fields if getattr(rehearsed, each) != getattr(report, each))


def _counted(report: Report, given: Case, path: Path, grown: int) -> None:
    """What a report says adds up."""
    assert report.files == 1
    is_whole = report.format == "events"  # and takes the place of the empty log
    assert report.added == grown + is_whole, "what was added isn't what is there"
    assert (report.run is not None) == (report.added > 0 and not is_whole), "a run of nothing, or nothing of a run"
    if (
        report.records
        and not (report.added or report.bad or report.warnings)
        and given.format not in ("scratchpad", "auto")
    ):
        assert is_known(Input(path), given.format), "nothing went in, and nothing is said of it"
    assert 0 <= report.unanswered <= report.tool_calls
    assert min(report.records, report.turns, report.failed, report.plan_updates) >= 0
    assert all(bad.why and bad.line >= 0 for bad in (*report.bad, *report.untimed))
    if report.format in BY_LINE and not given.is_folder:
        told = [found for _, found in records(Input("x", given.body).lines())]
        objects = sum(isinstance(found, dict) for found in told)
        named = {bad.line for bad in report.bad}
        assert report.records == objects, "an object was passed over"
        assert len(named) >= len(told) - objects, "a line was passed over"


def looked_at(log: Log) -> None:
    """Look at everything that a log shows; what a hostile history makes of it may be refused, no more."""
    for user in log.users():
        for session in (*log.session_names(user), "none"):
            for look in LOOKS:
                try:
                    look(log, log.memory(user, session))
                except BelieflogError as error:
                    assert str(error)


LOOKS: tuple[Callable[[Log, Memory], Any], ...] = (
    lambda log, mem: mem.scratchpad(),
    lambda log, mem: mem.scratchpad(at=log.position // 2),
    lambda log, mem: mem.everything(),
    lambda log, mem: mem.prompt(),
    lambda log, mem: mem.prompt(lang="zh"),
    lambda log, mem: mem.dialogue(),
    lambda log, mem: mem.keys(),
    lambda log, mem: mem.recall("a"),
    lambda log, mem: [mem.history(str(each.address)) for each in mem.everything()],
    lambda log, mem: [mem.why(str(each.address)) for each in mem.everything()],
    lambda log, mem: [mem.timeline(str(each.address)) for each in mem.everything()],
    lambda log, mem: [mem.blame(str(each.address)) for each in mem.everything()],
    lambda log, mem: mem.check(),
    lambda log, mem: mem.about(),
    lambda log, mem: mem.handover(),
    lambda log, mem: mem.stats(),
    lambda log, mem: mem.lanes(),
    lambda log, mem: mem.unfold(),
    lambda log, mem: [*mem.replay()],
    lambda log, mem: mem.diff(1),
    lambda log, mem: log.sources(mem.user),
    lambda log, mem: log.corrections(mem.user),
    lambda log, mem: log.sessions(mem.user),
)


# The command


def command(data: bytes) -> None:
    """The command ends with an exit code of its own, and the log is whole: as it was, where it refused."""
    told = line(data)
    if told.words and any(word in fuzz_seeds.SERVERS for word in told.words):
        return
    with _desk() as folder, chdir(folder), fenced(folder):
        answered(folder, told)


def answered(folder: Path, told: Line) -> None:
    """Call the command in *folder*, on the log that lies there."""
    before = _head(folder)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "BELIEFLOG_LOG": "agent.db", "BELIEFLOG_USER": "u",
            "BELIEFLOG_SESSION": "s"}  # fmt: skip
    result = Command("agent.db").without_log(*told.words, input=told.input, **home)
    assert result.exit_code in EXIT_CODES, f"exit code {result.exit_code}"
    assert "Traceback (most recent" not in result.stderr
    assert result.exit_code == 0 or result.output, "refused without a word"
    if (folder / "agent.db").exists():
        after = _head(folder)
        assert result.exit_code == 0 or after == before, "a refused call has written something"


def options() -> list[str]:
    """List what the verbs can be told by."""
    with click.Context(cli) as ctx:
        verbs = [cli.get_command(ctx, verb) for verb in cli.list_commands(ctx)]
    return sorted(
        {
            option
            for verb in verbs
            if verb is not None
            for param in verb.params
            for option in param.opts
            if option[:1] == "-"
        }
    )


def _head(folder: Path) -> str:
    store = SQLiteStore(str(folder / "agent.db"), readonly=True)
    try:
        verdict = verify(store)
        assert verdict.ok, verdict.problems
        return verdict.head
    finally:
        store.close()


@contextmanager
def _desk() -> Iterator[Path]:
    """A folder with a log and files to name, as it was at the beginning."""
    folder = Path(mkdtemp(prefix="fuzz-"))
    try:
        for name, body in _files().items():
            (folder / name).write_bytes(body)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _files() -> dict[str, bytes]:
    folder = Path(mkdtemp(prefix="fuzz-"))
    try:
        (folder / "events.jsonl").write_bytes(fuzz_seeds.exported("events"))
        with belieflog.open(str(folder / "new.db"), durability="off") as log:
            log.import_(folder / "events.jsonl")
            log.fork(str(folder / "agent.db"))
        os.remove(folder / "new.db")
        (folder / "page.md").write_bytes(fuzz_seeds.exported("markdown", "md"))
        transcript = next(each for each in fuzz_seeds.small() if each.format == "codex")
        (folder / "chat.jsonl").write_bytes(transcript.body)
        return {each.name: each.read_bytes() for each in folder.iterdir()}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# All of them


def seeds(target: str) -> list[bytes]:
    """Give what fuzzing *target* begins with."""
    if target == "cli":
        return fuzz_seeds.lines()
    if target == "codec":
        return _texts()
    found = fuzz_seeds.cases()
    if target == "auto":
        firsts = [case(packed) for of_format in found.values() for packed in of_format[:3]]
        return [each._replace(format="auto").packed() for each in firsts if each is not None]
    return [each for format in fuzz_seeds.GROUPS.get(target, (target,)) for each in found[format]]


def _texts() -> list[bytes]:
    with fuzz_seeds.begun() as log:
        rows = [log.row(position) for position in range(1, log.position + 1)]
    told = {
        _public: [row.public for row in rows],
        _private: [
            *(row.private for row in rows if row.private is not None),
            b'{"content":' + b"[" * 3_000,
            b'{"content":"\\ud800"}',
        ],
        _row: [row.public + b"\n" + (row.private or b"") for row in rows],
        _value: [b'{"a":[1,2.5,null,true,"\xc3\xa9"]}', b"[" * 99 + b"]" * 99, b'"x"', b"-0.0", b"1e308"],
        _address: [b"fact:a", b"plan", b"semantic:a/b%2Fc/d", b"note:e\xcc\x81", b"episodic:%25"],
        _id: [rows[0].recorded.id.encode()],
        _time: [b"2026-01-08T20:57:25.557Z", b"2026-01-08", b"2026-01-08T22:57:25+02:00", b"9999-12-31T23:59:59-14:00"],
        _duration: [b"90s", b"1.5h", b"7", b"2w"],
        _source: [b"user", b"tool:curl#c1", b"document:a", b"agent"],
        _point: [b"5", b"-3", b"@here", b"2030-03-17T17:46:50Z", b"@-1"],
    }
    return [bytes([READINGS.index(reading)]) + text for reading, texts in told.items() for text in texts]


def target(name: str) -> Target:
    """Give the law that a target is about."""
    return {"codec": codec, "cli": command}.get(name, imports)


TARGETS = ("codec", *fuzz_seeds.GROUPS, "auto", "cli")
FORMATS = tuple(format for of_group in fuzz_seeds.GROUPS.values() for format in of_group)
