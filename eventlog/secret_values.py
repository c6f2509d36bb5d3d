"""Whether a value that is called a password, token or key can be the secret itself, or is a word about it.

What a person chose (a password) can be anything that isn't a word of `eventlog.secret_words`; what a machine made (a
token, a key) is long and mixed. How it was given decides how much is needed: after `password:` a word will do, in a
sentence it has to end it, beside the name alone it must have letters and digits.
"""

import re
import unicodedata
from math import log2
from typing import Literal

from eventlog.secret_words import FUNCTION, NUMBERED, SAID_INSTEAD

Form = Literal["field", "bare", "code", "spoken", "beside"]
LONGEST = 512  # characters between quotes
TELLING = 128  # of a value without quotes, which is masked to its end

_PLACEHOLDER = re.compile(
    r"<.*>|\{.*\}?|\[.*\]?|\$\{.*|\$\(.*|\$[A-Z_]+|\$[A-Za-z]+(?:_[A-Za-z]+)*\d?|\$\d|%\(.*|%[A-Za-z]{1,3}|%[A-Z_]+%?|[#@*&][A-Za-z_.-]*"
    r"|[#*]?/.*|[\w.]+\(.*\)|(?:.*[^\w])?%[sdr](?:[^\w].*)?|(?i:.*(?:your|insert|enter|replace)[_-].*|.*[_-]here)",
    re.DOTALL,
)
_TALK = re.compile(
    r"base-?(?:32|58|64)|sha-?\d|md[45]|utf-?(?:8|16)|oauth-?\d|\b[hrep]s(?:256|384|512)\b|aes-?\d|rsa-?\d|bcrypt|argon2|"
    r"pbkdf2|scrypt|x\.?509|ed25519|\d[- ]?(?:bits?|chars?|bytes?|digits?|days?|hours?|characters?)\b|\d(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+")
_PATH = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.~+-]*(?:[/\\][\w.~+-]*)*")
_BASE64_40 = re.compile(r"[A-Za-z0-9/+]{40}")
_STEM = re.compile(r"pass|pwd|secret|token|credential", re.IGNORECASE)
_LABEL = re.compile(r"[a-z]+(?:[-.][a-z]+)+(?:-\d{1,3})?")  # the name of a thing, as in prod-db-credentials-1
_ABOUT = re.compile(r"(?:ed|ing|ly|able|ible|ive|ory|ous|less|ful|ent|ant)\Z", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"\s*(?:[^\w\s(\[]|$)|\s+(?:and|but|for|now|please|on|in|so|if|or|thanks|ok|by)\b|\s*\n")
_GOES_ON = re.compile(
    r"\s(?:an?|the|your|its|their|our|my|this|that|of|must|should|be|not|is|are|at|least|if|when|or)\b"
)
_METHOD = re.compile(r"\s?(?:加密|编码|算法|哈希|格式|类型|协议|签名|存储|生成|验证|[位个次天年月分秒条种])")
_ARGUMENT = re.compile(r"\s?[,)+.\]}]|\s(?:if|or|and|else|in|is)\b")
_ASSIGNED = re.compile(r"\s?=(?:\s|$)")
_BLANK = re.compile(r"\s")
_HUMP = re.compile("[a-z][A-Z]")
_LETTER, _DIGIT = re.compile("[A-Za-z]"), re.compile("[0-9]")
_FOREIGN = re.compile(r"[!-~\u00a1-\u024f\u0370-\u052f]+")


def can_be_secret(value: str, chosen: bool, form: Form, after: str = "") -> bool:
    """Tell whether *value* can be a secret that was *chosen* by a person, or one that was made, by how it was given."""
    if not value.isascii():
        value = unicodedata.normalize("NFKC", value)
        if not value.isascii():
            return chosen and len(value) > 3 and bool(_DIGIT.search(value) and _FOREIGN.fullmatch(value))
    if len(value) < (4 if chosen else 6):
        return False
    if _BLANK.search(value):
        return chosen and form == "field" and _is_phrase(value.split())
    letters, digits = _LETTER.search(value) is not None, _DIGIT.search(value) is not None
    if not (chosen or digits or drawn(value)) or _says_something_else(value, chosen, form) or _METHOD.match(after):
        return False
    if form == "beside":
        return (letters and digits and len(value) > 5) or (chosen and value.isdigit() and len(value) > 5)
    if not chosen:
        return _was_made(value, letters and digits, form)
    if digits:
        return letters or form != "spoken" or value.isdigit()
    if not value.isalpha():
        return _is_odd(value, form)
    return _is_chosen_word(value, form, after)


