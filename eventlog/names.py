"""What may name something: users, sessions, actors, keys, namespaces, sources."""

import unicodedata

from eventlog.errors import InvalidValue

LONGEST = 200


def name(text: str, what: str) -> str:
    """Return *text* as it is stored: NFC, so that two spellings of one name are one name.

    Raises `InvalidValue` when it is empty, longer than 200 characters, or holds control characters
    or lone surrogates.
    """
    if not isinstance(text, str):
        raise InvalidValue(what, f"a name is text, not {type(text).__name__}")
    if not text.strip():
        raise InvalidValue(what, "is empty: give it a name")
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if len(text) > LONGEST:
        raise InvalidValue(what, f"has {len(text)} characters: shorten it to {LONGEST} at most")
    if not text.isprintable():
        for char in text:
            if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"):
                raise InvalidValue(what, f"holds the control character {char!a}: leave it out")
    return text
