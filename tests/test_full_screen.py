"""Replay over the whole terminal: what is seen, key by key, compared with screens kept as text.

``RENEW=1 pytest tests/test_full_screen.py`` writes the screens anew, to be read before they are kept.
"""

import asyncio
import contextlib
import os
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from commanding import ROOT, Command
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from ticking import over

from cli import stepper, terminal
from cli.commands import replay
from cli.context import Call
from cli.full_screen.app import FullScreen
from cli.full_screen.lines import fitted, paragraph
from cli.full_screen.pad import changed
from cli.full_screen.trail import Filter, Trail, top_of
from cli.full_screen.view import View
from eventlog.errors import CorruptLog
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore

SCREENS = Path(__file__).parent / "snapshots"
HOSTILE = "[bold red]x[/] [link=file:///a]y[/link] \x1b[2J\x07 \u202egnp.exe\u202c \x9b31m\r\n[@click=app.quit]z[/]"


def tell(log):
    """A price, a page that lies about it, what was concluded, a batch, and a correction."""
    mem = log.memory("me", "offers")
    mem.set_goal("50 TB 的最便宜存储 the cheapest store")
    mem.observe("prices", "Petrel: egress 0.09 USD/GB", call="c1")
    mem.add_fact("egress", "0.09 USD/GB", source="tool:prices#c1", derived_from=[3])
    mem.observe("browse", HOSTILE, call="c2")
    mem.add_fact("egress", f"free {HOSTILE}", source="tool:browse#c2", derived_from=[5])
    mem.write("费用", "每月 400 美元，含出口流量，另加请求费用和很多别的费用", derived_from=["fact:egress"])
    with mem.batch() as batch:
        batch.write("first", "of two")
        batch.write("second", "of two")
    mem.mark("before the end")
    mem.retract("note:first", reason="no longer")
    log.revert(user="me", source="tool:browse", cascade="declared", reason="the page lied")
    return mem


@pytest.fixture
def story():
    with over(MemoryStore()) as log:
        yield View(Call({}), tell(log), log, list(log.memory("me", "offers").events()))


