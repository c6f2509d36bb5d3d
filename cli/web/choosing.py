"""What a form chooses to take back or bring back: as a call of the log, and as a command to type."""

import re
import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from cli.options import address as as_address
from cli.web.asking import Ask
from cli.web.standing import point
from eventlog.addresses import KINDS
from eventlog.errors import InvalidValue

if TYPE_CHECKING:
    from belieflog import Correction

VERBS = {"revert": "take back", "restore": "bring back", "undo": "undo a correction"}
CASCADES = {
    "": "stays",
    "declared": "what rests on it goes too",
    "exposed": "what agents wrote after seeing it goes too",
    "session": "all that followed in those sessions goes too",
}
# a field of the form, the selector's flag, the option of the command line
FIELDS = (
    ("event", "event", "--event"),
    ("source", "source", "--by-source"),
    ("address", "address", "--address"),
    ("written_in", "session", "--written-in"),
    ("run", "run", "--run"),
    ("kind", "kind", "--kind"),
    ("after", "after", "--after"),
    ("before", "before", "--before"),
)


class Choice(Struct, frozen=True):
    """Which events, and what is to become of them; *told* is what the form said, to be shown in it again."""

    verb: Literal["revert", "restore", "undo"]
    selector: Mapping[str, Any]
    cascade: Any
    only: bool
    told: Mapping[str, str]

    @property
    def chosen(self) -> bool:
        """Whether anything is chosen yet."""
        return bool(self.selector)


def choice(ask: Ask) -> Choice:
    """Read what the address of the page chooses."""
    verb: Any = ask.choice("verb", tuple(VERBS))
    told = {field: ask.query.get(field, "").strip() for field, _, _ in FIELDS}
    selector = {flag: _value(ask, field, told[field]) for field, flag, _ in FIELDS if told[field]}
    if verb == "undo":
        selector = {flag: value for flag, value in selector.items() if flag == "event"}
    cascade = ask.choice("cascade", tuple(CASCADES)) or None if verb == "revert" else None
    return Choice(verb, selector, cascade, bool(ask.query.get("only")) and verb != "undo", told)


def preview(ask: Ask, chosen: Choice) -> "Correction":
    """Work out what the choice would do; nothing is written."""
    how: dict[str, Any] = {"user": ask.user, "reason": "previewed", "dry_run": True, "by": ask.site.actor or ""}
    match chosen.verb:
        case "undo":
            if len(events := chosen.selector["event"]) != 1:
                raise InvalidValue("event", ask.say("one correction is undone at a time: name one event"))
            return ask.log.undo(events[0], **how)
        case "restore":
            return ask.log.restore(only=chosen.only, **how, **chosen.selector)
        case "revert":
            return ask.log.revert(cascade=chosen.cascade, only=chosen.only, **how, **chosen.selector)


def command(ask: Ask, chosen: Choice) -> str:
    """Write the command that does the same."""
    words = ["belieflog", *(["--log", ask.site.target] if ask.site.target else []), "--user", ask.user, chosen.verb]
    for _, flag, option in FIELDS:
        value = chosen.selector.get(flag, [])
        values = value if isinstance(value, list) else [value]
        words += [word for each in values for word in ([] if chosen.verb == "undo" else [option]) + [str(each)]]
    words += ["--cascade", chosen.cascade] if chosen.cascade else []
    words += ["--only"] if chosen.only else []
    return " ".join(map(shlex.quote, [*words, "--reason", "WHY"]))


def _value(ask: Ask, field: str, told: str) -> Any:
    match field:
        case "event":
            return [each for each in re.split(r"[\s,]+", told) if each]
        case "address":
            return as_address(told)
        case "after" | "before":
            return point(ask, told)
        case "kind" if told not in KINDS:
            raise InvalidValue("kind", ask.say("{kind} is no kind of entry", kind=repr(told)))
        case _:
            return told
