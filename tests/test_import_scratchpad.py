"""A scratchpad goes out, someone edits it, and what they changed comes back: exactly that, or nothing."""

import json
import os
import tempfile

import msgspec
import pytest
import strategies as s
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ticking import over

import belieflog
from belieflog import Conflict, InvalidValue, Refused
from belieflog.exporting.markdown import lines_of
from belieflog.exporting.page import Item, Page
from belieflog.importing import markdown_page
from eventlog.addresses import KEYLESS, WORKING
from eventlog.commands import Given
from eventlog.memory_store import MemoryStore
from eventlog.values import canonical

FORMATS = ("markdown", "json")
HOSTILE = [
    "# no heading", "## Notes", "### k\n\nx", "a\n```\nb", "````text\n```\n````", "```json\n{}\n```",
    "~~~", "- why: me", "- [x] step",
    "<!-- the end: -->", "-->", "<!-- belieflog/1 scratchpad {} -->", "a\u2028b\u2029c", "a\r\nb\r", "\r", "\n", "\n\n", " ",
    "", " a ",
    "a\n\n\nb", "\ta\t", "a  \nb", "\x00\x1b[2K\x7f\x85", "\ufeffa", '"quoted"', '"', "10", "true", "{}", "null", "\\",
    "\\n", "`", "*a*",
    "a\n- description: b", "> quote", "| a | b |", "猫\u3000犬", "\U000e0041\u200b",
]  # fmt: skip


@pytest.fixture
def file(tmp_path):
    return tmp_path / "page"


def filled(mem):
    mem.set_goal("find the timeout", ["it is measured"])
    mem.constrain("budget", "at most 5 EUR")
    mem.revise_plan([("read", "done"), ("measure", "doing"), ("write", "todo"), ("rest", "dropped")])
    mem.note_progress("read all", next="measure")
    mem.add_fact("timeout", "10 s", source="tool:curl#c1", confidence=0.8)
    mem.add_fact("limits", {"a": [1, 1.0, True, None]}, source="document:d")
    mem.assume("cause", "the proxy", confidence=0.5)
    mem.ask("who", "who decides?", needs="user")
    mem.mark_failure("regex", "chokes", why="nested", avoid="a parser", input={"q": [1]})
    mem.write("plain", "two\nlines", "what for")
    mem.write("number", 10)
    return mem


def edited(file, *pairs):
    text = file.read_text("utf-8")
    for before, after in pairs:
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    file.write_text(text, "utf-8")


def told(mem):
    return [
        (e.address, e.value, e.version, str(e.source), e.description, e.confidence) for e in mem.scratchpad().entries
    ]


@pytest.fixture
def exported(log, mem, file):
    """A log whose scratchpad was exported as Markdown."""
    filled(mem)
    log.export(file, "markdown", user="u", session="s")
    return log


@settings(max_examples=60)
@given(s.tellings, st.lists(st.sampled_from(HOSTILE), max_size=6), st.sampled_from(FORMATS), st.booleans())
def test_what_was_exported_and_not_edited_comes_to_no_operation(tellings, hostile, format, windows):
    with over(MemoryStore()) as log, tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "page")
        for command, source in tellings:
            try:
                log._log.append([(command, Given(user="u", session="s", source=source, force=True, reason="why"))])
            except Refused:
                continue
        mem = log.memory("u", "s")
        mem.write("x", hostile[:1] or "x", hostile[0] if hostile else "")
        for n, text in enumerate(hostile):
            mem.write(f"k{n}", text)
        before = log.head
        log.export(file, format, user="u", session="s")
        if windows:
            with open(file, "rb") as opened:
                text = opened.read()
            with open(file, "wb") as opened:
                opened.write(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))

        for dry_run in (True, False):
            report = log.import_(file, user="u", session="s", dry_run=dry_run)
            assert (report.added, report.changes, report.bad) == (0, [], [])
        assert log.head == before


keys = s.forged_names.filter(lambda name: bool(name.strip()) and len(name) < 100)
any_text = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
json_values = st.recursive(
    st.one_of(any_text, st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(any_text, inner, max_size=3)),
    max_leaves=5,
)  # fmt: skip