def rows(app):
    """The screen as lines of text."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


def screen(view, *keys, size=(80, 24)):
    """Press *keys* and give the screen as text."""

    async def press():
        async with FullScreen(view).run_test(size=size) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            return "\n".join(rows(pilot.app)) + "\n"

    return asyncio.run(press())


def same(name, told):
    """Compare a screen with the one that is kept."""
    path = SCREENS / f"{name}.txt"
    if os.environ.get("RENEW"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, "utf-8")
    assert told == path.read_text("utf-8")


SEEN = {
    "the_end": (),
    "a_step_back": ("b", "up", "left"),
    "stored_text_is_shown_as_it_is": ("home", "n", "n", "n"),
    "a_batch_is_seen_as_a_whole": ("j", *"8", "enter"),
    "a_jump_to_a_mark": ("j", *"before the end", "enter"),
    "a_jump_to_nowhere": ("j", *"after", "enter"),
    "a_match": ("home", "slash", *"browse", "enter"),
    "the_match_before_the_first_is_the_last": ("home", "slash", *"egress", "enter", "N"),
    "a_filter": ("f", *"source:tool", "enter"),
    "a_filter_that_nothing_passes": ("f", *"kind:goals", "enter"),
    "what_is_asked_for": ("slash", *"egre"),
    "the_history_of_an_entry": ("j", *"4", "enter", "e"),
    "no_history": ("home", "n", "e"),
    "the_prompt_then": ("j", *"4", "enter", "p"),
    "help": ("question_mark",),
}


@pytest.mark.parametrize("name", SEEN)
def test_what_is_seen_at_80_by_24_is_what_was_kept(story, name):
    told = screen(story, *SEEN[name])

    assert max(map(terminal.width, told.splitlines())) <= 80
    assert terminal.safe(told) == told
    same(name, told)


@pytest.mark.parametrize("name", ["the_end", "a_filter", "help", "the_history_of_an_entry"])
def test_it_speaks_chinese_and_counts_wide_characters_as_two(story, name):
    story.call.lang = "zh"

    told = screen(story, *SEEN[name])

    assert max(map(terminal.width, told.splitlines())) <= 80
    same(f"{name}.zh", told)


@pytest.mark.parametrize("size", [(40, 8), (132, 40), (20, 4)])
def test_it_fits_terminals_of_other_sizes(story, size):
    lines = screen(story, "b", size=size).splitlines()

    assert len(lines) == size[1]
    assert max(map(terminal.width, lines)) <= size[0]
    if size[0] >= 40:
        assert any(line.startswith(">11") for line in lines)


def test_stored_text_is_no_markup_and_no_key_of_ours(story):
    told = screen(story, "j", "5", "enter")

    assert "[bold red]x[/]" in told
    assert "\\x1b[2J\\x07" in told


def test_what_the_log_says_is_harmless_wherever_it_stands():
    with over(MemoryStore()) as log:
        mem = log.memory("me[b]", "s[red]")
        mem.write("k[bold]\u202e", HOSTILE, reason=HOSTILE)
        mem.set_goal(HOSTILE)
        mem.revise_plan([HOSTILE])
        mem.mark_failure("f", HOSTILE, why=HOSTILE)
        view = View(Call({}), mem, log, list(mem.events()))

        for keys in ((), ("e",), ("p",), ("home", "e"), ("slash", *"[bold]", "enter"), ("f", *"[x]", "enter")):
            told = screen(view, *keys)
            assert terminal.safe(told) == told


def test_a_memory_without_events_says_so():
    with over(MemoryStore()) as log:
        view = View(Call({}), log.memory("me", "s"), log, [])

        told = screen(view, "b", "n", "e", "escape", "slash", "x", "enter", "n", "f", "x", "enter", "home", "end")

    assert "nothing here yet" in told


def test_keys_lead_back_from_every_page(story):
    log_again = screen(story, "question_mark", "q", "e", "escape", "p", "end", "home", "pagedown", "escape", "end")

    same("the_end", log_again)


def test_what_is_typed_into_a_question_moves_nothing(story):
    at = story.trail.at

    screen(story, "slash", *"nbqhe", "home", "end", "escape")

    assert (story.trail.at, story.trail.sought) == (at, "")


def test_n_steps_until_something_is_sought(story):
    screen(story, "home", "n")
    assert story.trail.event.position == 3

    screen(story, "slash", *"petrel", "enter", "n", "N", "N")
    assert story.trail.event.position == 3

    screen(story, "escape", "n")
    assert story.trail.event.position == 4


def test_other_marks_of_a_batch_are_not_this_events():
    with over(MemoryStore()) as log:
        mem = tell(log)
        events = {event.position: event for event in mem.events()}

        marks = [changed(mem.scratchpad(7), mem.scratchpad(9), events[p]) for p in (8, 9)]

    assert marks == [{"note:first": "+"}, {"note:second": "+"}]


def test_a_clear_marks_all_that_it_took():
    with over(MemoryStore()) as log:
        mem = log.memory("me", "s")
        mem.write("a", 1)
        mem.write("b", 2)
        mem.clear()
        *_, clear = mem.events()

        assert changed(mem.scratchpad(3), mem.scratchpad(4), clear) == {"note:a": "-", "note:b": "-"}


@pytest.fixture
def many():
    """Forty notes, the first of them changed last."""
    with over(MemoryStore()) as log:
        mem = log.memory("me", "s")
        for n in [*range(40), 0]:
            mem.write(f"k{n:02}", f"{n} of {log.position}")
        yield View(Call({}), mem, log, list(mem.events()))


def test_what_is_held_in_mind_is_scrolled_to_the_change_and_by_keys(many):
    def mind(*keys):
        return [line.partition("| ")[2] for line in screen(many, *keys).splitlines()[1:-1]]

    assert any(line.startswith("+ k05: 5 of") for line in mind("j", *"7", "enter"))
    assert mind("end")[-1].startswith("~ k00: 0 of")

    up = mind(*["left_square_bracket"] * 20)
    assert up[0] == "42 note-written"
    assert re.fullmatch(r"\d+ more lines: \]", up[-1])
    assert mind("right_square_bracket")[:-1] == [*up[5:-1], *mind()[-6:-1]]
    assert mind(*["right_square_bracket"] * 30)[-1].startswith("~ k00: 0 of")
    assert mind("b")[-1].startswith("+ k39")  # where one goes, the change is in sight


def test_a_page_is_scrolled_by_lines_by_screens_and_to_its_ends(many):
    tops = {
        keys: screen(many, "p", *keys).splitlines()[1]
        for keys in [(), ("n",), ("down", "b"), ("pagedown",), ("pagedown", "pageup"), ("end",), ("end", "home")]
    }

    assert (
        tops[()]
        == tops["down", "b"]
        == tops["pagedown", "pageup"]
        == tops["end", "home"]
        == "# Memory of me, session s"
    )
    assert len({tops[()], tops[("n",)], tops[("pagedown",)], tops[("end",)]}) >= 3


@pytest.mark.parametrize("keys", [("b",), ("slash", *"zebra", "enter"), ("f", *"address:a", "enter")])
def test_a_log_that_cant_be_read_closes_the_screen_and_says_why(keys):
    with over(MemoryStore()) as log:
        mem = log.memory("me", "s")
        for n in range(40):
            mem.write("k", n)
        events = list(mem.events())
        at = -1 if keys == ("b",) else 5  # in sight, or not
        broken = events[at] = structs.replace(events[at], body=b"no JSON")
        app = FullScreen(View(Call({}), mem, log, events))

        async def press():
            async with app.run_test(size=(80, 24)) as pilot:
                await pilot.press(*keys)
                await pilot.pause()

        asyncio.run(press())

    assert isinstance(app.failure, CorruptLog)
    assert f"event {broken.position}" in str(app.failure)


# The model


FEW = st.lists(st.sampled_from(["fact:a", "note:b", "note:猫"]), max_size=12)


@given(FEW, st.sampled_from(["", "note", "kind:fact", "猫", "address:b"]), st.integers(0, 20), st.integers(-30, 30))
def test_filters_jumps_and_steps_are_those_of_a_plain_list(addresses, told, position, by):
    with over(MemoryStore()) as log:
        mem = log.memory("u", "s")
        for n, address in enumerate(addresses):
            kind, _, key = address.partition(":")
            mem.write(key, n) if kind == "note" else mem.add_fact(key, n, source="user")
        events = list(mem.events())
    wanted = Filter.parse(told)

    trail = Trail.of(events).filtered(wanted)
    listed = [trail.events[i].position for i in trail.rows]
    jumped, stepped = trail.to_position(position), trail.step(by)

    assert listed == [e.position for e in events if wanted.passes(e)]
    if listed:
        before = [p for p in listed if p <= position]
        assert jumped.event.position == (before[-1] if before else listed[0])
        assert stepped.event.position == listed[max(0, min(len(listed) - 1 + by, len(listed) - 1))]
        assert trail.filtered(Filter()).event == trail.event
    else:
        assert (trail.event, jumped.event, stepped.event) == (None, None, None)


@given(FEW, st.sampled_from(["a", "猫", "CAT", "1", ""]), st.sampled_from([1, -1]))
def test_a_search_goes_through_all_matches_and_comes_round(addresses, text, by):
    with over(MemoryStore()) as log:
        mem = log.memory("u", "s")
        for n, address in enumerate(addresses):
            mem.write(address.partition(":")[2], f"cat {n}")
        trail = Trail.of(list(mem.events())).seeking(text)
    matching = [i for i, event in enumerate(trail.events) if trail.matches(event)]

    seen, here = [], trail
    for _ in matching:
        here = here.found(by)
        seen.append(here.at)

    assert sorted(seen) == matching
    if matching:
        assert here.found(by).at == seen[0]
    else:
        assert trail.found(by) is None


@given(st.integers(0, 50), st.integers(1, 51), st.integers(1, 30), st.integers(0, 50))
def test_the_window_holds_where_one_stands_and_never_leaves_room_empty(at, count, height, top):
    at = min(at, count - 1)

    first = top_of(at, count, height, top)

    assert first <= at < first + height
    assert first == 0 or first + height <= count


@given(st.text(), st.integers(6, 30))
def test_every_line_is_as_wide_as_it_may_be(text, columns):
    assert terminal.width(fitted(terminal.line(text), columns)) == columns
    assert all(terminal.width(line.text) <= columns for line in paragraph(text, columns, 3, "+ ", "  "))


# What it takes


def test_a_step_among_many_events_is_quick_and_makes_only_what_is_seen(path):
    with over(SQLiteStore(path)) as log:
        mem = log.memory("me", "s")
        for start in range(0, 20_000, 500):
            with mem.batch() as batch:
                for n in range(start, start + 500):
                    batch.write(f"k{n % 100}", n)
        view = View(Call({}), mem, log, list(mem.events()))
        view.listing(48, 22)
        took = []
        for move in (lambda t: t.step(-1), lambda t: t.step(-700), lambda t: t.to(0), lambda t: t.to(10_000)):
            began = time.process_time()
            view.go(move(view.trail))
            assert len(view.listing(48, 22)) == 22
            assert len(view.mind(30, 22)) <= 22
            took.append(time.process_time() - began)

    assert max(took) < 0.1


# The door


@pytest.fixture
def belieflog(path):
    return Command(path)


@pytest.fixture
def at_a_terminal(monkeypatch):
    """Pretend that a person sits there; gives which of the two ways was taken."""
    taken = []
    monkeypatch.setattr("cli.commands.replay._attended", lambda: True)
    monkeypatch.setattr(FullScreen, "run", lambda app, mouse: taken.append(app._view.trail.event.position))
    monkeypatch.setattr(stepper, "run", lambda call, mem, log, positions: taken.append("plain"))
    return taken


def test_the_whole_screen_is_for_terminals_that_have_one(belieflog, at_a_terminal, monkeypatch):
    belieflog("write", "k", "1")
    belieflog("write", "k", "2")

    belieflog("replay", TERM="xterm")
    belieflog("replay", "--until", "notes[?value=='1']", TERM="xterm")
    belieflog("replay", "--until", "2", TERM="xterm")
    belieflog("replay", "--plain", TERM="xterm")
    belieflog("replay", TERM="dumb")
    monkeypatch.setattr(replay, "_installed", lambda name: None)
    belieflog("replay", TERM="xterm")

    assert at_a_terminal == [3, 2, 2, "plain", "plain", "plain"]


def test_what_closed_the_screen_is_told_as_any_error(belieflog, at_a_terminal, monkeypatch):
    def run(app, mouse):
        app.failure = CorruptLog(7, "event 7 can't be read")

    belieflog("write", "k", "1")
    monkeypatch.setattr(FullScreen, "run", run)

    result = belieflog("replay", TERM="xterm")

    assert (result.exit_code, result.stderr) == (3, "error: event 7 can't be read\n")


@contextlib.contextmanager
def seated(*words, rows=24, columns=80):
    """A person at a real terminal of that size: give what types, and what is printed until a text appears."""
    import pty
    import termios

    child, there = pty.fork()
    if not child:
        os.environ.update(TERM="xterm", COLORTERM="truecolor", PYTHONPATH=str(ROOT), BELIEFLOG_LANG="en")
        os.environ.pop("COLUMNS", None)
        os.environ.pop("LINES", None)
        os.execv(sys.executable, [sys.executable, "-m", "cli", *words])
    termios.tcsetwinsize(there, (rows, columns))
    printed = bytearray()

    def until(text, seconds=30):
        ends = time.monotonic() + seconds
        while text.encode() not in printed:
            ready, _, _ = select.select([there], [], [], max(0, ends - time.monotonic()))
            assert ready, f"no {text!r} in {bytes(printed)[-2000:]!r}"
            printed.extend(os.read(there, 65536))
        told = bytes(printed)
        printed.clear()
        return told

    def ended():
        with contextlib.suppress(OSError):  # what Linux says at the end of a terminal
            while more := os.read(there, 65536):
                printed.extend(more)
        return bytes(printed), os.waitpid(child, 0)[1]

    try:
        yield lambda keys: os.write(there, keys.encode()), until, ended
    finally:
        os.close(there)
        try:
            if os.waitpid(child, os.WNOHANG) == (0, 0):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        except ChildProcessError:
            pass


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_it_runs_at_a_real_terminal_and_leaves_it_as_it_was(belieflog):
    belieflog("write", "k", HOSTILE)
    belieflog("write", "egress", "free")

    with seated("replay", "--log", belieflog.log) as (types, until, ended):
        first = until("q quit")
        types("b")
        second = until("[bold red]")
        types("q")
        last, status = ended()

    assert b"note:egress" in first
    assert b"\\x1b[2J" in first + second
    assert not re.search(rb"\x1b\[[\d;]*[34]8;[25];", first + second)  # no colours of its own
    assert b"\x1b[?25h" in last  # the cursor is back,
    assert b"\x1b[?1049l" in last  # and so is what stood there before
    assert status == 0
