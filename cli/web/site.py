"""What the viewer shows, in which words, and which pages it has."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from cli import gist, terminal
from cli.web.asking import Page
from cli.web.checking import Checking
from cli.web.guard import Keys
from cli.web.pages import compare, corrections, entry, integrity, search, sessions, timeline, value
from cli.web.previews import Previews
from cli.web.standing import Points
from cli.web.wording import CHINESE

if TYPE_CHECKING:
    from belieflog import Log, Memory
    from projections.entries import Entry

HERE = Path(__file__).parent
MODULES = (sessions, timeline, search, compare, corrections, integrity, entry, value)
PAGES: tuple[Page, ...] = tuple(page for module in MODULES for page in module.PAGES)
CLIPPED = 400  # characters of a value that a list shows


class Site:
    """The viewer of one log: read by *actor* in *lang*, one start long.

    *words* takes in what a memory says for searching; without it a log that is only read is searched entry by entry.
    """

    def __init__(
        self,
        log: "Log",
        *,
        lang: str = "en",
        actor: str | None = None,
        may_correct: bool = False,
        keys: Keys | None = None,
        target: str = "",
        words: "Callable[[Memory], object] | None" = None,
    ) -> None:
        self.log, self.lang, self.actor, self.may_correct = log, lang, actor, may_correct
        self.keys = keys or Keys()
        self.target = target  # the log as the command line names it
        self.catch_up = words or (lambda mem: mem.catch_up())
        self.points, self.previews, self.checking = Points(), Previews(), Checking()
        self.threads = ThreadPoolExecutor(4, thread_name_prefix="belieflog-ui")
        self.templates = self._templates()

    def close(self) -> None:
        """Let what is being answered end, and nothing new begin."""
        self.checking.close()
        self.threads.shutdown(cancel_futures=True)

    def say(self, text: str, /, **values: object) -> str:
        """Put *text* into the language asked for, and *values* into it."""
        return (CHINESE.get(text, text) if self.lang == "zh" else text).format(**values)

    def _templates(self) -> jinja2.Environment:
        found = jinja2.Environment(
            loader=jinja2.FileSystemLoader(HERE / "templates"),
            autoescape=True,
            finalize=_shown,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=jinja2.StrictUndefined,
        )
        found.filters["groupby_kind"] = by_kind
        field: Callable[[], Markup] = lambda: Markup('<input type="hidden" name="csrf" value="{}">').format(
            self.keys.form
        )
        found.globals |= {"site": self, "links": [page for page in PAGES if page.link], "csrf_field": field}
        found.globals |= {
            "gist": gist.gist,
            "when": gist.when,
            "ranges": gist.ranges,
            "clipped": clipped,
            "CLIPPED": CLIPPED,
        }
        return found


def clipped(text: str, most: int = CLIPPED) -> str:
    """Cut a long text; the template says that it did, and where all of it is.

    >>> clipped("abcdef", 3)
    'abc…'
    """
    return text if len(text) <= most else text[:most] + "…"


def by_kind(entries: "Iterable[Entry]") -> "list[tuple[str, list[Entry]]]":
    """Part entries by kind, in the order in which they come."""
    return [(kind, list(group)) for kind, group in groupby(entries, key=lambda entry: entry.kind)]


def _shown(value: Any) -> Any:
    """Write marks that would hide or reorder text as what they are; jinja escapes the rest."""
    return terminal.safe(value) if isinstance(value, str) and not isinstance(value, Markup) else value
