"""Judging a summary before it takes the place of the dialogue."""

from collections.abc import Mapping
from typing import Any

from belieflog import scratchpads
from belieflog.reader import Reader
from eventlog.commands import Given
from eventlog.errors import Refused
from eventlog.log import EventLog
from projections import probe
from projections.entries import content_of
from projections.probe import Judgement


def verdict(log: EventLog, given: Given, answers: Mapping[str, str]) -> dict[str, Any]:
    """Judge *answers* by the scratchpad as it is, and give what is kept of it; refused where something was lost.

    Of a retry the verdict is the first one: the scratchpad may have moved on.
    """
    first = log.store.find(given.id) if given.id else None
    if first is not None and isinstance(told := content_of(first.private), dict) and told.get("verdict"):
        return dict(told["verdict"])
    pad = scratchpads.read(Reader(log, given.user, given.session or None, None))
    judged = probe.judge(pad, answers)
    if not judged.passed and not given.force:
        raise _refused(judged)
    return judged.kept


def _refused(judged: Judgement) -> Refused:
    told = "; ".join(loss.message for loss in judged.lost)
    return Refused(
        "probe",
        f"the summary lost {len(judged.lost)} of {judged.asked} things that it must keep ({told}): "
        "mend it and have it read again, or force it with a reason",
        lost=[{"id": loss.id, "lost": list(loss.lost), "wrong": list(loss.wrong)} for loss in judged.lost],
    )
