"""What in a memory needs someone's hand before the agent goes on?

Each question has a function of its own, from what is shown to findings; `Memory.check` asks them all.
"""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from eventlog import addresses, times
from eventlog.events import Recorded
from eventlog.values import canonical
from projections.coverage import compare
from projections.dialogue import Turn
from projections.entries import Entry, content_of
from projections.probe import text_of
from projections.wording import words

DAY = 86_400 * times.SECOND
COMPARED = frozenset({"fact", "semantic"})  # what a newer observation can contradict

_ENGLISH = {
    "missing": "'{address}' is required, and nothing is there",
    "unsupported": "what '{address}' rests on no longer holds",
    "unsupported-summary": "the summary at {position} rests on what no longer holds",
    "outdated-summary": "the summary at {position} still says '{address}', which was taken back since",
    "contradicted": "'{address}' rests on what {tool} gave at {old}; asked the same at {new} it gave something else",
    "stale": "'{address}' has stood unconfirmed for {days} days",
    "idle": "the scratchpad hasn't changed for {turns} turns",
    "needs-user": "'{address}' waits for a person: {text}",
    "compact": "{rounds} rounds of dialogue are without a summary",
    "prompt-size": "the prompt takes {tokens} tokens, more than {most}",
}
_CHINESE = {
    "missing": "缺少必需的“{address}”",
    "unsupported": "“{address}”的依据已不成立",
    "unsupported-summary": "位置 {position} 的摘要的依据已不成立",
    "outdated-summary": "位置 {position} 的摘要仍在说“{address}”，而它已被收回",
    "contradicted": "“{address}”依据 {tool} 在位置 {old} 的输出；位置 {new} 以同样输入得到了不同的输出",
    "stale": "“{address}”已 {days} 天未经证实",
    "idle": "草稿板已有 {turns} 轮对话没有更新",
    "needs-user": "“{address}”等待用户回答：{text}",
    "compact": "已有 {rounds} 轮对话没有摘要",
    "prompt-size": "提示文本有 {tokens} 个词元，超过 {most}",
}
_LANGUAGES = {"en": _ENGLISH, "zh": _CHINESE}
_WRITE = {
    "goal": "goal TEXT", "plan": "plan STEP...", "progress": "progress DONE", "constraint": "constrain {key} TEXT",
    "fact": "fact {key} VALUE --source SOURCE", "assumption": "assume {key} TEXT", "question": "ask {key} TEXT",
    "failure": "fail {key} TEXT", "note": "write {key} VALUE",
}  # fmt: skip


class Concern(Struct, frozen=True):
    """One thing that needs a hand: a code, the address it is about, a sentence, and the command that mends it."""

    code: str
    address: str | None
    message: str
    remedy: str


class Seen(Struct, frozen=True):
    """What a fact rests on that a tool put out, and what the same tool gave later, asked the same."""

    entry: Entry
    old: Recorded
    new: Recorded


def missing(required: Iterable[str], there: Iterable[Entry], lang: str) -> Iterator[Concern]:
    """Find what must be there and isn't."""
    shown = {entry.address for entry in there}
    for told in dict.fromkeys(required):
        where = addresses.parse(told)
        if str(where) not in shown:
            usage = _WRITE.get(where.kind, "remember {address} CONTENT")
            remedy = usage.format(key=shlex.quote(where.key), address=shlex.quote(str(where)))
            yield _concern("missing", str(where), remedy, lang)


def unsupported(entries: Iterable[Entry], lang: str) -> Iterator[Concern]:
    """Find what is believed and rests on nothing any more."""
    for entry in entries:
        if not entry.supported:
            yield _concern("unsupported", entry.address, f"retract {shlex.quote(entry.address)} --reason WHY", lang)


def contradicted(seen: Iterable[Seen], lang: str) -> Iterator[Concern]:
    """Find what rests on an observation that a newer one, of the same tool asked the same, doesn't bear out.

    The newer one bears it out where it says the same, or where both have what the entry says in their words.
    """
    for each in seen:
        if not _borne_out(each):
            yield _concern(
                "contradicted", each.entry.address, _corrected(each), lang,
                tool=observation(each.new)["tool"], old=each.old.position, new=each.new.position,
            )  # fmt: skip


