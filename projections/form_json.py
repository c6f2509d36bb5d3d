"""How does a prompt read in JSON?

One document on one line, canonical: keys are ours and sorted, stored text stands in strings only.
"""

from collections.abc import Sequence
from typing import Any

from eventlog.values import canonical
from projections.phrasing import Item, Voice, Wording
from projections.spelling import escaped

_MANY = {"criterion": "criteria", "step": "steps", "where": "where"}


class Json:
    """An object with the sections in their order; an item is an object too, with ``value`` as a text."""

    def __init__(self, user: str, session: str, wording: Wording) -> None:
        self._wording = wording
        self._end = f'"session":{_written(session)},"user":{_written(user)}}}\n'

    def item(self, item: Item) -> str:
        """Write an object; look-alikes stand in it under ``also``."""
        told = self._object(item.section, item.voice)
        if item.others:
            told["also"] = [self._object(item.section, other) for other in item.others]
        return _written(told)

    def section(self, name: str, items: Sequence[str]) -> str:
        """Put items under a heading and a name."""
        return f'{{"heading":{_written(self._wording[name])},"id":"{name}","items":[{",".join(items)}]}}'

    def page(self, before: Sequence[str], sections: Sequence[str], after: Sequence[str]) -> str:
        """Put sections and sentences into the one document."""
        return f'{{"notices":{_written([*before, *after])},"sections":[{",".join(sections)}],{self._end}'

    def _object(self, section: str, voice: Voice) -> dict[str, Any]:
        told: dict[str, Any] = {mark.name: mark.value for mark in voice.marks}
        for detail in voice.details:
            text = detail.words.format(detail.text)
            part: Any = {"status": detail.status, "text": text} if detail.status else text
            if detail.name in _MANY:
                told.setdefault(_MANY[detail.name], []).append(part)
            else:
                told[detail.name] = part
        if section == "dialogue":
            return told | ({"role": voice.name, "value": voice.value} if voice.name else {"summary": voice.value})
        if voice.name:
            told["key"] = voice.name
        if section not in ("plan", "progress"):
            told["value"] = voice.value
        return told


def _written(told: Any) -> str:
    return escaped(canonical(told).decode())
