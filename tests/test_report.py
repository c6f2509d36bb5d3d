"""A report of a session: one file, read in a browser from the disk, with nobody to ask."""

import json
import re
import sys

import pytest
from browsing import browser, read  # noqa: F401
from commanding import Command
from playwright.sync_api import expect

import belieflog
from cli import gist
from cli.terminal import safe
from cli.web.report import states
from cli.web.wording import CHINESE

HOSTILE = (
    "</script><script>alert(1)</script>", "<!-- <script>", "]]></style><img src=x onerror=alert(1)>", "\u202eevil\u2066",
    "a\u2028b\u2029c", "{{ 7*7 }} {% raw %}", '"\'`&lt;', "\u0000\u001b[31m", "a\r\nb\ttab",
)  # fmt: skip
HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069\u2028\u2029\x00\x1b]")


@pytest.fixture
def path(tmp_path):
    """A session with a bad source: what curl said was believed, built upon, and taken back."""
    where = str(tmp_path / "agent.db")
    with belieflog.open(where) as log:
        mem = log.memory("me", "main")
        mem.start("find the timeout")
        mem.set_goal("find the timeout", source="user")
        mem.revise_plan(["read the manual", "ask the server"])
        seen = mem.observe("curl", "timeout: 99 s", call="c1").event
        mem.add_fact("timeout", "10 s", source="document:manual")
        mem.add_fact("timeout", "99 s", source="tool:curl#c1", derived_from=[seen.id], force=True, reason="newer")
        mem.write("guess", "retry after 99 s", derived_from=["fact:timeout"])
        mem.prompt(audit=True)
        with mem.batch() as batch:
            batch.write("a", 1)
            batch.write("b", {"deep": [1, 2]})
        mem.remember("semantic:api/owner", "team red", source="user")
        log.revert(user="me", source="tool:curl", reason="curl asked the wrong host", cascade="declared")
        mem.retract("note:a", reason="no longer needed")
        mem.write("b", "later", ttl="7d")
    return where


@pytest.fixture
def command(path):
    return Command(path)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "report.html"


def written(command, out, *words):
    """Write a report with the command, and give what it says of it."""
    return command.json("report", out, *words)


def data(out):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', out.read_text("utf-8"), re.DOTALL)
    return json.loads(found[1])


def go(page, n):
    page.get_by_role("slider").evaluate("(it, n) => { it.value = n; it.dispatchEvent(new Event('input')) }", n)


def shown(page):
    """What the page says that the memory shows: address, content, and version with position."""
    return page.locator("#shown li.entry").evaluate_all(
        """found => found.map(each => [each.querySelector('.address').textContent,
        each.querySelector('.value bdi').textContent, each.querySelector('div.about').textContent])"""
    )


def of_command(command, at):
    """The same of ``belieflog show`` and of long-term memory at a point."""
    pad = command.json("show", "--at", at)
    entries = [each for value in pad.values() for each in (value if isinstance(value, list) else [value])]
    with belieflog.open(command.log, readonly=True) as log:
        long_term = [
            (e.address, gist.gist(e.kind, e.value), e.version, e.position)
            for e in log.memory("me", "main").shown("long-term", at).entries
        ]
    working = [
        (e["address"], gist.gist(e["kind"], e["value"]), e["version"], e["position"])
        for e in entries
        if isinstance(e, dict)
    ]
    return [(address, text, f"version {version} at {where}") for address, text, version, where in working + long_term]


# The same states


def test_the_slider_shows_what_show_says_at_each_point(command, out, read):  # noqa: F811
    written(command, out)
    page = read(out)
    points = [step[0] for step in data(out)["steps"]]
    assert len(points) == int(page.get_by_role("slider").get_attribute("max")) > 10

    for n in [*range(1, len(points) + 1), *range(len(points) - 1, 0, -3)]:  # and back again
        go(page, n)
        found = shown(page)
        wanted = of_command(command, points[n - 1])
        assert page.locator("#state").get_attribute("data-at") == str(points[n - 1])
        assert [(a, text) for a, text, _ in found] == [(a, text) for a, text, _ in wanted]
        assert all(told.startswith(version) for (_, _, told), (_, _, version) in zip(found, wanted, strict=True))


