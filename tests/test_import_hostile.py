"""Files that were made to break an importer: streams, links that lead out, texts that take for ever, wrong things."""

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
from importlib import import_module
from pathlib import Path

import agent_transcripts
import pytest
import runs
from commanding import Command
from hypothesis import given, settings
from hypothesis import strategies as st
from ticking import over

import belieflog
from belieflog import Refused
from belieflog.importing import inputs
from belieflog.importing.formats import FORMATS
from belieflog.importing.inputs import Input
from eventlog.errors import BelieflogError
from eventlog.memory_store import MemoryStore
from eventlog.noticing import SAME_AS

MODULES = sorted(path.stem for path in Path(inputs.__file__).parent.glob("*.py") if path.stem != "__init__")
NOTE = "---\ntitle: {0}\npermalink: {0}\n---\n- [fact] {0} is kept\n"


@pytest.fixture
def taken():
    """A log to import into."""
    with over(MemoryStore()) as log:
        yield log


def fed(path, *parts):
    """Write to a FIFO, part by part, as another program does."""

    def feed():
        with open(path, "wb", buffering=0) as opened:
            for part in parts:
                opened.write(part)

    feeding = threading.Thread(target=feed, daemon=True)
    feeding.start()
    return feeding


def everything(log):
    return repr([log.row(position).private for position in range(1, log.position + 1)])


# Streams


def test_what_comes_through_a_pipe_is_read_whole_though_it_can_be_read_only_once(taken, tmp_path):
    os.mkfifo(tmp_path / "chat.jsonl")
    told = [json.dumps({"role": "user", "content": f"{n} {'x' * 500}"}).encode() + b"\n" for n in range(400)]
    feeding = fed(tmp_path / "chat.jsonl", *told)

    report = taken.import_(tmp_path / "chat.jsonl", user="u")

    feeding.join(10)
    assert (report.turns, report.bad, len(b"".join(told)) > 1 << 17) == (400, [], True)


def test_a_name_that_the_shell_made_up_names_nothing(tmp_path):
    reading, writing = os.pipe()
    try:
        given = Input(f"/dev/fd/{reading}")
        assert (given.is_stream, given.stem, given.base, given.exists()) == (True, "stdin", "-", True)
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize("format", ["auto", "markdown", "codex", "events"])
def test_a_line_that_never_ends_is_refused_by_its_number(taken, monkeypatch, format):
    monkeypatch.setattr(inputs, "LONGEST_LINE", 1_000_000)

    with pytest.raises(Refused, match=r"'/dev/zero': line 1 is longer than 1,000,000 bytes"):
        taken.import_("/dev/zero", format=format, user="u")


def test_a_line_further_down_that_never_ends_is_refused_too(tmp_path, monkeypatch):
    monkeypatch.setattr(inputs, "LONGEST_LINE", 100_000)
    os.mkfifo(tmp_path / "f")
    feeding = fed(tmp_path / "f", b"a\n" * 40_000, b"b" * 100_001)

    with pytest.raises(Refused, match="line 40001 is longer"):
        list(Input(tmp_path / "f").lines())
    feeding.join(10)


# Folders


def test_a_folder_is_read_without_its_special_files(taken, tmp_path):
    (tmp_path / "a.md").write_text(NOTE.format("apple"))
    os.mkfifo(tmp_path / "b.md")

    report = taken.import_(tmp_path, format="basic-memory", user="u")

    assert (report.records, report.bad) == (1, [])


def outside(tmp_path, text):
    folder = tmp_path / "given"
    folder.mkdir()
    (tmp_path / "outside").write_text(text)
    return folder, tmp_path / "outside"


def test_a_note_that_is_a_link_out_of_its_folder_isnt_taken_in(taken, tmp_path):
    folder, secret = outside(tmp_path, NOTE.format("hidden"))
    (folder / "a.md").write_text(NOTE.format("apple"))
    (folder / "evil.md").symlink_to(secret)
    (folder / "twin.md").symlink_to(folder / "a.md")

    report = taken.import_(folder, format="basic-memory", user="u")

    assert report.records == 2  # a link within the folder is one of its files
    assert ("apple" in everything(taken), "hidden" in everything(taken)) == (True, False)


