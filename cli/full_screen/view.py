"""What the screen shows: the log, what was held in mind, and a line above and below. It knows no widgets."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli import gist
from cli.context import Call
from cli.events import content
from cli.full_screen import pad, pages
from cli.full_screen.lines import Line, Look, fitted, paragraph
from cli.full_screen.pages import Page
from cli.full_screen.trail import Filter, Trail, top_of
from cli.terminal import clip, line
from eventlog.errors import BelieflogError

if TYPE_CHECKING:
    from belieflog import Log, Memory, Recorded
    from projections.scratchpad import Scratchpad

_MOST_LINES = 4  # of what the event says
_WIDE = 60  # columns from which on the list has room for dates


class View:
    """Where a person stands in a memory, and how that looks."""

    def __init__(self, call: Call, mem: "Memory", log: "Log", events: "Sequence[Recorded]") -> None:
        self.call, self._mem, self._log = call, mem, log
        self.trail = Trail.of(events)
        self.note = ""
        self._top = 0
        self._scrolled: int | None = None  # None: to where the first mark is
        self._void: dict[int, bool] = {}
        self._pads: dict[int, Scratchpad] = {}
        self._corrected = any(event.tag == "corrected" for event in events)

    # Moving

    def go(self, trail: Trail) -> None:
        """Stand elsewhere."""
        self.trail, self.note, self._scrolled = trail, "", None

    def jump(self, told: str) -> None:
        """Go to a point: a position, -n, a time, a mark."""
        try:
            self.go(self.trail.to_position(self._mem.position(told.strip())))
        except BelieflogError as error:  # the next try may go well
            self.note = line(str(error))

    def filter(self, told: str) -> None:
        """List only what passes a filter."""
        self.go(self.trail.filtered(Filter.parse(told)))
        if not self.trail.rows:
            self.note = self.call.say("no event passes the filter")

    def search(self, told: str) -> None:
        """Go to the first match from here on."""
        self.trail = self.trail.seeking(told)
        if told:
            self.seek(1, here=True)

    def seek(self, by: int, *, here: bool = False) -> None:
        """Go to the next match (1) or the one before (-1)."""
        found = self.trail.found(by, here=here)
        if found is None:
            self.note = self.call.say("nothing holds '{text}'", text=line(self.trail.sought))
            return
        round_the_end = (found.at - self.trail.at) * by < 0
        self.go(found)
        if round_the_end:
            self.note = self.call.say("searched on from the other end")

    def scroll(self, by: int) -> None:
        """Scroll what was held in mind."""
        self._scrolled = max(0, (self._scrolled or 0) + by)

    # The parts of the screen

    def head(self, columns: int) -> Line:
        """Say whose memory it is, where in it one stands, and what narrows the list."""
        trail = self.trail
        told = self.call.say(
            "{user}, session {session}", user=line(self._mem.user), session=line(self._mem.session or "-")
        )
        told += f"  {trail.at + 1 if trail.rows else 0}/{len(trail.rows)}"
        if str(trail.filter):
            told += "  " + self.call.say(
                "filter {filter} (of {n})", filter=line(str(trail.filter)), n=len(trail.events)
            )
        if trail.sought:
            told += f"  /{line(trail.sought)}"
        return Line(fitted(told, columns), "strong")

    def foot(self, columns: int) -> Line:
        """Say what went wrong, else which keys there are."""
        keys = self.call.say("n/b step  j jump  / search  f filter  e entry  p prompt  ? help  q quit")
        return Line(fitted(self.note or keys, columns), "faint")

    def listing(self, columns: int, height: int) -> list[Line]:
        """List the events around where one stands."""
        trail = self.trail
        if not trail.events:
            return [Line(clip(self.call.say("nothing here yet"), columns), "faint")]
        self._top = top_of(trail.at, len(trail.rows), height, self._top)
        digits = len(str(trail.events[-1].position))
        rows = trail.rows[self._top : self._top + height]
        return [
            self._row(trail.events[index], columns, digits, self._top + n == trail.at) for n, index in enumerate(rows)
        ]

    def _row(self, event: "Recorded", columns: int, digits: int, chosen: bool) -> Line:
        void, match = self._is_void(event), self.trail.matches(event)
        time = gist.when(event.at)
        room = min(18, max(12, columns // 4))
        tag = fitted(event.tag, room)
        text = f"{'>' if chosen else ' '}{event.position:>{digits}}{'V' if void else ' '}{'=' if match else ' '}"
        read = event.tag == "recalled"  # how it was asked for says little
        about = event.address or ((event.private and event.private.query) if read else content(self.call, event))
        text += f"{time if columns > _WIDE else time[11:]} {tag} {line(about or '')}"
        look: Look = "chosen" if chosen else "faint" if void else "plain"
        return Line(fitted(text, columns), look)

    def mind(self, columns: int, height: int) -> list[Line]:
        """Show the event in full, and what was held in mind after it."""
        event = self.trail.event
        if event is None:
            return []
        try:
            laid = self._mind(event, columns)
        except BelieflogError as error:
            laid = list(paragraph(str(error), columns))
        first = next((n for n, each in enumerate(laid) if each.look == "marked"), 0)
        if self._scrolled is None:
            self._scrolled = max(0, first - height // 2) if first >= height else 0
        self._scrolled = min(self._scrolled, max(0, len(laid) - height))
        shown = laid[self._scrolled : self._scrolled + height]
        if len(laid) > self._scrolled + height:
            rest = len(laid) - self._scrolled - height + 1
            shown[-1] = Line(self.call.say("{n} more lines: ]", n=rest), "faint")
        return shown

    def _mind(self, event: "Recorded", columns: int) -> list[Line]:
        laid = [Line(clip(f"{event.position} {event.tag}", columns), "strong")]
        state = self.call.say("void today") if self._is_void(event) else ""
        laid.append(Line(clip(f"{gist.when(event.at)} {state}", columns), "faint"))
        about = " <- ".join(line(str(part)) for part in (event.address, event.source) if part)
        if about:
            laid.append(Line(clip(about, columns)))
        laid += paragraph(content(self.call, event), columns, _MOST_LINES, "  ", "  ")
        laid.append(Line("-" * columns, "faint"))
        position = self._mem.position(event.position, whole=True)
        if position != event.position:
            told = self.call.say("part of a batch: as it was after {position}", position=position)
            laid.append(Line(clip(told, columns), "faint"))
        start = event.batch - 1
        before = self._pad(start) if start else None
        return laid + pad.lines(self.call, before, self._pad(position), event, columns)

    # Pages

    def manual(self, columns: int) -> tuple[str, Page]:
        """Give the help."""
        return self.call.say("keys"), pages.manual(self.call, columns)

    def history(self, columns: int) -> tuple[str, Page]:
        """Give the history of the entry that the event is about."""
        address = self.trail.event.address if self.trail.event else None
        if not address:
            return self.call.say("history"), [Line(self.call.say("this event is about no entry"), "faint")]
        rows = self._mem.history(address)
        return line(address), pages.history(self.call, address.partition(":")[0], rows, columns)

    def prompt(self, columns: int) -> tuple[str, Page]:
        """Give the text for a model as it was then; at a read, the very text that was given."""
        event = self.trail.event
        if event is None:
            return self.call.say("prompt"), []
        position = self._mem.position(event.position, whole=True)
        given = self._mem.prompt_read_at(position) if event.position == position else None
        text = given.text if given else self._mem.prompt(at=position, audit=False, lang=self.call.lang)
        title = self.call.say("the prompt at {position}", position=position)
        return title, list(paragraph(text, columns))

    # What is read of the log

    def _pad(self, position: int) -> "Scratchpad":
        if position not in self._pads:
            if len(self._pads) > 8:
                self._pads.clear()
            self._pads[position] = self._mem.scratchpad(position)
        return self._pads[position]

    def _is_void(self, event: "Recorded") -> bool:
        if not self._corrected:
            return False
        if event.position not in self._void:
            self._void[event.position] = not self._log.effective(event)
        return self._void[event.position]
