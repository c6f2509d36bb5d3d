"""The pages of the viewer that look into one entry, search, compare, correct and check, in a browser."""

import re
import sqlite3
from urllib.parse import urlencode

import pytest
from browsing import browser, look, viewing  # noqa: F401
from commanding import Command
from playwright.sync_api import expect
from test_web_pages import HOSTILE, NOON, Clock

import belieflog
from cli.web.links import link

BASE = "/u/me/s/main"


@pytest.fixture
def path(tmp_path):
    """A morning: a page says at 11:30 that egress is free; a cost and a choice rest on that until someone looks."""
    clock, where = Clock(), str(tmp_path / "agent.db")
    with belieflog.open(where, clock=clock) as log:
        mem = log.memory("me", "main")
        mem.set_goal("find the cheapest", source="user")
        for hour, minute, value, source in (
            (9, 30, "0.09 USD/GB", "document:manual"),
            (11, 30, "free", "tool:browse#c1"),
        ):
            clock.time = NOON.replace(hour=hour, minute=minute)
            seen = mem.observe("browse", f"egress is {value}", call="c1" if value == "free" else "c0")
            mem.add_fact("egress", value, source=source, derived_from=[seen], reason="read it")
        mem.write("cost", "400 USD a month", derived_from=["fact:egress"])
        mem.write("choice", "Petrel", derived_from=["note:cost"])
        mem.mark("before lunch")
        clock.time = NOON.replace(hour=12, minute=30)
        mem.write("checked", "all of it")
        mem.remember("semantic:api/owner", "team red", source="user")
        mem.retract("note:checked", reason="no longer needed")
    return where


@pytest.fixture
def viewer(path):
    with viewing(path, may_correct=True) as viewer:
        yield viewer


@pytest.fixture
def belieflog_(path):
    return Command(path)


def facts(command, *more):
    return {fact["key"]: fact["value"] for fact in command.json("show", *more)["facts"]}


def post(viewer, path, **form):
    return viewer.ask(path, "POST", urlencode(form), origin=viewer.base)


def preview_of(viewer, path):
    return re.search(r'name="preview" value="([^"]+)"', viewer.text(path))[1]


# By keyboard and by name


def test_four_questions_are_answered_by_keyboard_alone(viewer, look, belieflog_):  # noqa: F811
    noon = "2026-03-02T12:00:00Z"
    page = look(viewer, BASE)

    # what was believed at 12:00
    tab_to(page, "Go to")
    page.keyboard.type("12:00")
    page.keyboard.press("Enter")
    believed = page.get_by_role("list", name="fact", exact=True).get_by_role("listitem")
    expect(believed).to_contain_text("free")
    assert facts(belieflog_, "--at", noon) == {"egress": "free"}

    # who said so
    tab_to(page, "fact:egress", within="ul[aria-label=fact]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("fact:egress")
    who = page.locator("dl")
    expect(who.locator("div").filter(has=page.get_by_text("source", exact=True))).to_contain_text("tool:browse#c1")
    expect(who).to_contain_text("read it")
    assert facts(belieflog_, "--at", noon) == {"egress": "free"}

    # what depended on it
    tab_to(page, "Impact")
    page.keyboard.press("Enter")
    drawn = page.get_by_role("group", name="What followed from it")
    expect(drawn.get_by_role("link", name="note:cost")).to_be_visible()
    expect(drawn.get_by_role("link", name="note:choice")).to_be_visible()
    assert {note["key"] for note in belieflog_.json("show", "--at", noon)["notes"]} == {"cost", "choice"}

    # take it back
    tab_to(page, "Take back")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What it would do")).to_be_visible()
    tab_to(page, "What follows")
    page.keyboard.type("what rests")
    tab_to(page, "Preview")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="with it")).to_contain_text("note:choice")
    tab_to(page, "Reason")
    page.keyboard.type("the page lied")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("done, at position")
    pad = belieflog_.json("show")
    assert {fact["key"]: fact["value"] for fact in pad["facts"]} == {"egress": "0.09 USD/GB"}
    assert pad["notes"] == []
    assert facts(belieflog_, "--at", noon) == {"egress": "free"}

    # and that, too, can be taken back
    tab_to(page, "Undo")
    page.keyboard.press("Enter")
    expect(page.get_by_role("combobox", name="Do what")).to_have_value("undo")
    tab_to(page, "Reason")
    page.keyboard.type("it was right")
    page.keyboard.press("Enter")
    expect(page.get_by_role("list", name="Corrections made").get_by_role("listitem")).to_have_count(2)
    assert facts(belieflog_) == {"egress": "free"}