def test_a_revision_that_is_a_link_out_of_its_folder_is_named(taken, tmp_path):
    folder, secret = outside(tmp_path, "- hidden\n")
    (folder / "a.md").write_text("- apple\n")
    (folder / "evil.md").symlink_to(secret)
    (folder / "index.jsonl").write_text('{"file":"a.md"}\n{"file":"evil.md"}\n')

    report = taken.import_(folder, format="markdown", user="u")

    assert [bad.why for bad in report.bad] == ["index.jsonl: 'evil.md' isn't there as a file of this folder"]
    assert ("apple" in everything(taken), "hidden" in everything(taken)) == (True, False)


@pytest.mark.parametrize(
    ("format", "name", "text"),
    [
        ("agent-run-ledger", "events.jsonl", '{"event":"lifecycle_emission","intent":"hidden"}\n'),
        ("openhands-sdk", "event-0-a.json", '{"id":"a","kind":"MessageEvent","llm_message":{"content":"hidden"}}'),
        ("opencode", "storage/session/p/s.json", '{"id":"s","time":{"created":1}}'),
        ("markdown", "index.jsonl", '{"file":"a.md"}\n'),
    ],
)
def test_no_format_of_folders_follows_a_link_out_of_one(taken, tmp_path, format, name, text):
    folder, secret = outside(tmp_path, text)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / "storage" / "message").mkdir(parents=True)
    (folder / name).symlink_to(secret)

    report = taken.import_(folder, format=format, user="u")

    assert (report.records, report.added) == (0, 0)


def test_a_folder_within_that_is_a_link_out_isnt_followed(taken, tmp_path):
    folder, elsewhere = tmp_path / "given", tmp_path / "elsewhere"
    (folder / "session" / "p").mkdir(parents=True)
    (folder / "message").mkdir()
    elsewhere.mkdir()
    (folder / "session" / "p" / "s.json").write_text('{"id":"s","time":{"created":1}}')
    (elsewhere / "m.json").write_text('{"id":"m","role":"user","summary":false}')
    (folder / "message" / "s").symlink_to(elsewhere)

    assert taken.import_(folder, format="opencode", user="u").records == 0


# Texts that a pattern could go back over for ever

UNITS = (
    " ", "\n", "\t", "\r\n", "1", "a", ".", "-", "_", ":", ";", "`", "#", "(", ")", " (", "[[", "]]", "**", "**a", "**_ ",
    "<", ">", "=", "\\", "\\u", "a.1", "1.\n", "1. a\n", "plan", "Session a ", "-->", "\nuser: ", "\nExit Code: 1 ",
    "<command-name>", "</command-name>", "</bash-input> ", "<bash-stdout></bash-stdout> ", "</summary", "<summary>",
    'data-tool-name="', ";base64", "</tool-use> ", "2020-01-01 00:00", "\n# ", "Wall time: ",
)  # fmt: skip
BEFORE = {
    "basic_memory": ("title:", "1-"),
    "codex": ("<image", "Chunk ID: ", "Exit code: 1"),
    "codex_commands": ("Chunk ID: ", "Process running with session ID 1"),
    "function_parts": ("Exit Code: 1",),
    "markdown_lines": ("- ", "# "),
    "markdown_page": ("- [", "```", "- [x] "),
    "mcp_memory": ("memory",),
    "openhands_sdk": ("event-1-",),
    "revisions": ("1_2020-01-01T", "1_2020-01-01T1", "a.1."),
    "smolagents": ("1. a", "# "),
    "specstory_markdown": ("_**User ", "_**User (", "<details>", "<summary>", "```"),
    "tau_bench": ("user: ",),
    "tool_output": ("data:a/b",),
    "who_and_when": ("exitcode: 1",),
    "whose_words": ("<bash-input>", "<bash-stdout>", "<local-command-"),
}
USED = r"(?:\b|\.){}\.(match|fullmatch|search|findall|finditer|split|sub)\b"
TRIED = """
import sys
from importlib import import_module
pattern = getattr(import_module(sys.argv[1]), sys.argv[2])
tried = 0
for before in {before!r}:
    for unit in {units!r}:
        text = before + unit * (200_000 // len(unit)) + "!"
        given = text.encode() if isinstance(pattern.pattern, bytes) else text
        for method in sys.argv[3:]:
            found = pattern.sub(given[:0], given) if method == "sub" else getattr(pattern, method)(given)
            if method == "finditer":
                list(found)
            tried += 1
print(tried)
"""


def patterns():
    for module in MODULES:
        for name, value in vars(import_module(f"belieflog.importing.{module}")).items():
            if isinstance(value, re.Pattern):
                source = (Path(inputs.__file__).parent / f"{module}.py").read_text("utf-8")
                yield module, name, sorted({"match", *re.findall(USED.format(name), source)})


