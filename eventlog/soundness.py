"""Whether an event from elsewhere is one that some version could have written, told of it by itself.

A hash shows that nothing was changed since, not that what was written makes sense: one who knows the format can chain
anything. What every fold and view relies on is therefore looked at once, where a log comes in.
"""

from typing import Any

import msgspec

from eventlog import addresses, contents, policy, sources
from eventlog.errors import CorruptLog, InvalidValue
from eventlog.events import ASSERTING, TAG_OF, WORKING, Private, Public, Recorded, is_set, known
from eventlog.ids import is_id
from eventlog.names import name
from eventlog.sources import Source
from eventlog.values import check

_OF_KIND: dict[str, Any] = {
    "goal": contents.Goal, "constraint": str, "plan": list[contents.Step], "progress": contents.Progress,
    "question": contents.Question, "failure": contents.Failure,
}  # fmt: skip
_OF_TAG: dict[str, Any] = {
    "observed": contents.Observation, "said": contents.Utterance, "compacted": contents.Summary, "marked": str,
}  # fmt: skip
_IF_ANY: dict[str, Any] = {
    "session-started": contents.Start,
    "session-ended": contents.End,
    "recalled": contents.Recall,
}
_NUMBERS = ("entry", "version", "claim", "batch", "op", "ttl")
_RANGES = ("voids", "restores", "shown", "covered", "erased")


def unsound(recorded: Recorded) -> str | None:
    """Say why no version has written *recorded*; None where one may have, or where only a later one could tell."""
    try:
        _placed(recorded.public)
        if known(recorded.public):
            _numbered(recorded.public, recorded.position)
            _asserting(recorded.public)
            if (private := recorded.private) is not None:
                _said(recorded.public, private)
    except (InvalidValue, msgspec.ValidationError) as error:
        return str(error)
    except CorruptLog:
        return "its private part can't be read"
    return None


def _placed(public: Public) -> None:
    """It lies in a scope, under names that a scope can have."""
    if (public.scope == "log") == bool(public.user) and known(public):
        raise InvalidValue("user", f"{public.user!r} in the scope {public.scope!r}")
    if public.scope == "session" and not public.session:
        raise InvalidValue("session", "an event of a session names none")
    if public.scope != "session" and public.kind in WORKING:
        raise InvalidValue("scope", f"a {public.kind} outside a session")
    for told, what in ((public.user, "user"), (public.session, "session"), (public.actor, "actor")):
        if told and name(told, what) != told:
            raise InvalidValue(what, f"{told!r} isn't NFC")
    if not is_id(public.id):
        raise InvalidValue("id", f"{public.id!r} is no id")


def _numbered(public: Public, position: int) -> None:
    """Its numbers count from 1, and what it points to came before it."""
    for field in _NUMBERS:
        if (number := getattr(public, field)) is not None and not 0 < number < 2**62:
            raise InvalidValue(field, f"{number} is none")
    for field in ("batch", "op"):
        if (number := getattr(public, field)) is not None and number >= position:
            raise InvalidValue(field, f"{number} doesn't come before it")
    for field in _RANGES:
        if not all(0 < low <= high < position for low, high in getattr(public, field)):
            raise InvalidValue(field, "not ranges of positions before it")
    if public.claim is not None and (public.version is None or public.claim > public.version):
        raise InvalidValue("claim", f"{public.claim} is no earlier version")


def _asserting(public: Public) -> None:
    """It touches an entry if its tag is of those, of a kind that belongs to its tag; and a policy can be read."""
    if public.tag in ASSERTING:
        if public.entry is None or public.version is None or TAG_OF.get(public.kind or "") != public.tag:
            raise InvalidValue("kind", f"{public.tag} with the kind {public.kind!r}, or without a number or a version")
    elif public.tag == "retracted":
        if public.entry is None or public.version is not None or public.kind not in TAG_OF:
            raise InvalidValue("entry", "a retraction of no entry")
    elif public.entry is not None or public.version is not None:
        raise InvalidValue("entry", f"{public.tag} touches none")
    if public.source is not None and public.source not in sources.RANK:
        raise InvalidValue("source", f"unknown kind {public.source!r}")
    if public.tag == "policy-set":
        policy.parse(public.policy)


def _said(public: Public, private: Private) -> None:
    """Its words are of the shape that its tag or its kind has, at an address of that kind."""
    if public.source is not None:
        sources.parse(Source(public.source, private.source_name, private.source_ref))
    if public.entry is not None:
        told = addresses.parse(private.address or "")
        if told.kind != public.kind or str(told) != private.address:
            raise InvalidValue("address", f"{private.address!r} is no address of a {public.kind}")
    if private.confidence is not None and not 0 <= private.confidence <= 1:
        raise InvalidValue("confidence", f"{private.confidence} isn't from 0 to 1")
    if not is_set(private.content):
        if public.tag in ASSERTING or public.tag in _OF_TAG:
            raise InvalidValue("content", f"{public.tag} without one")
        return
    content = check(private.content, "content")
    shape = _OF_KIND.get(public.kind or "") if public.tag in ASSERTING else (_OF_TAG | _IF_ANY).get(public.tag)
    if shape is not None:
        msgspec.convert(content, shape)
