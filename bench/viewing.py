"""Row u': what a person waits for in the viewer, by the clock of their own browser, on one long session."""

import shutil
import statistics
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter
from typing import TYPE_CHECKING, Any

import belieflog
from bench.auditing import live
from bench.table import Line, micros

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = 15
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


def viewed(folder: Path, n: int) -> Iterator[Line]:
    """Open the timeline of a session of *n* events and move through it, beside a request that does nothing."""
    path, chromium = folder / "audit.db", shutil.which("chromium")
    if chromium is None:
        yield Line("u'", "no chromium here", "", "")
        return
    if not path.exists():
        with belieflog.open(path, durability="normal") as log:
            live(log.memory("u", "s"), n)
    from playwright.sync_api import sync_playwright

    from cli.web import serving
    from cli.web.site import Site

    with belieflog.open(path, readonly=True) as log, sync_playwright() as playwright:
        opened = serving.listening(0)
        site = Site(log)
        server = serving.server(site, opened)
        thread = Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=SWITCHES)
        page = browser.new_page()
        address = serving.address(site, opened)
        base = address.partition("/?")[0]
        page.goto(address)
        yield from _pages(page, base, n)
        yield from _steps(page, base, n)
        yield _news(page, base, path, n)
        browser.close()
        server.should_exit = True
        thread.join()
        site.close()


def _pages(page: "Page", base: str, n: int) -> Iterator[Line]:
    empty = [_loaded(page, f"{base}/live?after=999999999", page_itself=False) for _ in range(LOOKS)]
    for work, path in (
        ("users and sessions", "/"),
        ("timeline", "/u/u/s/s"),
        ("timeline at mid-log", f"/u/u/s/s?at={n // 2}"),
    ):
        took = [_loaded(page, base + path) for _ in range(LOOKS)]
        yield _line(f"{work} until shown, {n:,}", took, empty, 0.3)


def _steps(page: "Page", base: str, n: int) -> Iterator[Line]:
    page.goto(f"{base}/u/u/s/s")
    empty = [_loaded(page, f"{base}/live?after=999999999", page_itself=False) for _ in range(LOOKS)]
    for work, view in (("scratchpad", ""), ("long-term memory", "&view=memory"), ("prompt", "&view=prompt")):
        page.goto(f"{base}/u/u/s/s?at={n // 2}{view}")
        before: Any = page.evaluate("Number(document.getElementById('point').value)")
        took = [page.evaluate(_STEP) / 1000 for _ in range(min(LOOKS, int(before) - 1))]  # further back there is none
        yield _line(f"a step of the slider, {work}, until shown, {n:,}", took, empty, 0.1)


def _news(page: "Page", base: str, path: Path, n: int) -> Line:
    page.goto(f"{base}/u/u/s/s?at={n // 2}")
    took = []
    with belieflog.open(path) as log:
        for number in range(LOOKS):
            before = page.evaluate("document.getElementById('point').max")
            start = perf_counter()
            log.memory("u", "s").write("seen", [number, start])
            page.wait_for_function("before => document.getElementById('point').max !== before", arg=before, polling=10)
            took.append(perf_counter() - start)
    worst = max(took)
    return Line(
        "u'",
        f"a write until seen, worst, {n:,}",
        micros(worst),
        micros(2),
        worst / 2,
        "<=1.0",
        micros(statistics.median(took)),
    )


_STEP = """() => new Promise((done) => {
  const slider = document.getElementById("point"), before = document.getElementById("state").dataset.at;
  const start = performance.now();
  slider.value = Number(slider.value) - 1;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  const look = () => document.getElementById("state").dataset.at === before
    ? setTimeout(look, 0) : requestAnimationFrame(() => done(performance.now() - start));
  look();
})"""


def _loaded(page: "Page", url: str, page_itself: bool = True) -> float:
    """Give the seconds until a page was shown, or an address answered, as the browser tells them."""
    if not page_itself:
        took: Any = page.evaluate(
            "(url) => { const at = performance.now(); return fetch(url).then(() => performance.now() - at) }", url
        )
        return float(took) / 1000
    page.goto(url)
    told: Any = page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    return float(told) / 1000


def _line(work: str, took: list[float], empty: list[float], most: float) -> Line:
    ours = statistics.median(took)
    note = f"an empty answer {micros(statistics.median(empty))}, worst {micros(max(took))}"
    return Line("u'", work, micros(ours), micros(most), ours / most, "<=1.0", note)
