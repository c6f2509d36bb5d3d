"""The pages of the viewer, looked at in a browser."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from browsing import browser, look, viewing  # noqa: F401
from commanding import Command, run
from playwright.sync_api import expect

import belieflog
from cli.web.links import link

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)>{{ 7*7 }}\u202eevil\u2066'


class Clock:
    """A clock that stands until it is set."""

    def __init__(self):
        self.time = NOON - timedelta(hours=3)

    def __call__(self):
        self.time += timedelta(seconds=1)
        return int(self.time.timestamp() * 1_000_000)


@pytest.fixture
def path(tmp_path):
    """A morning's log: the timeout is believed to be 10 s from 9, 30 s from 11:30, 60 s from 12:30."""
    clock, where = Clock(), str(tmp_path / "agent.db")
    with belieflog.open(where, clock=clock) as log:
        mem = log.memory("me", "main")
        mem.start("find the timeout")
        mem.set_goal("find the timeout", source="user")
        for hour, minute, value, source in (
            (9, 30, "10 s", "document:manual"),
            (11, 30, "30 s", "tool:curl"),
            (12, 30, "60 s", "user"),
        ):
            clock.time = NOON.replace(hour=hour, minute=minute)
            mem.add_fact("timeout", value, source=source)
            mem.write("checked", f"{hour}:{minute}")
        mem.remember("semantic:api/owner", "team red", source="user")
        mem.retract("note:checked", reason="no longer needed")
    return where


@pytest.fixture
def viewer(path):
    with viewing(path) as viewer:
        yield viewer


def state(page):
    return page.locator("#state")


def at(page):
    return int(state(page).get_attribute("data-at"))


# By keyboard and by name


def test_what_was_believed_at_noon_can_be_read_by_keyboard_alone(viewer, look):  # noqa: F811
    page = look(viewer)
    tab_to(page, "main")
    page.keyboard.press("Enter")
    expect(page.get_by_role("slider")).to_be_visible()
    tab_to(page, "Go to")
    page.keyboard.type("12:00")
    page.keyboard.press("Enter")

    facts = page.get_by_role("list", name="fact", exact=True)
    expect(facts.get_by_role("listitem")).to_have_count(1)
    expect(facts.get_by_role("listitem")).to_contain_text("30 s")
    expect(page.get_by_role("slider", name="Point of the session")).to_have_attribute(
        "aria-valuetext", re.compile("2026-03-02 11:30:0")
    )


def test_a_reader_who_hears_the_page_finds_the_noon_belief_with_the_slider(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    slider = page.get_by_role("slider", name="Point of the session")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"event 1 of 10, position 2, 2026-03-02 09:"))
    while "11:30" not in slider.get_attribute("aria-valuetext"):
        before = slider.get_attribute("aria-valuetext")
        page.keyboard.press("ArrowRight")
        expect(slider).not_to_have_attribute("aria-valuetext", before)

    entry = page.get_by_role("list", name="fact", exact=True).get_by_role("listitem")
    expect(entry).to_contain_text("30 s")
    expect(entry.get_by_role("link", name="fact:timeout")).to_be_visible()


