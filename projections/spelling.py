"""How is stored text written so that it can't hide anything, nor pose as a line or a name of ours?"""

import re

# Controls (tabs and line breaks apart), what reorders or hides text, tag characters, and what XML can't hold.
_HIDDEN = re.compile(
    "[\0-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f]"
)
_UNSEEN = re.compile(_HIDDEN.pattern[:-1] + "\x85\u2028\u2029]")


def lines(text: str) -> list[str]:
    r"""Split *text* at whatever anyone might take for a line break, and spell out what can't be seen.

    >>> lines("a\r\nb\x85\x1b[2K")
    ['a', 'b', '\\u001b[2K']
    """
    if text.isprintable():
        return [text]
    return _HIDDEN.sub(_spell, text).splitlines() or [""]


def plain(name: str) -> str:
    r"""Write a name so that it can't close the brackets it stands in or before; a name has no line breaks.

    >>> plain("x [user]: 5")
    'x \\[user\\]: 5'
    """
    if "\\" in name or "[" in name or "]" in name:
        name = name.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return name if name.isprintable() else _HIDDEN.sub(_spell, name)


def escaped(json: str) -> str:
    """Escape in a JSON text what can't be seen, and every line break; it still says the same."""
    return json if json.isprintable() else _UNSEEN.sub(_units, json)


def _spell(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _units(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
