"""What is remembered of a user, told to them, and put right by their word."""

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from belieflog import saying
from belieflog.writing import USER
from eventlog import addresses
from eventlog.commands import Given
from eventlog.errors import InvalidValue, NotFound, Refused
from eventlog.events import Scope
from eventlog.log import EventLog
from eventlog.receipts import Receipt
from eventlog.standing import assertions
from eventlog.support import unsupported
from eventlog.values import parse_json
from projections import about, entries
from projections.about import Group, Told
from projections.entries import Entry

_WRONG = re.compile(
    r"""\s*(?:no\b[\s,.;:!]*)?(?:that|this|it)(?:['’]s|\s+is|\s+was)\s+
        (?:wrong|not\s+(?:true|right|correct|so)|incorrect|false|a\s+mistake)\b[\s,.;:!–—-]*
    |\s*(?:no\b[\s,.;:!]*)?(?:wrong|incorrect|not\s+true)[,.;:!–—]+\s*
    |\s*no[,.;:!]\s*(?=it|that|this|should)
    |\s*(?:不对|不是这样的?|错了|这是错的|这不对|这错了|有误|不正确)(?:[\s，,。.；;！!：:]+|$|(?=应|其实|是))
    |\s*不是[^，,。；;]+[，,]\s*(?=而?是)""",
    re.IGNORECASE | re.VERBOSE,
)
_IT_IS = re.compile(
    r"""\s*(?:it|that|this)(?:['’]s|\s+is|\s+was|\s+should\s+be)[\s:]+
    |\s*should\s+be[\s:]+
    |\s*(?:它|那|这)?(?:应该是|应当是|应为|其实是|而是|是(?!否|非))[：:\s]*""",
    re.IGNORECASE | re.VERBOSE,
)
_WHOLE = {"goal": "text", "question": "text", "failure": "what", "progress": "done"}


class About(Struct, frozen=True):
    """What is remembered of a *user*, in groups of sentences; `correct` puts one right, ``str()`` is the text."""

    user: str
    lang: str
    groups: tuple[Group, ...]
    _log: EventLog
    _actor: str

    @property
    def text(self) -> str:
        """All of it as Markdown."""
        return about.text(self.user, self.groups, self.lang)

    @property
    def told(self) -> tuple[Told, ...]:
        """All that is told, without the groups."""
        return tuple(told for group in self.groups for told in group.told)

    def __str__(self) -> str:
        return self.text

    def correct(self, address: str, text: str, *, session: str | None = None) -> Receipt:
        """Write what the user says instead at *address*, as their word; the old value stays in history.

        *text* is the new content, or says so: "that is wrong, it is …", "不对，是…". *session* tells which one,
        where several hold such an address.
        """
        entry = self._entry(str(addresses.parse(address)), session)
        given = Given(
            user=self.user,
            session=entry.scope.session,
            actor=self._actor,
            source=USER,
            reason="the user put it right",
            expires_at=entry.expires_at,
        )
        return self._log.append([(saying.command(entry, _instead(entry, corrected(text)), None), given)])[0]

    def _entry(self, address: str, session: str | None) -> Entry:
        found = [t.entry for t in self.told if t.entry.address == address and session in (None, t.entry.scope.session)]
        if not found:
            raise NotFound(f"nothing is remembered at '{address}': 'belieflog about' tells what is, with addresses")
        if len(found) > 1:
            named = ", ".join(f"'{entry.scope.session}'" for entry in found if entry.scope.session)
            raise InvalidValue("session", f"'{address}' is held in several sessions: say which of {named}")
        return found[0]


def tell(log: EventLog, user: str, actor: str, now: int, lang: str) -> About:
    """Gather all that is remembered of *user* and that a person may be told of."""
    policy = log.policy()
    held = [
        (entry, since)
        for scope in (s for s in log.store.index.scopes() if s.user == user)
        for entry, since in _held(log, scope, now)
        if (policy.visible is None or entry.kind in policy.visible) and not policy.hides(entry.address, actor)
    ]
    return About(user, lang, about.group(held, lang), log, actor)


def corrected(text: str) -> str:
    """Give the content that a user's correction names.

    >>> [corrected(t) for t in ("that is wrong, it is French.", "It should be 30 s", "不对，是法语。", "应该是30秒", "French")]
    ['French', '30 s', '法语', '30秒', 'French']
    """
    if not isinstance(text, str):
        raise InvalidValue("text", f"{text!r} is no text: say what is right")
    rest = _WRONG.sub("", text, count=1) if (wrong := _WRONG.match(text)) else text
    told = _IT_IS.sub("", rest, count=1) if (it_is := _IT_IS.match(rest)) else rest
    told = told.strip()
    if wrong or it_is:
        told = told.removesuffix("。").removesuffix(".")
    if not told:
        raise Refused("4", f"{text!r} doesn't say what is right: say what it is, or retract the entry with a reason")
    return told


def _held(log: EventLog, scope: Scope, now: int) -> Iterator[tuple[Entry, int]]:
    shown = log.store.index.shown(scope)
    for entry in entries.read(shown, now=now, unsupported=unsupported(log.store, shown)):
        said = assertions(log.store.index, scope, entry.recorded)
        yield entry, said[0].at if said else entry.recorded_at


def _instead(entry: Entry, told: str) -> Any:
    """Give the whole new content: what a text says in the shape that the old one had."""
    if entry.kind == "plan":
        raise Refused("about", "a plan is put right step by step: 'belieflog plan' revises it")
    if entry.kind in _WHOLE:
        return {**entry.value, _WHOLE[entry.kind]: told}
    if isinstance(entry.value, str):
        return told
    try:
        value = parse_json(told)
    except InvalidValue:
        return told
    return value if type(value) is type(entry.value) or {type(value), type(entry.value)} == {int, float} else told