def within_its_time(code, *args):
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=20, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("module", "name", "methods"), [pytest.param(*each, id=f"{each[0]}-{each[1]}") for each in patterns()]
)
def test_no_pattern_goes_back_over_a_hostile_text_again_and_again(module, name, methods):
    before = ("", *BEFORE.get(module, ()))
    tried = within_its_time(TRIED.format(before=before, units=UNITS), f"belieflog.importing.{module}", name, *methods)

    assert int(tried) == len(methods) * len(before) * len(UNITS)


STORY = "<!-- Generated by SpecStory -->\n{}_**User (2026-02-20 16:33:05Z)**_\n\n{}\n"
SPEAK = "from belieflog.importing.whose_words import typed\nprint(len(typed({})))"
READ = """
from belieflog.importing.formats import format_of
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Coordinates, Tally
print(len(list(format_of({!r}).operations(Input("x.md", ({}).encode()), Coordinates("u"), Tally()))))
"""
LONG = {
    "a command whose name isn't closed": SPEAK.format('"<command-name>" * 20_000'),
    "a plan of blank lines": READ.format(
        "smolagents", "'[{\"plan\": \"' + '\\\\n' * 100_000 + '1. a\", \"model_output_message\": null}]'"
    ),
    "a summary that isn't closed": READ.format(
        "specstory-markdown",
        repr(STORY.format("", '<tool-use data-tool-name="x"><summary>')) + " + '**a' * 66_000 + '\\n</tool-use>\\n'",
    ),
    "a tool that isn't named whole": READ.format(
        "specstory-markdown",
        repr(STORY.format("", "<tool-use ")) + " + 'data-tool-name=\"' * 13_000 + '\\n</tool-use>\\n'",
    ),
    "a comment of sessions": READ.format(
        "specstory-markdown", "'<!-- ' + 'Session a ' * 90_000 + '\\n' + " + repr(STORY.format("", "hello"))
    ),
    "a block that ends in blanks": READ.format(
        "specstory-markdown",
        repr(STORY.format("", '<tool-use data-tool-name="x">')) + " + ' ' * 200_000 + 'x\\n</tool-use>\\n'",
    ),
    "a name with many brackets": READ.format(
        "who-and-when", "'{\"history\": [{\"role\": \"a\", \"content\": \"c\", \"name\": \"' + 'x (' * 66_000 + '\"}]}'"
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", LONG.values(), ids=list(LONG))
def test_a_hostile_text_is_read_in_time(code):
    assert int(within_its_time(code)) >= 1


# Wrong things under a name


def hostile_values():
    words = [
        "",
        "x",
        "user",
        "assistant",
        "tool",
        "9" * 5_000,
        "-1",
        "\0",
        "\ud800",
        "2026-13-99T00:00:00Z",
        "a/b:c",
        "[1",
    ]
    numbers = [0, -1, 1, 2**63, 2**64 - 1, -(2**63), 1e308, -0.0, 10**17, 0.5, 253402300800000, 999999999999]
    leaf = st.sampled_from([None, True, False, [], {}, *words, *numbers])
    return leaf | st.lists(leaf, max_size=3) | st.dictionaries(st.sampled_from(sorted(KEYS)), leaf, max_size=3)


def keys_of(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys_of, value.values()))
    return set().union(*map(keys_of, value)) if isinstance(value, list) else set()


def is_plain(value):
    if isinstance(value, list | dict):
        return all(map(is_plain, value.values() if isinstance(value, dict) else value))
    return value is None or isinstance(value, str | int | float)


LETTA = {
    "agents": [{"name": "a", "agent_type": "x", "messages": [{"role": "user", "content": "hi"}], "block_ids": ["b"]}],
    "blocks": [{"id": "b", "label": "l", "value": "v"}],
}  # fmt: skip
GRAPH = [
    {"type": "entity", "name": "a", "entityType": "t", "observations": ["o"]},
    {"type": "relation", "from": "a", "to": "a", "relationType": "r"},
]
SAMPLES = [
    LETTA, GRAPH,
    *(value for module in (runs, agent_transcripts) for name, value in sorted(vars(module).items())
      if name.isupper() and isinstance(value, list | dict) and is_plain(value)),
]  # fmt: skip
KEYS = keys_of(SAMPLES)


def spoiled(value, path, put):
    """Put something else in a place of a document, found by numbers."""
    if not path or not isinstance(value, list | dict) or not value:
        return put
    places = sorted(value, key=str) if isinstance(value, dict) else range(len(value))
    place = places[path[0] % len(places)]
    return type(value)(
        {**value, place: spoiled(value[place], path[1:], put)}
        if isinstance(value, dict)
        else [spoiled(each, path[1:], put) if n == place else each for n, each in enumerate(value)]
    )


@st.composite
def documents(draw):
    value = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(0, 3))):
        value = spoiled(value, draw(st.lists(st.integers(0, 20), max_size=7)), draw(hostile_values()))
    if draw(st.booleans()) and isinstance(value, list):
        return b"\n".join(json.dumps(each).encode() for each in value)
    return json.dumps(value).encode()


