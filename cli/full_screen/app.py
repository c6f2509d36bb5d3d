"""The screen itself: panes that draw a view's lines, and the keys that move it. Nothing stored is read as markup."""

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from cli.full_screen.lines import Line, Look, paragraph
from cli.full_screen.pages import Page
from cli.full_screen.view import View
from eventlog.errors import BelieflogError

Draw = Callable[[int, int], list[Line]]
_KEYS = {"jump": "j", "search": "/", "filter": "f"}
_STYLES: dict[Look, Style] = {
    "plain": Style(),
    "strong": Style(bold=True),
    "faint": Style(dim=True),
    "marked": Style(bold=True, underline=True),
    "chosen": Style(reverse=True),
}


class Failed(Message):
    """The log can't be read: the screen closes, and whoever opened it says why."""

    def __init__(self, error: BelieflogError) -> None:
        super().__init__()
        self.error = error


class Pane(Widget):
    """Lines drawn by a function of its width and height: only those that are seen are ever made."""

    def __init__(self, draw: Draw, id: str) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._lines: list[Line] | None = None

    def renew(self) -> None:
        """Draw it anew."""
        self._lines = None
        self.refresh()

    def on_resize(self) -> None:
        """Draw it anew for another size."""
        self.renew()

    def render_line(self, y: int) -> Strip:
        """Give one line."""
        if self._lines is None:
            try:
                self._lines = self._draw(self.size.width, self.size.height)
            except BelieflogError as error:
                self._lines = []
                self.app.post_message(Failed(error))
        line = self._lines[y] if y < len(self._lines) else Line("")
        return Strip([Segment(line.text, _STYLES[line.look])]).adjust_cell_length(self.size.width)