def stale(assumptions: Iterable[Entry], days: float | None, now: int, lang: str) -> Iterator[Concern]:
    """Find assumptions that nobody has confirmed for *days*, counted from when they were last made."""
    for entry in assumptions:
        age = now - entry.recorded.public.world_time
        if days is not None and age >= days * DAY:
            remedy = f"confirm {shlex.quote(entry.key)} --source SOURCE"
            yield _concern("stale", entry.address, remedy, lang, days=age // DAY)


def idle(turns: int, most: int | None, lang: str) -> Iterator[Concern]:
    """Find that the scratchpad has been left alone for *most* turns or more."""
    if most is not None and turns >= most:
        yield _concern("idle", None, "progress DONE --next NEXT", lang, turns=turns)


def waiting(questions: Iterable[Entry], lang: str) -> Iterator[Concern]:
    """Find the questions that only a person can answer."""
    for entry in questions:
        if entry.value.get("needs") == "user":
            remedy = f"answer {shlex.quote(entry.key)} VALUE --source user"
            yield _concern("needs-user", entry.address, remedy, lang, text=" ".join(entry.value["text"].split()))


def compaction_due(turns: Sequence[Turn], rounds: int | None, lang: str) -> Iterator[Concern]:
    """Find that *rounds* of dialogue or more are without a summary."""
    found = sum(turn.role == "user" and not turn.covered for turn in turns)
    if rounds is not None and found >= rounds:
        yield _concern("compact", None, "compact SUMMARY --answers FILE", lang, rounds=found)


def too_long(tokens: int, most: int | None, lang: str) -> Iterator[Concern]:
    """Find that the prompt has outgrown what it may take."""
    if most is not None and tokens > most:
        yield _concern("prompt-size", None, "compact SUMMARY --answers FILE", lang, tokens=tokens, most=most)


def summaries(
    turns: Iterable[Turn], groundless: frozenset[int], gone: Iterable[Recorded], lang: str
) -> Iterator[Concern]:
    """Find the summaries that rest on what no longer holds, or still say a fact that was taken back since.

    *groundless* are the positions of those whose premises don't hold, *gone* the facts that were taken back.
    """
    taken_back = [(fact, _as_told(fact)) for fact in gone]
    for turn in turns:
        if not turn.covered:
            continue
        remedy = f"revert --event {turn.position} --reason WHY"
        if turn.position in groundless:
            yield _concern("unsupported-summary", None, remedy, lang, position=turn.position)
        for fact, told in taken_back:
            if fact.position < turn.position and told and compare(told, str(turn.content)).none:
                yield _concern("outdated-summary", fact.address, remedy, lang, position=turn.position)


def observation(recorded: Recorded) -> dict[str, Any]:
    """Give what was observed; empty once erased."""
    content: dict[str, Any] = content_of(recorded.private) or {}
    return content


def output(recorded: Recorded) -> object:
    """Give what tells one output from another, None where it can't be told: a file or a page without its hash."""
    seen = observation(recorded)
    if (ref := seen.get("ref")) is None:
        return canonical(seen.get("output"))
    return ref if ref.startswith("blob:") else seen.get("sha256")


def _borne_out(seen: Seen) -> bool:
    before, after = output(seen.old), output(seen.new)
    if before is None or after is None or before == after:
        return True
    told = text_of(seen.entry.value)
    both = (text_of(observation(each).get("output")) for each in (seen.old, seen.new))
    return bool(told.strip()) and all(compare(told, each).none for each in both)


def _corrected(seen: Seen) -> str:
    entry, source = seen.entry, shlex.quote(str(seen.new.source))
    verb = f"fact {shlex.quote(entry.key)}" if entry.kind == "fact" else f"remember {shlex.quote(entry.address)}"
    return f"{verb} VALUE --source {source} --derived-from {seen.new.position}"


def _as_told(fact: Recorded) -> str:
    private = fact.private
    if private is None or private.address is None:
        return ""
    return f"{private.address.partition(':')[2]} {text_of(private.content)}"


def _concern(code: str, address: str | None, remedy: str, lang: str, **told: object) -> Concern:
    message = words(lang, _LANGUAGES)[code].format(address=address, **told)
    return Concern(code, address, message, f"belieflog {remedy}")