BODIES = documents() | st.binary(max_size=40) | st.sampled_from(
    [b"", b"[", b"[" * 5_000, b'{"a":' + b"9" * 5_000 + b"}", b"SQLite format 3\0", b"---\ntitle: a\npermalink: a\n---\n",
     b'{"format":"belieflog/1 export"}\n', b"\xff\xfe", b"\xef\xbb\xbf{}", b"# belieflog scratchpad\n"]
)  # fmt: skip


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=30)
@given(body=BODIES, name=st.sampled_from(["x.json", "x.jsonl", "x.md", "events/event-1-a.json", "session/p/a.json"]))
def test_whatever_is_given_under_the_name_of_a_format_is_read_or_refused(format, body, name):
    with over(MemoryStore()) as log, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        (Path(folder) / "message").mkdir()
        for asked in (path, folder, path.parent, Path(folder) / "not there", f"{folder}/\0"):
            try:
                report = log.import_(asked, format=format, user="u")
            except BelieflogError:
                continue
            assert report.files == 1


def test_a_file_named_as_a_run_of_openhands_is_told_to_be_none(taken, tmp_path):
    (tmp_path / "a.md").write_text("# a")

    with pytest.raises(Refused, match="is no folder: name the one that the conversation's events lie in"):
        taken.import_(tmp_path / "a.md", format="openhands-sdk", user="u")


def test_a_step_of_five_thousand_digits_is_no_step(taken, tmp_path):
    run = {"history": [{"role": "human", "content": "hi"}], "mistake_agent": "a", "mistake_step": "9" * 5_000}
    (tmp_path / "a.json").write_text(json.dumps(run))

    (bad,) = taken.import_(tmp_path / "a.json", format="who-and-when", user="u").bad

    assert bad.why.startswith("there is no step '999")


def test_a_block_whose_id_is_a_number_isnt_mistaken_for_one_without_an_id(taken, tmp_path):
    agent = {**LETTA["agents"][0], "block_ids": [7]}
    (tmp_path / "a.af").write_text(
        json.dumps({"agents": [agent], "blocks": [{"id": None, "label": "l", "value": "v"}]})
    )

    report = taken.import_(tmp_path / "a.af", format="letta", user="u")

    assert [bad.why for bad in report.bad] == ["'a' has a memory block that isn't there: 7"]


# SQLite


def test_a_tree_whose_pages_are_all_one_is_refused_before_a_row_is_read(taken, tmp_path):
    file = tmp_path / "a.db"
    size, rows = 512, 3_000
    made = sqlite3.connect(file)
    made.execute(f"PRAGMA page_size={size}")
    made.execute("CREATE TABLE history(id, memory_id, old_memory, new_memory, event, created_at, updated_at)")
    made.executemany("INSERT INTO history VALUES(?,?,null,'x','ADD',null,null)", [(n, f"m{n}") for n in range(rows)])
    made.commit()
    (root,) = made.execute("SELECT rootpage FROM sqlite_master").fetchone()
    made.close()
    body = bytearray(file.read_bytes())
    start = (root - 1) * size
    cells = [
        start + int.from_bytes(body[at : at + 2])
        for at in range(start + 12, start + 12 + 2 * int.from_bytes(body[start + 3 : start + 5]), 2)
    ]
    assert (body[start], len(cells) > 1) == (5, True)  # a page of pointers to pages
    for cell in (*cells, start + 8):
        body[cell : cell + 4] = body[cells[0] : cells[0] + 4]
    file.write_bytes(body)

    with pytest.raises(Refused, match="as an SQLite file"):
        taken.import_(file, format="mem0", user="u")


