"""One request as a page sees it, and what a page is."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from starlette.responses import HTMLResponse, Response

from cli.web.links import link
from eventlog.errors import NotFound

if TYPE_CHECKING:
    from belieflog import Log, Memory
    from cli.web.site import Site

Show = Callable[["Ask"], Response]


class Page(Struct, frozen=True):
    """A page at *path*, which may hold ``{user}`` and ``{session}``; with *link* it is in the bar of each session.

    *before* is done first, while the log isn't read yet.
    """

    path: str
    show: Show
    link: str = ""
    post: Show | None = None
    before: Callable[["Ask"], object] | None = None


class Ask:
    """One request: for which page, whose memory, and with which query or form."""

    def __init__(
        self,
        site: "Site",
        page: Page,
        names: Mapping[str, str],
        query: Mapping[str, str],
        form: Mapping[str, str],
        fragment: bool = False,
    ) -> None:
        self.site, self.where, self.query, self.form, self.fragment = site, page, query, form, fragment
        self.names = dict(names)

    @property
    def log(self) -> "Log":
        """The log looked at."""
        return self.site.log

    @property
    def user(self) -> str:
        """Whose memory is looked at."""
        return self.names["user"]

    @property
    def session(self) -> str:
        """Which session of it."""
        return self.names["session"]

    @cached_property
    def mem(self) -> "Memory":
        """The memory looked at, as a person who audits it sees it; a session that isn't there is an error."""
        if not self.log.has_session(self.user, self.session):
            raise NotFound(self.say("there is no session {session} of {user}", session=self.session, user=self.user))
        return self.log.memory(self.user, self.session, self.site.actor)

    @property
    def may_correct(self) -> bool:
        """Whether the viewer was started with ``--allow-corrections``."""
        return self.site.may_correct

    def at(self) -> str | None:
        """Give the point asked for, None for now."""
        return self.query.get("at", "").strip() or None

    def number(self, name: str, default: int = 0, most: int = 10_000_000) -> int:
        """Read a number of the query, from 0 to *most*; what is none counts as the *default*."""
        told = self.query.get(name, "")
        return min(int(told), most) if told.isascii() and told.isdecimal() and len(told) < 12 else default

    def choice(self, name: str, choices: tuple[str, ...]) -> str:
        """Read a word of the query that is one of *choices*; anything else counts as the first of them."""
        told = self.query.get(name, "")
        return told if told in choices else choices[0]

    def say(self, text: str, /, **values: object) -> str:
        """Put *text* into the language asked for, and *values* into it."""
        return self.site.say(text, **values)

    def link(self, path: str, /, query: dict[str, object] | None = None, **names: str) -> str:
        """Give a path with names and a query put into it; the user and session of this request stand in for others."""
        return link(path, query, **{**self.names, **names})

    def beside(self, path: str, **query: object) -> str:
        """Give the path of a page of this session, as ``beside("entry", address="plan")``."""
        base = "/u/{user}/s/{session}" + (f"/{path}" if path else "")
        return self.link(base, query)

    def page(self, template: str, /, status: int = 200, **values: Any) -> Response:
        """Write a page (or a part of one) from a template."""
        told = {"ask": self, "say": self.say, "link": self.link, "beside": self.beside, **values}
        return HTMLResponse(self.site.templates.get_template(template).render(told), status)
