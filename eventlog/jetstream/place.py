"""Where a log in NATS JetStream is: what a URL says of it, and the names that the log has there."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import Struct

from eventlog.errors import Refused
from eventlog.names import name

OPTIONS = ("log", "replicas", "creds", "password_file", "tls_ca", "tls_cert", "tls_key", "follower")
_PORT = 4222
_LONGEST = 120  # of a name on the server, where file names have a limit
_UNSAFE = re.compile(rb"[^a-z0-9-]")


class Place(Struct, frozen=True):
    """A log on a cluster: how to reach it, which one it is, and the file on this machine that follows it."""

    servers: tuple[str, ...]
    log: str
    shown: str  # without user and password
    replicas: Literal[1, 3, 5] = 3
    user: str | None = None
    password: str | None = None
    creds: str | None = None
    tls_ca: str | None = None
    tls_cert: str | None = None
    tls_key: str | None = None
    follower: str | None = None

    @property
    def stream(self) -> str:
        """The stream that holds the log."""
        return f"belieflog-{_safe(self.log)}"

    @property
    def bucket(self) -> str:
        """The stream that holds what can be erased."""
        return f"{self.stream}_kept"  # no log's own name ends so: a '_' in one stands before two hex digits

    @property
    def subject(self) -> str:
        """What the subjects of the log begin with."""
        return f"belieflog.{_safe(self.log)}"


def place(url: str) -> Place:
    """Read a URL such as ``nats://host:4222,host:4222?log=team-a``.

    ``log`` names the log, ``replicas`` how many nodes keep it (3), ``creds``, ``password_file``, ``tls_ca``, ``tls_cert``
    and ``tls_key`` are files, and ``follower`` is the file that follows the log.
    """
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    shown = f"nats://{hosts}"
    try:
        told = dict(parse_qsl(parts.query.replace("+", "%2B"), keep_blank_values=True, errors="strict"))
    except UnicodeDecodeError:
        raise Refused("open", f"the URL of a log on '{hosts}' isn't UTF-8: mend it") from None
    if unknown := sorted(told.keys() - set(OPTIONS)):
        raise Refused("open", f"'{shown}' has no option {unknown[0]!r}: it takes {', '.join(OPTIONS)}")
    if parts.path.strip("/"):
        raise Refused("open", f"'{shown}{parts.path}' has a path: name the log as in '?log=team-a'")
    log = told.get("log", "")
    if not log:
        raise Refused("open", f"'{shown}' names no log: end it with '?log=NAME', such as '?log=team-a'")
    replicas = told.get("replicas", "3")
    if replicas not in ("1", "3", "5"):
        raise Refused("open", f"a log has 1, 3 or 5 replicas, not {replicas!r}: 1 for a single server, 3 for a cluster")
    user, _, password = (unquote(part) for part in login.partition(":"))
    if "password_file" in told:
        password = _read(told["password_file"])
    return Place(
        servers=tuple(_server(host) for host in hosts.split(",")),
        log=name(log, "log"),
        shown=f"{shown}?log={log}",
        replicas=1 if replicas == "1" else 3 if replicas == "3" else 5,
        user=user or None,
        password=password or None,
        creds=told.get("creds"),
        tls_ca=told.get("tls_ca"),
        tls_cert=told.get("tls_cert"),
        tls_key=told.get("tls_key"),
        follower=told.get("follower"),
    )


def _server(host: str) -> str:
    name, colon, port = host.rpartition(":")
    if not colon or host.endswith("]"):
        name, port = host, str(_PORT)
    if not name or not port.isdecimal():
        raise Refused(
            "open", f"{host!r} is no server's address: write it as 'host:{_PORT}', several with commas between"
        )
    return f"nats://{name}:{port}"


def _read(path: str) -> str:
    try:
        return Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise Refused("open", f"the password can't be read from '{path}' ({error}): check the file") from None


def _safe(log: str) -> str:
    """Give a name that streams, subjects and files take, another one for each log."""
    told = _UNSAFE.sub(lambda found: b"_%02x" % found[0][0], log.encode()).decode()
    if len(told) > _LONGEST:
        return f"{told[:80]}_x{sha256(log.encode()).hexdigest()[:32]}"
    return told