def test_from_and_until_bound_the_points_and_the_state_before_is_not_lost(command, out, read):  # noqa: F811
    whole = command.json("log", "--limit", "100")
    first = next(e["position"] for e in whole if e["address"] == "note:guess")
    told = written(command, out, "--from", first, "--until", first + 3)
    page = read(out)
    points = [step[0] for step in data(out)["steps"]]

    assert (points[0], points[-1], told["points"]) == (first, first + 3, len(points))
    go(page, 1)
    assert [(a, text) for a, text, _ in shown(page)] == [(a, text) for a, text, _ in of_command(command, first)]
    expect(page.locator("svg text.end")).to_have_count(0)  # what came after is no part of it
    happened = page.locator(".did .changes li")
    expect(happened).to_have_count(1)
    expect(happened).to_contain_text("note:guess")


def test_a_selector_tells_only_what_rests_on_it(command, out, read):  # noqa: F811
    command("write", "unrelated", "zebra")
    written(command, out, "--by-source", "tool:curl")
    page = read(out)
    text = out.read_text("utf-8")

    assert {place[0] for place in data(out)["places"] if place[0]} == {"fact:timeout", "note:guess"}
    assert "zebra" not in text
    assert "team red" not in text
    expect(page.get_by_text("--by-source tool:curl")).to_be_visible()
    expect(page.locator("#corrections article")).to_have_count(1)


def test_corrections_tell_what_they_did(command, out, read):  # noqa: F811
    written(command, out)
    correction = read(out).locator("#corrections article")

    expect(correction).to_contain_text("curl asked the wrong host")
    changes = correction.locator(".changes li")
    expect(changes.filter(has_text="fact:timeout")).to_contain_text("99 s")
    expect(changes.filter(has_text="fact:timeout")).to_contain_text("10 s")
    expect(changes.filter(has_text="note:guess")).to_have_class("removed")


def test_versions_are_told_with_what_differs(command, out, read):  # noqa: F811
    written(command, out)
    versions = read(out).locator("#versions details").filter(has_text="fact:timeout")

    expect(versions.locator("li")).to_have_count(2)
    expect(versions.locator("del")).to_have_text("10")
    expect(versions.locator("ins")).to_have_text("99")
    expect(versions.locator("li.void")).to_contain_text("99")


def test_the_prompt_that_a_model_read_is_told_as_it_was(command, out, read):  # noqa: F811
    recalled = next(e["position"] for e in command.json("log", "--tag", "recalled"))
    with belieflog.open(command.log, readonly=True) as log:
        given = log.memory("me", "main").prompt_given(recalled).text
    written(command, out, "--prompt", recalled + 1)
    assert read(out).locator("#prompts pre").text_content() == given

    written(command, out, "--prompt", recalled - 1, "--force")
    expect(read(out).locator("#prompts pre")).to_have_count(0)


def test_the_anchor_in_the_report_verifies_the_log_and_finds_it_cut(command, out, read, tmp_path):  # noqa: F811
    told = written(command, out)
    anchor = tmp_path / "anchor.json"
    anchor.write_text(read(out).locator("#anchor").text_content(), "utf-8")

    assert command.json("verify", "--anchor", anchor)["anchor"]["position"] == told["position"]
    command("fork", tmp_path / "cut.db")
    assert Command(tmp_path / "cut.db")("verify", "--anchor", anchor).exit_code == 3


# Whatever is stored


def test_hostile_text_is_shown_and_does_nothing(tmp_path, out, read):  # noqa: F811
    where = str(tmp_path / "hostile.db")
    with belieflog.open(where) as log:
        mem = log.memory("me", "main")
        log.set_policy({"sizes": {"note": 200_000}}, reason="for long ones")
        mem.set_goal(HOSTILE[0], source="user")
        for n, text in enumerate(HOSTILE):
            mem.write(f"k{n}/" + re.sub(r"[^<>a-z/]", "", text), text, reason=text)
            mem.write(f"k{n}/" + re.sub(r"[^<>a-z/]", "", text), text + "!")
            mem.say("user", text)
        mem.prompt(audit=True)
        mem.write("long", "x" * 130_000)
        log.revert(user="me", address="note:long", reason=HOSTILE[0])
        mem.write("last", "猫" * 130_000)
    command = Command(where)
    assert "130000" not in command("report", out).stdout
    page = read(out)

    go(page, 1)
    assert shown(page)[0][1] == HOSTILE[0]
    for _ in HOSTILE:
        page.keyboard.press("]")
    go(page, len(data(out)["steps"]))
    texts = [text for _, text, _ in shown(page)]
    assert [text for text in texts if text.endswith("!")] == [safe(text + "!").replace("\r", "") for text in HOSTILE]
    assert not HIDDEN.search(out.read_text("utf-8"))
    assert page.locator("img, iframe, object").count() == 0
    assert page.locator("script").count() == 2
    expect(page.get_by_text("110000 more characters are left out")).to_have_count(0)
    page.get_by_role("button", name="show all 20000 characters").last.click()
    expect(page.locator("#shown").get_by_text("110000 more characters are left out")).to_be_visible()


