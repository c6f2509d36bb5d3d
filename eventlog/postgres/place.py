"""Where a log in PostgreSQL is: what a URL says of it."""

from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from msgspec import Struct

from eventlog.errors import Refused
from eventlog.names import name

_SHOWN = ("host", "hostaddr", "port", "dbname", "service")


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
    try:
        told = dict(parse_qsl(parts.query.replace("+", "%2B"), keep_blank_values=True, errors="strict"))
    except UnicodeDecodeError:
        raise Refused("open", f"the URL of a log on '{parts.netloc.rpartition('@')[2]}' isn't UTF-8: mend it") from None
    log, follower = told.pop("log", ""), told.pop("follower", None)
    bare = f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
    if not log:
        raise Refused("open", f"{bare!r} names no log: end it with '?log=NAME', such as '?log=team-a'")
    public = {key: told[key] for key in _SHOWN if key in told}
    return Place(
        f"postgresql://{parts.netloc}{parts.path}{_query(told)}",
        name(log, "log"),
        bare + _query({**public, "log": log}),
        follower,
    )


def _query(told: dict[str, str]) -> str:
    return "?" + urlencode(told, safe="/", quote_via=quote) if told else ""
