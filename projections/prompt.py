"""What should a model be told of its memory, within a budget?

Markdown, the same bytes for the same state; `projections.phrasing` says how each belief reads.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from eventlog.addresses import WORKING
from eventlog.errors import InvalidValue
from projections.dialogue import Turn
from projections.entries import Entry
from projections.phrasing import Item, Wording, items
from projections.scratchpad import Scratchpad
from projections.tokens import TokenCounter, estimate
from projections.wording import words

RENDERER = 1  # grows when the same state reads otherwise; a `recalled` event keeps it
SECTIONS = (
    "goal", "constraints", "plan", "progress", "facts", "assumptions", "questions", "failures", "notes",
    "memories", "dialogue",
)  # fmt: skip
FLOOR = frozenset({"goal", "constraints", "facts", "failures"})
_FIRST = (
    "plan",
    "progress",
    "questions",
    "assumptions",
    "dialogue",
    "memories",
    "notes",
)  # to have room after the floor


class Prompt(Struct, frozen=True):
    """The text, the positions of the events it shows, and how much of each section was left out."""

    text: str
    shown: tuple[int, ...]
    left_out: dict[str, int]


def render(
    pad: Scratchpad,
    turns: Sequence[Turn] = (),
    memories: Sequence[Entry] = (),
    *,
    query: str | None = None,
    budget: int | None = None,
    lang: str = "en",
    sections: Iterable[str] | None = None,
    counter: TokenCounter | None = None,
) -> Prompt:
    """Write scratchpad, dialogue and memories for a model, in at most *budget* tokens.

    *counter* counts the whole text (default: a rough estimate). Goal, constraints, facts and failures are
    always there, over the budget if need be, and that is said. The rest is cut between entries: plan and
    progress have room first, notes last, of the dialogue the newest turns; what was left out is said. Without
    a *query* no episodes.
    """
    wording = words(lang)
    wanted = set(SECTIONS if sections is None else sections)
    if unknown := sorted(wanted - set(SECTIONS)):
        raise InvalidValue("sections", f"no section {unknown[0]!r}: use {', '.join(SECTIONS)}")
    told = [m for m in memories if m.kind not in WORKING and (query is not None or m.kind != "episodic")]
    found = [item for item in items(pad, turns, told, wording) if item.section in wanted]
    count = counter or estimate
    kept = found if budget is None else _fitting(pad, found, budget, wording, count)
    left = _left_out(found, kept)
    text = _assemble(pad, kept, left, budget, wording)
    if budget is not None and count(text) > budget:
        text += "\n" + wording["over"].format(budget=budget) + "\n"
    return Prompt(text, tuple(sorted(p for item in kept for p in item.positions)), left)


def _fitting(pad: Scratchpad, found: list[Item], budget: int, wording: Wording, counter: TokenCounter) -> list[Item]:
    floor = [item for item in found if item.section in FLOOR]

    def cost(kept: list[Item]) -> int:
        return counter(_assemble(pad, kept, _left_out(found, kept), budget, wording))

    if cost(found) <= budget:
        return found
    spent, chosen = cost(floor), []
    for section in _FIRST:
        rest = [item for item in found if item.section == section]
        for item in reversed(rest) if section == "dialogue" else rest:
            if spent + (price := counter(item.text)) <= budget:
                spent += price
                chosen.append(item)
            elif section == "dialogue":
                break  # older turns without the newer ones would mislead
    # headings and the tokenizer's seams aren't in the sum: count the whole, give up the last until it fits
    while chosen and cost(_in_order(found, [*floor, *chosen])) > budget:
        chosen.pop()
    return _in_order(found, [*floor, *chosen])


def _in_order(found: list[Item], kept: list[Item]) -> list[Item]:
    wanted = {id(item) for item in kept}
    return [item for item in found if id(item) in wanted]


def _left_out(found: list[Item], kept: list[Item]) -> dict[str, int]:
    left: dict[str, int] = {}
    for item in found:
        left[item.section] = left.get(item.section, 0) + 1
    for item in kept:
        left[item.section] -= 1
    return {section: count for section, count in left.items() if count}


def _assemble(pad: Scratchpad, kept: list[Item], left: dict[str, int], budget: int | None, wording: Wording) -> str:
    blocks = ["# " + wording["title"].format(user=pad.user, session=pad.session)]
    if pad.ended:
        blocks.append(wording["ended"])
    if pad.incomplete_since is not None:
        blocks.append(wording["incomplete"].format(position=pad.incomplete_since))
    if not kept and not left:
        blocks.append(wording["nothing"])
    for section in SECTIONS:
        if lines := [item.text for item in kept if item.section == section]:
            blocks.append("## " + wording[section] + "\n" + "\n".join(lines))
    if left:
        told = "; ".join(wording["count"].format(n=n, section=wording[s]) for s, n in left.items())
        blocks.append(wording["left_out"].format(budget=budget, what=told))
    return "\n\n".join(blocks) + "\n"
