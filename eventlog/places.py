"""Opening a log's store by where it is: the path of a file, or the URL of a log on a server."""

import os
import re
import sys
from hashlib import sha256
from typing import TYPE_CHECKING

from eventlog.errors import Refused, Unavailable
from eventlog.sqlite_connect import Durability
from eventlog.sqlite_store import SQLiteStore
from eventlog.store import Store

if TYPE_CHECKING:
    from eventlog.engine import Engine

_LOGIN = re.compile(r"(://[^:@/?#]*):[^@/?#]*(?=@)")
_SECRET = re.compile(r"(?<=[?&])[a-z_]*(password|secret)=[^&]*&?")
_HOST = r"(\[[^@/?#\[\]]*\]|[^@/?#\[\]:,]*)(:\d*)?"
_URL = re.compile(
    rf"(?!.*%(?![0-9A-Fa-f]{{2}}))[^:/?#]+://([^@/?#\[\]]*@)?{_HOST}(,{_HOST})*(/[^@?#]*)?(\?[^@=#]*(=[^#]*)?)?"
)


def is_url(target: str) -> bool:
    """Tell whether *target* names a log on a server rather than a file."""
    return "://" in target


def shown(target: str) -> str:
    """Give *target* as it may be shown: a URL without user, password and whatever else is said in it but the log."""
    if not is_url(target):
        return target
    if not _legible(target):
        return f"{target.partition('://')[0]}://…"
    from urllib.parse import parse_qsl, quote, urlsplit

    parts = urlsplit(target)
    log = dict(parse_qsl(parts.query)).get("log")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}" + (f"?log={quote(log)}" if log else "")


def repeated(target: str) -> str:
    """Give *target* as a command to type next names it: a URL without passwords."""
    if not is_url(target) or not _legible(target):
        return shown(target)
    return _SECRET.sub("", _LOGIN.sub(r"\1", target)).rstrip("?&")


def _legible(url: str) -> bool:
    """Tell whether it is clear where the parts of a URL end, so that none of a password is taken for something else."""
    from urllib.parse import urlsplit

    try:
        urlsplit(url)
    except ValueError:
        return False
    return _URL.fullmatch(url) is not None and url.isprintable()


def same(one: Store, other: Store) -> bool:
    """Tell whether two stores are one and the same place."""
    from eventlog.followed_store import FollowedStore

    if isinstance(one, SQLiteStore) and isinstance(other, SQLiteStore):
        paths = (one.path, other.path)
        return ":memory:" not in paths and os.path.samefile(*paths)
    if isinstance(one, FollowedStore) and isinstance(other, FollowedStore):
        return one.engine.identity == other.engine.identity
    return one is other


def store(target: str, *, durability: Durability = "full", readonly: bool = False, mend: bool = False) -> Store:
    """Open the store at *target*; *durability* is a file's, a server has its own."""
    if not is_url(target):
        return SQLiteStore(target, durability=durability, readonly=readonly, mend=mend)
    from eventlog.followed_store import FollowedStore

    if not _legible(target):
        raise Refused(
            "open",
            f"'{shown(target)}' can't be read as a URL: write what isn't a letter or a digit in its user, password and "
            "names by its number, such as %2F for / and %40 for @, and a port in digits",
        )
    engine, follower = _engine(target, readonly)
    try:
        return FollowedStore(engine, follower or _follower(engine.name), readonly=readonly, mend=mend)
    except BaseException:
        engine.close()
        raise


def _engine(url: str, readonly: bool) -> "tuple[Engine, str | None]":
    match url.partition("://")[0].lower():
        case "postgresql" | "postgres":
            from eventlog.postgres import place
            from eventlog.postgres.engine import PostgresEngine

            where = place.place(url)
            return PostgresEngine(where, readonly=readonly), where.follower
        case "nats":
            from eventlog.jetstream import place as on_nats
            from eventlog.jetstream.engine import JetStreamEngine

            there = on_nats.place(url)
            return JetStreamEngine(there, readonly=readonly), there.follower
        case other:
            raise Refused(
                "open",
                f"{other!r} isn't an engine: give the path of a file, postgresql://…?log=NAME or nats://…?log=NAME",
            )


def _follower(place: str) -> str:
    """Give the file in the cache folder that follows the log at *place*; only its owner may look into it.

    It goes by the place, not by the log, so that another log put in its place is noticed.
    """
    folder = os.path.join(_cache(), "belieflog", "followers")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise Unavailable(
            f"there is no place for the file that follows the log ({error}): name one, as in '&follower=PATH'"
        ) from None
    return os.path.join(folder, sha256(place.encode()).hexdigest()[:32] + ".db")


def _cache() -> str:
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Caches")
    return os.environ.get("XDG_CACHE_HOME") or os.path.join(home, ".cache")
