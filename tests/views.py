"""What a log shows, and what the model says it should show, in the same words."""

import json
from typing import Any

from calls import SCOPES
from mind import Mind
from model import WORKING, Event, Model, No, Scope

from belieflog import Log, NotFound
from eventlog.events import Scope as EventScope
from eventlog.times import Moment
from projections import dialogue
from projections.entries import Entry

BOTH = ("fact:a", "semantic:n/a")
ADDRESSES = ("fact:a", "assumption:a", "note:b", "plan", "goal", "question:a", "semantic:n/a", "procedural:n/a")
View = dict[str, Any]


def of_log(log: Log, user: str, session: str, at: int | None = None) -> View:
    """All that *session* of *user* shows now, or as known then at *at*."""
    mind = log.memory(user, session)
    pad = mind.scratchpad(at=at)
    return {
        "ended": pad.ended,
        "position": pad.position,
        "scratchpad": sorted(map(told, pad.entries)),
        "recall": [hit.position for hit in mind.recall(limit=None, at=at, audit=False)],
        "get": [(found := mind.get(address, at=at)) and told(found) for address in BOTH],
    }


def of_model(model: Model, user: str, session: str, at: int | None = None) -> View:
    mind = Mind(model, user, session)
    holds = model.holding(model.effective(at))
    rests = [e.position for e in model.effective(at) if e.scope == mind.home and e.voidable and e.tag != "corrected"]
    return {
        "ended": model.picture(mind.home, at).ended,
        "position": max(rests, default=0),
        "scratchpad": sorted(meant(e, holds) for e in mind.scratchpad(at)),
        "recall": [e.position for e in mind.recall(at=at, audit=False)],
        "get": [(found := mind.get(address, at)) and meant(found, holds) for address in BOTH],
    }


def past_of_log(log: Log, user: str, session: str) -> View:
    """What *session* of *user* tells of the past."""
    mind = log.memory(user, session)
    said = mind.dialogue(last=100)
    return {
        "dialogue": [(turn.position, turn.role == "summary") for turn in said],
        "history": [rows_of_log(mind, address) for address in ADDRESSES],
    }


def past_of_model(model: Model, user: str, session: str) -> View:
    mind = Mind(model, user, session)
    return {
        "dialogue": [(turn.position, turn.tag == "compacted") for turn in mind.dialogue()],
        "history": [rows_of_model(mind, address) for address in ADDRESSES],
    }


def rows_of_log(mind: Any, address: str) -> Any:
    try:
        rows = [
            (r.position, r.version, r.tag, r.effective, r.corrections, r.current, r.refresh, r.erased, r.recorded_at)
            for r in mind.history(address)
        ]
    except NotFound:
        return None
    spans = mind.timeline(address)
    versions = {r[0]: r[1] for r in rows}
    return rows, [(span.start, span.version) for span in spans], versions


def rows_of_model(mind: Mind, address: str) -> Any:
    model = mind.model
    try:
        touching = mind.history(address)
    except No:
        return None
    gone = model.void()
    last = max((e.position for e in touching if e.position not in gone), default=0)
    rows, seen = [], set()
    for e in touching:
        naming = tuple(
            c.position
            for c in model.events
            if c.tag == "corrected" and e.position in model.named(c, c.voids | c.restores)
        )
        current = e.position == last and e.version is not None
        rows.append(
            (
                e.position,
                e.version,
                e.tag,
                e.position not in gone,
                naming,
                current,
                e.version in seen,
                e.body is None,
                e.at,
            )
        )
        seen |= {e.version} - {None}
    spans = [(start, model.events[shown - 1].version if shown else None) for start, shown in mind.timeline(address)]
    return rows, spans, {r[0]: r[1] for r in rows}


def told(entry: Entry) -> tuple[Any, ...]:
    """What a shown entry says."""
    says = json.dumps(entry.value, sort_keys=True)
    confidence = -1.0 if entry.confidence is None else entry.confidence
    expires = entry.expires_at or 0
    return (entry.position, entry.address, says, entry.version, str(entry.source), confidence, expires, entry.supported)


def meant(event: Event, holds: set[tuple[object, ...]]) -> tuple[Any, ...]:
    """The same of what the model shows."""
    body = event.body
    assert body
    confidence = -1.0 if body.confidence is None else body.confidence
    return (
        event.position, body.address, body.says, event.version, body.source, confidence, event.expires_at or 0,
        event.asserts in holds,
    )  # fmt: skip


def in_hindsight(log: Log, user: str, session: str, time: int) -> list[Any]:
    pad = log.memory(user, session).scratchpad(at=Moment(time), hindsight=True)
    return sorted(entry.position for entry in pad.entries)


def in_hindsight_of_model(model: Model, user: str, session: str, time: int) -> list[Any]:
    shown = model.hindsight(Scope(user, session), time).entries.values()
    return sorted(e.position for e in shown if e.body and not e.expired(time) and e.kind in WORKING)


def state(log: Log, user: str, session: str, now: int, at: int | None = None) -> View:
    """What one scope comes to (no session: long-term memory) at one time; whether it is supported stands apart."""
    mind = log.memory(user, session or None)
    hits = mind.recall(limit=None, at=at, now=now, unsupported=True, audit=False)
    shown = [told(hit) for hit in hits if hit.scope.session == session]
    found: View = {"entries": [entry[:-1] for entry in shown], "supported": [entry[-1] for entry in shown]}
    if session:
        pad = mind.scratchpad(at=at, now=now)
        turns = dialogue.read(log._store.index, EventScope(user, session), 100, at)
        found |= {"ended": pad.ended, "position": pad.position, "dialogue": turns}
    return found


def states(log: Log, now: int, at: int | None = None) -> dict[tuple[str, str], View]:
    """What each scope comes to."""
    return {scope: state(log, *scope, now, at) for scope in (*SCOPES, ("u", ""), ("u%", ""))}


def everywhere(of: Any, subject: Log | Model, *at: int | None) -> list[View]:
    """One view of each session of each user."""
    return [of(subject, user, session, *at) for user, session in SCOPES]
