"""``belieflog demo``: an agent is misled by a web page, and its memory is put right.

Everything goes through the public API into a log that stays for the reader to explore; offline, within seconds.
`belieflog.demo_words` holds what is said, in each language, `belieflog.demo_teller` how it is laid out.
"""

import os
import shlex
from datetime import UTC, datetime

from belieflog.correction import Correction
from belieflog.demo_teller import Clock, Echo, Teller
from belieflog.demo_words import WORDS
from belieflog.log import Log
from belieflog.memory import Memory
from belieflog.opening import open
from eventlog import times
from eventlog.errors import InvalidValue, Refused

USER, SESSION = "me", "main"  # the command's own defaults, so that what to type next is short
CULPRIT = "tool:web_search#call_4"
EGRESS = "fact:petrel/egress"


def run(target: str | os.PathLike[str], echo: Echo, lang: str = "en") -> None:
    """Make a log at *target*, live through the story in it, and tell it line by line to *echo*.

    Raises `Refused` where something is recorded at *target* already: a demonstration has no place in it.
    """
    if lang not in WORDS:
        raise InvalidValue("lang", f"{lang!r} is not spoken here: use one of {', '.join(WORDS)}")
    words, clock = WORDS[lang], Clock(datetime(2026, 3, 2, 9, 0, tzinfo=UTC))
    with open(target, clock=clock) as log:
        if log.position > 1:
            raise Refused("demo", f"'{os.fspath(target)}' is a log in use: name a file that isn't there yet")
        echo(words["title"])
        echo(words["where"].format(log=os.fspath(target)))
        memory = log.memory(USER, SESSION, actor="planner")
        teller = Teller(log, echo, words, clock)
        _the_task(teller, memory)
        _the_searches(teller, memory)
        _the_poison(teller, memory)
        _the_good_work(teller, memory)
        _the_audit(teller, memory, log)
        correction = _the_roll_back(teller, memory, log)
        _second_thoughts(teller, memory, log, correction)
        _the_rest(teller, memory)
        _the_proof(teller, log)
        _what_next(teller, os.fspath(target))


def _the_task(teller: Teller, memory: Memory) -> None:
    words = teller.words
    teller.scene("the task", minutes=0)
    memory.start(words["session"])
    memory.set_goal(words["goal"], source="user")
    memory.constrain("budget", words["budget"], source="user")
    memory.revise_plan([words["step 1"], words["step 2"], words["step 3"]])
    memory.assume("restores", words["restores"], confidence=0.7)
    teller.events()


def _the_searches(teller: Teller, memory: Memory) -> None:
    words = teller.words
    teller.scene("the searches")
    cairn = memory.observe("web_search", words["cairn page"], call="call_1")
    memory.add_fact("cairn/cost", words["cairn cost"], source="tool:web_search#call_1", derived_from=[cairn])
    url = "https://petrel.example/api/prices"
    refused = memory.observe("http_get", "403 Forbidden", call="call_2", input=url)
    memory.mark_failure("petrel/api", words["failure"], avoid=words["avoid"], input=url, derived_from=[refused])
    prices = memory.observe("read_pdf", words["petrel prices"], call="call_3")
    memory.add_fact("petrel/egress", words["petrel egress"], source="document:prices.pdf#p2", derived_from=[prices])
    memory.step(1, "done")
    teller.events()


def _the_poison(teller: Teller, memory: Memory) -> None:
    words = teller.words
    teller.scene("the poison")
    page = memory.observe("web_search", words["poisoned page"], call="call_4")
    egress = memory.add_fact("petrel/egress", words["free"], source=CULPRIT, derived_from=[page])
    cost = memory.add_fact("petrel/cost", words["petrel cost"], source=CULPRIT, derived_from=[page])
    memory.assume("choice", words["wrong choice"], confidence=0.8, derived_from=[egress, cost])
    teller.events()


def _the_good_work(teller: Teller, memory: Memory) -> None:
    words = teller.words
    teller.scene("the good work")
    harbor = memory.observe("web_search", words["harbor page"], call="call_5")
    memory.add_fact("harbor/cost", words["harbor cost"], source="tool:web_search#call_5", derived_from=[harbor])
    memory.step(2, "done")
    memory.say("user", words["doubt"])
    teller.events()


