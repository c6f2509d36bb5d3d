"""The shapes of ``--json``: plain values, times in ISO 8601, every key always there."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from eventlog import times
from eventlog.events import Scope
from eventlog.sources import Source
from projections.entries import Entry, source_of

if TYPE_CHECKING:
    from projections.about import Group
    from projections.bisecting import Bisected
    from projections.checking import Concern
    from projections.dialogue import Turn
    from projections.diff import Difference
    from projections.handover import Handover
    from projections.history import Revision
    from projections.probe import Judgement, Question
    from projections.provenance import Blame, Node
    from projections.recall import Hit
    from projections.replaying import Frame
    from projections.scratchpad import Scratchpad
    from projections.timeline import Span

Shape = dict[str, Any]


def when(at: int | None) -> str | None:
    """Write a time, if there is one."""
    return None if at is None else times.text(at)


def source(given: Source) -> Shape:
    """Write a source in its three parts."""
    return {"kind": given.kind, "name": given.name or None, "ref": given.ref or None}


def scope(given: Scope) -> Shape:
    """Write whose entry it is: its owner, and what kind of scope holds it."""
    return {"user": given.user, "scope": given.name}


def ranges(given: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Write a set of positions."""
    return [[low, high] for low, high in given]


def entry(given: Entry) -> Shape:
    """Write an entry."""
    return {
        "address": given.address,
        "key": given.key or None,
        "kind": given.kind,
        "namespace": list(given.namespace),
        "value": given.value,
        "version": given.version,
        "event": given.event,
        "position": given.position,
        "recorded_at": times.text(given.recorded_at),
        "occurred_at": when(given.occurred_at),
        "expires_at": when(given.expires_at),
        "source": source(given.source),
        "actor": given.actor or None,
        "via": given.via or None,
        "reason": given.reason or None,
        "confidence": given.confidence,
        "importance": given.importance,
        "description": given.description or None,
        "participants": list(given.participants),
        "outcome": given.outcome,
        "supported": given.supported,
        "same_as": list(given.same_as),
        **scope(given.scope),
    }


def hit(given: "Hit") -> Shape:
    """Write what was recalled: the entry, and why it is there."""
    return {
        **entry(given),
        "content": given.content,
        "score": given.score,
        "because": given.because,
        "confirmed_at": when(given.confirmed_at),
        "used": given.used,
        "closeness": given.closeness,
        "highlights": [list(span) for span in given.highlights],
    }


def scratchpad(given: "Scratchpad") -> Shape:
    """Write a scratchpad."""
    return {name: _part(value) for name, value in asdict(given).items()}


def revision(given: "Revision") -> Shape:
    """Write a row of a history."""
    return {
        **asdict(given),
        "corrections": list(given.corrections),
        "source": source(given.source),
        "actor": given.actor or None,
        "reason": given.reason or None,
        "expires_at": when(given.expires_at),
        "recorded_at": times.text(given.recorded_at),
        "occurred_at": when(given.occurred_at),
    }


def span(given: "Span") -> Shape:
    """Write a row of a timeline; from and to are positions, *to* is the first at which it no longer held."""
    return {
        "from": given.start,
        "to": given.end,
        "from_at": times.text(given.started_at),
        "to_at": when(given.ended_at),
        "version": given.version,
        "value": given.value,
        "because": given.because,
    }


def difference(given: "Difference") -> Shape:
    """Write a row of a diff: the values before and after, with their versions."""
    return {
        "address": given.address,
        "change": given.change,
        "before": given.before.value if given.before else None,
        "after": given.after.value if given.after else None,
        "before_version": given.before.version if given.before else None,
        "after_version": given.after.version if given.after else None,
        "events": list(given.events),
    }


def blame(given: "Blame") -> Shape:
    """Write who set what an entry shows, and who said it first."""
    return {
        **entry(given.entry),
        "origin": {
            "position": given.origin.position,
            "event": given.origin.id,
            "source": source(source_of(given.origin.public, given.origin.private)),
            "recorded_at": times.text(given.origin.at),
        },
    }


def node(given: "Node") -> Shape:
    """Write an event of a tree of reasons or consequences, with all below it."""
    event = given.event
    return {
        "address": event.address,
        "position": event.position,
        "event": event.id,
        "tag": event.tag,
        "source": source(source_of(event.public, event.private)) if event.public.source else None,
        "session": event.public.session or None,
        "recorded_at": times.text(event.at),
        "effective": given.effective,
        "because": given.because,
        "marks": list(given.marks),
        "children": [node(child) for child in given.children],
    }


def bisected(given: "Bisected") -> Shape:
    """Write since when something is so, with the entry as `blame` writes it."""
    return {
        "position": given.position,
        "event": given.event.id,
        "address": given.address,
        "evaluated": given.evaluated,
        "monotone": given.monotone,
        "unclear": list(given.found.unclear),
        "tag": given.event.tag,
        "events": [event.position for event in given.events],
        "changes": [difference(each) for each in given.changes],
        "blame": blame(given.blame) if given.blame else None,
    }


def frame(given: "Frame") -> Shape:
    """Write one position of a replay."""
    event = given.event
    return {
        "position": event.position,
        "tag": event.tag,
        "address": event.address,
        "state_hash": given.state_hash,
    }


def turn(given: "Turn") -> Shape:
    """Write a turn of dialogue, or the summary of those it has covered."""
    return {
        **asdict(given),
        "recorded_at": times.text(given.recorded_at),
        "occurred_at": when(given.occurred_at),
        "source": source(given.source),
        "actor": given.actor or None,
        "covered": ranges(given.covered),
    }


def concern(given: "Concern") -> Shape:
    """Write one thing that a check found."""
    return asdict(given)


def question(given: "Question") -> Shape:
    """Write a question of the probe."""
    return asdict(given)


def judgement(given: "Judgement") -> Shape:
    """Write whether answers kept what they must, and what each of the others lost."""
    lost = [{**asdict(loss), "lost": list(loss.lost), "wrong": list(loss.wrong)} for loss in given.lost]
    return {"passed": given.passed, "asked": given.asked, "lost": lost}


def about(user: str, groups: Iterable["Group"]) -> Shape:
    """Write what is remembered of a user: the groups, and in each its entries with a sentence and since when."""
    return {
        "user": user,
        "groups": [
            {
                "title": group.title,
                "session": group.session,
                "entries": [
                    {**entry(told.entry), "since": times.text(told.since), "sentence": told.sentence}
                    for told in group.told
                ],
            }
            for group in groups
        ],
    }


def handover(given: "Handover") -> Shape:
    """Write a hand-over: the scratchpad, the last changes, what lost its support, and the command that goes on."""
    return {
        **scratchpad(given.pad),
        "title": given.title,
        "changes": [
            {
                **asdict(each),
                "recorded_at": times.text(each.recorded_at),
                "source": source(each.source) if each.source else None,
                "actor": each.actor or None,
                "reason": each.reason or None,
            }
            for each in given.changes
        ],
        "unsupported": [each.address for each in given.unsupported],
        "continue": given.command,
    }


def _part(value: object) -> object:
    if isinstance(value, tuple):
        return [entry(each) for each in value]
    return entry(value) if isinstance(value, Entry) else value
