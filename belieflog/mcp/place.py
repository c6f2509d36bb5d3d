"""Where an HTTP server listens, and whom it lets in."""

import re
from collections.abc import Mapping

from msgspec import Struct

from eventlog.errors import InvalidValue, Refused

TOKEN = "BELIEFLOG_MCP_TOKEN"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Place(Struct, frozen=True):
    """A host and a port to listen at, the hosts a request may name, and the bearer token it must show, if any.

    Raises `Refused` where others than this machine's programs could reach it without a token, or under any name.
    """

    host: str
    port: int
    hosts: tuple[str, ...] = ()
    token: str | None = None

    def __post_init__(self) -> None:
        if self.loopback:
            return
        if self.token is None:
            raise Refused("token", f"others can reach {self.host!r}: set {TOKEN}, or give --token-file")
        if not self.hosts:
            raise Refused("host", f"others can reach {self.host!r}: say by which name with --allow-host")

    @property
    def loopback(self) -> bool:
        """Whether only programs of this machine can reach it."""
        import ipaddress

        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def names(self) -> tuple[str, ...]:
        """The hosts that a request may name: those allowed, and on loopback this machine's own."""
        own = (*_LOOPBACK, bracketed(self.host)) if self.loopback else ()
        return tuple(dict.fromkeys((*self.hosts, *own)))


def parse(text: str) -> tuple[str, int]:
    """Read ``PORT``, ``HOST:PORT`` or ``[ADDRESS]:PORT``.

    >>> parse("8000"), parse("0.0.0.0:80"), parse("[::1]:9000")
    (('127.0.0.1', 8000), ('0.0.0.0', 80), ('::1', 9000))
    """
    found = re.fullmatch(r"(?:(?P<host>\[[0-9a-fA-F:.]+\]|[^:\[\]\s]+):)?(?P<port>[0-9]{1,5})", text)
    if found is None or int(found["port"]) > 65_535:
        raise InvalidValue("http", f"{text!r} is no place to listen: write PORT, HOST:PORT or [ADDRESS]:PORT")
    return (found["host"] or "127.0.0.1").strip("[]"), int(found["port"])


def bracketed(host: str) -> str:
    """Write a host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def token(path: str | None, environment: Mapping[str, str]) -> str | None:
    """Give the token in the file at *path*, else that of the environment, else none."""
    if path is None:
        told, where = environment.get(TOKEN), TOKEN
    else:
        with open(path, encoding="utf-8", errors="replace") as file:
            told, where = file.read().strip(), path
    if told is None:
        return None
    if not told.isascii() or not told.isprintable() or " " in told or not told:
        raise InvalidValue(where, "holds no token: one line of printable ASCII without spaces")
    return told