class Reader(ModalScreen[None]):
    """A page over the whole screen, to be scrolled and closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss_page", show=False),
        Binding("down,n,j", "scroll_page(1)", show=False),
        Binding("up,b,k", "scroll_page(-1)", show=False),
        Binding("pagedown,space", "turn(1)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("home", "ends(0)", show=False),
        Binding("end", "ends(1)", show=False),
    ]

    def __init__(self, write: Callable[[int], tuple[str, Page]]) -> None:
        super().__init__()
        self._write = write
        self._at = 0
        self._told: tuple[int, str, Page] = (0, "", [])  # for how many columns, the title, the lines

    def compose(self) -> ComposeResult:
        """Lay out one pane."""
        yield Pane(self._draw, "page")

    def _draw(self, columns: int, height: int) -> list[Line]:
        if self._told[0] != columns:
            try:
                self._told = columns, *self._write(columns)
            except BelieflogError as error:
                self._told = columns, "", list(paragraph(str(error), columns))
        _, title, page = self._told
        self._at = max(0, min(self._at, len(page) - height + 1))
        return [Line(title, "strong"), *page[self._at : self._at + height - 1]]

    def action_dismiss_page(self) -> None:
        """Close the page."""
        self.dismiss()

    def action_scroll_page(self, by: int) -> None:
        """Move by lines."""
        self._move(self._at + by)

    def action_turn(self, by: int) -> None:
        """Move by screens."""
        self._move(self._at + by * max(1, self.size.height - 2))

    def action_ends(self, last: int) -> None:
        """Move to an end."""
        self._move(len(self._told[2]) if last else 0)

    def _move(self, to: int) -> None:
        self._at = max(0, to)
        self.query_one(Pane).renew()


class Main(Screen[None]):
    """The log, what was held in mind, and what is typed."""

    AUTO_FOCUS = ""  # keys go to the screen until something is asked for
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,right", "step(1)", show=False),
        Binding("up,left,b", "step(-1)", show=False),
        Binding("n", "on(1)", show=False),
        Binding("N", "on(-1)", show=False),
        Binding("pagedown,space", "turn(1)", show=False),
        Binding("pageup", "turn(-1)", show=False),
        Binding("home", "ends(0)", show=False),
        Binding("end", "ends(1)", show=False),
        Binding("left_square_bracket", "scroll_mind(-5)", show=False),
        Binding("right_square_bracket", "scroll_mind(5)", show=False),
        Binding("j", "ask('jump')", show=False),
        Binding("slash", "ask('search')", show=False),
        Binding("f", "ask('filter')", show=False),
        Binding("e", "read('history')", show=False),
        Binding("p", "read('prompt')", show=False),
        Binding("question_mark,h", "read('manual')", show=False),
        Binding("escape", "leave", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self._asked = ""

    def compose(self) -> ComposeResult:
        """Lay out a line above, two panes, a line below and what is asked for."""
        yield Pane(lambda columns, height: [self.view.head(columns)], "head")
        with Horizontal():
            yield Pane(self.view.listing, "log")
            yield Pane(self.view.mind, "mind")
        yield Pane(lambda columns, height: [self.view.foot(columns)], "foot")
        with Horizontal(id="question"):
            yield Pane(lambda columns, height: [Line(f"{_KEYS.get(self._asked, '')} ", "strong")], "asked")
            yield Input(id="ask", compact=True, select_on_focus=False)

    def renew(self) -> None:
        """Draw all panes anew."""
        for pane in self.query(Pane):
            pane.renew()

    # Moving

    def action_step(self, by: int) -> None:
        """Step to a neighbour."""
        self.view.go(self.view.trail.step(by))
        self.renew()

    def action_on(self, by: int) -> None:
        """Step to the next match while something is sought, else to the next event."""
        if self.view.trail.sought:
            self._try(lambda: self.view.seek(by))
            self.renew()
        else:
            self.action_step(by)

    def action_turn(self, by: int) -> None:
        """Step by a page."""
        self.action_step(by * max(1, self.query_one("#log").size.height - 1))

    def action_ends(self, last: int) -> None:
        """Go to an end."""
        self.view.go(self.view.trail.to(len(self.view.trail.rows) - 1 if last else 0))
        self.renew()

    def action_scroll_mind(self, by: int) -> None:
        """Scroll what was held in mind."""
        self.view.scroll(by)
        self.renew()

    # Asking

    def action_ask(self, what: str) -> None:
        """Ask for a point, a text or a filter on the last line."""
        self._asked = what
        ask = self.query_one(Input)
        ask.value = str(self.view.trail.filter) if what == "filter" else ""
        ask.placeholder = {
            "jump": self.view.call.say("jump to: a position, -N, an ISO time, a mark"),
            "search": self.view.call.say("search for"),
            "filter": self.view.call.say("kind:fact source:tool:curl address:egress, or words; empty: all"),
        }[what]
        self.query_one("#foot").display, self.query_one("#question").display = False, True
        self.renew()
        ask.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was asked for."""
        told = event.value
        self._close()
        if self._asked == "filter" or told.strip():
            ways = {"jump": self.view.jump, "search": self.view.search, "filter": self.view.filter}
            self._try(lambda: ways[self._asked](told))
        self.renew()

    def action_leave(self) -> None:
        """Ask no more, or seek no more."""
        if self.query_one("#question").display:
            self._close()
        else:
            self.view.search("")
        self.renew()

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except BelieflogError as error:
            self.app.post_message(Failed(error))

    def _close(self) -> None:
        self.query_one("#foot").display, self.query_one("#question").display = True, False
        self.set_focus(None)

    # Pages

    def action_read(self, what: str) -> None:
        """Open a page."""
        pages = {"history": self.view.history, "prompt": self.view.prompt, "manual": self.view.manual}
        self.app.push_screen(Reader(pages[what]))


class FullScreen(App[None]):
    """Replay over the whole terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Main, Reader { background: ansi_default; color: ansi_default; layout: vertical; }
    #head, #foot { height: 1; }
    #log { width: 3fr; height: 1fr; }
    #mind { width: 2fr; height: 1fr; border-left: ascii ansi_default; padding-left: 1; }
    #page { height: 1fr; width: 1fr; }
    #question { display: none; height: 1; }
    #asked { width: 2; height: 1; }
    #ask { width: 1fr; height: 1; border: none; padding: 0; background: ansi_default; color: ansi_default; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, view: View) -> None:
        super().__init__(ansi_color=True)
        self._view = view
        self.failure: BelieflogError | None = None

    def on_failed(self, event: Failed) -> None:
        """Close the screen."""
        self.failure = event.error
        self.exit()

    def get_default_screen(self) -> Screen[None]:
        """Begin with the log."""
        return Main(self._view)
