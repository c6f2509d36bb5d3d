"""What a command says, before anything is looked up: its tag, its address, and its content where it has one.

Deciding starts from it, and a retry is recognised by it.
"""

import re
from typing import Any, assert_never

from msgspec import UNSET, Struct

from eventlog import addresses, contents
from eventlog import commands as c
from eventlog.addresses import Address
from eventlog.commands import Command, Given
from eventlog.errors import InvalidValue
from eventlog.events import TAG_OF, Tag
from eventlog.names import name
from eventlog.values import check


class Told(Struct, frozen=True):
    """A command's own words; *content* is unset where it depends on what is there."""

    tag: Tag
    address: Address | None = None
    content: Any = UNSET
    beside: dict[str, Any] = {}  # private fields beside the content


def told(command: Command, given: Given) -> Told:
    """Say what *command* would write, checked; raises `InvalidValue`."""
    match command:
        case c.SetGoal(text, criteria):
            goal = contents.Goal(_text(text, "goal"), tuple(_text(each, "criterion") for each in criteria))
            return _entry(Address("goal"), contents.plain(goal))
        case c.Constrain(key, text):
            return _entry(addresses.address("constraint", key), _text(text, "constraint"))
        case c.RevisePlan() | c.StepPlan():
            return Told("plan-revised", Address("plan"))
        case c.NoteProgress(done, following):
            progress = contents.Progress(
                _text(done, "progress"), None if following is None else _words(following, "next")
            )
            return _entry(Address("progress"), contents.plain(progress))
        case c.Write(key, value, description):
            return _entry(addresses.address("note", key), value, description=_words(description, "description"))
        case c.AddFact(key, value, confidence):
            return _entry(addresses.address("fact", key), value, confidence=_confidence(confidence))
        case c.Assume(key, statement, confidence):
            return _entry(addresses.address("assumption", key), statement, confidence=_confidence(confidence))
        case c.Confirm(key):
            return Told("fact-added", addresses.address("fact", key))
        case c.Ask(key, text, needs):
            if needs not in ("agent", "user"):
                raise InvalidValue("needs", f"{needs!r} answers no question: use 'agent' or 'user'")
            question = contents.Question(_text(text, "question"), needs)
            return _entry(addresses.address("question", key), contents.plain(question))
        case c.Answer(key, value, confidence):
            kind = "assumption" if given.source is None or given.source.kind == "agent" else "fact"
            return _entry(addresses.address(kind, key), value, confidence=_confidence(confidence))
        case c.MarkFailure(key, what, why, avoid, input):
            failure = contents.Failure(
                _text(what, "failure"), _words(why, "why"), _words(avoid, "avoid"), check(input, "input")
            )  # fmt: skip
            return _entry(addresses.address("failure", key), contents.plain(failure))
        case c.Remember():
            return _memory(command)
        case c.Retract(address):
            return Told("retracted", addresses.parse(str(address)))
        case c.Observe(tool, output, call, ref, input, size, sha256):
            where = None if ref is None else _words(ref, "ref")
            answers = None if call is None else name(call, "call")
            seen = contents.Observation(
                name(tool, "tool"),
                answers,
                check(output, "output"),
                where,
                size,
                sha256,
                check(input, "input"),
            )
            return Told("observed", content=contents.plain(seen))
        case c.Say(role, content, item):
            said = contents.Utterance(name(role, "role"), check(content, "content"), check(item, "item"))
            return Told("said", content=contents.plain(said))
        case c.Compact(summary, _, verdict):
            how = contents.Summary(_text(summary, "summary"), check(verdict, "verdict"))
            return Told("compacted", content=contents.plain(how))
        case c.Start(title):
            return Told("session-started", content=contents.plain(contents.Start(_text(title, "title"))))
        case c.End(outcome, criteria_met):
            met = contents.plain(contents.End(tuple(_text(each, "criterion") for each in criteria_met)))
            return Told("session-ended", content=met, beside={"outcome": _words(outcome, "outcome")})
        case c.Clear():
            return Told("scratchpad-cleared")
        case c.Mark(title):
            return Told("marked", content=_mark(title))
        case c.NoteRecall(_, _, query):
            return Told("recalled", beside={"query": None if query is None else _words(query, "query")})
        case c.SetPolicy():
            return Told("policy-set")
        case unreachable:
            assert_never(unreachable)


def _entry(address: Address, content: object, **beside: Any) -> Told:
    return Told(TAG_OF[address.kind], address, check(content), {k: v for k, v in beside.items() if v is not None})


def _memory(command: c.Remember) -> Told:
    address = addresses.parse(str(command.address))
    if address.kind in addresses.WORKING:
        raise InvalidValue("address", f"'{address}' is working memory: remember takes {', '.join(addresses.LONG_TERM)}")
    importance = command.importance
    if importance is not None and (type(importance) is not int or importance not in range(1, 11)):
        raise InvalidValue("importance", f"{importance!r} is no importance: give a whole number from 1 to 10")
    who = tuple(name(each, "participant") for each in command.participants)
    outcome = None if command.outcome is None else _words(command.outcome, "outcome")
    return Told(
        "memory-written", address, check(command.content),
        {"confidence": _confidence(command.confidence), "importance": importance, "participants": who, "outcome": outcome},
    )  # fmt: skip


def _mark(title: str) -> str:
    """A mark is named by what can't be read as another point."""
    if re.fullmatch(r"@?-?\d+|@?\d{4}-\d\d-\d\d.*", name(title, "mark")):
        raise InvalidValue("mark", f"{title!r} reads as a position or a time: give it a name")
    return name(title, "mark")


def _confidence(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise InvalidValue("confidence", f"{value!r} is no confidence: give a number from 0 to 1")
    return float(value)


def _words(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise InvalidValue(what, f"{value!r} is no text")
    check(value, what)
    return value


def _text(value: object, what: str) -> str:
    text = _words(value, what)
    if not text.strip():
        raise InvalidValue(what, "is empty: say it in a few words")
    return text