@given(json_values, any_text, keys, st.none() | st.floats(0, 1))
@example("- why: x", "x", "k", 1.0)
def test_any_value_any_description_and_any_key_come_back_from_markdown_as_they_were(value, text, key, confidence):
    step = {"text": text, "status": "doing"}
    failure = {"what": text} | ({"why": text, "input": value} if text and value is not None else {})
    items = [
        Item("plan", [step, {"text": "x", "status": "todo"}]), Item("goal", {"text": text, "criteria": [text, "x"]}),
        Item("progress", {"done": "x", "next": text}), Item(f"fact:{key}", value, confidence=confidence, source=f"tool:{key}"),
        Item(f"assumption:{key}", value, confidence=confidence), Item(f"question:{key}", {"text": text, "needs": "user"}),
        Item(f"failure:{key}", failure), Item(f"note:{key}", value, text), Item(f"constraint:{key}", text),
    ]  # fmt: skip
    items.sort(key=lambda item: WORKING.index(item.kind))
    page = Page("l", key, key, 7, "00", {f"note:{key}": 3}, items)

    lines = "\n".join(lines_of(page)) + "\n"
    found, _ = markdown_page.read(lines)

    assert canonical(msgspec.to_builtins(found)) == canonical(msgspec.to_builtins(page))
    assert markdown_page.read(lines.replace("\n", "\r\n"))[0] == found


def test_a_page_reads_well(exported, file):
    text = file.read_text("utf-8")

    assert text.partition("\n\n")[2].startswith(
        "## Goal\n\nfind the timeout\n\n- criterion: it is measured\n\n"
        "## Constraints\n\n### budget\n\nat most 5 EUR\n\n"
        "## Plan\n\n- [x] read\n- [~] measure\n- [ ] write\n- [-] rest\n\n"
        "## Progress\n\nread all\n\n- next: measure\n\n"
        "## Facts\n\n### timeout\n\n10 s\n\n- confidence: 0.8\n- source: tool:curl#c1\n\n"
    )


def test_what_is_changed_added_and_taken_out_is_written_by_a_user_in_one_batch(exported, mem, file):
    before = exported.position
    edited(
        file,
        ("find the timeout", "find the timeout of the proxy"),
        ("- [~] measure", "- [x] measure"),
        ("- [ ] write\n", "- [ ] write it up\n"),
        ("### number\n\n```json\n10\n```\n\n", ""),
        ("what for", "what it is for"),
        ("### plain", "### new one\n\n```json\n[1]\n```\n\n### plain"),
    )

    report = exported.import_(file, user="u")

    assert [change.words for change in report.changes] == [
        "goal changed", "step 2 done; step 3 added; step 3 taken out", "note new one added", "note plain changed",
        "note number removed",
    ]  # fmt: skip
    events = list(exported.events(before))
    assert [(e.tag, e.address, str(e.source), e.public.actor, e.batch) for e in events] == [
        (tag, address, "user", "scratchpad", before + 1)
        for tag, address in (
            ("goal-set", "goal"), ("plan-revised", "plan"), ("note-written", "note:new one"), ("note-written", "note:plain"),
            ("retracted", "note:number"),
        )
    ]  # fmt: skip
    assert events[-1].private.reason == "taken out of an edited scratchpad"
    assert {e.public.run for e in events} == {report.run}
    assert mem.scratchpad().goal.value == {"text": "find the timeout of the proxy", "criteria": ["it is measured"]}
    assert [(s["id"], s["status"]) for s in mem.scratchpad().plan.value][:2] == [("1", "done"), ("2", "done")]
    assert (mem.read("new one"), mem.read("number"), mem.read("plain")) == ([1], None, "two\nlines")
    again = exported.import_(file, user="u")
    assert (again.added, again.changes) == (0, [])


def test_a_dry_run_says_the_same_and_writes_nothing(exported, file):
    edited(file, ("10 s", "12 s"), ("- confidence: 0.5", "- confidence: 0.6"))
    before = exported.head

    dry = exported.import_(file, user="u", dry_run=True)

    assert (exported.head, dry.run, dry.dry_run) == (before, None, True)
    done = exported.import_(file, user="u")
    assert (dry.changes, dry.added) == (done.changes, done.added)
    assert [(c.address, c.change) for c in done.changes] == [
        ("fact:timeout", "changed"),
        ("assumption:cause", "changed"),
    ]


def test_the_whole_edit_is_taken_back_by_its_run(exported, mem, file):
    before = told(mem)
    edited(file, ("10 s", "12 s"), ("### budget\n\nat most 5 EUR\n\n", ""))
    run = exported.import_(file, user="u").run

    exported.revert(user="u", run=run, reason="a slip")

    assert told(mem) == before


