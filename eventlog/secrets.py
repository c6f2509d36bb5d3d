"""Rule 9: what is a secret in a text. It is masked, as in ``[secret: github token]``, so that it is never stored.

A look at the bytes of a whole event tells most that hold none; the patterns are loaded at the first suspicion.
"""

from collections.abc import Iterable

KINDS = (
    "private key", "jwt", "github token", "slack token", "google api key", "aws key", "api key", "url password",
    "bearer token", "password", "token", "secret key", "card number",
)  # fmt: skip
NAMED = ("password", "token", "secret key")  # known by the name before them only

# What every secret that has no shape of its own stands beside, in lower-case UTF-8: rather too much than too little, for
# what this passes over is never looked at. Tests hold it against the patterns.
_STEMS = (
    b"pass", b"pw", b"token", b"key", b"secret", b"credential", b"bearer", b"authorization", b"identified", b"curl", b"mysql",
    b"maria", b"login", b"eyj", b"://",
)  # fmt: skip
_BEYOND_ASCII = tuple(stem.encode() for stem in ("密", "口令", "令牌", "凭证", "钥"))
_ALL_STEMS = _STEMS + _BEYOND_ASCII
_SHAPE = bytes(ord("a") if n < 128 and (chr(n).isalnum() or chr(n) in "-_") else n for n in range(256))
_DIGIT = bytes(ord("0") if n in b"123456789" else n for n in range(256))
_SHORTEST = 7  # characters, as in 密码是1234
_TOKEN, _CARD = b"a" * 15, b"0" * 14  # the shortest run of characters that is a token, of digits that is a card


def suspicious(body: bytes) -> bool:
    """Tell cheaply whether *body*, in UTF-8, may hold a secret: never no where there is one."""
    if _TOKEN in body.translate(_SHAPE) or _CARD in body.translate(_DIGIT, b" -"):
        return True
    low = body.lower()
    stems = _STEMS if low.isascii() else _ALL_STEMS
    for stem in stems:  # noqa: SIM110 (any() takes half as long again, a regex several times as long)
        if stem in low:
            return True
    return False


def masked(text: str, passed_over: Iterable[str] = ()) -> tuple[str, list[str]]:
    """Give *text* without its secrets, and their kinds.

    >>> masked("the password is hunter2, keep it")
    ('the password is [secret: password], keep it', ['password'])
    >>> masked("密码是 hunter2")
    ('密码是 [secret: password]', ['password'])
    """
    from eventlog.secret_patterns import PATTERNS

    kinds: list[str] = []
    low = text.lower()
    for pattern in PATTERNS if len(text) >= _SHORTEST else ():
        for hint in pattern.hints:
            if hint in low:
                found = [each for each in pattern.find(text) if each[2] not in passed_over]
                if found:
                    text = replaced(text, found)
                    kinds += (kind for _, _, kind in found)
                break
    return text, kinds


def replaced(text: str, found: Iterable[tuple[int, int, str]]) -> str:
    """Put a mark in the place of what was *found*: (from, to, kind), in order."""
    parts: list[str] = []
    at = 0
    for start, end, kind in found:
        parts += (text[at:start], mark(kind))
        at = end
    return "".join((*parts, text[at:]))


def mark(kind: str, number: int = 1) -> str:
    """Give what stands in the place of a secret; a *number* tells it from others where they would be taken for one."""
    return f"[secret: {kind}]" if number == 1 else f"[secret: {kind} {number}]"
