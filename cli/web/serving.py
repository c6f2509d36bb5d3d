"""Running the viewer on this machine until the person ends it."""

import socket
import webbrowser
from contextlib import suppress
from threading import Thread

import uvicorn

from cli.web.app import application
from cli.web.site import Site
from eventlog.errors import Refused

LOOPBACK = "127.0.0.1"


def listening(port: int) -> socket.socket:
    """Open *port* on the loopback address (0: one that is free); says so where another program has it."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
        found.listen(64)
    except OSError as error:
        found.close()
        told = f"port {port} can't be listened on ({error.strerror or error})"
        raise Refused("port", f"{told}: name another with --port, or --port 0 for one that is free") from None
    return found


def address(site: Site, opened: socket.socket) -> str:
    """Give the address to open, with the token of this start."""
    return f"http://{LOOPBACK}:{opened.getsockname()[1]}/?token={site.keys.token}"


def show(address: str) -> None:
    """Open *address* in the person's browser, without waiting for it: some keep the terminal."""
    Thread(target=webbrowser.open, args=[address], daemon=True).start()


def server(site: Site, opened: socket.socket) -> uvicorn.Server:
    """Make what answers at an opened port."""
    config = uvicorn.Config(
        application(site, opened.getsockname()[1]), log_level="error", access_log=False, server_header=False,
        proxy_headers=False, ws="none", lifespan="off", timeout_graceful_shutdown=1,
    )  # fmt: skip
    return uvicorn.Server(config)


def run(site: Site, opened: socket.socket) -> None:
    """Answer until interrupted."""
    with opened, suppress(KeyboardInterrupt):
        server(site, opened).run(sockets=[opened])
    site.close()
