"""All verbs, by section, with what each does: enough for ``belieflog --help`` without importing any."""

SECTIONS: dict[str, tuple[str, ...]] = {
    "write": (
        "write", "goal", "constrain", "plan", "progress", "fact", "assume", "confirm", "ask", "answer", "fail",
        "lift", "remember", "retract", "observe", "say", "compact", "start", "end", "clear", "mark",
    ),
    "read": (
        "show", "get", "keys", "prompt", "recall", "why-not", "dialogue", "log", "event", "history", "timeline",
        "diff", "users", "sessions", "sources", "corrections", "blob",
    ),
    "correct": ("revert", "restore", "rollback", "undo"),
    "keep": ("verify", "rebuild", "import", "policy"),
    "doors": ("demo", "completion"),
}  # fmt: skip

TITLES = {
    "write": ("Write", "写入"),
    "read": ("Read", "查看"),
    "correct": ("Correct", "纠正"),
    "keep": ("Keep", "维护"),
    "doors": ("Doors", "入口"),
}

SUMMARIES = {
    "write": ("Write a note to the scratchpad.", "在草稿板上写一条笔记。"),
    "goal": ("Say what the session is for.", "说明本次会话的目标。"),
    "constrain": ("Lay down what must be kept to.", "定下必须遵守的约束。"),
    "plan": ("Make or revise the plan.", "制定或修改计划。"),
    "progress": ("Note what is done and what is next.", "记下已完成的和下一步。"),
    "fact": ("Add a fact, with its source.", "添加一条事实及其来源。"),
    "assume": ("Add an assumption: a guess, marked as one.", "添加一条假设（标明是猜测）。"),
    "confirm": ("Make an assumption a fact, on evidence.", "凭证据把假设变为事实。"),
    "ask": ("Raise a question.", "提出一个问题。"),
    "answer": ("Answer a question.", "回答一个问题。"),
    "fail": ("Mark what failed, so that it isn't tried again.", "记下失败的做法，免得再试。"),
    "lift": ("Lift the mark of a failure.", "撤去一条失败记录。"),
    "remember": ("Write to long-term memory.", "写入长期记忆。"),
    "retract": ("Take back what an entry says.", "收回一条记录的内容。"),
    "observe": ("Keep what a tool put out.", "保存工具的输出。"),
    "say": ("Keep one turn of dialogue.", "保存一轮对话。"),
    "compact": ("Put a summary in the place of older dialogue.", "用摘要代替较早的对话。"),
    "start": ("Start a session, or start it again.", "开始（或重新开始）一个会话。"),
    "end": ("End the session.", "结束会话。"),
    "clear": ("Retire the session's working entries.", "清空会话的工作记录。"),
    "mark": ("Name this point of the log.", "给日志的当前位置起名。"),
    "show": ("Show the scratchpad.", "显示草稿板。"),
    "get": ("Show one entry.", "显示一条记录。"),
    "keys": ("List the keys of the notes.", "列出笔记的键。"),
    "prompt": ("Print the memory as text for a model.", "把记忆输出为给模型的文本。"),
    "recall": ("Search the memory.", "检索记忆。"),
    "why-not": ("Say why an entry isn't recalled.", "说明一条记录为何未被检索到。"),
    "dialogue": ("Show the last turns of dialogue.", "显示最近的对话。"),
    "log": ("List the events, newest first.", "列出事件，新的在前。"),
    "event": ("Show one event.", "显示一个事件。"),
    "history": ("List the versions of an entry.", "列出一条记录的各个版本。"),
    "timeline": ("Show what was believed from when to when.", "显示何时相信过什么。"),
    "diff": ("Compare two points of the log.", "比较日志的两个时刻。"),
    "users": ("List the users.", "列出用户。"),
    "sessions": ("List the user's sessions.", "列出该用户的会话。"),
    "sources": ("List where the user's memory came from.", "列出记忆的来源。"),
    "corrections": ("List the corrections.", "列出纠正操作。"),
    "blob": ("Print a large output that was kept.", "输出保存的大块内容。"),
    "revert": ("Void events; what they replaced shows again.", "作废事件，恢复其之前的内容。"),
    "restore": ("Bring void events back.", "恢复被作废的事件。"),
    "rollback": ("Go back to an earlier point.", "回到较早的时刻。"),
    "undo": ("Undo a correction.", "撤销一次纠正。"),
    "verify": ("Check that no event was changed, lost or added.", "检查事件是否被改、丢失或添加。"),
    "rebuild": ("Make the indexes anew from the events.", "由事件重建索引。"),
    "import": ("Import what an agent did from its own log.", "从智能体自己的日志导入。"),
    "policy": ("Show or set the rules in force.", "显示或设定现行规则。"),
    "demo": ("See it work, in ten seconds, offline.", "离线演示，十秒看懂。"),
    "completion": ("Print the completion script of a shell.", "输出命令行补全脚本。"),
}


def summary(verb: str, lang: str = "en") -> str:
    """Say in one line what *verb* does."""
    return SUMMARIES[verb][lang == "zh"]