def test_json_in_a_page_can_not_end_its_script():
    text = states.as_script([*HOSTILE])

    assert not re.search("[<>&\u2028\u2029]", text)
    assert json.loads(text) == [*HOSTILE]


def test_thousands_of_entries_fit_and_step_fast(tmp_path, out, read):  # noqa: F811
    where = str(tmp_path / "many.db")
    with belieflog.open(where) as log:
        mem = log.memory("me", "main")
        for start in range(0, 3000, 100):
            with mem.batch() as batch:
                for n in range(start, start + 100):
                    batch.remember(f"semantic:n/k{n}", f"value {n}")
        for n in range(500):
            mem.write(f"k{n % 7}", n)
    told = written(Command(where), out)
    page = read(out)

    assert told["bytes"] == out.stat().st_size < 5_000_000
    assert (told["points"], told["entries"]) == (530, 400)
    assert any("2607 entries" in each for each in told["left_out"])
    expect(page.locator("#shown li.entry")).to_have_count(200)
    page.get_by_role("button", name="show all 3007 entries").click()
    expect(page.locator("#shown li.entry")).to_have_count(3007)
    took = page.evaluate(
        """() => { const it = document.getElementById('point'), begun = performance.now();
        for (let n = 1; n <= 20; n++) { it.value = n * 26; it.dispatchEvent(new Event('input')) }
        return (performance.now() - begun) / 20 }"""
    )
    assert took < 100


def test_what_was_erased_is_not_in_the_file(command, out):
    command("write", "word", "swordfish-1")
    command("write", "word", "swordfish-2")
    command("say", "user", "my word is swordfish-3")
    command("observe", "vault", "swordfish-4")
    with belieflog.open(command.log) as log:
        log.memory("me", "main").prompt(audit=True)
    written(command, out)
    assert {n for n in b"1234" if b"swordfish-" + bytes([n]) in out.read_bytes()} == {*b"1234"}

    for text in ("swordfish-1", "swordfish-2", "swordfish-3", "swordfish-4"):
        assert command("erase", "--text", text, "--reason", "private").exit_code == 0
    written(command, out, "--force")

    assert b"swordfish" not in out.read_bytes()
    assert b"(erased)" in out.read_bytes()


def test_masked_and_closed_content_stays_so(command, out):
    command("write", "token", "ghp_" + "a1B2c3D4" * 4 + "e5F6")
    with belieflog.open(command.log) as log:
        mem = log.memory("me", "main")
        mem.remember("semantic:hr/salary", "ninety thousand", source="user")
        mem.remember("semantic:hr/salary", "ninety-one thousand", source="user")
        log.set_policy({"namespaces": {"hr": {"access": "closed", "readers": ["actor:payroll"]}}}, reason="private")

    told = written(command, out)
    assert b"ghp_" not in out.read_bytes()
    assert b"thousand" not in out.read_bytes()
    assert b"salary" not in out.read_bytes()
    assert any("1 entries of closed namespaces" in each for each in told["left_out"])

    written(command, out, "--force", "--actor", "payroll")
    assert b"ninety-one thousand" in out.read_bytes()


# Its size and its place


def test_a_limit_is_kept_and_what_is_left_out_is_said(tmp_path, out, read):  # noqa: F811
    where = str(tmp_path / "large.db")
    with belieflog.open(where) as log:
        mem = log.memory("me", "main")
        for n in range(300):
            mem.write(f"k{n % 60}", f"{n}: " + "word " * 400)
        mem.prompt(audit=True)
    command = Command(where)
    whole = written(command, out)
    assert whole["left_out"] == []

    for limit in (400_000, 100_000, 60_000):
        told = written(command, out, "--force", "--limit", limit)
        text = read(out).locator("#left-out + ul").inner_text()
        assert out.stat().st_size == told["bytes"] <= limit
        assert told["left_out"] == text.splitlines()
    assert told["points"] < 300
    page = read(out)
    go(page, 1)
    assert [a for a, _, _ in shown(page)] == [a for a, _, _ in of_command(command, data(out)["steps"][0][0])]

    assert "--limit says 1000" in command.refusal("report", out, "--force", "--limit", 1000)
    assert out.stat().st_size == told["bytes"]


