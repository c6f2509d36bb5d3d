"""Leaving nothing in a log's bucket of what was erased, nor of writes that never came to be.

An `erased` event is published first and what it names is deleted then. Whoever sweeps next completes what a writer that
died in between left undone: a mark says up to which message all is gone. Each deletion reaches only what was kept for
messages up to the one that asks for it, so that it may come late, or twice.
"""

from collections import Counter

from eventlog.jetstream.journal import End, Journal
from eventlog.jetstream.kept import Kept, Name, together


async def complete(journal: Journal, kept: Kept, end: End) -> None:
    """Delete what the log says is erased, as far as that wasn't done."""
    swept = await kept.swept() if journal.erasures else 0
    due = [(seq, message) for seq, message in journal.erasures if seq > max(swept, end.origin - 1)]
    if not due:
        return
    positions = sorted({p for _, message in due for low, high in message.erased for p in range(low, high + 1)})
    touched: dict[int, Name] = {}
    for position in positions:
        if position <= end.tail.position:
            seq = await journal.find(position, end)
            if seq not in touched:
                touched[seq] = (seq, (await journal.at(seq)).write)
    await together(lambda name: kept.cut(name, journal.erased.__contains__), list(touched.values()))
    for seq, message in due:
        for blob in message.dropped:
            for chunk in await kept.chunks(blob):
                if chunk.name[0] <= seq:
                    await kept.drop(chunk.subject)
        for user in message.unsalted:
            await kept.drop_salt(user, seq)
    await kept.put_swept(due[-1][0])


async def orphans(journal: Journal, kept: Kept, end: End) -> None:
    """Delete what was kept for writes that were never published, and never can be: the log has gone on since."""
    names = [name for name in await kept.names() if name[0] <= end.seq]
    several = Counter(seq for seq, _ in names)  # every message has its bundle: a lone one is the right one
    suspects = [name for name in names if several[name[0]] > 1]
    chunks = [chunk for chunk in await kept.chunks() if chunk.name[0] <= end.seq]
    writes: dict[int, str] = {}
    for seq in {name[0] for name in suspects} | {chunk.name[0] for chunk in chunks}:
        writes[seq] = (await journal.at(seq)).write
    for name in suspects:
        if writes[name[0]] != name[1]:
            await kept.drop_bundle(name)
    for chunk in chunks:
        if writes[chunk.name[0]] != chunk.name[1]:
            await kept.drop(chunk.subject)
