"""Rule 9 at the door: whatever is about to be stored passes here first, and leaves its secrets behind.

One `Mask` for all that a log takes in: commands, what comes with them, reasons of corrections and erasures. It comes
before ids are compared and refreshes told, so that a secret said twice is told from nothing.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import structs

from eventlog import commands as c
from eventlog.addresses import Address
from eventlog.commands import Command, Given
from eventlog.errors import BelieflogError, InvalidValue, Refused
from eventlog.events import Private
from eventlog.policy import Secrets
from eventlog.secrets import KINDS, NAMED, mark, masked, replaced, suspicious
from eventlog.sources import Source
from eventlog.values import DEEPEST

Redact = Callable[[str], str]

BY_HOOK = "by redact="
_MOST, _SHORT = 4_000, 100  # names and texts to remember as clean; the length of such a text
_NO_WORDS = frozenset({"continues", "status", "needs", "sha256", "lang", "sections", "format", "policy", "successor"})
_SAID = ("value", "statement", "content", "text", "what", "why", "avoid", "description")  # of an entry with a key
_MARK = re.compile(r"\[secret: ([a-z -]+)\]")

_encoder = msgspec.json.Encoder()


class Mask:
    """Masks as a policy says; *redact* is a rule of the program's own, asked about each text after that."""

    def __init__(self, policy: Secrets, redact: Redact | None = None) -> None:
        self._redact = redact
        self.on = policy.mask
        self.passed_over = frozenset(policy.passed_over)
        self._own = {kind: re.compile(regex) for kind, regex in policy.patterns.items()} if policy.mask else {}
        kinds = "|".join(map(re.escape, (*KINDS, *self._own)))
        self._marks = re.compile(rf"(\[secret: (?:{kinds})(?: \d+)?\])") if self._own else None
        self._clean: set[tuple[str | None, ...]] = set()
        self._clean_texts: set[str] = set()

    def command(self, command: Command, given: Given) -> tuple[Command, Given, tuple[str, ...]]:
        """Give what is asked and what comes with it without secrets, and the kinds of those there were."""
        names = (given.user, given.session, given.actor, given.run)
        if names not in self._clean:
            self._refuse_names(names)
        if self._unsuspected(_words(command, given)):
            return command, given, ()
        walk = _Walk(self)
        return walk.command(command), walk.given(given), tuple(dict.fromkeys(walk.kinds))

    def private(self, part: Private) -> tuple[Private, tuple[str, ...]]:
        """Give a private part that no command made without secrets, and the kinds of those there were."""
        if self._unsuspected((part.content if part.content is not msgspec.UNSET else None, part.reason, part.via)):
            return part, ()
        walk = _Walk(self)
        clean = structs.replace(
            part, content=walk.value(part.content), reason=walk.value(part.reason), via=walk.value(part.via)
        )
        return clean, tuple(dict.fromkeys(walk.kinds))

    def kept(self, text: str) -> str:
        """Give *text* as it will be stored, for who looks up by it what is there."""
        return text if self._unsuspected(text) else self.text(text, [])

    def text(self, text: str, kinds: list[str]) -> str:
        """Give *text* without secrets, adding their kinds to *kinds*."""
        if self.on and text not in self._clean_texts:
            text = self._by_shape(text, kinds)
        if self.on:
            for kind, regex in self._own.items():
                text = self._by_own(text, kind, regex, kinds)
        if self._redact is not None:
            redacted = _asked(self._redact, text)
            if redacted != text:
                kinds.append(BY_HOOK)
            return redacted
        return text

    def _by_shape(self, text: str, kinds: list[str]) -> str:
        """Mask what is a secret by its own shape, remembering short texts that hold none: an id comes many times."""
        if not suspicious(text.encode(errors="replace")):
            return text
        clean, found = masked(text, self.passed_over)
        kinds += found
        if not found and len(text) <= _SHORT:
            if len(self._clean_texts) >= _MOST:
                self._clean_texts.clear()
            self._clean_texts.add(text)
        return clean

    def _unsuspected(self, told: object) -> bool:
        if self._own or self._redact is not None:
            return False
        if not self.on:
            return True
        try:
            return not suspicious(_encoder.encode(told))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError, ValueError):
            return False  # no value that can be stored: who checks it says so, and shouldn't quote a secret

    def _by_own(self, text: str, kind: str, regex: re.Pattern[str], kinds: list[str]) -> str:
        assert self._marks is not None
        parts = self._marks.split(text)
        for at in range(0, len(parts), 2):  # what is masked already stands between
            found = [(*m.span(), kind) for m in regex.finditer(parts[at]) if m[0]]
            kinds += [kind] * len(found)
            parts[at] = replaced(parts[at], found)
        return "".join(parts)

    def _refuse_names(self, names: tuple[str | None, ...]) -> None:
        """Refuse a secret as a name: names are public and never erased, and a masked one would be another's."""
        for what, name in zip(("user", "session", "actor", "run"), names, strict=True):
            kinds: list[str] = []
            if name and not self._unsuspected(name):
                self.text(name, kinds)
            if kinds:
                raise InvalidValue(what, f"holds a secret ({kinds[0]}), and a name is never erased: choose another")
        if len(self._clean) >= _MOST:
            self._clean.clear()
        self._clean.add(names)


