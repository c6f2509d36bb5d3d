"""Who may come in over HTTP, and with what: the token, the host, the origin, the message."""

import asyncio
import hmac
from collections import deque
from collections.abc import Iterator

import mcp_types as types
from mcp.server.transport_security import DEFAULT_MAX_REQUEST_BODY_SIZE
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from belieflog.mcp.lines import Unreadable, read
from belieflog.mcp.place import Place


class Door:
    """Lets in only who shows the token, if there is one, asks for this server, and comes from no other's page."""

    def __init__(self, inner: ASGIApp, place: Place, port: int) -> None:
        self._inner, self._place, self._port = inner, place, port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            refused, body = self._refused(Headers(scope=scope)), receive
            if refused is None and scope["method"] == "POST":
                refused, body = await _read(receive)
            await (refused or self._inner)(scope, body, sending)
        except asyncio.CancelledError:  # the server ends, and has waited long enough; to uvicorn it would be an error
            if begun:
                await send({"type": "http.response.body", "body": b""})
            else:
                await PlainTextResponse("the server ends", 503)(scope, receive, send)

    def _refused(self, headers: Headers) -> Response | None:
        if self._place.token is not None and not _shows(self._place.token, headers.get("authorization", "")):
            return PlainTextResponse("wrong or missing token", 401, {"WWW-Authenticate": "Bearer"})
        if not all(self._known(host) for host in headers.getlist("host") or [""]):
            return PlainTextResponse("this server doesn't go by that name", 421)
        if not all(self._known(host) for host in _hosts(headers.getlist("origin"))):
            return PlainTextResponse("a page of another site asks", 403)
        return None

    def _known(self, host: str) -> bool:
        return self._place.known(host, self._port)


def _shows(token: str, header: str) -> bool:
    scheme, _, shown = header.partition(" ")
    return scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), token.encode())


def _hosts(origins: list[str]) -> Iterator[str]:
    for origin in origins:
        scheme, _, host = origin.partition("://")
        yield host if scheme in ("http", "https") else ""


def _shallow(body: bytes, message: types.JSONRPCMessage | None) -> None:
    """Refuse under its own number what is nested too deep for the SDK, which would answer it under none."""
    if message is None:
        return
    try:
        types.jsonrpc_message_adapter.validate_json(body, by_name=False)
    except ValueError:
        number = message.id if isinstance(message, types.JSONRPCRequest) else None
        raise Unreadable(types.INVALID_REQUEST, "nested too deep: flatten it", number) from None


async def _read(receive: Receive) -> tuple[Response | None, Receive]:
    """Refuse a body that is no message, as over standard input; else give the whole of it to be read again."""
    came: deque[Message] = deque()
    size, more = 0, True
    while more and size <= DEFAULT_MAX_REQUEST_BODY_SIZE:  # a longer one is for the SDK to refuse
        came.append(await receive())
        size += len(came[-1].get("body", b""))
        more = bool(came[-1].get("more_body"))

    async def again() -> Message:
        return came.popleft() if came else await receive()

    if not more and came[-1]["type"] == "http.request":
        try:
            body = b"".join(each.get("body", b"") for each in came)
            _shallow(body, read(body))
        except Unreadable as error:
            told = error.answer.model_dump_json(by_alias=True, exclude_unset=True)
            return Response(told, 400, media_type="application/json"), again
    return None, again
