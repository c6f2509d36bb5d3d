"""Serving over HTTP: the protocol's streamable transport, on loopback unless told otherwise."""

import os
import socket
from collections.abc import Callable
from typing import Any

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.types import ASGIApp

from belieflog.mcp.door import Door
from belieflog.mcp.place import Place, bracketed
from belieflog.mcp.server import build
from belieflog.mcp.serving import Serving
from eventlog.errors import Unavailable

PATH = "/mcp"
_LEAVING = 3  # seconds that open streams are given when the server ends


def serve(serving: Serving, place: Place, listening: Callable[[str], object] = lambda url: None) -> None:
    """Serve until interrupted; *listening* is told the URL once requests are taken."""
    with _listen(place) as taken:
        port = taken.getsockname()[1]
        listening(f"http://{bracketed(place.host)}:{port}{PATH}")
        server = uvicorn.Server(
            uvicorn.Config(
                app(serving, place, port), log_level="warning", access_log=False, timeout_graceful_shutdown=_LEAVING
            )
        )
        anyio.run(server.serve, [taken])


def app(serving: Serving, place: Place, port: int) -> ASGIApp:
    """Make the application: the SDK's behind a door of our own, which knows a name and a port from their beginning."""
    inner = build(serving).streamable_http_app(
        streamable_http_path=PATH,
        host=place.host,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return Door(inner, place, port)


def _listen(place: Place) -> socket.socket:
    where = f"{bracketed(place.host)}:{place.port}"
    try:
        family: Any = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((place.host, place.port), family=family, backlog=128)
    except OSError as error:
        why = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise Unavailable(f"can't listen at {where}: {why}; choose another port or host") from None
