"""What is remembered of a user, as one may tell it to them?

Plain sentences, grouped: first long-term memory by kind, then each session. Nothing expired, retracted or erased is in
it, and only the kinds that the policy lets a person be told of.
"""

from collections.abc import Iterable

from msgspec import Struct

from eventlog import times
from eventlog.addresses import LONG_TERM
from eventlog.values import as_text
from projections.entries import Entry
from projections.spelling import lines, plain
from projections.wording import words

_ENGLISH = {
    "title": "What is remembered of {user}",
    "nothing": "Nothing is remembered of {user}.",
    "semantic": "What is known",
    "episodic": "What happened",
    "procedural": "How things are done",
    "session": "In session {session}",
    "wrong": "Something is wrong? 'belieflog about --wrong ADDRESS \"it is ...\"' puts it right.",
    "goal": "The goal is",
    "constraint": "To be kept to, {key}",
    "plan": "The plan is",
    "progress": "Done so far",
    "fact": "It is a fact that {key} is",
    "assumption": "It is supposed, unconfirmed, that {key} is",
    "question": "It is asked, {key}",
    "failure": "It failed, {key}",
    "note": "It is noted, {key}",
    "memory": "{key} is",
    "event": "{key}",
    "by-user": "you said so",
    "by-tool": "from the tool {name}",
    "by-document": "from the document {name}",
    "by-agent": "the agent's own inference",
    "by-import": "imported from {name}",
    "by-system": "set by the system",
    "since": "since {day}",
    "until": "until {day}",
    "unsupported": "what it rests on no longer holds",
    "some": "a source without a name",
}
_CHINESE = {
    "title": "关于 {user} 记住的内容",
    "nothing": "没有记住关于 {user} 的任何内容。",
    "semantic": "所知",
    "episodic": "经过",
    "procedural": "做法",
    "session": "会话 {session} 中",
    "wrong": "有不对的地方？用 'belieflog about --wrong 地址 \"不对，是……\"' 更正。",
    "goal": "目标是",
    "constraint": "须遵守（{key}）",
    "plan": "计划是",
    "progress": "已完成",
    "fact": "已知 {key} 为",
    "assumption": "推测（未证实）{key} 为",
    "question": "待解问题（{key}）",
    "failure": "失败过（{key}）",
    "note": "笔记（{key}）",
    "memory": "{key} 为",
    "event": "{key}",
    "by-user": "您亲口所说",
    "by-tool": "来自工具 {name}",
    "by-document": "来自文档 {name}",
    "by-agent": "智能体自行推断",
    "by-import": "由 {name} 导入",
    "by-system": "由系统设定",
    "since": "自 {day} 起",
    "until": "至 {day} 止",
    "unsupported": "其依据已不成立",
    "some": "未具名的来源",
}
_LANGUAGES = {"en": _ENGLISH, "zh": _CHINESE}
_LONGEST = 24  # characters of a part of a key in a sentence
_WHAT = {"goal": "text", "question": "text", "failure": "what", "progress": "done"}


class Told(Struct, frozen=True):
    """One thing that is remembered: the entry, since when it has been held (µs), and a sentence that tells it."""

    entry: Entry
    since: int
    sentence: str


class Group(Struct, frozen=True):
    """What is told together: long-term memories of a kind, or what a *session* holds."""

    title: str
    session: str | None
    told: tuple[Told, ...]


def group(held: Iterable[tuple[Entry, int]], lang: str) -> tuple[Group, ...]:
    """Put entries, each with the time since which it has been held, into sentences and groups."""
    wording = words(lang, _LANGUAGES)
    found: dict[tuple[str | None, str], list[Told]] = {}
    for entry, since in held:
        session = entry.scope.session or None
        title = wording["session"].format(session=plain(session)) if session else wording[entry.kind]
        found.setdefault((session, title), []).append(Told(entry, since, _sentence(entry, since, wording)))
    order = [wording[kind] for kind in ("semantic", "episodic", "procedural")]
    ranked = sorted(found.items(), key=lambda item: order.index(item[0][1]) if item[0][0] is None else len(order))
    return tuple(Group(title, session, tuple(told)) for (session, title), told in ranked)


def text(user: str, groups: Iterable[Group], lang: str) -> str:
    """Write the whole as Markdown, with the address of each, to be corrected by."""
    wording = words(lang, _LANGUAGES)
    blocks = [
        "\n".join((f"## {group.title}", *(f"- [{plain(t.entry.address)}] {t.sentence}" for t in group.told)))
        for group in groups
    ]
    if not blocks:
        return wording["nothing"].format(user=plain(user)) + "\n"
    return "\n\n".join((f"# {wording['title'].format(user=plain(user))}", *blocks, wording["wrong"])) + "\n"


def _sentence(entry: Entry, since: int, wording: dict[str, str]) -> str:
    """Say what is held, where it came from and since when; what we say of it stands before it."""
    kind = "event" if entry.kind == "episodic" else "memory" if entry.kind in LONG_TERM else entry.kind
    key = plain("/".join(map(_short, (*entry.namespace, entry.key))))
    return f"({'; '.join(_marks(entry, since, wording))}) {wording[kind].format(key=key)}: {_content(entry)}"


def _marks(entry: Entry, since: int, wording: dict[str, str]) -> Iterable[str]:
    source = entry.source
    yield wording[f"by-{source.kind}"].format(name=plain(source.name) or wording["some"])
    yield wording["since"].format(day=_day(since))
    if entry.expires_at is not None:
        yield wording["until"].format(day=_day(entry.expires_at))
    if not entry.supported:
        yield wording["unsupported"]


def _content(entry: Entry) -> str:
    value = entry.value
    if entry.kind == "plan":
        told = "; ".join(f"{step['text']} ({step['status']})" for step in value)
    elif entry.kind in _WHAT:
        told = value[_WHAT[entry.kind]]
    else:
        told = as_text(value)
    return " ".join(" ".join(lines(told)).split())


def _short(segment: str) -> str:
    """Cut a long part of a key, as a digest: the address before it tells it in full."""
    return segment if len(segment) <= _LONGEST else segment[: _LONGEST - 1] + "…"


def _day(at: int) -> str:
    return times.text(at)[:10]
