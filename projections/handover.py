"""What must someone know who goes on from here?

One page: what the prompt tells of the session, then what changed last, what lost its ground, and, as the last line, the
command that goes on. Stored text can't pose as a line of ours.
"""

import shlex
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from eventlog import times
from eventlog.sources import Source
from eventlog.values import canonical
from projections.entries import Entry
from projections.scratchpad import Scratchpad
from projections.spelling import lines, plain
from projections.wording import words

SECTIONS = ("goal", "constraints", "plan", "progress", "facts", "assumptions", "questions", "failures", "notes")
NOTES = 2_000  # tokens that notes may take: of a session that took many, the newest are told
_LONGEST = 120  # characters of a title, or of what a change said

_ENGLISH = {
    "title": "Hand-over of session {session}, memory of {user}", "task": "Task: {title}",
    "changes": "Last changes",
    "more": "{n} more of Notes, left out: 'belieflog keys' lists all.",
    "unsupported": "No longer supported", "continue": "To go on", "by": "written by {actor}", "why": "because {reason}",
    "void": "taken back since", "gone": "retracted",
    "session-started": "session started", "session-ended": "session ended", "scratchpad-cleared": "scratchpad cleared",
    "corrected": "a correction", "compacted": "a summary of older dialogue",
}  # fmt: skip
_CHINESE = {
    "title": "会话 {session} 的交接（{user} 的记忆）", "task": "任务：{title}", "changes": "最近的变化",
    "more": "另有笔记 {n} 条未列出：用 'belieflog keys' 查看全部。",
    "unsupported": "依据已不成立", "continue": "继续", "by": "写入者 {actor}", "why": "原因：{reason}",
    "void": "其后已作废", "gone": "收回",
    "session-started": "会话开始", "session-ended": "会话结束", "scratchpad-cleared": "草稿板清空",
    "corrected": "一次纠正", "compacted": "较早对话的摘要",
}  # fmt: skip
_LANGUAGES = {"en": _ENGLISH, "zh": _CHINESE}


class Change(Struct, frozen=True):
    """One of the last events: what, by whom, when, and whether it still counts."""

    position: int
    recorded_at: int
    tag: str
    address: str | None
    value: Any
    source: Source | None
    actor: str
    reason: str
    effective: bool


class Handover(Struct, frozen=True):
    """What is handed over, and *text*, the page; *command* is its last line."""

    pad: Scratchpad
    title: str
    changes: tuple[Change, ...]
    unsupported: tuple[Entry, ...]
    command: str
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def shown(self) -> tuple[Entry | Change, ...]:
        """What the page tells of."""
        return (*(entry for entry in self.pad.entries if entry.kind != "note"), *self.changes, *self.unsupported)


def write(
    pad: Scratchpad,
    told: str,
    notes_left: int,
    title: str,
    changes: tuple[Change, ...],
    unsupported: tuple[Entry, ...],
    command: str,
    lang: str,
) -> Handover:
    """Write the page; *told* is what the prompt tells of the session, its heading first, *notes_left* of how many notes not."""
    wording = words(lang, _LANGUAGES)
    _, _, body = told.partition("\n\n")
    heading = wording["title"].format(user=plain(pad.user), session=plain(pad.session))
    blocks = [f"# {heading}", wording["task"].format(title=_clipped(title)), body.strip("\n")]
    if notes_left:
        blocks.append(wording["more"].format(n=notes_left))
    if changes:
        blocks.append("\n".join((f"## {wording['changes']}", *(f"- {_told(change, wording)}" for change in changes))))
    if unsupported:
        names = (f"- {plain(entry.address)}" for entry in unsupported)
        blocks.append("\n".join((f"## {wording['unsupported']}", *names)))
    blocks.append(f"## {wording['continue']}\n{command}")
    return Handover(pad, title, changes, unsupported, command, "\n\n".join(blocks) + "\n")


def command(user: str, origin: str, title: str, following: str, log: str | None = None) -> str:
    """Write the command that starts session *following* from *origin* (``SESSION`` or ``SESSION@POINT``)."""
    options = [*(("--log", log) if log else ()), "--user", user, "--session", following]
    task = _clipped(title).lstrip("- ") or following  # what begins with a dash would be an option
    return shlex.join(["belieflog", *options, "start", task, "--from", origin])


def _told(change: Change, wording: dict[str, str]) -> str:
    """Tell a change: what we say of it first, in brackets that no stored text can close."""
    content = "" if change.value is None else _clipped(_gist(change.value))
    what = plain(change.address) if change.address else wording.get(change.tag, change.tag)
    return f"{change.position} [{', '.join(_marks(change, wording))}] {what}" + (f": {content}" if content else "")


def _marks(change: Change, wording: dict[str, str]) -> Iterator[str]:
    yield times.text(change.recorded_at)[:16].replace("T", " ") + " UTC"
    if change.source:
        yield plain(str(change.source))
    if change.actor:
        yield wording["by"].format(actor=plain(change.actor))
    if change.tag == "retracted":
        yield wording["gone"]
    if change.reason:
        yield wording["why"].format(reason=plain(_clipped(change.reason)))
    if not change.effective:
        yield wording["void"]


def _gist(value: Any) -> str:
    match value:
        case str():
            return value
        case [{"status": _, "text": _}, *_]:
            return "; ".join(f"{step['text']} ({step['status']})" for step in value)
        case (
            {"text": str(told)}
            | {"what": str(told)}
            | {"done": str(told)}
            | {"title": str(told)}
            | {"summary": str(told)}
        ):
            return told
        case _:
            return canonical(value).decode()


def _clipped(text: str) -> str:
    """Write *text* on one line, cut where it is long."""
    told = " ".join(" ".join(lines(text)).split())
    return told if len(told) <= _LONGEST else told[: _LONGEST - 1] + "…"
