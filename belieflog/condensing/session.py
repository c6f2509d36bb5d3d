"""Condensing a session, and promoting from it: what is gathered and drafted, under one reading of the log."""

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from belieflog.condensing import drafting, gathering, promoting
from belieflog.condensing.drafting import Writer
from belieflog.condensing.proposals import Looked, Proposals
from belieflog.extracting.candidates import Extraction, Extractor, ExtractorFailed, Outside, Turn
from belieflog.extracting.rules import rules
from eventlog import addresses
from eventlog import commands as c
from eventlog.commands import Given
from eventlog.errors import NotFound
from eventlog.events import Recorded, Scope
from eventlog.log import EventLog
from eventlog.rules import open_session
from eventlog.sources import Source
from projections.entries import Entry, content_of

TOOL, ANSWERED = "extractor", "answered"


def condense(
    log: EventLog, scope: Scope, actor: str, entries: Sequence[Entry], extractor: Extractor | None, reason: str
) -> Proposals:
    """Propose what to keep of the session *scope*, whose entries show *entries*."""
    if isinstance(extractor, Outside):
        log.writable()  # its call is recorded
    said = gathering.turns(log.store.index, scope)
    found, call = _extracted(log, scope, actor, extractor or rules, [turn for turn, _ in said])
    wanted, notes = gathering.from_dialogue(found.candidates, [event for _, event in said], call)
    policy = log.policy()
    wanted += gathering.from_scratchpad(log.store, scope, entries, policy, actor)
    proposed = drafting.proposals(log, wanted, _writer(log, scope, actor, reason))
    known = bool(log.store.index.members(scope, newest=1))
    looked = Looked(scope.session, len(said), proposed.kept, known)
    return structs.replace(proposed, notes=(*found.notes, *notes, looked.told), looked=looked)


def promote(
    log: EventLog,
    scope: Scope,
    actor: str,
    entries: Sequence[Entry],
    named: Sequence[str],
    to: str | None,
    importance: int | None,
    reason: str,
) -> Proposals:
    """Say what promoting the entries *named* would do; *entries* are those of them that show something."""
    policy = log.policy()
    wanted = []
    for address in dict.fromkeys(str(addresses.parse(each)) for each in named):
        found = next((entry for entry in entries if entry.address == address), None)
        if found is None:
            raise NotFound(f"nothing at '{address}' to promote: 'belieflog show' and 'keys' list what is there")
        wanted.append(promoting.wanted(found, to, policy, importance))
    return drafting.proposals(log, wanted, _writer(log, scope, actor, reason), again=True)


def _writer(log: EventLog, scope: Scope, actor: str, reason: str) -> Writer:
    """A session that has ended takes no more writes: what is kept of it then is written in none."""
    ended = bool(scope.session) and log.store.index.status(scope).ended
    return Writer(scope.user, "" if ended else scope.session, actor, reason)


def _extracted(
    log: EventLog, scope: Scope, actor: str, extractor: Extractor, turns: Sequence[Turn]
) -> tuple[Extraction, Recorded | None]:
    """Ask the extractor; of one outside the call is recorded, and its answer taken from there where it is known."""
    if not isinstance(extractor, Outside):
        found = extractor(turns)
        return (found if isinstance(found, Extraction) else Extraction(tuple(found))), None
    if not turns:
        return Extraction(()), None
    asked = extractor.digest(turns)
    if (call := _answered(log, scope, asked)) is not None:
        return extractor.recalled(_output(call), turns), call
    open_session(scope.session, log.store.index.status(scope).ended)  # the call couldn't be recorded
    try:
        found = extractor(turns)
    except ExtractorFailed as failed:
        if failed.call is not None:
            _record(log, scope, actor, failed.call)
        raise
    if found.call is None:
        return found, None
    recorded = _record(log, scope, actor, found.call)
    return found, recorded if found.call.get("outcome") == ANSWERED else None


def _answered(log: EventLog, scope: Scope, asked: str) -> Recorded | None:
    void = log.store.index.void(scope)
    for event in reversed(log.store.index.members(scope, ("observed",))):
        known = (output := _output(event)).get("asked") == asked and output.get("outcome") == ANSWERED
        if known and event.position not in void:
            return event
    return None


def _output(event: Recorded) -> dict[str, Any]:
    content = content_of(event.private)
    output = content.get("output") if isinstance(content, dict) and content.get("tool") == TOOL else None
    return output if isinstance(output, dict) else {}


def _record(log: EventLog, scope: Scope, actor: str, call: dict[str, Any]) -> Recorded:
    given = Given(user=scope.user, session=scope.session, actor=actor, source=Source("tool", TOOL))
    return log.append([(c.Observe(TOOL, call), given)])[0].event
