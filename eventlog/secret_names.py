"""What a text gives as the value of a name such as password, token or 密码, and whether it can be the secret itself.

`password: hunter2` is one, `password: string` is none. What a person chose (a password) can be any word; what a
machine made (a token, a key) is long and mixed.
"""

import re
from collections.abc import Iterator
from math import log2
from typing import Literal

Found = tuple[int, int, str]  # where it begins and ends, and of what kind it is
Form = Literal["quoted", "bare", "shouted", "code", "spoken", "beside"]

KINDS = ("password", "token", "secret key")
HINTS = (
    "passw", "passphrase", "passcode", "pwd", "token", "credential", "secret", "_key", "-key", " key", "ikey", "skey",
    "ekey", "tkey", "hkey", "pkey", "nkey", "gkey", "密码", "密碼", "口令", "令牌", "凭证", "密钥", "秘钥", "私钥",
)  # fmt: skip

_CHOSEN = r"pass(?:word|wd|phrase|code)|pwd|密码|密碼|口令"
_TOKEN = r"token|credentials?|令牌|凭证"
_KEY = r"(?:api|access|secret|private|auth|account|app|encryption|signing)[_ -]?key|secret|密钥|秘钥|私钥"
_NAME = rf"(?P<name>(?P<chosen>{_CHOSEN})|(?P<token>{_TOKEN})|{_KEY})(?:[_-]?\d)?"
_NAMED = re.compile(
    _NAME
    # how the value is given: a sign, perhaps after a closing quote or tag; Chinese or English words; an option's blank
    + r"(?P<sign>\\?[\"'`*]{0,2}\s{0,3}(?::=|=>|->|[:=：＝>])\s{0,3}"
    r"|\s{0,3}(?:已经?)?(?:设置|设|修改|更改|改|重置)?(?:是|为|為|成|叫)了?\s?[:：]?\s?"
    r"|(?P<blank>(?<=--password)\s|(?<=--token)\s|(?<=-key)\s|(?<=--secret)\s)"
    r"|(?:\s{1,3}(?:is|was|to)\s(?:now\s)?|['’]s\s|(?(chosen)\s|(?!)))\s?:?\s?)"
    r"(?:(?P<quote>\\?[\"'`])(?P<whole>[^\"'`\n]{4,512}?)(?=\\?[\"'`])"
    r"|(?P<bare>(?:[^\s\"'`<>()\[\]{}|,;&\\\u0080-\U0010ffff]|[,;&](?!\s|$|\\|[\w-]{1,40}[=:])){4,512}+))(?P<next>[(\[]?)",
    re.IGNORECASE | re.ASCII,  # beyond ASCII, letters such as the Kelvin sign are k without regard to case
)
_WHOLE_NAME = re.compile(rf"(?:.*[^A-Za-z]|.*[a-z](?=[A-Z])|db|user|my)?(?i:{_NAME})", re.DOTALL | re.ASCII)
_NO_SECRET = re.compile(
    r"(?:.*[_ -]|.*[a-z](?=[A-Z]))?(?i:page|cursor|continuation|next|sync|max|pad|eos|bos|stop|start|end|special)[_ -]?",
    re.DOTALL,
)

