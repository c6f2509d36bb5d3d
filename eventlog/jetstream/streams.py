"""The two streams of a log: one whose messages stay, and the bucket for what can be erased."""

import asyncio
import time
from uuid import uuid4

import msgspec

from eventlog.errors import CorruptLog, NewerFormat, NotFound, Refused
from eventlog.jetstream.connecting import Link
from eventlog.jetstream.failures import Failed
from eventlog.jetstream.messages import READABLE, VERSION
from eventlog.jetstream.place import Place

_MISSING, _OTHER, _FEW = 10059, 10058, 10005
_GATHERING = 5.0  # seconds in which the nodes of a cluster that just started find one another
_SECOND = 1_000_000_000
_HEARD = 4 * _SECOND  # nodes tell one another each second that they are there
_STAY = {"retention": "limits", "storage": "file", "discard": "new", "max_age": 0, "allow_direct": True}
_STAY |= dict.fromkeys(("max_msgs", "max_bytes", "max_msgs_per_subject", "max_consumers"), -1)


class Config(msgspec.Struct):
    """What of a stream's configuration a log rests on."""

    deny_delete: bool = False
    deny_purge: bool = False
    allow_atomic: bool = False
    max_msgs: int = -1
    max_bytes: int = -1
    max_age: int = 0
    num_replicas: int = 1
    metadata: dict[str, str] = {}

    @property
    def guarded(self) -> bool:
        """Whether nothing is ever dropped or deleted, and large writes are atomic."""
        limited = self.max_msgs > 0 or self.max_bytes > 0 or self.max_age > 0
        return self.deny_delete and self.deny_purge and self.allow_atomic and not limited


class State(msgspec.Struct):
    """What a stream holds."""

    last_seq: int = 0
    subjects: dict[str, int] = {}


class Peer(msgspec.Struct):
    """Another node that keeps a stream, as the leader sees it."""

    name: str = ""
    current: bool = False
    offline: bool = False
    active: int = 0  # ns since it was heard of

    @property
    def there(self) -> bool:
        """Whether it follows the leader now."""
        return self.current and not self.offline and self.active < _HEARD


class Cluster(msgspec.Struct):
    """The nodes that keep a stream."""

    leader: str = ""
    replicas: list[Peer] = []


class Info(msgspec.Struct):
    """A stream, as its leader tells of it."""

    config: Config = msgspec.field(default_factory=Config)
    state: State = msgspec.field(default_factory=State)
    total: int = 0
    cluster: Cluster | None = None

    @property
    def agreed(self) -> bool:
        """Whether a leader told it that most nodes follow; one that was cut off goes on telling what it has."""
        if self.cluster is None or not (peers := self.cluster.replicas):
            return True
        return bool(self.cluster.leader) and 2 * (1 + sum(peer.there for peer in peers)) > 1 + len(peers)


_info = msgspec.json.Decoder(Info)


async def info(link: Link, stream: str, **ask: object) -> Info:
    """Ask the leader of *stream* how it stands, one that most nodes follow."""
    deadline = link.deadline()
    while True:
        found = _info.decode(await link.api(f"STREAM.INFO.{stream}", deadline, **ask))
        if found.agreed:
            return found
        await link.pause(deadline, "no node leads that most of them follow")


async def identity(link: Link, place: Place, readonly: bool) -> str:
    """Give what was made with the log to tell it by; where there is none it is made, unless it is opened *readonly*."""
    try:
        found = await info(link, place.stream)
    except Failed as failed:
        if failed.number != _MISSING:
            raise
        if readonly:
            raise NotFound(f"there is no log '{place.shown}': check its name, or write something first") from None
        await _make(link, place)
        found = await _made(link, place)
    config = found.config
    made, version = config.metadata.get("belieflog-identity"), config.metadata.get("belieflog-format", "0")
    if made is None or not version.isdecimal():
        raise Refused(
            "open", f"the stream '{place.stream}' of '{place.shown}' is no log of belieflog's: choose another name"
        )
    readable = config.metadata.get("belieflog-readable", version)
    reads = readable.isdecimal() and int(readable) <= VERSION
    if int(version) > VERSION and not (reads and readonly):
        raise NewerFormat(
            f"'{place.shown}' was made by a later version of belieflog (format {version}, this one "
            f"{'writes' if reads else 'reads'} {VERSION}): upgrade belieflog"
            + (", or open it readonly" if reads else ""),
            format=int(version),
            known=VERSION,
            readable=reads,
        )
    if not config.guarded:
        raise CorruptLog(
            0,
            f"the stream of '{place.shown}' was given limits, or lets events be deleted: see docs/jetstream.md for what it was",
        )
    return made


async def _made(link: Link, place: Place) -> Info:
    """Ask for a stream that was just made, which not every node may know of yet."""
    deadline = time.monotonic() + _GATHERING
    while True:
        try:
            return await info(link, place.stream)
        except Failed as failed:
            if failed.number != _MISSING or time.monotonic() > deadline:
                raise
        await asyncio.sleep(0.05)


async def _make(link: Link, place: Place) -> None:
    """Make both streams, the log's last, since where it is the bucket is; another program may be making them too."""
    common = _STAY | {"num_replicas": place.replicas, "duplicate_window": 120 * _SECOND}
    bucket = common | {"name": place.bucket, "subjects": [f"{place.subject}.kept.>"]}
    log = common | {
        "name": place.stream,
        "subjects": [f"{place.subject}.log", f"{place.subject}.erased"],
        "deny_delete": True,
        "deny_purge": True,
        "allow_atomic": True,
        "metadata": {
            "belieflog-identity": uuid4().hex,
            "belieflog-format": str(VERSION),
            "belieflog-readable": str(READABLE),
            "belieflog-log": place.log,
        },
    }
    deadline = time.monotonic() + _GATHERING
    for config in (bucket, log):
        while True:
            try:
                await link.api(f"STREAM.CREATE.{config['name']}", None, **config)
                break
            except Failed as failed:
                if failed.number == _OTHER:
                    break
                if failed.number != _FEW or time.monotonic() > deadline:
                    raise
            await asyncio.sleep(0.1)
