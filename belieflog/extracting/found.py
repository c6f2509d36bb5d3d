"""One thing that a statement says of its speaker, at the one address that such a thing has."""

import re
from typing import Literal

from msgspec import Struct

from eventlog import addresses
from eventlog.terms import fold

What = Literal[
    "name",
    "nickname",
    "place",
    "workplace",
    "hometown",
    "age",
    "job",
    "employer",
    "birthday",
    "named",
    "figure",
    "other",
]


class Found(Struct, frozen=True):
    """What was found: *what* tells which values can correct it."""

    namespace: str
    key: str
    content: str
    importance: int
    what: What = "other"

    @property
    def address(self) -> str:
        """Where it is kept: what is about the same thing has the same address, whatever it says of it."""
        return str(addresses.address("semantic", self.key, (self.namespace,)))


_POSSESSIVE = re.compile(r"'s\b|的")
_MEETING = re.compile(r"(?<=[a-z0-9])(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[a-z0-9])")
_SETTINGS = {
    "超时时间": "timeout", "超时": "timeout", "time-out": "timeout", "time out": "timeout", "端口号": "port", "端口": "port",
    "版本号": "version", "版本": "version", "上限": "limit", "限制": "limit", "预算": "budget", "截止日期": "deadline",
    "截止时间": "deadline", "期限": "deadline", "单价": "price", "价格": "price", "频率": "rate",
}  # fmt: skip

_FILMS = re.compile(  # kinds of films have one name each, whether they are called 片 or 电影
    r"^(喜剧|爱情|动作|科幻|恐怖|战争|悬疑|动画|纪录|武打|武侠|犯罪|文艺|惊悚|灾难|奇幻|魔幻|历史|歌舞|警匪|冒险|音乐|功夫)(?:电影|影片|片子)$"
)


def of_user(what: What, content: str) -> Found:
    """Make a finding about who the user is."""
    key, importance = {
        "name": ("name", 9), "nickname": ("nickname", 8), "place": ("location", 7), "hometown": ("hometown", 6),
        "workplace": ("workplace", 6), "age": ("age", 6), "job": ("job", 7), "employer": ("employer", 6), "birthday": ("birthday", 7),
    }[what]  # fmt: skip
    return Found("user", key, content, importance, what)


def preference(thing: str, content: str) -> Found:
    """Make a finding about what the user likes or dislikes: both stand at the same address.

    >>> preference("喜剧片", "").key, preference("科幻电影", "").key, preference("老电影", "").key
    ('喜剧', '科幻片', '老电影')
    """
    key = _FILMS.sub(r"\1片", fold(thing))
    return Found("preferences", "喜剧" if key == "喜剧片" else key, content, 6)


def goal(thing: str, content: str) -> Found:
    """Make a finding about what the user wants, or no longer wants."""
    return Found("goals", fold(thing), content, 6)


def named(whom: str, name: str) -> Found:
    """Make a finding about what somebody or something of the user's is called."""
    return Found("entities", whom.casefold(), name, 6, "named")


def allergy(to: str, content: str) -> Found:
    """Make a finding about what the user must not have."""
    return Found("allergies", fold(to), content, 9)


def figure(subject: str, value: str) -> Found:
    """Make a finding about a setting: its key is that of a fact of the same name, whatever the language.

    >>> figure("API 超时", "10 秒").address, figure("API's timeout", "10 s").address
    ('semantic:facts/api_timeout', 'semantic:facts/api_timeout')
    """
    told = _POSSESSIVE.sub("", fold(subject))
    for chinese, english in _SETTINGS.items():
        told = told.replace(chinese, f" {english}")
    key = "_".join(_MEETING.sub(" ", told).replace("_", " ").split())
    return Found("facts", key, value, 6, "figure")