def test_what_moved_since_and_was_edited_refuses_all_of_it(exported, mem, file):
    mem.write("number", 11)
    edited(file, ("10\n```", "12\n```"), ("10 s", "9 s"))
    before = exported.head

    for dry_run in (True, False):
        with pytest.raises(Conflict, match=r"'note:number' has moved since .* \(to version 2, from 1\)") as moved:
            exported.import_(file, user="u", dry_run=dry_run)

    assert (moved.value.mine, moved.value.theirs, exported.head) == (12, 11, before)


@pytest.mark.parametrize(
    "edit",
    [
        ("### number\n\n```json\n10\n```\n\n", ""),
        ("### plain", "### new\n\nx\n\n### plain"),
    ],
    ids=["taken out", "added"],
)
def test_what_was_taken_out_or_added_and_moved_meanwhile_is_refused_too(exported, mem, file, edit):
    mem.write("number", 11)
    mem.write("new", "y")
    edited(file, edit)

    with pytest.raises(Conflict, match="has moved"):
        exported.import_(file, user="u")


def test_what_moved_and_was_left_alone_stays_as_the_log_has_it(exported, mem, file):
    mem.write("number", 11)
    mem.retract("fact:timeout", reason="wrong")
    mem.write("later", 1)
    edited(file, ("at most 5 EUR", "at most 6 EUR"))

    report = exported.import_(file, user="u")

    assert [change.address for change in report.changes] == ["constraint:budget"]
    assert (mem.read("number"), mem.get("fact:timeout"), mem.read("later")) == (11, None, 1)


def test_what_the_log_came_to_by_itself_is_not_written_again(exported, mem, file):
    mem.write("number", 12)
    mem.retract("fact:timeout", reason="wrong")
    edited(file, ("10\n```", "12\n```"), ("### timeout\n\n10 s\n\n- confidence: 0.8\n- source: tool:curl#c1\n\n", ""))

    assert exported.import_(file, user="u").changes == []


def test_what_was_erased_since_is_not_brought_back_by_an_old_page(exported, mem, file):
    exported.erase(user="u", address="note:plain", reason="asked")
    edited(file, ("10 s", "12 s"))

    before = exported.head
    with pytest.raises(Refused, match="erased since"):
        exported.import_(file, user="u", strict=True)
    assert exported.head == before
    report = exported.import_(file, user="u")

    assert [change.address for change in report.changes] == ["fact:timeout"]
    assert [bad.why for bad in report.bad] == ["'note:plain' was erased since it was exported: left as it is"]
    assert mem.read("plain") is None


def test_an_edited_entry_still_expires_when_it_would_have(log, mem, file):
    written = mem.write("k", "x", ttl=1_000).event
    log.export(file, "json", user="u", session="s")
    edited(file, ('"value": "x"', '"value": "y"'))

    log.import_(file, user="u")

    assert mem.get("note:k").value == "y"
    assert mem.get("note:k").expires_at == written.public.expires_at


def test_a_session_that_has_ended_takes_no_edit(exported, mem, file):
    mem.end("done")
    edited(file, ("10 s", "12 s"))

    with pytest.raises(Refused, match="ended"):
        exported.import_(file, user="u", dry_run=True)


