"""What a text gives as the value of a name such as password, token or 密码: `password: hunter2`, 密码是hunter2.

Which values can be the secret, and which only say something about it, is for `eventlog.secret_values`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from eventlog.secret_values import LONGEST, TELLING, Form, can_be_secret

Found = tuple[int, int, str]  # where it begins and ends, and of what kind it is

KINDS = ("password", "token", "secret key")
HINTS = ("pass", "pw", "token", "credential", "secret", "key", "密", "口令", "令牌", "凭证", "钥")

_CHOSEN = r"pass(?:word|wd|phrase|code)|pwd|密码|密碼|口令"
_SHORT = r"(?<![A-Za-z])(?:pass|pw)(?![A-Za-z])"  # also words of their own, so a word after them isn't enough
_TOKEN = r"token|credentials?|令牌|凭证"
_KEY = r"(?:api|access|secret|private|auth|account|app|encryption|signing)[_ -]?key|secret|密钥|秘钥|私钥"
_NAME = rf"(?P<name>(?P<chosen>{_CHOSEN}|(?P<short>{_SHORT}))|(?P<token>{_TOKEN})|{_KEY})(?:[_-]?\d(?!\w))?"

_OF = r"(?:\s(?:for|of|on|at|in|to)(?:\s[\w.@'’/-]{1,40}){1,4}?|[ ]?[(（][^()（）\n]{1,40}[)）])?"  # for the database, (prod)
_CLOSE = r"(?:\\{0,4}[\"'`*_”’」』]){0,3}"
_ASSIGN = rf"{_CLOSE}(?:\s{{0,3}}is)?\s{{0,3}}(?::=|=>|->|[:：＝>]|=(?!=))(?:\*\*|__)?\s{{0,3}}"
_VALUE = (
    r"\\{0,4}[\"']?,?\s{0,12}\\{0,4}[\"']?val(?:ue)?\\{0,4}[\"']?\s{0,3}[:=]\s{0,3}"  # "name": "password", "value": …
)
_INSIDE = r"(?:\[\s{0,3}|\{\s{0,3}\\{0,4}[\"']?value\\{0,4}[\"']?\s{0,3}:\s{0,3})?"  # ["…"], {"value": "…"}
_ADVERB = r"(?:现在|目前|当前|应该|好像|可能|其实|依然|仍然|一直|暂时|临时|统一|默认|[都就还也仍则便]){0,2}"
_ZH = (
    rf"[ ]?{_ADVERB}(?:已经?)?[被给]?(?:设置|设定|设|修改|更改|变更|更新|重置|改|换|定)?"
    r"(?:(?P<told>[是为為成叫到])|[用填写]|输入|使用)了?(?:默认)?的?[ ]?[:：]?[ ]?"
)
_NAMED = re.compile(
    _NAME + rf"(?:(?P<assign>{_OF}{_ASSIGN}|{_VALUE})|(?P<zh>{_ZH})"
    r"|(?P<blank>(?<=--password)\s|(?<=--token)\s|(?<=-key)\s|(?<=--secret)\s)"
    rf"|(?P<spoken>{_OF}\s{{1,3}}(?:is|was|(?P<to>to))\s(?:(?:now|still|currently|just|simply)\s)?:?\s?|['’]s\s)"
    r"|(?P<cell>(?:[ \t]|\*\*|`){1,3}\|[ \t]*)"
    r"|(?P<beside>(?(chosen)(?:[ \t]|(?<=[\u4e00-\u9fff])|(?=[（(「“【]))|(?!))))"
    rf"{_INSIDE}[“‘「『（(【《]?[ ]?(?:\*\*|__|\*)?"
    r"(?:(?P<quote>\\{0,4}(?P<mark>[\"'`]))(?=[^\n]{4})|(?=(?:[^\s\"'`<>()\[\]{}|,;&\\\u0080-\U0010ffff]|[０-９Ａ-Ｚａ-ｚ\u00c0-\u024f\u0370-\u052f]){4}))",
    re.IGNORECASE | re.ASCII,  # beyond ASCII, letters such as the Kelvin sign are k without regard to case
)
# What a machine made has a digit or is long, so talk of tokens and keys is soon told from them.
_COULD_BE = re.compile(r"\d|[Pp][Aa][Ss][Ss]|[Pp][Ww]|密码|密碼|口令|[A-Za-z0-9]{20}")
_QUOTED = {mark: re.compile(rf"[^{mark}\n]{{4,{LONGEST}}}+(?={mark})") for mark in "\"'`"}
_BARE = re.compile(
    r"(?:[^\s\"'`<>()\[\]{}|,;&\\\u0080-\U0010ffff]|[０-９Ａ-Ｚａ-ｚ\u00c0-\u024f\u0370-\u052f]|[,;&](?!\s|$|\\|[\w-]{1,40}[=:]))*+",
    re.ASCII,
)
_WHOLE_NAME = re.compile(rf"(?:.*[^A-Za-z]|.*[a-z](?=[A-Z])|db|user|my)?(?i:{_NAME}s?)", re.DOTALL | re.ASCII)
_NO_SECRET = re.compile(
    r"(?:.*[_ -]|.*[a-z](?=[A-Z]))?(?i:page|cursor|continuation|next|sync|max|pad|eos|bos|stop|start|end|special)[_ -]?",
    re.DOTALL,
)
_CHANGED = re.compile(
    rf"(?:{_CHOSEN})(?:\s(?:was\s)?(?:changed\s)?from\s|[ ]?从[ ]?)(?P<old>[!-~]{{4,64}}+)"
    r"(?:\sto\s|[ ]?(?:改|换|变|更新|修改)(?:成|为|到)了?[ ]?)(?P<new>[!-~]{4,64}+)",
    re.IGNORECASE | re.ASCII,
)
_SET = re.compile(r"\b(?:chang|set|reset|updat|rotat)\w*\s(?:[\w'’]+\s){0,3}\Z", re.IGNORECASE | re.ASCII)
_AUTHORIZATION = re.compile(r"(?:proxy-)?authorization", re.IGNORECASE)
_SCHEME = re.compile(r"(?:(?:basic|bearer|token|digest|apikey)\s+)?(?=\S*[\d=])\S{8,}", re.IGNORECASE)


def find(text: str) -> Iterator[Found]:
    """Yield the values that *text* gives such names, where they can be secrets."""
    if not _COULD_BE.search(text):
        return
    at, ran = 0, 0
    while named := _NAMED.search(text, at):
        start, at = named.end(), named.end("name")
        if named["quote"]:
            whole = _QUOTED[named["mark"]].match(text, start)
            value = whole[0].rstrip("\\") if whole else ""
        else:
            if start >= ran:
                bare = _BARE.match(text, start)
                ran = bare.end() if bare else start
            value = text[start : min(ran, start + TELLING)].rstrip(".,;:!?*_")
        end = ran if not named["quote"] and ran > start + TELLING else start + len(value)
        after = text[end : end + 16]
        if not value or (not named["quote"] and after[:1] in ("(", "[") and re.fullmatch(r"[\w.]+", value)):
            continue  # a call, or an item of something
        if not named["chosen"] and _NO_SECRET.fullmatch(_before(text, named.start())):
            continue
        if _fits(named, text, value, after):
            at = end
            yield start, end, _kind(named)


def changed(text: str) -> Iterator[Found]:
    """Yield both of two passwords, where one is said to have become the other."""
    for found in _CHANGED.finditer(text):
        for group in ("old", "new"):
            value = found[group].rstrip(".,;:!?'\"`")
            start = found.start(group)
            if can_be_secret(value, True, "beside"):
                yield start, start + len(value), "password"


@lru_cache(1_000)
def names_secret(name: str) -> str | None:
    """Give the kind of secret that a *name*, of an entry or within an object, stands for, if it does."""
    named = _WHOLE_NAME.fullmatch(name)
    if named is None or (not named["chosen"] and _NO_SECRET.fullmatch(name[: named.start("name")])):
        return None
    return _kind(named)


def kind_under(name: str, value: str, number: bool = False) -> str | None:
    """Give the kind of secret that *value* is as the value of an entry or field called *name*, None if it is none."""
    if _AUTHORIZATION.fullmatch(name):
        return "bearer token" if not number and _SCHEME.fullmatch(value) else None
    kind = names_secret(name)
    if kind is None or (number and kind != "password"):  # a number of tokens
        return None
    return kind if can_be_secret(value, kind == "password", "field") else None


def _fits(named: re.Match[str], text: str, value: str, after: str) -> bool:
    if named["short"] and not (named["assign"] and _is_plain(text, named, value)):
        return False
    return can_be_secret(value, bool(named["chosen"]), _form(named, text), after)


def _is_plain(text: str, named: re.Match[str], value: str) -> bool:
    """Tell a password after `pass:` from what passed."""
    compound = text[max(0, named.start() - 1) : named.start()] in ("_", "-")
    return compound or (value.isalnum() and not value.isdigit() and not value.isalpha())


def _form(named: re.Match[str], text: str) -> Form:
    if named["assign"] is not None:
        if named["quote"]:
            return "field"
        if "\n" in named["assign"]:
            return "beside"
        if "=" in named["assign"] and not (named["name"].isupper() and named["assign"] == "="):
            return "code"
        return "bare"
    if named["zh"] is not None:
        return "beside" if not named["told"] else "field" if named["quote"] else "bare"
    if named["blank"] is not None:
        return "bare"
    if named["to"] is not None:
        return "spoken" if _SET.search(text, max(0, named.start() - 48), named.start()) else "beside"
    if named["spoken"] is not None or named["cell"] is not None:
        return "spoken"
    return "field" if named["mark"] == "'" and named["name"].isupper() else "beside"


def _kind(named: re.Match[str]) -> str:
    return "password" if named["chosen"] else "token" if named["token"] else "secret key"


def _before(text: str, end: int) -> str:
    """Give the word, if any, that stands before *end*."""
    found = re.search(r"[A-Za-z]*[_ -]?\Z", text[max(0, end - 16) : end])
    return found[0] if found else ""
