"""How does a prompt read in XML?

Stored text can't open or close a tag, and characters that XML can't hold are spelt out: any parser reads it.
"""

from collections.abc import Sequence

from projections.phrasing import Detail, Item, Mark, Voice, Wording
from projections.spelling import lines


class Xml:
    """An element per section, and in it one per item: ``<entry key="..." source="...">content</entry>``."""

    def __init__(self, user: str, session: str, wording: Wording) -> None:
        self._wording = wording
        self._open = f'<memory user="{_quoted(user)}" session="{_quoted(session)}">'

    def item(self, item: Item) -> str:
        """Write an element; look-alikes stand in it as ``also``, with their content where it is spelt otherwise."""
        voice = item.voice
        if item.section == "dialogue":
            if not voice.name:
                return f"<summary>{self._content(voice)}</summary>"
            return f'<turn role="{_quoted(voice.name)}">{self._content(voice)}</turn>'
        also = (f"<also{_attributes(other)}>{self._content(other, told=voice.value)}</also>" for other in item.others)
        return f"<entry{_attributes(voice)}>{self._content(voice)}{''.join(also)}</entry>"

    def section(self, name: str, items: Sequence[str]) -> str:
        """Put items into an element that has the heading as its title."""
        return "\n".join((f'<{name} title="{_quoted(self._wording[name])}">', *items, f"</{name}>"))

    def page(self, before: Sequence[str], sections: Sequence[str], after: Sequence[str]) -> str:
        """Put sections into the one element of the document."""
        notices = ([f"<notice>{_escaped(told)}</notice>" for told in said] for said in (before, after))
        first, last = notices
        return "\n".join((self._open, *first, *sections, *last, "</memory>")) + "\n"

    def _content(self, voice: Voice, told: str | None = None) -> str:
        value = "" if voice.value is None or voice.value == told else _text(voice.value)
        return value + "".join(map(self._detail, voice.details))

    def _detail(self, detail: Detail) -> str:
        status = f' status="{detail.status}"' if detail.status else ""
        return f"<{detail.name}{status}>{detail.words.format(_text(detail.text))}</{detail.name}>"


def _attributes(voice: Voice) -> str:
    key = f' key="{_quoted(voice.name)}"' if voice.name else ""
    return key + "".join(f' {mark.name}="{_quoted(_plain(mark))}"' for mark in voice.marks)


def _plain(mark: Mark) -> str:
    if isinstance(mark.value, bool):
        return "true" if mark.value else "false"
    return mark.value if isinstance(mark.value, str) else f"{mark.value:g}"


def _text(text: str) -> str:
    return _escaped("\n".join(lines(text)))


def _quoted(text: str) -> str:
    return _escaped(" ".join(lines(text))).replace('"', "&quot;")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
