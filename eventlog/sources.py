"""Who said it: the kind of source, its name, and a reference into it."""

import msgspec

from eventlog.errors import InvalidValue
from eventlog.names import name

# How much weight a source has against another.
RANK = {"user": 3, "tool": 2, "document": 2, "agent": 1, "import": 1, "system": 1}


class Source(msgspec.Struct, frozen=True, gc=False):
    """Where a content came from, written ``kind:name#ref``.

    >>> parse("tool:web_search#call_7")
    Source(kind='tool', name='web_search', ref='call_7')
    >>> str(Source("document", "https://example.org/a"))
    'document:https://example.org/a'
    """

    kind: str
    name: str = ""
    ref: str = ""

    def __str__(self) -> str:
        return self.kind + (f":{self.name}" if self.name else "") + (f"#{self.ref}" if self.ref else "")


def parse(text: "str | Source") -> Source:
    """Read a source as people write it: the kind up to the first ``:``, the ref after the last ``#``."""
    if isinstance(text, Source):
        kind, title, ref = text.kind, text.name, text.ref
    elif not isinstance(text, str):
        raise InvalidValue("source", f"{text!r} is no source: write it as in 'tool:curl#call_3'")
    else:
        kind, _, rest = text.partition(":")
        title, _, ref = rest.rpartition("#") if "#" in rest else (rest, "", "")
        if not rest and "#" in kind:
            kind, _, ref = kind.partition("#")
    if isinstance(text, str) and ":" in text and not title:
        raise InvalidValue(
            "source", f"{text!r} has no name after ':': write 'tool' for all tools, or 'tool:curl' for one"
        )
    if kind not in RANK:
        raise InvalidValue("source", f"unknown kind {kind!r}: use one of {', '.join(RANK)}, as in 'tool:curl#call_3'")
    return Source(kind, title and name(title, "source name"), ref and name(ref, "source ref"))
