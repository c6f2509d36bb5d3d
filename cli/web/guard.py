"""Who may ask the viewer, and what is sent with every answer.

The viewer shows all that an agent was told, so it answers only to the person who started it: by a token in the
printed address, changed for a cookie at once; on this machine's own names (a page elsewhere can't reach it under
another); and to nothing that another page sent.
"""

from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from http.cookies import SimpleCookie
from secrets import compare_digest, token_urlsafe
from typing import Any
from urllib.parse import parse_qsl, urlencode

from msgspec import Struct, field

Message = MutableMapping[str, Any]
App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class Keys(Struct, frozen=True):
    """What is drawn anew at each start: the token of the address, what the cookie holds, what each form holds."""

    token: str = field(default_factory=lambda: token_urlsafe(32))
    cookie: str = field(default_factory=lambda: token_urlsafe(32))
    form: str = field(default_factory=lambda: token_urlsafe(32))


class Guard:
    """Stands before *app*, on *port*: lets through what the person who started the viewer asks for."""

    def __init__(self, app: App, keys: Keys, port: int, *, may_correct: bool = False) -> None:
        self._app, self._keys, self._may_correct = app, keys, may_correct
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self._cookie = f"belieflog-{port}"

    async def __call__(
        self,
        scope: Message,
        receive: Callable[[], Awaitable[Message]],
        send: Callable[[Message], Awaitable[None]],
    ) -> None:
        """Answer what is refused, hand on the rest."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        path = scope["raw_path"].decode("ascii", "replace")
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        sending = _with_headers(send)
        if (refused := self.refused(scope["method"], headers)) is not None:
            await _answer(sending, *refused)
        elif (told := dict(query).get("token")) is not None:
            if _same(told, self._keys.token):
                rest = urlencode([(key, value) for key, value in query if key != "token"])
                where = f"/{path.lstrip('/')}" + (f"?{rest}" if rest else "")
                cookie = f"{self._cookie}={self._keys.cookie}; HttpOnly; SameSite=Strict; Path=/"
                await _answer(sending, 303, "", {"location": where, "set-cookie": cookie})
            else:
                await _answer(sending, 401, _UNKNOWN)
        elif not _same(self._shown(headers), self._keys.cookie):
            await _answer(sending, 401, _UNKNOWN)
        else:
            # as it was sent, so that a name with a slash in it is one segment
            await self._app({**scope, "path": path}, receive, sending)

    def refused(self, method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        """Say what is refused whoever asks, None where nothing is."""
        host, origin, site = (headers.get(name) for name in ("host", "origin", "sec-fetch-site"))
        if host not in self._hosts:
            return 403, "this viewer answers to 127.0.0.1 and localhost only\n"
        if site not in (None, "none", "same-origin"):
            return 403, "another page asked for this: open the viewer by its own address\n"
        # with no referrer a browser sends the origin of its own forms as null, and tells that they are its own
        ours = origin == f"http://{host}" or (origin == "null" and site == "same-origin")
        if origin is not None and not ours:
            return 403, "another page asked for this: open the viewer by its own address\n"
        if method == "POST":
            if not ours:
                return 403, "a form must come from the viewer's own page\n"
            if not self._may_correct:
                return 403, "the viewer only reads: start it with --allow-corrections\n"
        elif method not in ("GET", "HEAD"):
            return 405, "the viewer takes GET, HEAD and POST\n"
        return None

    def _shown(self, headers: Mapping[str, str]) -> str:
        jar: SimpleCookie = SimpleCookie()
        for part in headers.get("cookie", "").split(";"):
            if part.strip().startswith(f"{self._cookie}="):
                jar.load(part.strip())
        return jar[self._cookie].value if self._cookie in jar else ""


_UNKNOWN = "open the address that 'belieflog ui' printed: it holds the token of this start\n"


def _same(told: str, wanted: str) -> bool:
    return compare_digest(told.encode(), wanted.encode())


def _with_headers(send: Callable[[Message], Awaitable[None]]) -> Callable[[Message], Awaitable[None]]:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            kept = [(k, v) for k, v in message.get("headers", ()) if k.decode("latin-1").lower() not in HEADERS]
            added = [(key.encode(), value.encode()) for key, value in HEADERS.items()]
            message = {**message, "headers": [*kept, *added]}
        await send(message)

    return sending


async def _answer(
    send: Callable[[Message], Awaitable[None]], status: int, text: str, more: Mapping[str, str] | None = None
) -> None:
    told = {"content-type": "text/plain; charset=utf-8", "content-length": str(len(text.encode())), **(more or {})}
    headers = [(key.encode(), value.encode("latin-1")) for key, value in told.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})
