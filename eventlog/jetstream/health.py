"""Is a cluster well set up to keep a log? Each thing looked at, with a remedy where there is something to mend."""

from collections.abc import Iterator

from eventlog.health import Finding
from eventlog.jetstream import streams
from eventlog.jetstream.connecting import Link
from eventlog.jetstream.journal import Journal
from eventlog.jetstream.kept import Kept
from eventlog.jetstream.place import Place
from eventlog.jetstream.streams import Info


async def findings(link: Link, place: Place, journal: Journal, kept: Kept) -> list[Finding]:
    """Look at the servers, at the nodes that keep the log, at what guards it, and at what is erased by half."""
    log, bucket = [await streams.info(link, stream) for stream in (place.stream, place.bucket)]
    return [
        Finding("server", "fine", f"NATS {await link.version()}"),
        *_replicas("the log", log),
        *_replicas("what can be erased", bucket),
        _guards(log),
        await _erased(journal, kept),
        Finding(
            "disk",
            "note",
            "a client can't see whether each node writes to its disk before it acknowledges",
            "set 'sync_interval: always' in the servers' files where a power cut of most nodes may lose nothing",
        ),
    ]


def _replicas(what: str, info: Info) -> Iterator[Finding]:
    count = info.config.num_replicas
    if count < 3:
        yield Finding(
            "replicas",
            "note",
            f"{what} is on one node only",
            "run three nodes, and have both streams kept by three: nats stream edit --replicas=3",
        )
        return
    behind = sorted(peer.name for peer in info.cluster.replicas if not peer.there) if info.cluster else []
    if behind:
        yield Finding(
            "replicas",
            "problem",
            f"{what} is on {count} nodes, of which {', '.join(behind)} can't be reached or is behind",
            "see that its server runs and reaches the others",
        )
    else:
        yield Finding("replicas", "fine", f"{what} is on {count} nodes")


def _guards(info: Info) -> Finding:
    if info.config.guarded:
        return Finding("guards", "fine", "the stream refuses to delete events, and has no limit that would drop them")
    return Finding(
        "guards",
        "problem",
        "the log's stream was given limits, or lets events be deleted",
        "run 'belieflog verify' with an anchor, then take the limits away",
    )


async def _erased(journal: Journal, kept: Kept) -> Finding:
    await journal.end()
    if journal.erasures and await kept.swept() < journal.erasures[-1][0]:
        return Finding(
            "erased", "problem", "something erased is still kept", "run the same erase again, as a user who may erase"
        )
    return Finding("erased", "fine", "nothing is kept of what was erased")
