"""What should a model be told of its memory, within a budget?

The same bytes for the same state. `projections.phrasing` says what is told of each belief, a format how it is written,
`projections.fitting` what is told where not all fits.
"""

from collections.abc import Sequence

from msgspec import Struct

from eventlog.addresses import WORKING
from eventlog.errors import InvalidValue
from projections.dialogue import Turn
from projections.entries import Entry
from projections.fitting import Fitted, Kept, fit, floor
from projections.form_json import Json
from projections.form_markdown import Markdown
from projections.form_xml import Xml
from projections.forms import Form
from projections.phrasing import Wording, items
from projections.scratchpad import Scratchpad
from projections.tokens import TokenCounter, estimate
from projections.wording import words

RENDERER = 2  # grows when the same state reads otherwise; a `recalled` event keeps it
SECTIONS = (
    "goal", "constraints", "plan", "progress", "facts", "assumptions", "questions", "failures", "notes",
    "memories", "dialogue",
)  # fmt: skip
FORMATS = ("markdown", "xml", "json")


class Wanted(Struct, frozen=True, kw_only=True):
    """How a prompt is wanted; *sections* None: all, *counter* None: a rough estimate of tokens."""

    query: str | None = None
    budget: int | None = None
    lang: str = "en"
    format: str = "markdown"
    sections: tuple[str, ...] | None = None
    counter: TokenCounter | None = None

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise InvalidValue("format", f"{self.format!r} is no format of a prompt: use one of {', '.join(FORMATS)}")
        if self.budget is not None and (type(self.budget) is not int or self.budget < 0):
            raise InvalidValue("budget", f"{self.budget!r} is no number of tokens: give 0 or more")
        if self.sections is not None:
            if not self.sections:
                raise InvalidValue("sections", f"names none: leave it out for all, or use {', '.join(SECTIONS)}")
            if unknown := sorted(set(self.sections) - set(SECTIONS)):
                raise InvalidValue("sections", f"no section {unknown[0]!r}: use {', '.join(SECTIONS)}")


class Prompt(Struct, frozen=True):
    """The text, the positions of the events it shows, and how much of each section was left out."""

    text: str
    shown: tuple[int, ...]
    left_out: dict[str, int]


class Share(Struct, frozen=True):
    """What one section takes: its tokens as it is told, and how many items are told and left out."""

    tokens: int = 0
    told: int = 0
    left_out: int = 0


class Cost(Struct, frozen=True):
    """What a prompt takes, in tokens: its text, what is always told, what all would take, and each section.

    A counter need not add up: the sections are counted by themselves, with their headings.
    """

    total: int
    floor: int
    whole: int
    budget: int | None
    sections: dict[str, Share]


def render(pad: Scratchpad, turns: Sequence[Turn], memories: Sequence[Entry], wanted: Wanted) -> Prompt:
    """Write scratchpad, dialogue and memories for a model, in at most as many tokens as *wanted*.

    The counter counts the whole text. Goal, constraints, facts and failures, with what contradicts one of them, are
    always there: only where they alone exceed the budget the text does too, and says how many tokens they need. The
    rest is cut between entries; what was left out is said. Without a query no episodes.
    """
    draft = _Draft(pad, turns, memories, wanted)
    fitted = draft.fitted()
    shown = sorted(p for n in fitted.kept for p in draft.items[n].positions)
    return Prompt(draft.text(fitted.kept, fitted.over), tuple(shown), draft.left_out(fitted.kept))


def cost(pad: Scratchpad, turns: Sequence[Turn], memories: Sequence[Entry], wanted: Wanted) -> Cost:
    """Count what `render` would give."""
    draft = _Draft(pad, turns, memories, wanted)
    fitted = draft.fitted()
    left = draft.left_out(fitted.kept)
    shares = dict.fromkeys(SECTIONS, Share())
    for section, texts in draft.sections(fitted.kept).items():
        shares[section] = Share(draft.count(draft.form.section(section, texts)), len(texts))
    for section, n in left.items():
        shares[section] = Share(shares[section].tokens, shares[section].told, n)
    return Cost(
        draft.count(draft.text(fitted.kept, fitted.over)),
        draft.whole(floor(draft.items, draft.against)),
        draft.whole(frozenset(range(len(draft.items)))),
        wanted.budget,
        shares,
    )


class _Draft:
    """All that could be told, each item written once."""

    def __init__(self, pad: Scratchpad, turns: Sequence[Turn], memories: Sequence[Entry], wanted: Wanted) -> None:
        self._wording = words(wanted.lang)
        self._pad, self._wanted = pad, wanted
        self.form = _form(wanted.format, pad, self._wording)
        self.count = wanted.counter or estimate
        told = [m for m in memories if m.kind not in WORKING and (wanted.query is not None or m.kind != "episodic")]
        sections = SECTIONS if wanted.sections is None else wanted.sections
        self.items, self.against = items(pad, turns, told, self._wording, sections)
        self._texts = [self.form.item(item) for item in self.items]

    def fitted(self) -> Fitted:
        """Choose what is told."""
        budget = self._wanted.budget
        if budget is None:
            return Fitted(frozenset(range(len(self.items))))
        return fit(self.items, self.against, budget, self.whole, self._price, sought=self._wanted.query is not None)

    def whole(self, kept: Kept) -> int:
        """Count the text that tells the items *kept*."""
        return self.count(self.text(kept))

    def text(self, kept: Kept, over: int | None = None) -> str:
        """Write the text that tells the items *kept*; *over*: what these need, being more than the budget."""
        before, after = [], []
        if self._pad.ended:
            before.append(self._wording["ended"])
        if self._pad.incomplete_since is not None:
            before.append(self._wording["incomplete"].format(position=self._pad.incomplete_since))
        if not self.items:
            before.append(self._wording["nothing"])
        if left := self.left_out(kept):
            said = (self._wording["count"].format(n=n, section=self._wording[s]) for s, n in left.items())
            after.append(self._wording["left_out"].format(what=self._wording["and"].join(said)))
        if over is not None:
            after.append(self._wording["over"].format(floor=over, budget=self._wanted.budget))
        told = [self.form.section(section, texts) for section, texts in self.sections(kept).items()]
        return self.form.page(before, told, after)

    def sections(self, kept: Kept) -> dict[str, list[str]]:
        """Give the written items *kept* by section."""
        found: dict[str, list[str]] = {}
        for n, item in enumerate(self.items):
            if n in kept:
                found.setdefault(item.section, []).append(self._texts[n])
        return found

    def left_out(self, kept: Kept) -> dict[str, int]:
        """Count the items not *kept* by section."""
        left: dict[str, int] = {}
        if len(kept) < len(self.items):
            for n, item in enumerate(self.items):
                if n not in kept:
                    left[item.section] = left.get(item.section, 0) + 1
        return left

    def _price(self, n: int, heading: bool) -> int:
        text = self._texts[n]
        return self.count(self.form.section(self.items[n].section, [text]) if heading else text)


def _form(format: str, pad: Scratchpad, wording: Wording) -> Form:
    forms: dict[str, type[Form]] = {"markdown": Markdown, "xml": Xml, "json": Json}
    return forms[format](pad.user, pad.session, wording)
