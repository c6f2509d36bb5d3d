"""The words around the stored ones, in each language a view speaks."""

from eventlog.errors import InvalidValue

ENGLISH = {
    "title": "Memory of {user}, session {session}",
    "ended": "This session has ended.",
    "incomplete": "Incomplete since position {position}: a later version of belieflog wrote here.",
    "nothing": "Nothing is held in mind yet.",
    "goal": "Goal", "constraints": "Constraints", "plan": "Plan", "progress": "Progress", "facts": "Facts",
    "assumptions": "Assumptions (not confirmed)", "questions": "Open questions",
    "failures": "Failures: don't repeat",
    "notes": "Notes", "memories": "Memories", "dialogue": "Recent dialogue",
    "criterion": "reached when", "done": "done", "next": "next", "needs_user": "for the user", "why": "why",
    "avoid": "avoid", "input": "on", "confidence": "confidence", "unsupported": "no longer supported",
    "summary": "earlier, in short", "with": "with", "outcome": "outcome",
    "left_out": "Left out to fit {budget} tokens: {what}.",
    "over": "The sections that are always shown take more than the {budget} tokens allowed.",
    "count": "{n} of {section}",
}  # fmt: skip

CHINESE = {
    "title": "{user} 的记忆，会话 {session}",
    "ended": "本会话已结束。",
    "incomplete": "自位置 {position} 起不完整：此处由更新版本的 belieflog 写入。",
    "nothing": "暂无记忆。",
    "goal": "目标", "constraints": "约束", "plan": "计划", "progress": "进展", "facts": "事实",
    "assumptions": "假设（未经证实）", "questions": "待解问题", "failures": "失败：勿再重复",
    "notes": "笔记", "memories": "记忆", "dialogue": "最近对话",
    "criterion": "达成标准", "done": "已完成", "next": "下一步", "needs_user": "需用户回答", "why": "原因",
    "avoid": "避免", "input": "输入", "confidence": "置信度", "unsupported": "依据已失效",
    "summary": "此前摘要", "with": "参与者", "outcome": "结果",
    "left_out": "为不超过 {budget} 个词元而省略：{what}。",
    "over": "必须显示的部分已超过允许的 {budget} 个词元。",
    "count": "{section} {n} 条",
}  # fmt: skip

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def words(lang: str) -> dict[str, str]:
    """Give the words of a language."""
    if lang not in LANGUAGES:
        raise InvalidValue("lang", f"{lang!r} is not spoken here: use one of {', '.join(LANGUAGES)}")
    return LANGUAGES[lang]
