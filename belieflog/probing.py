"""Judging a summary before it takes the place of the dialogue."""

from collections.abc import Mapping

from eventlog.errors import Refused
from eventlog.log import EventLog
from projections import probe
from projections.probe import Judgement


def judge(log: EventLog, user: str, session: str | None, answers: Mapping[str, str]) -> Judgement:
    """Judge answers by the scratchpad as it is."""
    from belieflog.memory import Memory

    return probe.judge(Memory(log, user, session, None).scratchpad(), answers)


def refused(judged: Judgement) -> Refused:
    """Say what a summary lost, and how to mend it."""
    told = "; ".join(loss.message for loss in judged.lost)
    return Refused(
        "probe",
        f"the summary lost {len(judged.lost)} of {judged.asked} things that it must keep ({told}): "
        "mend it and have it read again, or force it with a reason",
        lost=[{"id": loss.id, "lost": list(loss.lost), "wrong": list(loss.wrong)} for loss in judged.lost],
    )
