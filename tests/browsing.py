"""The viewer as tests see it: served from this process, asked plainly or looked at in a browser."""

import os
import shutil
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import sync_playwright

import belieflog
from cli.web import serving
from cli.web.site import Site

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


class Viewer:
    """A viewer that runs: its address, and how to ask it without a browser."""

    def __init__(self, site, opened):
        self.site, self.port = site, opened.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.base = f"http://{self.host}"
        self.address = serving.address(site, opened)
        self.contexts = []  # of browsers that look at it
        self.cookie = f"belieflog-{self.port}={site.keys.cookie}"

    def ask(self, path, method="GET", body=None, *, known=True, **headers):
        """Give status, headers (by lower-case name) and text of an answer; *headers* as in ``sec_fetch_site=``."""
        told = {"Host": self.host} | ({"Cookie": self.cookie} if known else {})
        told |= {name.replace("_", "-").title(): value for name, value in headers.items()}
        connection = HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, path, body, told)
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()
        finally:
            connection.close()

    def text(self, path):
        """The page at *path*, which must be there."""
        status, _, text = self.ask(path)
        assert status == 200, text
        return text


@contextmanager
def viewing(path, **how):
    """Serve the log at *path*; *how* as `Site` takes it."""
    with belieflog.open(path, readonly=not how.get("may_correct")) as log:
        opened = serving.listening(0)
        site = Site(log, **how)
        server = serving.server(site, opened)
        thread = Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        viewer = Viewer(site, opened)
        try:
            yield viewer
        finally:
            for context in viewer.contexts:  # an open page goes on asking
                context.close()
            server.should_exit = True
            thread.join()
            opened.close()
            site.close()


@pytest.fixture(scope="module")  # while it lives this thread has a running loop, which other modules may want to start
def browser():
    """Debian's Chromium."""
    if CHROMIUM is None:
        pytest.skip("no Chromium here: apt-get install chromium, or name one in CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield started
        started.close()


@pytest.fixture
def look(browser):
    """Open a viewer's page: ``look(viewer, "/u/me", width=400)``. Fails on any error there, and on a request elsewhere."""
    troubles = []

    def opened(viewer, path="/", width=1280, **how):
        page = _page(browser, width, troubles, (viewer.base + "/", "data:"), **how)
        viewer.contexts.append(page.context)
        page.goto(viewer.address)
        page.goto(viewer.base + path)
        return page

    yield opened
    assert troubles == []


@pytest.fixture
def read(browser):
    """Open a file from the disk: ``read(path, width=400)``. Fails on any error there, and on a request for anything else."""
    troubles, contexts = [], []

    def opened(path, width=1280, **how):
        where = Path(path).resolve().as_uri()
        page = _page(browser, width, troubles, where, **how)
        contexts.append(page.context)
        page.goto(where)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []


def _page(browser, width, troubles, own, **how):
    """A page that notes in *troubles* each error, and each request for what doesn't begin as *own* says."""
    page = browser.new_context(viewport={"width": width, "height": 900}, **how).new_page()
    page.set_default_timeout(15_000)
    page.on("console", lambda said: troubles.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("dialog", lambda dialog: (troubles.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda asked: None if asked.url.startswith(own) else troubles.append(asked.url))
    return page
