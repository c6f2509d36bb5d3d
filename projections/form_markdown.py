"""How does a prompt read in Markdown?

Stored text never begins a line of ours: it stands behind our words, and its further lines begin with ``|``.
"""

from collections.abc import Iterable, Sequence

from projections.phrasing import Detail, Item, Voice, Wording
from projections.spelling import lines, plain

_BELOW = "\n  - "
_BOXES = {"todo": "[ ]", "doing": "[~]", "done": "[x]", "dropped": "[-]"}


class Markdown:
    """A heading per section, a bullet per item: ``- name [marks]: content``."""

    def __init__(self, user: str, session: str, wording: Wording) -> None:
        self._wording = wording
        self._title = "# " + wording["title"].format(user=plain(user), session=plain(session))

    def item(self, item: Item) -> str:
        """Write a bullet; look-alikes share one that keeps for each its name, marks and spelling."""
        if item.section == "dialogue":
            return self._turn(item.voice)
        if item.section in ("plan", "progress"):
            return "\n".join(f"- {line}" for line in self._whole(item.voice))
        heads = ", ".join(filter(None, map(_head, item.voices)))
        values = dict.fromkeys(self._value(voice) for voice in item.voices)
        below = (self._detail(detail) for voice in item.voices for detail in voice.details)
        return f"- {heads}: {' / '.join(values)}{''.join(_BELOW + detail for detail in below)}"

    def section(self, name: str, items: Sequence[str]) -> str:
        """Put bullets under a heading."""
        return "\n".join((f"## {self._wording[name]}", *items))

    def page(self, before: Sequence[str], sections: Sequence[str], after: Sequence[str]) -> str:
        """Put sections under the title."""
        return "\n\n".join((self._title, *before, *sections, *after)) + "\n"

    def _whole(self, voice: Voice) -> Iterable[str]:
        if voice.marks:
            yield _marks(voice)
        for n, detail in enumerate(voice.details, 1):
            if detail.name == "step":
                yield f"{_BOXES[detail.status]} {n}. {_text(detail.text)}"
            else:
                yield self._detail(detail)

    def _turn(self, voice: Voice) -> str:
        who = plain(voice.name).replace("(", "\\(") if voice.name else f"({self._wording['summary']})"
        return f"- {who}: {self._value(voice)}" + "".join(_BELOW + self._detail(detail) for detail in voice.details)

    def _value(self, voice: Voice) -> str:
        return self._wording["elsewhere"] if voice.value is None else _text(voice.value)

    def _detail(self, detail: Detail) -> str:
        label = self._wording[detail.name]
        text = detail.words.format(_text(detail.text))
        return f"{label}: {text}" if label else text


def _head(voice: Voice) -> str:
    return " ".join(part for part in (plain(voice.name), _marks(voice)) if part)


def _marks(voice: Voice) -> str:
    told = (m.words.format(plain(m.value) if isinstance(m.value, str) else m.value) for m in voice.marks)
    return f"[{'; '.join(told)}]" if voice.marks else ""


def _text(text: str) -> str:
    return "\n  | ".join(lines(text))
