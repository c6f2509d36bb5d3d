"""The viewer as a web application: each page a route, run in a thread, behind the guard."""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from cli.web import live
from cli.web.asking import Ask, Page, Show
from cli.web.guard import App, Guard
from cli.web.links import name
from cli.web.site import PAGES, Site
from cli.web.templating import HERE
from eventlog.errors import BelieflogError, NotFound, Unavailable

_MOST = 1_000_000  # bytes of a form


def application(site: Site, port: int) -> App:
    """Put the pages of *site* behind a guard that answers on *port*."""
    routes = [
        Route(page.path, _endpoint(site, page), methods=["GET", "POST"] if page.post else ["GET"]) for page in PAGES
    ]
    routes.append(Route(live.PAGE.path, _endpoint(site, live.PAGE)))
    static = Mount("/static", StaticFiles(directory=HERE / "static"))
    missing = {404: _endpoint(site, Page("", _missing))}
    app = Starlette(routes=[*routes, static], exception_handlers=missing)
    app.router.redirect_slashes = False
    return Guard(app, site.keys, port, may_correct=site.may_correct)


def _endpoint(site: Site, page: Page) -> Callable[..., Awaitable[Response]]:
    async def endpoint(request: Request, error: Exception | None = None) -> Response:
        form: dict[str, str] = {}
        if request.method == "POST":
            form = await _form(request)
            if form.get("csrf") != site.keys.form:
                return PlainTextResponse("the form is of an earlier start: open the page again\n", 403)
        names = {key: name(part) for key, part in request.path_params.items()}
        ask = Ask(site, page, names, dict(request.query_params), form, request.headers.get("hx-request") == "true")
        show = page.post if request.method == "POST" and page.post else page.show
        return await asyncio.get_running_loop().run_in_executor(site.threads, _answered, ask, show)

    return endpoint


def _answered(ask: Ask, show: Show) -> Response:
    try:
        if ask.form:
            return show(ask)
        if ask.where.before is not None:
            ask.where.before(ask)
        with ask.log.memory(ask.names.get("user") or "me").reading():
            return show(ask)
    except BelieflogError as error:
        status = 404 if isinstance(error, NotFound) else 503 if isinstance(error, Unavailable) else 400
        return ask.page("part-error.html" if ask.fragment else "error.html", status, message=str(error))


def _missing(ask: Ask) -> Response:
    raise NotFound(ask.say("there is no such page"))


async def _form(request: Request) -> dict[str, str]:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _MOST:
            return {}
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
