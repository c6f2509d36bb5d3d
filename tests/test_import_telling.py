"""What an import tells: what is in and what isn't, whose words and when, and that nothing is left of what was refused."""

import json
import re

import pytest
from commanding import Command

import belieflog as package
from belieflog.importing.formats import FORMATS
from eventlog.errors import Refused

AT = "2026-01-08T20:53:01Z"
CHAT = [{"role": "user", "content": "How is the weather?"}, {"role": "assistant", "content": "It rains."}]


@pytest.fixture
def belieflog(path):
    return Command(path)


@pytest.fixture
def log():
    with package.open(":memory:") as log:
        yield log


def lines(path, *records):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in records))
    return path


def document(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


def turn(content, uuid="u1", role="user", at=AT, **more):
    message = {"role": role, "content": content}
    return {"type": role, "sessionId": "s1", "uuid": uuid, "timestamp": at, "message": message, **more}


def use(id, input=None):
    return {"type": "tool_use", "id": id, "name": "Write", "input": input or {}}


def result(id, content="ok"):
    return {"type": "tool_result", "tool_use_id": id, "content": content}


def said(log):
    return [
        (str(e.source), e.private.content["role"], e.private.content["content"])
        for e in log.events()
        if e.tag == "said"
    ]


# Several files


@pytest.mark.parametrize(
    ("second", "why"), [(None, "there is no such file"), (b"\0\1", "is of no format this can tell")]
)
def test_all_files_must_be_there_and_known_before_the_first_goes_in(log, tmp_path, second, why):
    first, other = lines(tmp_path / "a.jsonl", turn("hello")), tmp_path / "b.bin"
    if second:
        other.write_bytes(second)

    with pytest.raises(Refused, match=why):
        log.import_([first, other], user="u")

    assert log.position == 1


def test_where_a_later_file_is_refused_the_error_says_what_is_in_and_how_to_take_it_back(belieflog, tmp_path):
    first = lines(tmp_path / "a.jsonl", turn("hello"))
    second = lines(tmp_path / "b.jsonl", turn("hello"), turn(5, "u2"))

    told = belieflog.refusal("import", first, second, "--strict")
    found = re.search(r"; '(.*)' went in before it: belieflog revert --run (\S+)\n", told)

    assert found is not None and found[1] == str(first)
    assert belieflog("revert", "--run", found[2], "--reason", "half").exit_code == 0
    assert belieflog.json("dialogue") == []


def test_what_was_in_already_is_not_told_to_have_gone_in(belieflog, tmp_path):
    first = lines(tmp_path / "a.jsonl", turn("hello"))
    belieflog("import", first)

    told = belieflog.refusal("import", first, lines(tmp_path / "b.jsonl", turn(5), turn("x", "u2")), "--strict")

    assert "went in before it" not in told


def test_each_format_of_several_files_is_told(belieflog, tmp_path):
    shown = belieflog("import", lines(tmp_path / "a.jsonl", turn("hello")), document(tmp_path / "b.json", CHAT)).stdout

    assert "read as claude-code: " in shown and "read as openai-messages: " in shown


# A format that was named, and isn't it


@pytest.mark.parametrize("format", ["swe-agent", "claude-code", "letta", "who-and-when", "kimi", "langgraph-store"])
@pytest.mark.parametrize("name", ["chat.json", "chat.jsonl"])
def test_a_named_format_of_which_nothing_is_in_the_file_is_refused(log, tmp_path, format, name):
    path = (document if name.endswith("json") else lines)(tmp_path / name, *([CHAT] if name.endswith("json") else CHAT))

    with pytest.raises(Refused) as refusal:
        log.import_(path, format, user="u")

    assert f"no {format} file: nothing in it could be read" in str(refusal.value) or format == "langgraph-store"
    assert log.position == 1


@pytest.mark.parametrize("format", ["codex", "pi", "kimi", "gemini", "smolagents"])
def test_objects_of_no_format_are_said_to_have_come_to_nothing(log, tmp_path, format):
    (tmp_path / "o.jsonl").write_text('{"a":1}\n{"b":2}\n')

    report = log.import_(tmp_path / "o.jsonl", format, user="u")

    (warning,) = report.warnings
    assert (report.records, report.added) == (2, 0)
    assert warning.endswith(f"o.jsonl' holds nothing that {format} would say: none of its 2 records went in")


@pytest.mark.parametrize("body", [b"", b"\n", b"[]", b'{"messages": []}', b'{"type": "user", "mess'])
def test_a_file_with_nothing_in_it_yet_is_no_error(log, tmp_path, body):
    (tmp_path / "a.json").write_bytes(body)

    assert log.import_(tmp_path / "a.json", "openai-messages", user="u").added == 0


def test_a_file_without_news_is_no_error(log, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("# Notes\n\n- use pnpm\n")

    assert log.import_(notes, "markdown", user="u").added > 0
    assert log.import_(notes, "markdown", user="u").added == 0


# Names


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_two_chats_of_one_name_in_two_folders_are_two_sessions(log, tmp_path, ending):
    for folder, words in (("sa", "one"), ("sb", "two")):
        chat = [{"role": "user", "content": words}]
        path = tmp_path / folder / f"chat.{ending}"
        report = log.import_(document(path, chat) if ending == "json" else lines(path, *chat), user="u")
        assert (report.added, report.bad) == (1, [])

    assert [each.session for each in log.sessions("u")] == [f"sa/chat.{ending}", f"sb/chat.{ending}"]


def test_two_runs_of_one_name_in_two_folders_are_two_sessions(log, tmp_path):
    for model in ("one", "two"):
        step = {"action": "ls", "observation": f"{model}.py", "thought": model}
        assert log.import_(document(tmp_path / model / "task-1.traj", {"trajectory": [step]}), user="u").bad == []

    assert [each.session for each in log.sessions("u")] == ["one/task-1.traj", "two/task-1.traj"]


def test_a_file_that_says_something_else_than_it_did_is_told_to_have_changed(log, tmp_path):
    log.import_(document(tmp_path / "chat.json", CHAT), user="u")
    changed = document(tmp_path / "chat.json", [{"role": "user", "content": "Another chat."}])

    bad = log.import_(changed, user="u").bad

    assert [each.why for each in bad] == [
        "the file has changed where it was already imported, or another file has its name: "
        "give it a session of its own with --session"
    ]
    assert log.import_(changed, user="u", session="another").added == 1


# Claude Code: whose words


def test_the_clients_blocks_amid_a_users_words_are_the_clients(log, tmp_path):
    one, two = "<system-reminder>be\nbrief</system-reminder>", "<ide_selection>x</ide_selection>"
    log.import_(
        lines(tmp_path / "a.jsonl", turn(f"hello there {one}\n{two} and {one} goodbye"), turn(f"{two} why?", "u2")),
        user="u",
    )

    assert said(log) == [
        ("user", "user", "hello there"),
        ("system:claude-code", "system", f"{one}\n{two}"),
        ("user", "user", "and"),
        ("system:claude-code", "system", one),
        ("user", "user", "goodbye"),
        ("system:claude-code", "system", two),
        ("user", "user", "why?"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["what is <system-reminder> for?", "</system-reminder> <system-reminder>"])
def test_a_block_that_is_not_closed_stays_the_users(log, tmp_path, text):
    log.import_(lines(tmp_path / "a.jsonl", turn(f"so {text}")), user="u")

    assert said(log) == [("user", "user", f"so {text}")]


def test_very_many_blocks_that_are_not_closed_take_no_time(log, tmp_path):
    text = "x" + "".join(f"<ide_{n}><system-reminder>" for n in range(15_000))

    assert log.import_(lines(tmp_path / "a.jsonl", turn(text)), user="u").added == 1


# Calls


def test_calls_without_a_result_are_counted_and_told_until_it_comes(belieflog, tmp_path):
    path = lines(tmp_path / "a.jsonl", turn([use("c1"), use("c2")], role="assistant"), turn([result("c1")], "u2"))
    report = belieflog.json("import", path)
    assert (report["tool_calls"], report["unanswered"], report["bad"]) == (2, 1, [])
    assert "1 of the tool calls have no result yet" in belieflog("import", path).stdout

    with path.open("a") as file:
        file.write(json.dumps(turn([result("c2")], "u3")) + "\n")
    grown = belieflog.json("import", path)

    assert (grown["added"], grown["unanswered"]) == (1, 0)


def test_a_call_with_a_very_long_input_keeps_its_result_and_the_beginning_of_the_input(log, tmp_path):
    calls = [use("c1", {"content": "x" * 1_500_000}), use("c2", {"content": "y" * 300_000})]
    path = lines(
        tmp_path / "a.jsonl", turn(calls, role="assistant"), turn([result("c1", "z" * 60_000), result("c2")], "u2")
    )

    report = log.import_(path, user="u")
    first, second = (e.private.content for e in log.events() if e.tag == "observed")

    assert (report.added, report.bad) == (2, [])
    assert first["output"] == "z" * 60_000
    assert re.fullmatch(r'\{"content":"x+… \[1,436,014 more characters in the file\]', first["input"])
    assert second["input"] == {"content": "y" * 300_000}


# Times


def test_a_time_that_cannot_be_read_is_a_note_of_its_own(belieflog, tmp_path):
    path = lines(tmp_path / "a.jsonl", turn("hello", at="yesterday"))

    english = belieflog("import", path, "--dry-run").stdout
    chinese = belieflog("import", path, BELIEFLOG_LANG="zh").stdout

    assert f"taken in without its time: {path}, line 1: timestamp" in english
    assert "not taken in" not in english
    assert f"已导入，但没有时间：{path} 第 1 行：" in chinese


def test_sessions_and_dialogue_tell_when_it_happened(belieflog, tmp_path):
    belieflog("import", lines(tmp_path / "a.jsonl", turn("hello"), turn("bye", "u2", at="2026-01-09T08:00:00Z")))

    listed = belieflog("sessions").stdout
    (session,) = belieflog.json("sessions")

    assert "2026-01-08 20:53:01  2026-01-09 08:00:00" in listed
    assert session["occurred"] == ["2026-01-08T20:53:01.000000Z", "2026-01-09T08:00:00.000000Z"]
    assert "2026-01-08 20:53:01" in belieflog("--session", "s1", "dialogue").stdout


# Nothing is left behind


def test_a_dry_run_makes_no_log(belieflog, path, tmp_path):
    told = belieflog.json("import", lines(tmp_path / "a.jsonl", turn("hello")), "--dry-run")

    assert told["added"] == 1
    assert [each.name for each in tmp_path.iterdir()] == ["a.jsonl"]


@pytest.mark.parametrize("format", ["auto", "events", "swe-agent"])
def test_a_refused_import_into_a_log_that_was_not_there_leaves_nothing_in_it(belieflog, tmp_path, format):
    lines(tmp_path / "a.jsonl", {"some": "thing"}, {"format": "x"})

    belieflog.refusal("import", format, tmp_path / "a.jsonl")

    with package.open(tmp_path / "agent.db") as log:
        assert log.position == 1


def test_a_refused_import_leaves_a_log_that_was_there(belieflog, path, tmp_path):
    with package.open(path):
        pass

    belieflog.refusal("import", "events", lines(tmp_path / "a.jsonl", {"some": "thing"}))

    assert (tmp_path / "agent.db").exists()


# What is said where it can't be read


def test_a_folder_in_the_place_of_a_file_is_told_as_such(log, tmp_path):
    document(tmp_path / "runs" / "1.json", [])

    with pytest.raises(Refused, match="is a folder, and who-and-when is read from files: give the files in it"):
        log.import_(tmp_path / "runs", "who-and-when", user="u")


@pytest.mark.parametrize("words", [("cobol",), ()])
def test_formats_are_not_listed_in_errors(belieflog, tmp_path, words):
    (tmp_path / "x.bin").write_bytes(b"\0")

    told = belieflog.refusal("import", *words, tmp_path / "x.bin")

    assert "'belieflog import --list' lists" in told
    assert not any(format in told for format in FORMATS if format != "events")


def test_an_empty_export_is_told_as_empty(belieflog, tmp_path):
    (tmp_path / "x.jsonl").write_bytes(b"")

    assert "is empty: nothing was imported" in belieflog.refusal("import", "events", tmp_path / "x.jsonl")


def test_standard_input_is_a_path_and_read_once(belieflog):
    result = belieflog("import", "-", "-", input="")

    assert (result.exit_code, "standard input can be read once" in result.stderr) == (2, True)
