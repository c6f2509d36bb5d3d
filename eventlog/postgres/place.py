"""Where a log in PostgreSQL is: what a URL says of it."""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from msgspec import Struct

from eventlog.errors import Refused
from eventlog.names import name


class Place(Struct, frozen=True):
    """A log in a database: how to reach it, which one it is, and the file on this machine that follows it."""

    conninfo: str
    log: str
    shown: str  # without user and password
    follower: str | None = None


def place(url: str) -> Place:
    """Read a URL such as ``postgresql://host/database?log=team-a``.

    ``log`` names the log, and ``follower`` the file that follows it; the rest goes to libpq as it is.
    """
    parts = urlsplit(url)
    told = dict(parse_qsl(parts.query, keep_blank_values=True))
    log, follower = told.pop("log", ""), told.pop("follower", None)
    if not log:
        raise Refused("open", f"{_shown(url)!r} names no log: end it with '?log=NAME', such as '?log=team-a'")
    conninfo = urlunsplit(("postgresql", parts.netloc, parts.path, urlencode(told), ""))
    return Place(conninfo, name(log, "log"), f"{_shown(url)}?log={log}", follower)


def _shown(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(("postgresql", parts.netloc.rpartition("@")[2], parts.path, "", ""))
