"""Where is what an entry only points to?"""

import re
from typing import Any

from msgspec import Struct

_BLOB = re.compile(r"\bblob:[0-9a-f]{64}\b")
_ABOUT_IT = frozenset({"ref", "size", "sha256"})


class Pointer(Struct, frozen=True):
    """A place: a ``blob:…`` of this log, or the file or URL that was told; *size* in bytes, if that was told."""

    ref: str
    size: int | None = None

    @property
    def is_blob(self) -> bool:
        """Whether ``belieflog blob`` prints what is there."""
        return _BLOB.fullmatch(self.ref) is not None


def split(content: Any) -> tuple[Any, tuple[Pointer, ...]]:
    """Part a content into what it says itself (None: nothing) and where it points to.

    A pointer is a ``ref`` in an object, as an observation has it, or a ``blob:…`` in a text. A URL or a path that is
    all of a text is what that text says.

    >>> split({"ref": "https://example.org/a.csv", "size": 9, "rows": 2})
    ({'rows': 2}, (Pointer(ref='https://example.org/a.csv', size=9),))
    """
    if isinstance(content, dict) and isinstance(ref := content.get("ref"), str):
        size = content.get("size")
        rest = {key: value for key, value in content.items() if key not in _ABOUT_IT}
        return rest or None, (Pointer(ref, size if type(size) is int else None),)
    if isinstance(content, str) and "blob:" in content and (found := _BLOB.findall(content)):
        return None if content == found[0] else content, tuple(map(Pointer, dict.fromkeys(found)))
    return content, ()