def test_an_earlier_state_can_be_exported_and_edited_where_nothing_moved_since(log, mem, file):
    filled(mem)
    at = log.position
    mem.write("later", 1)
    log.export(file, "markdown", user="u", session="s", at=at)
    assert "later" not in file.read_text("utf-8")
    edited(file, ("10 s", "12 s"))

    report = log.import_(file, user="u")

    assert [change.address for change in report.changes] == ["fact:timeout"]
    assert mem.read("later") == 1


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (("## Facts", "## Faacts"), r"line \d+ of .*no section 'Faacts'"),
        (("- [~] measure", "- [?] measure"), "no mark of a step"),
        (("- [~] measure", "measure"), "a line of the plan is a step"),
        (("- confidence: 0.8", "- confidence: high"), "no JSON"),
        (("- confidence: 0.8", "- confidence: true"), "no confidence"),
        (("- confidence: 0.8", "- confidence: 7"), "no confidence"),
        (("- confidence: 0.8", "- why: x"), "'why' belongs to no fact"),
        (("- source: tool:curl#c1", "- source: user"), "who edits 'fact:timeout' is its source"),
        (("### plain", "### number"), "'note:number' is there twice"),
        (("### plain", "### "), "is empty"),
        (("```json\n10\n```", "```json\n10\n"), "isn't closed"),
        (("```json\n10\n```", "```json\nten\n```"), "no JSON"),
        (("```json\n10\n```", ""), "the entry says nothing"),
        (("## Goal\n", "hello\n\n## Goal\n"), "stands under no entry"),
        (("<!-- the end", "<!-- an end"), "was cut short"),
        (('"position":', '"position":"x",":'), "first line isn't as it was exported"),
        (("- needs: user", "- needs: nobody"), "can't say that"),
        (("find the timeout", "```json\n5\n```"), "can't say that"),
        (('"session":"s"', '"session":"t"'), "what was never exported"),
        (('"note:number":', '"note:nummer":'), "what was never exported"),
        (('"hash":"', '"hash":"0'), "another log"),
    ],
)  # fmt: skip
def test_an_edit_that_cant_be_understood_is_refused_with_its_line(exported, file, edit, why):
    edited(file, edit)
    before = exported.head

    with pytest.raises(Refused, match=why):
        exported.import_(file, "scratchpad", user="u")

    assert exported.head == before


def test_a_page_belongs_to_its_user_and_its_session(exported, file):
    edited(file, ("10 s", "12 s"))

    with pytest.raises(Refused, match="scratchpad of user 'u', not of 'v'"):
        exported.import_(file, user="v")
    with pytest.raises(Refused, match="scratchpad of session 's', not of 't'"):
        exported.import_(file, user="u", session="t")
    assert exported.import_(file).added == 1


def test_a_page_of_another_log_is_refused(exported, file, tmp_path):
    edited(file, ("10 s", "12 s"))
    with belieflog.open(tmp_path / "other.db") as other:
        filled(other.memory("u", "s"))

        with pytest.raises(Refused, match="exported from another log"):
            other.import_(file, user="u")


def test_a_page_edited_after_a_revert_of_what_it_showed_is_compared_with_what_it_showed(exported, mem, file):
    exported.revert(user="u", address="note:number", reason="wrong")
    edited(file, ("10 s", "12 s"))

    report = exported.import_(file, user="u")

    assert [change.address for change in report.changes] == ["fact:timeout"]
    assert mem.read("number") is None


@settings(max_examples=100)
@given(st.randoms(use_true_random=False), st.sampled_from(FORMATS))
def test_whatever_is_done_to_a_page_it_is_taken_in_or_refused(chosen, format):
    with over(MemoryStore()) as log, tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "page")
        filled(log.memory("u", "s"))
        log.export(file, format, user="u", session="s")
        with open(file, "rb") as opened:
            lines = opened.read().split(b"\n")
        for _ in range(chosen.randint(1, 3)):
            at = chosen.randrange(len(lines))
            piece = [
                b"",
                b"\xff",
                b"```",
                b"## Notes",
                b"### x",
                b'"',
                b"- [x] y",
                b"null",
                b"{}",
                lines[at][3:],
                lines[at] * 2,
            ]
            lines[at : at + chosen.randint(0, 2)] = [chosen.choice(piece)]
        with open(file, "wb") as opened:
            opened.write(b"\n".join(lines))
        before = log.position
        try:
            report = log.import_(file, "scratchpad", user="u")
        except Refused:
            assert log.position == before
        else:
            assert log.position == before + report.added


def test_whose_scratchpad_has_to_be_said(log, mem, file):
    mem.write("k", 1)

    with pytest.raises(InvalidValue, match="say whose"):
        log.export(file, "markdown")
    with pytest.raises(InvalidValue, match="say which"):
        log.export(file, "json", user="u")
    assert not file.exists()


def test_the_json_has_what_the_page_has(log, mem, file):
    filled(mem)
    log.export(file, "json", user="u", session="s")

    page = json.loads(file.read_text("utf-8"))

    assert set(page) == {"format", "log", "user", "session", "position", "hash", "shown", "entries"}
    assert {"address": "fact:timeout", "value": "10 s", "confidence": 0.8, "source": "tool:curl#c1"} in page["entries"]
    assert {each["address"] for each in page["entries"]} == set(page["shown"])
    assert {"plan", "goal", "progress"} == {a for a in page["shown"] if a in KEYLESS}