def test_a_file_that_is_there_stays_unless_forced(command, out, tmp_path):
    out.write_text("mine")

    assert "is there already" in command.refusal("report", out)
    assert out.read_text() == "mine"
    assert command("report", out, "--force").exit_code == 0
    assert out.read_text("utf-8").startswith("<!doctype html>")
    assert "there is no folder" in command.refusal("report", tmp_path / "no" / "r.html")
    assert "is a folder" in command.refusal("report", tmp_path, "--force")
    assert {p.name for p in tmp_path.iterdir() if p.suffix == ".html"} == {"report.html"}


def test_what_is_not_there_is_refused(command, out):
    assert "there is no session 'other' of 'me'" in command.refusal("report", out, "--session", "other")
    assert "--from names the earlier point" in command.refusal("report", out, "--from", 9, "--until", 4)
    assert command.refusal("report", out, "--by-source", "tool:nobody")
    assert not out.exists()


def test_without_jinja2_it_says_what_to_install(command, out, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)

    assert "pip install -e '.[web]'" in command.refusal("report", out)


def test_long_term_memory_without_a_session_has_a_report_too(tmp_path, out, read):  # noqa: F811
    where = str(tmp_path / "long.db")
    with belieflog.open(where) as log:
        log.memory("ada").remember("semantic:api/owner", "team red", source="user")
    written(Command(where), out, "--user", "ada")

    assert [(a, text) for a, text, _ in shown(read(out))] == [("semantic:api/owner", "team red")]


# For every reader


def test_without_javascript_it_is_a_document(command, out, read):  # noqa: F811
    written(command, out)
    page = read(out, java_script_enabled=False)

    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.get_by_text("Below is the memory at the last point.")).to_be_visible()
    expect(page.locator("#shown li.entry").filter(has_text="semantic:api/owner")).to_contain_text("team red")
    expect(page.locator("svg.lanes rect.bar").first).to_be_visible()
    expect(page.locator("#corrections article")).to_contain_text("curl asked the wrong host")
    expect(page.locator("#anchor")).to_contain_text('"hash"')


def test_it_speaks_chinese(command, out, read):  # noqa: F811
    written(command, out, "--lang", "zh")
    page = read(out)

    expect(page.locator("html")).to_have_attribute("lang", "zh")
    go(page, 2)
    expect(page.get_by_role("slider", name=CHINESE["Point of the session"])).to_be_visible()
    body = page.locator("body").inner_text()
    for english in ("Timeline", "Corrections", "version", "At position", "Previous"):
        assert english not in body


def test_it_is_read_by_keyboard_alone_and_the_focus_is_seen(command, out, read):  # noqa: F811
    written(command, out)
    page = read(out)
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        told = page.evaluate(
            """() => { const it = document.activeElement;
            return [it.tagName, it.id, it.innerText || it.getAttribute('aria-label') || '',
                    getComputedStyle(it).outlineStyle !== 'none'] }"""
        )
        if told[0] == "BODY":
            break
        assert told[2], told
        assert told[3], told
        seen.add(told[1])
    assert {"point", "previous", "next"} <= seen

    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"event 1 of \d+, position 2, "))
    page.keyboard.press("]")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"event 2 of \d+, position 3, "))
    page.get_by_role("button", name="Next event").press("Enter")
    expect(page.locator("#state")).to_have_attribute("data-at", "4")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_narrow_screen_and_has_contrast(command, out, read, scheme):  # noqa: F811
    written(command, out)
    page = read(out, width=400, color_scheme=scheme)

    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    faint = page.evaluate(CONTRAST)
    assert faint == []


def test_on_paper_every_version_is_open_and_nothing_moves(command, out, read):  # noqa: F811
    written(command, out)
    page = read(out)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")

    expect(page.locator("#steps")).to_be_hidden()
    assert page.locator("#versions details:not([open])").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.pdf()[:5] == b"%PDF-"


def test_only_its_own_script_and_style_may_run(command, out, read):  # noqa: F811
    written(command, out)
    text = out.read_text("utf-8")
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)

    assert "unsafe" not in policy
    assert "http" not in policy
    assert "default-src &#39;none&#39;" in policy
    assert not re.search(r"\sstyle=|\son\w+=|https?://", re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL))


CONTRAST = """() => {
  const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255)
    .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const ground = (it) => { for (; it; it = it.parentElement) { const c = getComputedStyle(it).backgroundColor;
    if (c !== 'rgba(0, 0, 0, 0)') return c } return 'rgb(255, 255, 255)' };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const it = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !it.getClientRects().length || it.closest('svg, script')) continue;
    const [a, b] = [light(getComputedStyle(it).color), light(ground(it))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.add(`${it.tagName} ${it.className} ${ratio.toFixed(2)}`);
  }
  return [...found];
}"""
