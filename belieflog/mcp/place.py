"""Where an HTTP server listens, and whom it lets in."""

import re
from collections.abc import Mapping

from msgspec import Struct

from eventlog.errors import InvalidValue, Refused

TOKEN = "BELIEFLOG_MCP_TOKEN"
_HTTP = 80  # the port that a request needn't name
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

    def known(self, host: str, port: int) -> bool:
        """Whether *host*, as a request has it, is this server where it listens at *port*.

        With a token any port will do. Without one a page of another server on this machine must stay out.
        """
        asked, own = host.lower(), (*_LOOPBACK, bracketed(self.host).lower()) if self.loopback else ()
        allowed = tuple(name.lower() for name in self.hosts)
        if self.token is None:
            return asked in (*allowed, *(f"{name}:{port}" for name in own), *(own if port == _HTTP else ()))
        name = re.sub(r":[0-9]{1,5}\Z", "", asked)
        return asked in allowed or name in (*allowed, *own)


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