@pytest.mark.parametrize(
    "where",
    ["entry?address=fact:egress", "entry?address=note:choice&view=why", "search?q=egress&address=goal", "compare?a=3",
     "corrections?verb=revert&event=5", "integrity"],
)  # fmt: skip
def test_everything_that_can_be_used_has_a_name_a_heading_and_a_landmark(viewer, look, where):  # noqa: F811
    page = look(viewer, f"{BASE}/{where}")

    assert page.get_by_role("main").count() == 1
    assert page.get_by_role("heading", level=1).count() == 1
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('main a, main button, main input:not([type=hidden]), main select, main [tabindex]')]
        .filter(it => !(it.textContent.trim() || it.getAttribute('aria-label') || it.labels?.length)).map(it => it.outerHTML)"""
    )
    assert nameless == []
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(it => it.id)")
    assert len(ids) == len(set(ids))


# An entry


def test_an_entry_is_shown_as_it_was_known_at_a_point(viewer, look):  # noqa: F811
    page = look(viewer, f"{BASE}/entry?address=fact:egress&at=4")

    expect(page.locator(".large")).to_have_text("0.09 USD/GB")
    expect(page.locator("dl")).to_contain_text("document:manual")
    later = page.get_by_role("region", name="versions").get_by_role("listitem").first
    expect(later).to_contain_text("later than the point looked at")
    expect(later.locator("del")).to_have_text("0.09 USD/GB")
    expect(later.locator("ins")).to_have_text("free")


def test_void_retracted_and_erased_versions_are_told_by_word_and_sign(path, look):  # noqa: F811
    with belieflog.open(path) as log:
        mem = log.memory("me", "main")
        log.revert(user="me", source="tool:browse", reason="it lied")
        mem.add_fact("egress", "secret", source="user")
        log.erase(user="me", event=log.position, reason="a secret")
        mem.retract("fact:egress", reason="nobody knows", source="user")
    with viewing(path) as viewer:
        page = look(viewer, f"{BASE}/entry?address=fact:egress")
        versions = page.get_by_role("region", name="versions").get_by_role("listitem")

        expect(page.get_by_text("it was retracted at")).to_be_visible()
        assert re.sub(r"\s+", " ", versions.nth(0).inner_text()).startswith("× retracted")
        assert "■ erased" in versions.nth(1).inner_text()
        assert versions.nth(2).inner_text().startswith("⊘ void")
        assert "secret" not in re.sub("a secret", "", page.content())


@pytest.mark.parametrize(("view", "name"), [("why", "What it rests on"), ("impact", "What followed from it")])
def test_each_box_of_a_drawing_leads_to_what_it_tells_of(viewer, look, view, name):  # noqa: F811
    address = "note:choice" if view == "why" else "fact:egress"
    page = look(viewer, f"{BASE}/entry?address={address}&view={view}")
    boxes = page.get_by_role("group", name=name).get_by_role("link")
    hrefs = boxes.evaluate_all("links => links.map(it => it.getAttribute('href'))")

    assert len(hrefs) >= 3
    for href in hrefs:
        assert viewer.ask(href)[0] == 200
    boxes.filter(has_text="note:cost").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("note:cost")


def test_a_tree_too_large_to_draw_says_how_much_it_leaves_out(tmp_path, look):  # noqa: F811
    where = str(tmp_path / "a.db")
    with belieflog.open(where) as log:
        mem = log.memory("u", "s")
        mem.write("root", 1)
        with mem.batch() as batch:
            for n in range(90):
                batch.write(f"k{n}", n, derived_from=["note:root"])
    with viewing(where) as viewer:
        page = look(viewer, "/u/u/s/s/entry?address=note:root&view=impact")

        expect(page.get_by_text("70 further events aren't drawn")).to_be_visible()
        expect(page.get_by_role("group").get_by_role("link")).to_have_count(21)


def test_an_entry_that_never_was_is_told_with_what_is_near(viewer):
    status, _, text = viewer.ask(f"{BASE}/entry?address=fact:egres")

    assert status == 404
    assert "near is &#39;fact:egress&#39;" in text
    assert viewer.ask(f"{BASE}/entry")[0] == 400


# Search


def test_what_is_found_says_why_with_its_words_marked(viewer, look):  # noqa: F811
    page = look(viewer, f"{BASE}/search")
    page.get_by_role("searchbox", name="Words").fill("month")
    page.keyboard.press("Enter")
    found = page.get_by_role("list", name="Found").get_by_role("listitem")

    expect(found).to_have_count(1)
    expect(found.locator("mark")).to_have_text("month")
    expect(found).to_contain_text("matches month")
    expect(found).to_contain_text(re.compile(r"score \d\.\d\d"))


def test_search_sees_what_was_known_at_the_point(viewer, look):  # noqa: F811
    page = look(viewer, f"{BASE}/search?q=egress&at=4")

    expect(page.get_by_role("list", name="Found")).to_contain_text("0.09 USD/GB")
    expect(page.get_by_role("list", name="Found")).not_to_contain_text("free")
    page.get_by_role("textbox", name="Entry").fill("note:cost")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".answer")).to_have_text("absent 'note:cost' shows nothing at 4", use_inner_text=True)


def test_a_search_first_takes_in_what_was_written_since(path):
    asked = []
    with viewing(path, words=lambda mem: asked.append((mem.user, mem.session))) as viewer:
        for query in ("q=egress", "q=egress&at=4", "", "q=+"):
            viewer.text(f"{BASE}/search?{query}")

    assert asked == [("me", "main")]
    with viewing(path, may_correct=True) as viewer:
        viewer.text(f"{BASE}/search?q=egress")
    with belieflog.open(path, readonly=True) as log:
        assert log.memory("me", "main").catch_up()


def test_why_something_isnt_found_is_answered_as_the_command_does(viewer, look, belieflog_):  # noqa: F811
    page = look(viewer, f"{BASE}/search?q=lunch&address=fact:egress")
    told = belieflog_.json("why-not", "fact:egress", "lunch")

    expect(page.locator(".answer")).to_contain_text(f"{told['code']} {told['message']}")


# Compare


def test_two_points_are_compared_as_the_command_does(viewer, look, belieflog_):  # noqa: F811
    page = look(viewer, f"{BASE}/compare?a=4&b=")
    rows = page.get_by_role("list", name="Changes").get_by_role("listitem")
    told = belieflog_.json("diff", "4")

    assert rows.count() == len(told)
    for n, change in enumerate(told):
        expect(rows.nth(n)).to_contain_text(change["change"])
        expect(rows.nth(n)).to_contain_text(change["address"])
    changed = rows.filter(has_text="fact:egress")
    expect(changed.locator("ins")).to_have_text("free")


@pytest.mark.parametrize(
    ("how", "point", "start"),
    [("before event", "6", 5), ("after event", "6", 6), ("at", "before lunch", 9), ("at", "12:00", 9)],
)
def test_points_are_chosen_by_event_mark_and_time(viewer, look, how, point, start):  # noqa: F811
    page = look(viewer, f"{BASE}/compare")
    page.get_by_role("combobox", name="from: which point").select_option(how)
    page.get_by_role("combobox", name="from: position, time or mark").fill(point)
    page.get_by_role("button", name="Compare").click()

    expect(page.get_by_role("heading", level=2)).to_have_text(f"From position {start} to position 12")


# Corrections


def test_a_preview_tells_what_dry_run_prints(viewer, belieflog_, look):  # noqa: F811
    told = belieflog_.json(
        "revert", "--by-source", "tool:browse", "--cascade", "declared", "--reason", "x", "--dry-run"
    )
    page = look(viewer, f"{BASE}/corrections?verb=revert&source=tool:browse&cascade=declared")
    preview = page.get_by_role("region", name="What it would do")

    assert len(told["entries"]) == 3
    expect(preview).to_contain_text(f"{told['count']} events")
    for row, entry in zip(preview.get_by_role("row").all()[1:], told["entries"], strict=True):
        expect(row).to_contain_text(entry["address"])
        expect(row.get_by_role("cell").nth(0)).to_contain_text(entry["before"] or "(nothing)")
        expect(row.get_by_role("cell").nth(1)).to_contain_text(entry["after"] or "(nothing)")
    followers = preview.get_by_role("list", name="With it").get_by_role("listitem")
    for each, follower in zip(followers.all(), told["dependents"], strict=True):
        expect(each).to_contain_text(f"{follower['address']} ({follower['position']}), {follower['because']}")
    warned = belieflog_.json("revert", "--by-source", "tool:browse", "--reason", "x", "--dry-run")["warnings"]
    page.goto(f"{viewer.base}{BASE}/corrections?verb=revert&source=tool:browse")
    assert warned
    for warning in warned:
        expect(page.get_by_text(warning)).to_be_visible()


def test_a_correction_is_applied_once_and_undone_without_a_script(viewer, belieflog_, browser):  # noqa: F811
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(viewer.address)
    page.goto(f"{viewer.base}{BASE}/corrections")
    page.get_by_role("textbox", name="Source").fill("tool:browse")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("textbox", name="Reason").fill("it lied")
    with page.expect_navigation():
        page.get_by_role("button", name="Apply").click()

    assert facts(belieflog_) == {"egress": "0.09 USD/GB"}
    made = belieflog_.json("corrections")
    assert [(each["reason"], each["counts"]) for each in made] == [("it lied", True)]
    page.reload()
    assert len(belieflog_.json("corrections")) == 1
    page.get_by_role("link", name="Undo", exact=True).click()
    page.get_by_role("textbox", name="Reason").fill("it didn't")
    page.get_by_role("button", name="Apply").click()
    assert facts(belieflog_) == {"egress": "free"}
    page.get_by_role("link", name=re.compile("^Bring back")).click()
    page.get_by_role("textbox", name="Reason").fill("it did")
    page.get_by_role("button", name="Apply").click()
    assert facts(belieflog_) == {"egress": "0.09 USD/GB"}
    context.close()


def test_what_was_previewed_is_applied_or_nothing(viewer, belieflog_):
    where = f"{BASE}/corrections?verb=revert&source=tool:browse"
    seen = preview_of(viewer, where)
    belieflog_("fact", "egress", "99 USD", "--source", "tool:browse#c9")

    status, _, text = post(viewer, where, csrf=viewer.site.keys.form, preview=seen, reason="it lied")

    assert status == 400
    assert "the log has changed since the preview" in text
    assert 'name="preview"' in text  # of what it would do now
    assert belieflog_.json("corrections") == []
    again = re.search(r'name="preview" value="([^"]+)"', text)[1]
    assert post(viewer, where, csrf=viewer.site.keys.form, preview=again, reason="it lied")[0] == 303
    assert post(viewer, where, csrf=viewer.site.keys.form, preview=again, reason="it lied")[0] == 400
    assert len(belieflog_.json("corrections")) == 1


@pytest.mark.parametrize("form", [{"reason": ""}, {"reason": "  "}, {"preview": "guessed"}, {"preview": ""}])
def test_an_apply_without_reason_or_preview_changes_nothing(viewer, belieflog_, form):
    where = f"{BASE}/corrections?verb=revert&source=tool:browse"
    told = {"csrf": viewer.site.keys.form, "preview": preview_of(viewer, where), "reason": "it lied", **form}

    assert post(viewer, where, **told)[0] == 400
    assert belieflog_.json("corrections") == []


def test_a_form_without_its_token_or_from_elsewhere_corrects_nothing(viewer, belieflog_):
    where = f"{BASE}/corrections?verb=revert&source=tool:browse"
    told = {"preview": preview_of(viewer, where), "reason": "it lied"}

    assert post(viewer, where, **told)[0] == 403
    assert post(viewer, where, **told, csrf="guessed")[0] == 403
    assert viewer.ask(where, "POST", "x=1", origin="http://evil.example")[0] == 403
    assert belieflog_.json("corrections") == []


def test_a_viewer_that_only_reads_tells_the_command_instead(path, look, belieflog_):  # noqa: F811
    where = f"{BASE}/corrections?verb=revert&event=6+7&source=tool:browse&cascade=declared&after=11:00&only=yes"
    with viewing(path, target="my log.db") as viewer:
        assert post(viewer, where, csrf=viewer.site.keys.form, preview="x", reason="y")[0] == 403
        page = look(viewer, where)

        assert page.get_by_role("button", name="Apply").count() == 0
        command = page.get_by_label("Command to type").inner_text()
    assert command == (
        "belieflog --log 'my log.db' --user me revert --event 6 --event 7 --by-source tool:browse"
        " --after 2026-03-02T11:00:00Z --cascade declared --only --reason WHY"
    )
    words = command.replace("belieflog --log 'my log.db' ", "").replace("WHY", "it-lied").split()
    assert belieflog_(*words).exit_code == 0
    assert facts(belieflog_) == {"egress": "0.09 USD/GB"}


@pytest.mark.parametrize(
    ("query", "status"),
    [("verb=revert&source=tool:nobody", 400), ("verb=undo&event=3", 400), ("verb=undo&event=3+4", 400),
     ("verb=revert&kind=x", 400), ("verb=revert&event=99", 400), ("verb=x", 200), ("verb=revert&after=yesterday", 400),
     ("skip=99", 200), ("done=3", 200), ("done=999", 404)],
)  # fmt: skip
def test_a_choice_that_makes_no_sense_is_told(viewer, query, status):
    found, _, text = viewer.ask(f"{BASE}/corrections?{query}")

    assert found == status
    assert "Internal" not in text


def test_an_event_of_the_timeline_is_chosen_by_a_link(viewer, look):  # noqa: F811
    page = look(viewer, f"{BASE}?at=6")
    page.get_by_role("region", name="What happened here").get_by_role("link", name="take back …").click()

    expect(page.get_by_role("textbox", name="Events")).to_have_value("6")
    expect(page.get_by_role("region", name="What it would do")).to_contain_text("fact:egress")


# Integrity


def test_the_log_is_checked_beside_the_pages(viewer, look, belieflog_):  # noqa: F811
    page = look(viewer, f"{BASE}/integrity")
    expect(page.locator("#check")).to_contain_text("not checked since")
    page.get_by_role("link", name="Check every hash, and the file").click()

    expect(page.get_by_role("status").first).to_contain_text("12 events, all as written")
    expect(page.get_by_role("list", name="The file")).to_contain_text("SQLite finds the file sound")
    assert belieflog_.json("verify")["head"] in page.content()


def test_the_anchor_that_is_shown_verifies(viewer, look, belieflog_, tmp_path):  # noqa: F811
    page = look(viewer, f"{BASE}/integrity")
    (tmp_path / "anchors").write_text(page.get_by_label("Anchor to keep").inner_text())

    assert belieflog_.json("verify", "--anchor", tmp_path / "anchors")["anchor"]["position"] == 12


def test_a_changed_log_is_told_from_where(path, look):  # noqa: F811
    with sqlite3.connect(path) as connection:
        for (name,) in connection.execute("select name from sqlite_master where type = 'trigger'").fetchall():
            connection.execute(f'drop trigger "{name}"')
        connection.execute("update event set hash = zeroblob(32) where position = 5")
    connection.close()
    with viewing(path) as viewer:
        page = look(viewer, "/integrity")
        page.get_by_role("link", name="Check every hash, and the file").click()

        expect(page.get_by_role("status").first).to_contain_text("not what was written, from position 5 on")


def test_what_was_erased_is_told_without_what_it_said(path, look):  # noqa: F811
    with belieflog.open(path) as log:
        log.erase(user="me", address="note:cost", reason="private")
    with viewing(path) as viewer:
        page = look(viewer, f"{BASE}/integrity")

        erased = page.get_by_role("list", name="Erased").get_by_role("listitem")
        expect(erased).to_contain_text("what was said at 7")
        expect(erased).to_contain_text("private")
        assert "400 USD" not in page.content()


def test_a_check_under_way_ends_with_the_viewer(path, monkeypatch):
    def endless(self, progress):
        while True:
            progress(1)

    monkeypatch.setattr(belieflog.Log, "verify", endless)
    with viewing(path) as viewer:
        assert viewer.ask("/integrity/check")[0] == 303
        assert "1 of 12 events checked" in viewer.text("/integrity")
        assert viewer.ask("/integrity/check")[0] == 303


# Whatever is stored, however it is looked at


def test_hostile_content_is_harmless_on_each_page(tmp_path, look):  # noqa: F811
    where, address = str(tmp_path / "a.db"), "fact:" + HOSTILE.replace(" ", "")
    with belieflog.open(where) as log:
        log.set_policy({"sizes": {"note": 200_000}}, reason="long ones")
        mem = log.memory(HOSTILE, HOSTILE, actor=HOSTILE)
        mem.observe(HOSTILE, HOSTILE, call=HOSTILE)
        for text in (HOSTILE, HOSTILE + " again"):
            mem.add_fact(
                address[5:], text, source=f"tool:{HOSTILE}#{HOSTILE}", reason=HOSTILE, derived_from=[2], via=HOSTILE
            )
        for sign in "xy":
            mem.write("long", f"{sign} " * 65_000, derived_from=[address])
        mem.mark(HOSTILE)
        log.revert(user=HOSTILE, event=3, reason=HOSTILE, by=HOSTILE)
        log.erase(user=HOSTILE, event=3, reason=HOSTILE, by=HOSTILE)
    base = link("/u/{user}/s/{session}", user=HOSTILE, session=HOSTILE)
    with viewing(where, may_correct=True) as viewer:
        for path, query in (
            ("entry", {"address": address}), ("entry", {"address": address, "view": "impact"}),
            ("entry", {"address": "note:long"}), ("entry", {"address": "note:long", "view": "why"}),
            ("search", {"q": "script " + HOSTILE, "address": address}),
            ("search", {"q": "again"}), ("compare", {"a": "0", "b": HOSTILE}),
            ("corrections", {"verb": "revert", "source": f"tool:{HOSTILE}#{HOSTILE}", "cascade": "declared"}),
            ("corrections", {"verb": "revert", "source": HOSTILE, "run": HOSTILE}), ("integrity", {}),
        ):  # fmt: skip
            address_of = f"{base}/{path}?{urlencode(query)}"
            status, _, text = viewer.ask(address_of)
            assert "<script>alert" not in text, (path, query)
            assert "<img" not in text, (path, query)
            assert "\u202e" not in text, (path, query)
            assert "49evil" not in text, (path, query)
            assert len(text) < 100_000, (path, query)
            if status == 200:
                page = look(viewer, address_of, width=400)
                assert page.locator("main img, main script").count() == 0
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, query)


PLACES = (
    "entry?address=fact:egress", "entry?address=fact:egress&at=4", "entry?address=note:choice&view=why",
    "entry?address=fact:egress&view=impact", "search?q=egress&address=note:cost", "compare?a=4", "integrity",
    "corrections?verb=revert&source=tool:browse&cascade=declared",
)  # fmt: skip


@pytest.mark.parametrize(
    ("lang", "width", "scheme"), [("en", 400, "light"), ("zh", 400, "dark"), ("zh", 1280, "light")]
)
def test_pages_fit_their_width_in_either_language(path, look, lang, width, scheme):  # noqa: F811
    with viewing(path, lang=lang, may_correct=width == 400) as viewer:
        for where in PLACES:
            page = look(viewer, f"{BASE}/{where}", width=width, color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), where
            assert page.locator("html").get_attribute("lang") == lang


def test_the_pages_speak_chinese(path, look):  # noqa: F811
    with viewing(path, lang="zh") as viewer:
        page = look(viewer, f"{BASE}/corrections?verb=revert&source=tool:browse")
        expect(page.get_by_role("heading", name="将会发生什么")).to_be_visible()
        page.goto(f"{viewer.base}{BASE}/entry?address=fact:egress")
        expect(page.get_by_role("heading", name="出自何处")).to_be_visible()


def tab_to(page, name, within="body"):
    """Go on by Tab until something *within* a part has the focus whose text or label begins with the line *name*."""
    for _ in range(120):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """(within) => { const it = document.activeElement;
            return it.closest(within) ? (it.labels?.[0] || it).innerText : '' }""",
            within,
        )
        if told and told.strip().split("\n")[0].strip() == name:
            return
    raise AssertionError(f"Tab never comes to {name!r}")


def test_an_open_page_of_an_entry_tells_what_is_written_meanwhile(viewer, look, belieflog_):  # noqa: F811
    page = look(viewer, f"{BASE}/entry?address=fact:egress")
    belieflog_("fact", "egress", "99 USD", "--source", "user")

    expect(page.locator(".large")).to_have_text("99 USD", timeout=4_000)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
