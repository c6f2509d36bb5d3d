"""The states that the slider of a report steps through, as JSON that can stand in a page.

``places`` are the entries by address, ``rows`` what they showed (each once), ``steps`` the points: at which position and
time, what happened there, which rows show since then, and which places show nothing any more.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

from cli import gist
from cli.terminal import safe
from cli.web.report.gathering import Gathered
from eventlog.addresses import KINDS
from projections.entries import content_of

if TYPE_CHECKING:
    from belieflog.unfolding import Place, Unfolded
    from eventlog.events import Recorded
    from projections.entries import Entry

EVENTS = 20  # of those committed together, how many are told
_SPOKEN = ("said", "observed", "compacted", "session-started", "session-ended", "marked")


def cut(text: str, most: int) -> tuple[str, int]:
    r"""Cut a text to *most* characters, safe to show, and tell how many are missing.

    >>> cut("abcdef", 4), cut("a\u202e", 4)
    (('abcd', 2), ('a\\u202e', 0))
    """
    return safe(text[:most]), max(0, len(text) - most)


def as_script(data: Any) -> Markup:
    r"""Write JSON that nothing in it can end: no tag, no comment, no line that isn't one.

    >>> as_script(["</script>"])
    Markup('["\\u003c/script\\u003e"]')
    """
    text = msgspec.json.encode(data).decode()
    for each in "<>&\u2028\u2029":
        text = text.replace(each, f"\\u{ord(each):04x}")
    return Markup(text)  # nothing in it is markup any more


class States:
    """Puts the steps of a report together: texts cut to *texts* characters, what was said to *brief*."""

    def __init__(self, closed: Callable[[str], bool], texts: int, brief: int) -> None:
        self._closed, self._texts, self._brief = closed, texts, brief
        self._places: dict[Place, int] = {}
        self._rows: dict[tuple[Place, int, bool], int] = {}
        self.places: list[list[Any]] = []
        self.rows: list[list[Any]] = []
        self.clipped = self.clipped_said = 0

    def told(self, gathered: Gathered, skip: int) -> dict[str, Any]:
        """Write the steps after the first *skip*, which are only told by what they left."""
        base = [self._row(entry) for entry in shown(gathered, skip - 1)]
        steps = [self._step(step) for step in gathered.steps[skip:]]
        return {"kinds": KINDS, "base": base, "steps": steps, "rows": self.rows, "places": self.places}

    def _step(self, step: "Unfolded") -> list[Any]:
        events = [self._event(event) for event in step.events[:EVENTS]]
        shows, gone = [self._row(entry) for entry in step.shows], [self._place(each, "", "") for each in step.gone]
        return [step.at, gist.when(step.time), events, len(step.events) - len(events), shows, gone]

    def _place(self, place: "Place", address: str, kind: str) -> int:
        if place not in self._places:
            self._places[place] = len(self.places)
            self.places.append([safe(address), kind, 0 if place[0].session else 1, f"entry-{slug(place)}"])
        return self._places[place]

    def _row(self, entry: "Entry") -> int:
        from belieflog.unfolding import place

        where = place(entry)
        key = where, entry.position, entry.supported
        if key not in self._rows:
            text, missing = cut(gist.gist(entry.kind, entry.value), self._texts)
            self.clipped += bool(missing)
            source, until = entry.source, gist.when(entry.expires_at)
            number = self._place(where, entry.address, entry.kind)
            self._rows[key] = len(self.rows)
            self.rows.append(
                [number, text, missing, cut(str(source), 80)[0], source.kind, entry.version, entry.position,
                 entry.confidence, until, entry.supported]
            )  # fmt: skip
        return self._rows[key]

    def _event(self, event: "Recorded") -> list[Any]:
        private, source = event.private, event.source
        if private is None:
            return [event.tag, "", "", "", "", 0, 1]
        address = event.address or ""
        if address and self._closed(address):
            return [event.tag, "", "", "", "", 0, 0]
        text = gist.gist(event.tag, content_of(private)) if event.tag in _SPOKEN else ""
        told, missing = cut(text, self._brief)
        self.clipped_said += bool(missing)
        return [
            event.tag, cut(address, 200)[0], cut(str(source), 80)[0] if source else "",
            cut(private.reason or "", self._brief)[0], told, missing, 0,
        ]  # fmt: skip


def shown(gathered: Gathered, index: int) -> "list[Entry]":
    """List what shows after the step *index* (-1: before the first), in the order of the scratchpad."""
    from belieflog.unfolding import place

    found = {place(entry): entry for entry in gathered.base.shows}
    for step in gathered.steps[: index + 1]:
        for gone in step.gone:
            found.pop(gone, None)
        found |= {place(entry): entry for entry in step.shows}
    return in_order(list(found.values()))


def in_order(entries: "Sequence[Entry]") -> "list[Entry]":
    """Order entries by kind, the session's before long-term ones, as they were written."""
    return sorted(entries, key=lambda e: (KINDS.index(e.kind), not e.recorded.scope.session, e.position))


def slug(place: "Place") -> str:
    """Name an entry in the page.

    >>> from eventlog.events import Scope
    >>> slug((Scope("u", "s"), 3)), slug((Scope("u"), 3))
    ('s3', 'l3')
    """
    return f"{'s' if place[0].session else 'l'}{place[1]}"