_SAID_INSTEAD = (
    "true false null none nil undefined required optional string number integer boolean object invalid valid incorrect "
    "correct wrong missing empty unset unknown expired hidden changed unchanged revoked default example sample dummy "
    "placeholder redacted masked removed omitted protected encrypted hashed plaintext password passwd passphrase passcode "
    "secret token credentials credential username admin login email value input field label bytes digest these those "
    "please stored shared sensitive private public bearer accepted rejected denied allowed needed confirm repeat enter "
    "strength length minimum maximum manager prompt policy visible readonly function static return import secretstr "
    "stdin stdout environment test text name type user root open self this"
)
_WORDS = frozenset(_SAID_INSTEAD.split())
_TALK = re.compile(
    r"base-?(?:32|58|64)|sha-?\d|md[45]|utf-?(?:8|16)|oauth-?\d|\b[hrep]s(?:256|384|512)\b|aes-?\d|rsa-?\d|bcrypt|argon2|"
    r"pbkdf2|scrypt|x\.?509|ed25519|\d[- ]?(?:bits?|chars?|bytes?|digits?|days?|hours?|characters?)\b|\d(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
_CODE = re.compile(r"[A-Za-z_$][\w$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)+")
_PATH = re.compile(r"(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w.~+-]*(?:[/\\][\w.~+-]*)*")
_BASE64_40 = re.compile(r"[A-Za-z0-9/+]{40}")


def find(text: str) -> Iterator[Found]:
    """Yield the values that *text* gives such names, where they can be secrets."""
    at = 0
    while named := _NAMED.search(text, at):
        group = "whole" if named["quote"] else "bare"
        start, at = named.start(group), named.end("sign")
        value = named[group] if named["quote"] else named[group].rstrip(".,;:!?*")
        if named["next"] and not named["quote"]:
            continue  # a call, or an item of something
        if not named["chosen"] and _NO_SECRET.fullmatch(_before(text, named.start())):
            continue
        if can_be_secret(value, bool(named["chosen"]), _form(named)):
            at = start + len(value)
            yield start, at, _kind(named)


def names_secret(name: str) -> str | None:
    """Give the kind of secret that a *name*, of an entry or within an object, stands for, if it does."""
    named = _WHOLE_NAME.fullmatch(name)
    if named is None or (not named["chosen"] and _NO_SECRET.fullmatch(name[: named.start("name")])):
        return None
    return _kind(named)


def can_be_secret(value: str, chosen: bool, form: Form) -> bool:
    """Tell whether *value* can be a secret that was *chosen* by a person, or one that was made, by how it was given."""
    if len(value) < (4 if chosen else 6) or any(map(str.isspace, value)) or not value.isascii():
        return False
    if value[0] in "$<{[%*#@" or "..." in value or "://" in value or value.casefold() in _WORDS or len(set(value)) < 3:
        return False
    if _CODE.fullmatch(value) or _TALK.search(value) or (_PATH.fullmatch(value) and not _BASE64_40.fullmatch(value)):
        return False
    mixed = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
    if form == "beside":
        return mixed and len(value) > 5
    if not chosen:
        if form == "code" and len(value) < 16 and re.fullmatch(r"[a-z_]\w*", value):
            return False  # the name of another variable
        return (mixed and len(value) >= (12 if form == "spoken" else 8)) or drawn(value) or _shuffled(value)
    if any(map(str.isdigit, value)):
        return mixed or (value.isdigit() and (form != "code" or len(value) > 5))
    if not value.replace("_", "").isalpha():  # words and signs, no digits
        return not re.fullmatch(r"[\w./:-]+", value) or re.fullmatch(r"[a-z]+(?:-[a-z]+){3,}", value) is not None
    return (
        len(value) >= 6
        and "_" not in value
        and form != "spoken"
        and (form == "shouted" or (form != "code" and value.islower()))
    )


def drawn(value: str) -> bool:
    """Tell letters that were drawn by lot from letters that are words."""
    if len(value) < 20 or not value.isalnum() or value.islower() or value.isupper():
        return False
    capitals = sum(map(str.isupper, value))
    entropy = -sum(n / len(value) * log2(n / len(value)) for n in map(value.count, set(value)))
    return entropy > 3.5 and capitals > len(value) // 4


def _shuffled(value: str) -> bool:
    """Tell letters and digits in a muddle from a word with a number."""
    return value.isalnum() and len(re.findall(r"[A-Za-z]\d|\d[A-Za-z]", value)) > 2


def _form(named: re.Match[str]) -> Form:
    sign = named["sign"]
    if named["quote"]:
        return "quoted"
    if sign.isspace() and named["blank"] is None:
        return "beside"
    if sign.strip().casefold().startswith(("is", "was", "to", "'s", "’s")):
        return "spoken"
    if "=" in sign:
        return "shouted" if named["name"].isupper() and sign == "=" else "code"
    return "bare"


def _kind(named: re.Match[str]) -> str:
    return "password" if named["chosen"] else "token" if named["token"] else "secret key"


def _before(text: str, end: int) -> str:
    """Give the word, if any, that stands before *end*."""
    found = re.search(r"[A-Za-z]*[_ -]?\Z", text[max(0, end - 16) : end])
    return found[0] if found else ""
