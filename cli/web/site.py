"""What the viewer shows, in which words, and which pages it has."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from cli.web import templating, wording
from cli.web.asking import Page
from cli.web.checking import Checking
from cli.web.guard import Keys
from cli.web.pages import compare, corrections, entry, integrity, search, sessions, timeline, value
from cli.web.previews import Previews
from cli.web.standing import Points

if TYPE_CHECKING:
    from belieflog import Log, Memory

MODULES = (sessions, timeline, search, compare, corrections, integrity, entry, value)
PAGES: tuple[Page, ...] = tuple(page for module in MODULES for page in module.PAGES)


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
        return wording.say(self.lang, text, **values)

    def _templates(self) -> jinja2.Environment:
        found = templating.environment()
        field: Callable[[], Markup] = lambda: Markup('<input type="hidden" name="csrf" value="{}">').format(
            self.keys.form
        )
        found.globals |= {"site": self, "links": [page for page in PAGES if page.link], "csrf_field": field}
        return found