def test_the_same_warning_of_many_entries_is_one_and_names_the_first(taken, tmp_path):
    (tmp_path / "a.jsonl").write_text(
        "".join(
            json.dumps({"type": "entity", "name": f"e{n}", "entityType": "t", "observations": []}) + "\n"
            for n in range(3)
        )
    )
    (tmp_path / "a.md").write_text("".join(f"# h{n}\n- the same\n" for n in range(9)))

    warnings = taken.import_(tmp_path / "a.md", format="markdown", user="u").warnings

    assert len(warnings) == 3
    assert warnings[-1].startswith(SAME_AS) and warnings[-1].endswith("/h2/the-same and 5 more")


def test_of_very_many_that_say_the_same_the_first_are_named(taken, tmp_path):
    (tmp_path / "a.md").write_text("".join(f"# h{n}\n- the same\n" for n in range(40)))

    warnings = taken.import_(tmp_path / "a.md", format="markdown", user="u").warnings

    assert warnings[-1].endswith("/h2/the-same and many more")
    (told,) = taken.memory("u", "s").remember("semantic:mine", "the same").warnings
    assert len(told.split(", ")) == 20


def test_a_call_that_fails_again_and_again_is_one_warning(taken, tmp_path):
    call = {"type": "tool_use", "id": "t", "name": "f", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t", "is_error": True, "content": "no"}
    messages = [{"role": "assistant", "content": [call] * 30}, {"role": "user", "content": [result] * 30}]
    (tmp_path / "a.json").write_text(json.dumps({"messages": messages}))

    report = taken.import_(tmp_path / "a.json", format="anthropic-messages", user="u")

    assert (report.failed, report.warnings) == (30, ["failed before: failure:f/t, 30 times now"])


MANY_ALIKE = """import sys
import belieflog, pathlib
path = pathlib.Path(sys.argv[1])
with belieflog.open(":memory:") as log:
    print(log.import_(path, format="markdown", user="u").added)
"""


def test_thousands_of_lines_that_say_the_same_go_in_in_time(tmp_path):
    (tmp_path / "a.md").write_text("".join(f"# h{n}\n- the same\n" for n in range(1_500)))

    assert int(within_its_time(MANY_ALIKE, str(tmp_path / "a.md"))) == 1_500


# Whole logs, and what is written


@pytest.fixture
def exported(tmp_path):
    """A log whose second event points to a large output, as it was exported, line by line."""
    with over(MemoryStore()) as log:
        log.memory("u", "s").observe("curl", "x" * 70_000, call="c1")
        log.export(tmp_path / "e.jsonl")
    return tmp_path / "e.jsonl", (tmp_path / "e.jsonl").read_bytes().splitlines(keepends=True)


def test_strictly_a_whole_log_isnt_imported_without_its_outputs(taken, exported):
    file, lines = exported
    file.write_bytes(b"".join(line for line in lines if b'"blob":"' not in line))

    empty = taken.position
    with pytest.raises(Refused, match="the output that event 2 points to isn't in the file: nothing was imported"):
        taken.import_(file, strict=True)
    assert taken.position == empty
    assert taken.import_(file).warnings == ["the output that event 2 points to isn't in the file"]


def test_a_note_without_a_subject_is_a_finished_sentence(exported, tmp_path):
    file, lines = exported
    file.write_bytes(b"".join(line for line in lines if b'"blob":"' not in line))

    done = Command(tmp_path / "copy.db")("import", file)

    assert done.stderr.splitlines()[-1] == "note: the output that event 2 points to isn't in the file"


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("format", "belieflog/9 export", "isn't one that this version reads"),
        ("log", "01a22c40-3787-7d6d-9c43-e13c51873d74", "the first line names another"),
        ("epoch", 99, "the events end in epoch 1, and the first line says 99"),
        ("position", 3, "promises 3 events"),
        ("hash", "0" * 64, "up to hash 000000000000"),
    ],
)
def test_a_first_line_that_was_edited_is_refused(taken, exported, field, value, why):
    file, lines = exported
    first = json.dumps({**json.loads(lines[0]), field: value}).encode() + b"\n"
    file.write_bytes(b"".join([first, *lines[1:]]))

    with pytest.raises(Refused, match=re.escape(why)):
        taken.import_(file, format="events")


@pytest.mark.parametrize("force", [True, False])
def test_an_export_never_takes_the_place_of_what_is_no_file(taken, tmp_path, force):
    taken.memory("u", "s").write("a", 1)
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "fifo")

    for path in (tmp_path / "fifo", tmp_path / "link", "/dev/full"):
        with pytest.raises(Refused, match="is no file that could be replaced"):
            taken.export(path, force=force)
    assert (tmp_path / "fifo").is_fifo()
    assert isinstance(taken, belieflog.Log)
