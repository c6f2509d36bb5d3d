"""Take the pictures of the viewer anew: ``python docs/pictures/take.py SESSION.jsonl``.

The session (of Claude Code, Codex, or what else ``belieflog import`` reads) is imported into a log that goes away again;
those in the README show a session of Claude Code at its third plan. Needs the extras *web* and *dev*, and Chromium.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import belieflog
from cli.web.links import link

HERE = Path(__file__).parent
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
SIZE = {"width": 1280, "height": 800}
MOST = 200_000  # bytes of a picture
PLANS = 3  # the plan at which the session is shown
PERSONAL = re.compile(r"[\w.+-]+@[\w-]+\.\w|(?:/home|/Users|\\Users)[/\\]\w")


def main(session: str) -> None:
    """Import a session, and take the picture of its timeline in each language."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "session.db")
        belief = [sys.executable, "-m", "cli", "--log", log]
        subprocess.run([*belief, "import", session], check=True, capture_output=True)
        path = point(log)
        for lang in ("en", "zh"):
            served = subprocess.Popen(
                [*belief, "--jsonl", "--lang", lang, "ui", "--no-open", "--port", "0"], stdout=subprocess.PIPE
            )
            try:
                assert served.stdout is not None
                take(json.loads(served.stdout.readline())["address"], path, HERE / f"timeline-{lang}.png")
            finally:
                served.terminate()
                served.wait()


def point(log: str) -> str:
    """Give the path of the page: the session at the plan that is to be seen."""
    with belieflog.open(log, readonly=True) as opened:
        [user] = opened.users()
        session = opened.session_names(user)[0]
        plans = [event.position for event in opened.events(user=user, tag="plan-revised")]
        return link("/u/{user}/s/{session}", {"at": plans[:PLANS][-1] if plans else None}, user=user, session=session)


def take(address: str, path: str, out: Path) -> None:
    """Take the picture of a page, unless something personal is on it or it is too large."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(address)
        page.goto(address.partition("/?")[0] + path)
        if found := PERSONAL.search(page.locator("body").inner_text()):
            sys.exit(f"{found[0]!r} is on the page: choose another session")
        page.screenshot(path=out)
        browser.close()
    if (size := out.stat().st_size) > MOST:
        sys.exit(f"{out.name} has {size} bytes, more than {MOST}")
    print(out.name, size)


if __name__ == "__main__":
    main(sys.argv[1])