def test_everything_that_can_be_used_has_a_name_and_the_focus_is_seen(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    seen = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => { const it = document.activeElement, style = getComputedStyle(it);
            return [it.tagName, it.innerText || it.getAttribute('aria-label') || it.labels?.[0]?.innerText || '',
                    style.outlineStyle !== 'none' || parseFloat(style.outlineWidth) > 0] }"""
        )
        if told[0] == "BODY":
            break
        assert told[1].strip(), told
        assert told[2], told
        seen.add(told[0])

    assert {"A", "BUTTON", "INPUT", "SELECT"} <= seen


def test_the_page_is_laid_out_in_landmarks_and_headings(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")

    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    expect(page.get_by_role("navigation", name="Where you are")).to_be_visible()
    expect(page.get_by_role("region", name="Lanes")).to_be_visible()
    expect(page.get_by_role("region", name="What happened here")).to_be_visible()
    lane = page.get_by_role("img", name=re.compile("^fact:timeout: "))
    expect(lane).to_have_count(1)
    assert "version 2 from tool, from event 6 to 8, revised" in lane.get_attribute("aria-label")


# Through time


def test_keys_go_one_event_ten_and_to_the_ends(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    slider = page.get_by_role("slider")
    slider.focus()
    assert at(page) == 11
    for key, then in (
        ("ArrowLeft", 10), ("ArrowLeft", 9), ("ArrowUp", 10), ("Home", 2), ("ArrowRight", 3), ("PageUp", 11),
        ("PageDown", 2), ("End", 11), ("[", 10), ("[", 9), ("]", 10),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(state(page)).to_have_attribute("data-at", str(then))
        assert slider.input_value() == str(then - 1)
        expect(page).to_have_url(f"{viewer.base}/u/me/s/main?at={then}")


def test_a_held_key_arrives_where_it_was_held_to(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    page.get_by_role("slider").focus()

    for _ in range(7):
        page.keyboard.press("ArrowLeft")

    expect(state(page)).to_have_attribute("data-at", "4")
    assert page.get_by_role("slider").input_value() == "3"

    page.evaluate(
        """() => { const slider = document.getElementById('point');
        for (const n of [4, 5, 6, 3]) { slider.value = n; slider.dispatchEvent(new Event('input', { bubbles: true })); } }"""
    )
    expect(state(page)).to_have_attribute("data-n", "3")
    page.wait_for_timeout(300)
    assert at(page) == 4
    assert page.get_by_role("slider").input_value() == "3"


def test_events_committed_together_are_one_step(path, look):  # noqa: F811
    with belieflog.open(path) as log:
        mem = log.memory("me", "main")
        with mem.batch() as batch:
            for n in range(30):
                batch.write(f"k{n}", n)
        mem.write("after", 1)
    with viewing(path) as viewer:
        page = look(viewer, "/u/me/s/main")
        page.get_by_role("slider").focus()
        for key, then in (("ArrowLeft", 41), ("ArrowLeft", 11), ("ArrowRight", 41), ("ArrowRight", 42)):
            page.keyboard.press(key)
            expect(state(page)).to_have_attribute("data-at", str(then))
        page.keyboard.press("[")
        expect(page.get_by_role("region", name="What happened here")).to_contain_text("10 more events")


def test_one_request_a_step_and_the_back_button_leaves_the_page(viewer, look):  # noqa: F811
    page = look(viewer)
    page.get_by_role("link", name="main", exact=True).click()
    expect(state(page)).to_be_visible()
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/live" not in request.url else None)
    page.get_by_role("link", name="Previous event").click()
    expect(state(page)).to_have_attribute("data-at", "10")

    assert len(asked) == 1
    assert "/step?" in asked[0]
    page.go_back()
    expect(page).to_have_url(f"{viewer.base}/")


def test_an_address_with_a_point_shows_that_point(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main?at=5&view=prompt")

    assert at(page) == 5
    assert page.get_by_role("slider").input_value() == "4"
    expect(page.get_by_label("prompt").get_by_text("10 s")).to_be_visible()
    page.get_by_role("link", name="Next event").click()
    expect(page).to_have_url(f"{viewer.base}/u/me/s/main?view=prompt&at=6")


def test_what_changed_at_a_point_is_told(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main?at=6")
    told = page.get_by_role("region", name="What happened here")

    expect(told).to_contain_text("fact-added")
    expect(told.get_by_role("deletion")).to_contain_text("10 s")
    expect(told.get_by_role("insertion")).to_contain_text("30 s")


def test_the_cursor_goes_along_and_a_click_on_the_lanes_goes_there(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    cursor = page.locator("#cursor")
    before = float(cursor.get_attribute("x1").rstrip("%"))
    box = page.locator("#lanes .drawing").bounding_box()

    page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + 40)

    expect(state(page)).to_have_attribute("data-n", "3")
    assert float(cursor.get_attribute("x1").rstrip("%")) == pytest.approx(25) != before


def test_the_prompt_and_long_term_memory_are_a_tab_away(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    page.get_by_role("link", name="prompt").click()
    expect(page.get_by_label("prompt").get_by_text("60 s")).to_be_visible()
    assert page.get_by_role("link", name="prompt").get_attribute("aria-current") == "page"

    page.get_by_role("link", name="memory").click()

    expect(page.get_by_role("list", name="semantic")).to_contain_text("team red")


def test_lanes_are_filtered_by_part_and_kind(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main?at=6")
    page.get_by_label("Entries of").select_option("long-term")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".names li")).to_have_text(["semantic:api/owner"])

    page.get_by_label("Entries of").select_option("all")
    page.get_by_label("of kind").select_option("fact")
    page.get_by_role("button", name="Show").click()

    expect(page.locator(".names li")).to_have_text(["fact:timeout"])


def test_entries_lead_to_their_page_with_the_point_looked_at(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")
    page.get_by_role("link", name="Previous event").click()
    expect(state(page)).to_have_attribute("data-at", "10")

    for entry in page.get_by_role("link", name="fact:timeout").all():
        assert entry.get_attribute("href") == "/u/me/s/main/entry?address=fact%3Atimeout&at=10"


def test_it_works_without_scripts(viewer, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main", java_script_enabled=False)
    page.get_by_role("link", name="Previous event").click()
    assert at(page) == 10
    page.get_by_role("link", name="prompt").click()
    assert at(page) == 10
    expect(page.get_by_label("prompt").get_by_text("60 s")).to_be_visible()
    page.get_by_label("Go to").fill("12:00")
    page.get_by_role("button", name="Go", exact=True).first.click()
    assert at(page) == 7


# While it is written to


def test_a_write_from_another_process_appears_and_leaves_the_reader_where_they_are(viewer, path, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main?at=6")

    assert run("--log", path, "fact", "new", "A", "--source", "user")[0] == 0

    expect(page.locator(".names")).to_contain_text("fact:new", timeout=5_000)
    assert at(page) == 6
    assert page.get_by_role("slider").get_attribute("max") == "11"
    assert page.get_by_role("slider").input_value() == "5"
    expect(page).to_have_url(re.compile(r"at=6$"))


def test_a_reader_at_the_end_stays_at_the_end(viewer, path, look):  # noqa: F811
    page = look(viewer, "/u/me/s/main")

    for n, key in enumerate(("new", "newer")):
        assert run("--log", path, "write", key, "A")[0] == 0
        expect(state(page)).to_have_attribute("data-at", str(12 + n), timeout=5_000)
        expect(page.get_by_role("list", name="note")).to_contain_text(key)


def test_the_list_of_sessions_is_kept_up(viewer, path, look):  # noqa: F811
    page = look(viewer)

    Command(path)("--user", "you", "--session", "new", "write", "k", "A")

    expect(page.get_by_role("link", name="new", exact=True)).to_be_visible(timeout=5_000)


def test_a_page_says_that_the_viewer_has_ended_or_was_started_anew(path, browser):  # noqa: F811
    page = browser.new_page()  # its errors are meant
    with viewing(path) as viewer:
        page.goto(viewer.address)
        page.goto(f"{viewer.base}/u/me/s/main")
        page.context.clear_cookies()
        expect(page.get_by_role("status")).to_contain_text("it holds the token of this start", timeout=5_000)
        expect(state(page)).to_be_visible()
        page.goto(viewer.address)
    expect(page.get_by_role("status")).to_contain_text("start belieflog ui again", timeout=5_000)
    page.close()


# Whatever is stored, however much


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("names", [("a/b", "<b>&\u202e"), ("..", "~x"), ("%2F", "\u4f60 ?#&"), (".", '"')])
def test_names_of_any_kind_can_be_gone_to(tmp_path, look, names, lang):  # noqa: F811
    where = str(tmp_path / "a.db")
    with belieflog.open(where) as log:
        log.memory(*names).write("k", "here")
    with viewing(where, lang=lang) as viewer:
        page = look(viewer)
        page.get_by_role("row").nth(2).get_by_role("link").click()

        expect(page.locator(".entry")).to_contain_text("here")
        page.get_by_role("navigation").first.get_by_role("link").nth(1).click()
        expect(page.get_by_role("row")).to_have_count(3)


def test_hostile_content_is_shown_as_what_it_is(tmp_path, look):  # noqa: F811
    where = str(tmp_path / "a.db")
    with belieflog.open(where) as log:
        log.set_policy({"sizes": {"note": 200_000}}, reason="long ones")
        mem = log.memory("u", "s")
        mem.start(HOSTILE)
        mem.observe("page", HOSTILE, call="c1")
        mem.add_fact(HOSTILE.replace(" ", ""), HOSTILE, source=f"tool:{HOSTILE}#{HOSTILE}", reason=HOSTILE)
        mem.write("long", "x" * 130_000)
    with viewing(where) as viewer:
        for path in ("/", "/u/u/s/s", "/u/u/s/s?at=4", "/u/u/s/s?view=prompt"):
            page = look(viewer, path)
            assert page.locator("main img, main script").count() == 0
            assert "\u202e" not in page.content()
            assert "\u2066" not in page.content()
            assert "49evil" not in page.content()
            assert len(page.content()) < 200_000
            if path != "/u/u/s/s?view=prompt":
                expect(page.get_by_text("<script>alert(1)</script>").first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page = look(viewer, "/u/u/s/s")
        page.get_by_role("link", name="show all 130000 characters").first.click()
        assert "x" * 130_000 in page.content()
        assert "\u202e" not in viewer.text("/u/u/s/s/value?event=4")


def test_marks_that_reorder_text_are_shown_as_marks(tmp_path):
    where = str(tmp_path / "a.db")
    with belieflog.open(where) as log:
        mem = log.memory(HOSTILE, HOSTILE)
        mem.start(HOSTILE)
        mem.add_fact(HOSTILE, HOSTILE, source=f"tool:{HOSTILE}#{HOSTILE}", reason=HOSTILE)
    with viewing(where) as viewer:
        base = link("/u/{user}/s/{session}", user=HOSTILE, session=HOSTILE)
        for text in map(viewer.text, ["/", base, f"{base}/lanes", f"{base}/step", f"{base}/value?event=3"]):
            assert "\u202e" not in text
            assert "<script>alert" not in text
            assert "<img" not in text
            assert "\\u202eevil" in text


def test_on_the_way_back_a_point_is_the_end_of_a_batch_too(tmp_path):
    where = str(tmp_path / "a.db")
    with belieflog.open(where) as log:  # opens at 1
        mem = log.memory("u", "s")
        for size in (1, 3, 2):
            with mem.batch() as batch:
                for n in range(size):
                    batch.write(f"k{n}", [size, n])
    with viewing(where) as viewer:
        at = lambda n, start: int(re.search(r'data-at="(\d+)"', viewer.text(f"/u/u/s/s/step?n={n}&from={start}"))[1])

        assert [at(n, n - 1) for n in (1, 2, 3, 4, 5, 6)] == [2, 5, 5, 5, 7, 7]
        assert [at(5, 6), at(3, 4), at(1, 2), at(1, 1), at(2, 6)] == [5, 2, 2, 2, 5]


def test_thousands_of_entries_come_a_page_at_a_time(tmp_path, look):  # noqa: F811
    where = str(tmp_path / "a.db")
    with belieflog.open(where, durability="off") as log:
        log.set_policy({"counts": {"note": 10_000}}, reason="many")
        mem = log.memory("u", "s")
        for hundred in range(30):
            with mem.batch() as batch:
                for n in range(100):
                    batch.write(f"k{hundred * 100 + n:04d}", {"n": n, "text": "said " * 20})
    with viewing(where) as viewer:
        assert len(viewer.text("/u/u/s/s")) < 500_000
        page = look(viewer, "/u/u/s/s", width=400)
        expect(page.locator(".names li")).to_have_count(40)
        page.get_by_role("link", name="further entries").click()
        expect(page.locator(".names li").first).to_have_text("note:k0040")
        shown = page.locator(".entry").count()
        assert 10 < shown < 100
        page.get_by_role("navigation", name="Pages", exact=True).get_by_role("link", name="further ones").click()
        expect(page.locator(".entry .address").first).to_have_text(f"note:k{shown:04d}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_entry_written_thousands_of_times_takes_few_bars(tmp_path):
    where = str(tmp_path / "a.db")
    with belieflog.open(where, durability="off") as log:
        mem = log.memory("u", "s")
        for hundred in range(50):
            with mem.batch() as batch:
                for n in range(100):
                    batch.write("k", hundred * 100 + n)
    with viewing(where) as viewer:
        text = viewer.text("/u/u/s/s/lanes")

    assert 1 <= text.count('class="bar') < 200
    assert "4999 changes" in text


def test_what_isnt_there_is_told_on_a_page(viewer):
    for path, told in (
        ("/u/nobody", "there is no user nobody"),
        ("/u/me/s/none", "there is no session none of me"),
        ("/u/me/s/main?at=999", "position 999 is past the head"),
        ("/u/me/s/main?at=yesterday", "yesterday"),
        ("/nothing", "there is no such page"),
    ):
        status, _, text = viewer.ask(path)
        assert status == 404, path
        assert told in text
        assert '<html lang="en">' in text


@pytest.mark.parametrize(
    "query", ["n=0", "n=99999999999999", "n=-1", "n=x", "lanes=x", "rows=99999", "view=x", "part=x", "kind=x"]
)
def test_a_query_that_makes_no_sense_shows_a_page_all_the_same(viewer, query):
    assert viewer.ask(f"/u/me/s/main?{query}")[0] == 200


def test_an_empty_log_says_how_to_begin(tmp_path):
    where = str(tmp_path / "a.db")
    with belieflog.open(where) as log:
        log.memory("u", "s").mark("here")
    with viewing(where) as viewer:
        assert viewer.ask("/")[0] == viewer.ask("/u/u/s/s")[0] == 200


# Small, dark, Chinese


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_pages_fit_their_width(path, look, lang, width, scheme):  # noqa: F811
    with viewing(path, lang=lang) as viewer:
        for where in ("/", "/u/me", "/u/me/s/main", "/u/me/s/main?view=prompt"):
            page = look(viewer, where, width=width, color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            assert page.locator("html").get_attribute("lang") == lang


def test_the_viewer_speaks_chinese(path, look):  # noqa: F811
    with viewing(path, lang="zh") as viewer:
        page = look(viewer, "/u/me/s/main?at=6")

        expect(page.get_by_role("heading", level=1)).to_have_text("main 的信念如何演变")
        expect(page.get_by_role("slider", name="会话中的时刻")).to_be_visible()
        expect(page.get_by_role("region", name="此处发生的事")).to_contain_text("变更")


def tab_to(page, name):
    """Go on by Tab until what has the focus is called *name*."""
    for _ in range(80):
        page.keyboard.press("Tab")
        told = page.evaluate("() => (document.activeElement.labels?.[0] || document.activeElement).innerText")
        if told and told.strip() == name:
            return
    raise AssertionError(f"Tab never comes to {name!r}")
