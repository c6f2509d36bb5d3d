"""What the viewer shows, in which words, and which pages it has."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from cli.web import templating, wording
from cli.web.asking import Page
from cli.web.guard import Keys
from cli.web.pages import sessions, timeline, value
from cli.web.standing import Points

if TYPE_CHECKING:
    from belieflog import Log

MODULES = (sessions, timeline, value)
PAGES: tuple[Page, ...] = tuple(page for module in MODULES for page in module.PAGES)


class Site:
    """The viewer of one log: read by *actor* in *lang*, one start long."""

    def __init__(
        self,
        log: "Log",
        *,
        lang: str = "en",
        actor: str | None = None,
        may_correct: bool = False,
        keys: Keys | None = None,
    ) -> None:
        self.log, self.lang, self.actor, self.may_correct = log, lang, actor, may_correct
        self.keys = keys or Keys()
        self.points = Points()
        self.threads = ThreadPoolExecutor(4, thread_name_prefix="belieflog-ui")
        self.templates = self._templates()

    def close(self) -> None:
        """Let what is being answered end, and nothing new begin."""
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
