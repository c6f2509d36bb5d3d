"""Whether the log is what was written, and what was erased from it."""

import shlex
from typing import Any

from starlette.responses import RedirectResponse, Response

from cli import render
from cli.web.asking import Ask, Page
from eventlog import anchors

ERASURES = 20  # on a page
LEVELS = {"fine": ("✓", "fine"), "note": ("•", "worth knowing"), "problem": ("✗", "problem")}  # of a finding


def show(ask: Ask) -> Response:
    """Show the head, the newest check, the anchor, and the erasures of the user."""
    erased = ask.log.erasures(ask.user) if "user" in ask.names else []
    skip = ask.number("skip")
    return ask.page(
        "integrity.html",
        **_check(ask),
        log=ask.log,
        anchor=render.json_text(anchors.shape(ask.log.anchor())),
        command=f"belieflog --log {shlex.quote(ask.site.target or 'LOG')} verify --anchor FILE",
        erased=[(event, event.public.erased) for event in erased[skip : skip + ERASURES]],
        of_one="user" in ask.names,
        skip=skip,
        step=ERASURES,
        count=len(erased),
    )


def state(ask: Ask) -> Response:
    """Show how far the check is."""
    return ask.page("part-check.html", **_check(ask))


def check(ask: Ask) -> Response:
    """Begin to check the log, beside everything else; it changes nothing, so that it needs no form."""
    ask.site.checking.start(ask.log)
    return RedirectResponse(ask.link(ask.where.path.removesuffix("/check")), 303)


def _check(ask: Ask) -> dict[str, Any]:
    found = ask.site.checking.state
    base = ask.link(ask.where.path.removesuffix("/check").removesuffix("/state"))
    return {"checked": found, "base": base, "levels": LEVELS}


_BASES = ("/integrity", "/u/{user}/s/{session}/integrity")
PAGES = (
    *(Page(base, show, link="Integrity" if "{user}" in base else "") for base in _BASES),
    *(Page(f"{base}/state", state) for base in _BASES),
    *(Page(f"{base}/check", check) for base in _BASES),
)
