"""The words of the viewer in Chinese, by the English ones."""

from cli.web.wording_audit import AUDIT


def say(lang: str, text: str, /, **values: object) -> str:
    """Put *text* into a language, and *values* into it.

    >>> say("zh", "all {n} sessions", n=3)
    '全部 3 个会话'
    """
    return template(lang, text).format(**values)


def template(lang: str, text: str) -> str:
    """Put *text* into a language, its blanks still to be filled in.

    >>> template("zh", "all {n} sessions")
    '全部 {n} 个会话'
    """
    return CHINESE.get(text, text) if lang == "zh" else text


CHINESE = {
    **AUDIT,
    # every page
    "Skip to the content": "跳到正文",
    "Where you are": "当前位置",
    "Views of this session": "本会话的各个视图",
    "Pages": "分页",
    "earlier ones": "前一页",
    "further ones": "后一页",
    "{first} to {last} of {count}": "第 {first} 至 {last}，共 {count}",
    "show all {n} characters": "显示全部 {n} 个字符",
    "nothing": "无",
    "(erased)": "（已擦除）",
    "incomplete since position {position}: a later version of belieflog wrote here": (
        "自位置 {position} 起不完整：此处由更新版本的 belieflog 写入"
    ),
    "the viewer has ended: start belieflog ui again": "查看器已结束：请重新运行 belieflog ui",
    # what can't be shown
    "Not to be shown": "无法显示",
    "This can't be shown": "这里无法显示",
    "All users and sessions": "全部用户与会话",
    "there is no such page": "没有这个页面",
    "there is no user {user}": "没有用户 {user}",
    "there is no session {session} of {user}": "{user} 没有会话 {session}",
    "no event {event} of {user}": "{user} 没有事件 {event}",
    # a text in full
    "What event {event} says": "事件 {event} 的内容",
    "The prompt at position {at}": "位置 {at} 的提示文本",
    # users and sessions
    "Users and sessions": "用户与会话",
    "nothing here yet; to begin: {write}": "尚无内容；可先运行：{write}",
    "session": "会话",
    "title": "标题",
    "state": "状态",
    "began": "开始",
    "last": "最近",
    "events": "事件数",
    "ended": "已结束",
    "open": "进行中",
    "long-term memory only, no session": "只有长期记忆，没有会话",
    "all {n} sessions": "全部 {n} 个会话",
    # the timeline
    "Timeline": "时间线",
    "How the beliefs of {session} evolved": "{session} 的信念如何演变",
    "Entries of": "记录范围",
    "of kind": "种类",
    "any": "不限",
    "all": "会话与长期记忆",
    "long-term": "长期记忆",
    "Show": "显示",
    "Lanes": "时间条",
    "Legend": "图例",
    "Pages of lanes": "时间条分页",
    "earlier entries": "前面的记录",
    "further entries": "后面的记录",
    "entries {first} to {last}": "第 {first} 至 {last} 条记录",
    "no such entries": "没有这样的记录",
    "what each entry showed through time": "各条记录在各时刻的内容",
    "{address}: {told}": "{address}：{told}",
    "{n} changes": "{n} 次变更",
    "version {version} from {source}": "第 {version} 版，来自{source}",
    "from event {start}": "自事件 {start} 起",
    "from event {start} to {end}": "自事件 {start} 至 {end}",
    "still so": "至今如此",
    "revised": "已修订",
    "retracted": "已收回",
    "cleared": "已清空",
    "taken back or brought back by a correction": "因纠正而撤销或恢复",
    "expired": "已过期",
    "user": "用户",
    "tool": "工具",
    "document": "文档",
    "agent": "智能体",
    "import": "导入",
    "system": "系统",
    "several": "多次变更",
    # moving through time
    "The point looked at": "所看的时刻",
    "Point of the session": "会话中的时刻",
    "Previous event": "上一个事件",
    "Next event": "下一个事件",
    "Go to": "前往",
    "Go": "前往",
    "an event's position, a time (UTC), a mark": "事件位置、时间（UTC）或标记",
    "event {n} of {count}, position {at}, {time} UTC": "第 {n} 个事件，共 {count} 个，位置 {at}，{time} UTC",
    # the memory at a point
    "At position {at}": "位置 {at}",
    "What happened here": "此处发生的事",
    "and {n} more events committed with them": "另有 {n} 个一同提交的事件",
    "and {n} more entries": "另有 {n} 条记录",
    "added": "新增",
    "changed": "变更",
    "removed": "移除",
    "no entry shows anything else after it": "没有记录因此改变",
    "The memory at this point": "此刻的记忆",
    "scratchpad": "草稿板",
    "memory": "长期记忆",
    "prompt": "提示文本",
    "the text that the model was given here": "模型当时得到的文本",
    "what the model would have been told here": "模型此刻会得到的文本",
    "version {version} at {position}": "第 {version} 版，位置 {position}",
    "confidence {confidence}": "置信度 {confidence}",
    "until {time} UTC": "有效至 {time} UTC",
    "what it rests on no longer holds": "其依据已不成立",
    # kinds of entries
    "goal": "目标",
    "constraint": "约束",
    "plan": "计划",
    "progress": "进展",
    "fact": "事实",
    "assumption": "假设",
    "question": "问题",
    "failure": "失败",
    "note": "笔记",
    "episodic": "经历",
    "semantic": "知识",
    "procedural": "方法",
    # a report
    "Parts of the report": "报告的各部分",
    "Summary": "概要",
    "Versions": "版本",
    "Corrections": "纠正",
    "Prompts": "提示文本",
    "Integrity": "完整性",
    "what is told": "所述范围",
    "what it is about": "所涉内容",
    "size": "规模",
    "written": "写成于",
    "head of the log": "日志末端",
    "position {at}": "位置 {at}",
    "{points} points, {entries} entries, {corrections} corrections": (
        "{points} 个时刻，{entries} 条记录，{corrections} 次纠正"
    ),
    "{n} events, with those that rest on them; all else is left out": "{n} 个事件及以其为依据的内容；其余均未包含",
    "Left out of this report:": "本报告未包含：",
    "the first {n} points: the slider begins after them": "最初的 {n} 个时刻：滑块从其后开始",
    "the lanes and versions of {n} entries": "{n} 条记录的时间条与版本",
    "{n} earlier versions of entries that changed often": "变更频繁的记录的 {n} 个较早版本",
    "the ends of {n} contents longer than {most} characters": "{n} 条超过 {most} 个字符的内容的末尾",
    "the ends of {n} turns and outputs longer than {most} characters": "{n} 段超过 {most} 个字符的发言与输出的末尾",
    "{n} prompts": "{n} 份提示文本",
    "{n} entries of closed namespaces: --actor names one who may read them": (
        "{n} 条处于已关闭命名空间的记录：可用 --actor 指定有权读取的身份"
    ),
    "Below is the memory at the last point. Where scripts run, a slider above steps through all of them.": (
        "下面是最后时刻的记忆。在允许运行脚本的地方，上方有滑块可逐一查看各个时刻。"
    ),
    "{n} more characters are left out": "另有 {n} 个字符未包含",
    "show all {n} entries": "显示全部 {n} 条记录",
    "{n} events": "{n} 个事件",
    "version {version}": "第 {version} 版",
    "Whether a version still counts is told as of when this report was written.": "版本是否仍有效，以本报告写成之时为准。",
    "named by corrections {positions}": "涉及的纠正：{positions}",
    "void": "已作废",
    "taken back since": "其后已被撤销",
    "voids {positions}": "作废 {positions}",
    "brings back {positions}": "恢复 {positions}",
    "none were made": "没有纠正",
    "the text that the model was given at position {at}": "模型在位置 {at} 得到的文本",
    "no prompt is told here: none was recorded, or none fitted": "此处没有提示文本：未曾记录，或篇幅不足",
    "anchor": "锚点",
    "This report is a copy and proves nothing by itself; the log does.": "本报告只是副本，本身不能证明什么；能证明的是日志。",
    "Whoever keeps the log saves the text below as {file} and runs this:": "请保管日志的人把下面的文本存为 {file}，并运行：",
    "It finds whether anything up to this anchor was changed, lost or added since.": (
        "即可查出到此锚点为止的内容其后是否被改动、丢失或添加。"
    ),
}
