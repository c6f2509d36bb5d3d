"""Serving over HTTP: the protocol's streamable transport, on loopback unless told otherwise."""

import hmac
import os
import socket
from collections.abc import Callable
from typing import Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from belieflog.mcp.place import Place, bracketed
from belieflog.mcp.server import build
from belieflog.mcp.serving import Serving
from eventlog.errors import Unavailable

PATH = "/mcp"
_LEAVING = 3  # seconds that open streams are given when the server ends


def serve(serving: Serving, place: Place, listening: Callable[[str], object] = lambda url: None) -> None:
    """Serve until interrupted; *listening* is told the URL once requests are taken."""
    with _listen(place) as taken:
        listening(f"http://{bracketed(place.host)}:{taken.getsockname()[1]}{PATH}")
        server = uvicorn.Server(
            uvicorn.Config(
                app(serving, place), log_level="warning", access_log=False, timeout_graceful_shutdown=_LEAVING
            )
        )
        anyio.run(server.serve, [taken])


def app(serving: Serving, place: Place) -> ASGIApp:
    """Make the application: the SDK's, which refuses hosts and origins it doesn't know, behind the token."""
    origins = [f"{scheme}://{host}" for scheme in ("http", "https") for host in place.names]
    inner = build(serving).streamable_http_app(
        streamable_http_path=PATH,
        host=place.host,
        transport_security=TransportSecuritySettings(
            allowed_hosts=_any_port(place.names), allowed_origins=_any_port(origins)
        ),
    )
    return inner if place.token is None else Guard(inner, place.token)


class Guard:
    """Lets in only who shows the token."""

    def __init__(self, inner: ASGIApp, token: str) -> None:
        self._inner, self._token = inner, token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 to a request without the token."""
        if scope["type"] == "http" and not self._shown(Headers(scope=scope).get("authorization", "")):
            refused = PlainTextResponse("wrong or missing token", 401, {"WWW-Authenticate": "Bearer"})
            await refused(scope, receive, send)
            return
        await self._inner(scope, receive, send)

    def _shown(self, header: str) -> bool:
        scheme, _, shown = header.partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(shown.strip().encode(), self._token)


def _listen(place: Place) -> socket.socket:
    where = f"{bracketed(place.host)}:{place.port}"
    try:
        family: Any = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((place.host, place.port), family=family, backlog=128)
    except OSError as error:
        why = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise Unavailable(f"can't listen at {where}: {why}; choose another port or host") from None


def _any_port(names: "list[str] | tuple[str, ...]") -> list[str]:
    return [*names, *(f"{name}:*" for name in names)]
