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
    "criterion": "reached when", "done": "done", "next": "next", "why": "why", "avoid": "avoid", "input": "on",
    "where": "where", "outcome": "outcome", "about": "",
    "confidence": "confidence {:g}", "needs_user": "for the user", "with": "with {}",
    "unsupported": "no longer supported",
    "contradicts": "contradicts the earlier {}", "contradicted_by": "contradicted by the later {}",
    "in_session": "of this session", "long_term": "of long-term memory",
    "elsewhere": "(kept elsewhere)", "blob": "'belieflog blob {}' prints it", "size": ", {} bytes",
    "summary": "earlier, in short",
    "left_out": "Left out to keep within the budget: {what}.",
    "over": "What is always shown needs {floor} tokens, more than the {budget} allowed.",
    "count": "{n} of {section}", "and": "; ",
}  # fmt: skip

CHINESE = {
    "title": "{user} 的记忆，会话 {session}",
    "ended": "本会话已结束。",
    "incomplete": "自位置 {position} 起不完整：此处由更新版本的 belieflog 写入。",
    "nothing": "暂无记忆。",
    "goal": "目标", "constraints": "约束", "plan": "计划", "progress": "进展", "facts": "事实",
    "assumptions": "假设（未经证实）", "questions": "待解问题", "failures": "失败：勿再重复",
    "notes": "笔记", "memories": "记忆", "dialogue": "最近对话",
    "criterion": "达成标准", "done": "已完成", "next": "下一步", "why": "原因", "avoid": "避免", "input": "输入",
    "where": "所在", "outcome": "结果", "about": "",
    "confidence": "置信度 {:g}", "needs_user": "需用户回答", "with": "参与者 {}",
    "unsupported": "依据已失效",
    "contradicts": "与较早的 {} 矛盾", "contradicted_by": "与较新的 {} 矛盾",
    "in_session": "本会话", "long_term": "长期记忆",
    "elsewhere": "（另存）", "blob": "用 'belieflog blob {}' 查看", "size": "，{} 字节",
    "summary": "此前摘要",
    "left_out": "为不超出预算而省略：{what}。",
    "over": "必须显示的部分需要 {floor} 个词元，超过允许的 {budget} 个。",
    "count": "{section} {n} 条", "and": "；",
}  # fmt: skip

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}


def words(lang: str, languages: dict[str, dict[str, str]] = LANGUAGES) -> dict[str, str]:
    """Give the words of a language: those of the prompt, or of *languages*."""
    if lang not in languages:
        raise InvalidValue("lang", f"{lang!r} is not spoken here: use one of {', '.join(languages)}")
    return languages[lang]