def drawn(value: str) -> bool:
    """Tell letters that were drawn by lot from letters that are words."""
    if len(value) < 20 or not value.isalnum() or value.islower() or value.isupper():
        return False
    capitals = sum(map(str.isupper, value))
    entropy = -sum(n / len(value) * log2(n / len(value)) for n in map(value.count, set(value)))
    return entropy > 3.5 and capitals > len(value) // 4


def _says_something_else(value: str, chosen: bool, form: Form) -> bool:
    low = value.casefold()
    return (
        low in SAID_INSTEAD
        or (
            value[-1].isdigit()
            and not value[-2].isdigit()
            and low[:-1] in (SAID_INSTEAD if form == "beside" else NUMBERED)
        )
        or len(set(value)) < 3
        or "..." in value
        or "://" in value
        or _PLACEHOLDER.fullmatch(value) is not None
        or (_CODE.fullmatch(value) is not None and not (chosen and value[-1].isdigit() and value[-2].isdigit()))
        or _TALK.search(value) is not None
        or (_PATH.fullmatch(value) is not None and not _BASE64_40.fullmatch(value))
    )


def _was_made(value: str, mixed: bool, form: Form) -> bool:
    if _LABEL.fullmatch(value):
        return False
    if form == "code" and len(value) < 16 and re.fullmatch(r"[a-z_]\w*", value) and len(_DIGIT.findall(value)) < 3:
        return False  # the name of another variable
    return (mixed and len(value) >= (12 if form == "spoken" else 8)) or drawn(value) or _is_shuffled(value)


def _is_shuffled(value: str) -> bool:
    """Tell letters and digits in a muddle from a word with a number."""
    return value.isalnum() and len(re.findall(r"[A-Za-z]\d|\d[A-Za-z]", value)) > 2


def _is_odd(value: str, form: Form) -> bool:
    """Tell letters and signs that were chosen from names of things, as code and prose have them."""
    if not re.fullmatch(r"[\w./:-]+", value):
        return True
    if re.fullmatch(r"[a-z]+(?:-[a-z]+){3,}", value):
        return True  # a passphrase, as in correct-horse-battery-staple
    parts = re.split(r"[_./:-]+", value.casefold())
    told = _STEM.search(value) or any(p in SAID_INSTEAD or p in FUNCTION or _ABOUT.search(p) for p in parts)
    return form == "field" and not told


def _is_chosen_word(value: str, form: Form, after: str) -> bool:
    if form == "field":
        return not (_HUMP.search(value) and _STEM.search(value))
    if _HUMP.search(value) or _STEM.search(value) or _ASSIGNED.match(after):
        return False  # a type or a variable
    if form == "code":
        return not _ARGUMENT.match(after)
    if form == "bare":
        return not (_GOES_ON.match(after) or (value[0].isupper() and not _SENTENCE_ENDS.match(after)))
    return len(value) > 4 and not _ABOUT.search(value) and _SENTENCE_ENDS.match(after) is not None


def _is_phrase(words: list[str]) -> bool:
    """Tell words that were chosen at random from a sentence, a label or a note about a password."""
    low = [word.casefold().strip(".,;:!?") for word in words]
    if not 2 <= len(words) <= 12 or max(map(len, words)) > 24 or not FUNCTION.isdisjoint(low):
        return False
    if _TALK.search(" ".join(words)) or any(_PLACEHOLDER.fullmatch(word) for word in words):
        return False
    if not all(re.fullmatch(r"[A-Za-z0-9!@#$%^&*+=_-]+", word) for word in words):
        return False
    about = sum(word in SAID_INSTEAD or _ABOUT.search(word) is not None for word in low)
    alike = all(word.islower() for word in words) or all(word[:1].isupper() or word.isdigit() for word in words)
    return alike and about * 3 <= len(words) and (len(words) > 2 or about == 0)