def _the_audit(teller: Teller, memory: Memory, log: Log) -> None:
    teller.scene("the audit")
    teller.say("who said so")
    teller.call(f'mem.history("{EGRESS}")')
    for row in memory.history(EGRESS):
        teller.line(f"version {row.version}: {row.value}  ({row.source})")
    teller.say("since when")
    teller.call(f'mem.timeline("{EGRESS}")')
    for span in memory.timeline(EGRESS):
        until = f"{span.end} ({_hour(span.ended_at)})" if span.end and span.ended_at else teller.words["now"]
        teller.line(f"{span.start} ({_hour(span.started_at)}) .. {until}: {span.value}")
    teller.say("what else")
    teller.call(f'log.events(user="{USER}", source="{CULPRIT}")')
    for event in log.events(user=USER, source=CULPRIT):
        teller.line(f"{event.position}  {event.tag}  {event.address or ''}".rstrip())


def _the_roll_back(teller: Teller, memory: Memory, log: Log) -> Correction:
    teller.scene("the roll-back")
    teller.say("look first")
    teller.call(f'plan = log.revert(user="{USER}", source="{CULPRIT}",')
    teller.line('                      reason="...", dry_run=True)')
    plan = log.revert(user=USER, source=CULPRIT, reason=teller.words["reason"], dry_run=True, by="auditor")
    for moved in plan.entries:
        was, then = (str(e.value) if e else teller.words["nothing"] for e in (moved.before, moved.after))
        teller.line(f"{moved.address}: {was} -> {then}")
    teller.call("plan.apply()")
    correction = plan.apply()
    teller.events()
    teller.say("what stands")
    _believed(teller, memory)
    return correction


def _second_thoughts(teller: Teller, memory: Memory, log: Log, correction: Correction) -> None:
    teller.scene("second thoughts")
    position = correction.events[0].position
    teller.call(f'undone = log.undo({position}, reason="...")')
    undone = log.undo(position, reason=teller.words["undo reason"], by="auditor")
    teller.call(f"mem.scratchpad() == mem.scratchpad(at={position - 1})")
    teller.line(f"{memory.scratchpad() == memory.scratchpad(at=position - 1)}")
    teller.call('log.undo(undone.events[0], reason="...")')
    redone = log.undo(undone.events[0], reason=teller.words["redo reason"], by="auditor")
    teller.call(f"mem.scratchpad() == mem.scratchpad(at={position})")
    teller.line(f"{memory.scratchpad() == memory.scratchpad(at=position)}")
    teller.events()
    teller.say("nothing is lost", position=redone.events[0].position)


def _the_rest(teller: Teller, memory: Memory) -> None:
    words = teller.words
    teller.scene("the rest")
    memory.retract("assumption:choice", reason=words["retraction"])
    memory.add_fact("petrel/cost", words["true cost"], source="tool:calculator#call_6", derived_from=[EGRESS])
    costs = ["fact:cairn/cost", "fact:harbor/cost", "fact:petrel/cost"]
    memory.assume("choice", words["right choice"], confidence=0.9, derived_from=costs)
    memory.step(3, "done")
    memory.revise_plan([words["step 1"], words["step 2"], words["step 3"], words["step 4"]])
    teller.events()
    teller.say("what is believed")
    _believed(teller, memory)


def _the_proof(teller: Teller, log: Log) -> None:
    teller.scene("the proof")
    teller.call("log.verify().ok")
    verdict = log.verify()
    teller.line(f"{verdict.ok}")
    teller.say("verified", count=verdict.positions)


def _what_next(teller: Teller, target: str) -> None:
    teller.scene("what next", minutes=0)
    teller.say("it is yours", log=target)
    audit = (f"history {EGRESS}", f"timeline {EGRESS}", f"log --source {CULPRIT}", "corrections")
    for verb in ("show", "show --at 17", *audit, "prompt", "verify"):
        teller.line(f"belieflog --log {shlex.quote(target)} {verb}")


def _believed(teller: Teller, memory: Memory) -> None:
    """List the facts and assumptions, and which of them have lost what they rest on."""
    pad = memory.scratchpad()
    for entry in (*pad.facts, *pad.assumptions):
        lost = "" if entry.supported else f"  <- {teller.words['unsupported']}"
        teller.line(f"  {entry.address} = {entry.value}{lost}")


def _hour(at: int) -> str:
    return times.text(at)[11:16]