class _Walk:
    """One pass through what is about to be stored, and the kinds of secrets it met."""

    def __init__(self, mask: Mask, by_name: bool = True) -> None:
        self._mask = mask
        self._by_name = by_name
        self.kinds: list[str] = []

    def command(self, command: Command) -> Command:
        if isinstance(command, c.SetPolicy):
            self._refuse_secrets(command.policy)
            return command
        told: dict[str, Any] = {f: getattr(command, f) for f in command.__struct_fields__ if f not in _NO_WORDS}
        if isinstance(command, c.RevisePlan):
            told["steps"] = tuple(
                (self.value(step[0]), *step[1:]) if type(step) is tuple else step for step in told["steps"]
            )
            return structs.replace(command, **told)
        key = command.address.key if isinstance(command, c.Remember) else getattr(command, "key", "")
        for said in _SAID:
            if said in told:
                told[said] = self.under(key, told[said])
        return structs.replace(command, **{f: self.value(value) for f, value in told.items()})

    def given(self, given: Given) -> Given:
        source = given.source and Source(given.source.kind, self.value(given.source.name), self.value(given.source.ref))
        return structs.replace(given, source=source, reason=self.value(given.reason), via=self.value(given.via))

    def value(self, value: Any, depth: int = 0) -> Any:
        """Give a value of any shape without secrets, keys included; what can't be stored stays for who refuses it."""
        kind = type(value)
        if kind is str:
            return self._mask.text(value, self.kinds) if value else value
        if depth > DEEPEST:
            return value
        if kind is dict:
            return self._object(value, depth)
        if kind is list or kind is tuple:
            return kind(self.value(item, depth + 1) for item in value)
        if kind is Address:
            return Address(value.kind, self.value(value.namespace), self.value(value.key))
        return value

    def under(self, name: Any, value: Any) -> Any:
        """Give marks where *value*, or a part of it, is a secret because of the *name* it is under."""
        if not self._mask.on or not self._by_name or type(name) is not str or not name:
            return value
        from eventlog import secret_fields

        return secret_fields.without(name, value, self._marked)

    def _object(self, value: dict[Any, Any], depth: int) -> dict[Any, Any]:
        if self._mask.on and self._by_name:
            from eventlog import secret_fields

            value = secret_fields.pairs(value, self._marked)
        clean: dict[Any, Any] = {}
        numbers: dict[str, int] = {}
        for key, item in value.items():
            name = self.value(key) if type(key) is str else key
            while name in clean:  # two secrets, or what was masked before: neither may take the other's place
                same = self.value(key)
                numbers[same] = numbers.get(same, 1) + 1
                name = _numbered(same, numbers[same])
            clean[name] = self.value(self.under(key, item), depth + 1)
        return clean

    def _marked(self, kind: str) -> str | None:
        if kind in self._mask.passed_over:
            return None
        self.kinds.append(kind)
        return mark(kind)

    def _refuse_secrets(self, policy: Any) -> None:
        """Refuse a secret anywhere in a policy; its keys are no names of secrets, nor is a pattern for one a secret."""
        rest = {key: part for key, part in policy.items() if key != "secrets"} if type(policy) is dict else policy
        over = self._mask.passed_over
        for part, passed_over in ((rest, (*over,)), (policy, (*over, *NAMED))):
            found = _Walk(Mask(Secrets(self._mask.on, passed_over)), by_name=False)
            found.value(part)
            if found.kinds:
                raise InvalidValue(
                    "policy", f"holds a secret ({found.kinds[0]}), and a policy is never erased: leave it out"
                )


def _numbered(name: str, number: int) -> str:
    numbered = _MARK.sub(lambda found: mark(found[1], number), name, count=1)
    return numbered if numbered != name else f"{name} {number}"


def _words(command: Command, given: Given) -> tuple[object, ...]:
    """Give all that was said, without the names of fields, which say nothing."""
    said: tuple[object, ...] = structs.astuple(command)
    if isinstance(command, (c.Remember, c.Retract)) and isinstance(command.address, Address):
        said = (command.address.namespace, command.address.key, *said[1:])
    source = given.source
    return (said, given.reason, given.via, source.name if source else "", source.ref if source else "")


def _asked(redact: Redact, text: str) -> str:
    """Ask the program's own hook about *text*; where it fails nothing is written, and its words aren't repeated."""
    try:
        redacted = redact(text)
    except BelieflogError:
        raise
    except Exception as error:
        raise Refused("9", f"redact= failed with {type(error).__name__}, so nothing was written: mend it") from None
    if type(redacted) is not str:
        raise Refused(
            "9", f"redact= gave {type(redacted).__name__} for a text, so nothing was written: let it give text"
        )
    return redacted
