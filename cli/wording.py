"""The words of the command in Chinese, by the English ones."""

CHINESE = {
    # errors
    "error:": "错误：",
    "usage:": "用法：",
    "try '{command} --help'": "详见 '{command} --help'",
    "mine": "我的值",
    "theirs": "现有的值",
    "no log at '{target}': '{write}' makes it, '--log PATH' names another, 'belieflog demo' shows one": (
        "'{target}' 处没有日志：'{write}' 会建立它，'--log PATH' 可指定别的日志，'belieflog demo' 可看演示"
    ),
    "nothing at '{address}': {history} shows what was there, {show} what is": (
        "'{address}' 处没有内容：{history} 显示它的历史，{show} 显示现有内容"
    ),
    "no event {event!r} of {user}: --user says whose memory": "{user} 没有事件 {event!r}：用 --user 指定谁的记忆",
    "'{ref}' points to {n} outputs: name one of them: {refs}": "'{ref}' 指向 {n} 份输出：请指定其中一份：{refs}",
    "'{ref}' points to no large output: {show} shows what it says": "'{ref}' 没有指向大块输出：{show} 可查看它的内容",
    # wrong usage
    "--only goes with --apply": "--only 须与 --apply 同用",
    "--model, --base-url and --fallback go with --extractor openai": (
        "--model、--base-url 和 --fallback 须与 --extractor openai 同用"
    ),
    "--key says who signed an anchor: give --anchor too": "--key 说明锚点由谁签名：请同时给出 --anchor",
    "--compat brings its own tools: leave out --profile": "--compat 自带工具：请去掉 --profile",
    "--token-file and --allow-host are for --http": "--token-file 和 --allow-host 只用于 --http",
    "--allow-user is for --per-call user": "--allow-user 只用于 --per-call user",
    "give CONTENT, --file or --ref": "请给出 CONTENT、--file 或 --ref",
    "say what to compare: a POINT, two, or --with LOG": "请说明比较什么：一个时刻、两个时刻，或 --with LOG",
    "say of what: an address, an event, or --by-source SOURCE": "请说明针对什么：地址、事件，或 --by-source SOURCE",
    "give a PATH, or - for standard input": "请给出 PATH，或用 - 表示标准输入",
    "give the steps, or one of --file, --done, --doing, --drop, --add; to read it: belieflog get plan": (
        "请给出步骤，或 --file、--done、--doing、--drop、--add 之一；查看计划：belieflog get plan"
    ),
    "--cost shows a model nothing: leave out --audit": "--cost 不向模型显示内容：请去掉 --audit",
    "--then-apply needs --reason WHY": "--then-apply 需要 --reason 原因",
    "belieflog policy show, or belieflog policy set FILE --reason R": (
        "用 belieflog policy show，或 belieflog policy set FILE --reason R"
    ),
    "say what to look for: --where EXPR or --run CMD": "请说明寻找什么：--where EXPR 或 --run CMD",
    "say where to go back to: --to POINT, or of one entry --to-version N": "请说明回到哪里：--to POINT，或一条记录的 --to-version N",
    "--all-users goes with --all-sessions": "--all-users 须与 --all-sessions 同用",
    "no verb {verb!r}": "没有动词 {verb!r}",
    "no verb {verb!r}: did you mean {near!r}?": "没有动词 {verb!r}：您是想用 {near!r} 吗？",
    "interrupted: what was acknowledged is in the log, the rest isn't": "已中断：确认过的内容已在日志中，其余没有",
    "the output: {why}": "输出：{why}",
    "there is no session '{session}': 'belieflog sessions' lists them": "没有会话 '{session}'：'belieflog sessions' 会列出会话",
    "the command ended with {code} at position {position}: the search is stopped": (
        "命令在位置 {position} 以退出码 {code} 结束：查找已停止"
    ),
    # what a write did
    "recorded {what}, version {version}, at {position}": "已记录 {what}，第 {version} 版，位置 {position}",
    "recorded {what} at {position}": "已记录 {what}，位置 {position}",
    "unchanged: {what} is still version {version} (said again at {position})": (
        "未变：{what} 仍是第 {version} 版（位置 {position} 再次写入）"
    ),
    "already there: {what} at {position}": "早已记录：{what}，位置 {position}",
    "{what} retracted at {position}": "已收回 {what}，位置 {position}",
    # what a writer should know
    "{what}: {more}": "{what}：{more}",
    "masked": "已遮盖机密",
    "same as": "内容相同的还有",
    "repeats a failure": "重复了记录过的失败",
    "failed before": "此前已失败过",
    # serving
    "serving at {url}": "服务地址：{url}",
    # the policy
    "* not the default; set at {position}, {time}: {reason}": "* 与默认不同；于位置 {position}（{time}）设定：{reason}",
    "none is set: these are the defaults": "尚未设定：以下均为默认值",
    "to change it: {show}, edit the file, then {set}": "修改方法：{show}，编辑该文件，再 {set}",
    # the scratchpad
    "{user}, session {session}": "{user}，会话 {session}",
    " (ended)": "（已结束）",
    " at {position}": " 位置 {position}",
    "incomplete since position {position}: a later version of belieflog wrote here": (
        "自位置 {position} 起不完整：此处由更新版本的 belieflog 写入"
    ),
    "Goal": "目标",
    "Constraints": "约束",
    "Plan": "计划",
    "Progress": "进展",
    "Facts": "事实",
    "Assumptions (not confirmed)": "假设（未经证实）",
    "Questions": "问题",
    "Failures (don't repeat)": "失败（勿再重复）",
    "Notes": "笔记",
    "reached when": "达成标准",
    "next": "下一步",
    "why": "原因",
    "avoid": "避免",
    "version {version} at {position}": "第 {version} 版，位置 {position}",
    "confidence {confidence}": "置信度 {confidence}",
    "for a person to answer": "需由人回答",
    "until {time} UTC": "有效至 {time} UTC",
    "what it rests on no longer holds": "所依据的内容已不成立",
    "looks like {others}": "与 {others} 相似",
    "nothing here yet; to begin: {write}": "还没有内容；可先输入：{write}",
    "1 long-term memory: {recall}, {about}": "1 条长期记忆：{recall}，{about}",
    "{n} long-term memories: {recall}, {about}": "{n} 条长期记忆：{recall}，{about}",
    "sessions of this user: {sessions} (--session)": "该用户的会话：{sessions}（--session）",
    "users here: {users} (--user)": "日志中的用户：{users}（--user）",
    # lists
    "at": "位置",
    "recorded": "记录时间",
    "when": "时间",
    "event": "事件",
    "entry": "记录",
    "source": "来源",
    "via": "经由",
    "content": "内容",
    "version": "版本",
    "state": "状态",
    "session": "会话",
    "title": "标题",
    "began": "开始",
    "last": "最后",
    "first": "最早",
    "events": "事件数",
    "effective": "有效",
    "correction": "纠正",
    "from": "从",
    "to": "到",
    "since": "时间",
    "because": "缘由",
    "now": "现在",
    "ended": "已结束",
    "current": "当前",
    "void": "已作废",
    "said again": "再次写入",
    "void by {corrections}": "被 {corrections} 作废",
    "(void) {content}": "（已作废）{content}",
    "(erased)": "（已删除）",
    "(nothing)": "（无）",
    "({event}) {reason}": "（{event}）{reason}",
    "voids": "作废",
    "restores": "恢复",
    "1 event": "1 个事件",
    "{n} events": "{n} 个事件",
    "older ones are not shown: --all, or --limit N": "较早的未显示：用 --all 或 --limit N",
    # the audit
    "  set by {source} at {position}, {time}": "  由 {source} 写入，位置 {position}，{time}",
    "  through {via}": "  经由 {via}",
    "  written by {actor}": "  写入者：{actor}",
    "  because: {reason}": "  原因：{reason}",
    "  first said by {source} at {position}, {time}": "  最早出自 {source}，位置 {position}，{time}",
    "so since {position}, {time}": "始于位置 {position}，{time}",
    "  or since one of {positions}, where the command can't tell": "  也可能始于 {positions} 之一，命令无法判断",
    "  {evaluated} states looked at": "  查看了 {evaluated} 个状态",
    "  it came and went: this is one of the places where it began": "  时有时无：这是它开始的位置之一",
    "Enter or n: next, b: back, j POSITION: jump, e ADDRESS: an entry, p: the prompt, s: the scratchpad, q: quit": (
        "回车或 n：下一个，b：上一个，j 位置：跳转，e 地址：查看记录，p：提示文本，s：草稿板，q：退出"
    ),
    "there is nothing before {first} or after {last}": "{first} 之前、{last} 之后没有内容",
    # plots
    "{least} to {most} {unit}": "{least} 至 {most} {unit}",
    "how sure": "置信度",
    "said {n} times, from {first} to {last}": "共写入 {n} 次，位置 {first} 至 {last}",
    # the full screen
    "n/b step  j jump  / search  f filter  e entry  p prompt  ? help  q quit": (
        "n/b 前后  j 跳转  / 搜索  f 筛选  e 记录  p 提示文本  ? 帮助  q 退出"
    ),
    "nothing here yet": "还没有内容",
    "nothing is held in mind": "草稿板为空",
    "no event passes the filter": "没有符合筛选条件的事件",
    "filter {filter} (of {n})": "筛选 {filter}（共 {n}）",
    "nothing holds '{text}'": "没有包含“{text}”的事件",
    "searched on from the other end": "已从另一端继续搜索",
    "{n} more lines: ]": "还有 {n} 行：]",
    "void today": "现已作废",
    "part of a batch: as it was after {position}": "属于一批：显示 {position} 之后",
    "this event is about no entry": "此事件不涉及任何记录",
    "history": "历史",
    "prompt": "提示文本",
    "the prompt at {position}": "位置 {position} 的提示文本",
    "jump to: a position, -N, an ISO time, a mark": "跳转到：位置、-N、ISO 时间或标记",
    "search for": "搜索",
    "kind:fact source:tool:curl address:egress, or words; empty: all": (
        "kind:fact source:tool:curl address:egress，或任意词；留空为全部"
    ),
    "keys": "按键",
    "the next event, the one before; arrow keys too": "下一个、上一个事件；也可用方向键",
    "a page on, a page back; space too": "下一页、上一页；也可用空格",
    "the first event, the last": "第一个、最后一个事件",
    "jump: a position, -N (before the last N), an ISO time, a mark": "跳转：位置、-N（最后 N 个之前）、ISO 时间、标记",
    "search in addresses and contents; then n and N: the next match, the one before; Esc: no more": (
        "在地址和内容中搜索；之后 n、N 为下一个、上一个匹配；Esc 结束搜索"
    ),
    "list only some: kind:fact source:tool:curl address:egress, or any words; empty: all": (
        "只列一部分：kind:fact source:tool:curl address:egress，或任意词；留空为全部"
    ),
    "scroll what was held in mind": "滚动草稿板",
    "the history of the entry": "该记录的历史",
    "the prompt as it was then": "当时的提示文本",
    "close this; leave": "关闭此页；退出",
    "beside an event: V void today, = a match; beside an entry: + new, ~ different, - gone": (
        "事件旁：V 现已作废，= 匹配；记录旁：+ 新增，~ 改变，- 消失"
    ),
    "nothing is changed yet: add --then-apply --reason WHY to do it": (
        "尚未改动：加上 --then-apply --reason 原因 即可执行"
    ),
    "kind": "种类",
    "added": "新增",
    "changed": "改变",
    "removed": "移除",
    "with it": "一并",
    "kept": "保留",
    # what it takes
    "section": "部分",
    "tokens": "词元",
    "told": "已列",
    "left out": "省略",
    "entries": "记录数",
    "bytes": "字节",
    "always told": "必列",
    "most in one session": "单个会话最多",
    "number": "数量",
    "{total} tokens in all, {floor} of them always told": "共 {total} 个词元，其中必列 {floor} 个",
    "budget {budget}; everything would take {whole}": "预算 {budget}；全部需要 {whole}",
    "{n} sessions counted": "已统计 {n} 个会话",
    "in all {events} events, {bytes} bytes said in them": "共 {events} 个事件，内容 {bytes} 字节",
    "warning: a prompt of session {session} takes {tokens} tokens, more than {budget}": (
        "警告：会话 {session} 的提示文本需要 {tokens} 个词元，超过 {budget}"
    ),
    # from the session to long-term memory
    "new": "新增内容",
    "a new version": "新的一版",
    "refused": "被拒绝",
    "nothing new to keep": "没有新的内容需要保存",
    "user turns read: {turns}, things already kept: {kept}": "已读用户发言 {turns} 条，已保存内容 {kept} 项",
    "there is no session {session}; to see which there are: {sessions}": "没有会话 {session}；查看已有会话：{sessions}",
    "closed: what is there isn't told": "命名空间已关闭：不显示原有内容",
    "nothing is kept yet: {apply} keeps it": "尚未保存：{apply} 即可保存",
    "asking {model} ...": "正在询问 {model} ……",
    # nothing there
    "nothing of {user}; users here: {users}": "没有 {user} 的内容；日志中的用户：{users}",
    "no such events of {user}; users here: {users}": "{user} 没有这样的事件；日志中的用户：{users}",
    "no such events in session {session} of {user}": "{user} 的会话 {session} 中没有这样的事件",
    "in what was said or observed: {log}": "在说过或观察到的内容中查找：{log}",
    "no sessions of {user}; users here: {users}": "{user} 没有会话；日志中的用户：{users}",
    "no sources of {user}; users here: {users}": "{user} 没有来源；日志中的用户：{users}",
    "no users yet": "还没有用户",
    "no notes yet; to write one: {write}": "还没有笔记；可先输入：{write}",
    "no corrections yet": "还没有纠正操作",
    "no difference": "没有差别",
    "nothing found; why an entry isn't: {why_not}": "未找到；想知道某条记录为何未被检索到：{why_not}",
    "the query is empty: say what to look for, or leave it out": "查询为空：请说明要找什么，或省略查询",
    "the query has no word in it: say what to look for in letters or digits": "查询中没有词：请用文字或数字说明要找什么",
    "nothing is remembered here yet": "这里还没有任何记忆",
    "nothing that may be recalled here fits it": "这里可检索的内容均不符合",
    "no entry holds any of its words": "没有记录含有其中任何一个词",
    "no entry holds any of its words or is close to it in meaning": "没有记录含有其中任何一个词，也没有含义相近的",
    "what holds its words fails something else that was asked for": "含有这些词的记录不符合其他条件",
    "{n} entries taken in for searching": "已为检索收录 {n} 条记录",
    "nothing to recall yet; to begin: {write}": "还没有可检索的内容；可先输入：{write}",
    "nothing said yet; to begin: {say}": "还没有对话；可先输入：{say}",
    # guards
    "nothing to mend": "没有需要处理的事",
    "nothing to ask: there is no goal, constraint, failure or fact": "没有可问的：没有目标、约束、失败或事实",
    "all {n} answers kept what they must": "{n} 个回答都保留了必须保留的内容",
    "{lost} of {n} answers lost what they must keep": "{n} 个回答中有 {lost} 个丢失了必须保留的内容",
    "taken over from {session}: {n}": "从会话 {session} 接过：{n}",
    # corrections
    "would {verb} {events} of {user}: {positions}": "将执行 {verb}：{user} 的 {events}（{positions}）",
    "{verb} at {at} of {events} of {user}: {positions}": (
        "已执行 {verb}（位置 {at}）：{user} 的 {events}（{positions}）"
    ),
    "  no entry shows anything else": "  没有记录因此改变",
    "note: {warning}": "注意：{warning}",
    "to take this back: {undo}": "如要撤销：{undo}",
    "to take one back: {undo}": "如要撤销其中一个：{undo}",
    "nothing is changed yet: leave out --dry-run to do it": "尚未改动：去掉 --dry-run 即可执行",
    # keeping
    "{events}, all as written": "{events}，均与写入时一致",
    "head {hash}": "末端哈希 {hash}",
    "{n} events checked": "已检查 {n} 个事件",
    "not what was written, from position {position} on": "自位置 {position} 起与写入时不一致",
    "keep the file, write nothing to it, and compare it with a backup": "请保留该文件，勿再写入，并与备份比较",
    "the events are as written: {rebuild} makes their indexes anew": "事件均与写入时一致：{rebuild} 可重建索引",
    "the newest anchor is of position {position}, {old} old": "最新的锚点在位置 {position}，距今 {old}",
    "{n} days": "{n} 天",
    "{n} hours": "{n} 小时",
    "forked into '{path}'": "已分叉到 '{path}'",
    "backed up into '{path}', and verified": "已备份到 '{path}' 并通过校验",
    "brought back into '{path}', epoch {epoch}": "已恢复到 '{path}'，第 {epoch} 纪元",
    "{told}: {events}": "{told}：{events}",
    "log {log}": "日志 {log}",
    "ok: {message}": "正常：{message}",
    "note: {message}": "提示：{message}",
    "PROBLEM: {message}": "问题：{message}",
    "would erase {events}: {positions}": "将删除 {events}：{positions}",
    "erased {events} of {user}: {positions}": "已删除 {user} 的 {events}：{positions}",
    "  and {n} large outputs kept outside": "  以及另存的 {n} 份大块输出",
    "nothing more to erase; purged what an earlier erasure had left behind": "没有更多要删除的；已清除先前删除的残留",
    "nothing is erased yet, and it can't be undone: leave out --dry-run to do it": (
        "尚未删除，且删除无法撤销：去掉 --dry-run 即可执行"
    ),
    "forks, backups and exports made before still hold it: those are yours to purge": (
        "此前的分叉、备份和导出仍含有这些内容，需自行清除"
    ),
    "indexes made anew from {events}": "已由 {events} 重建索引",
    "importing {paths} ...": "正在导入 {paths} ……",
    "{records} records: {turns} turns, {tool_calls} tool calls ({failed} failed), {plan_updates} plan updates": (
        "{records} 条记录：{turns} 轮对话，{tool_calls} 次工具调用（{failed} 次失败），{plan_updates} 次计划更新"
    ),
    "{events} added": "新增 {events}",
    "not taken in: {file}, line {line}: {why}": "未导入：{file} 第 {line} 行：{why}",
    "to see it: {sessions}": "查看：{sessions}",
    "to take it back: {revert}": "如要整体撤销：{revert}",
    # the viewer
    "open {address}": "请打开 {address}",
    "Ctrl-C ends it": "按 Ctrl-C 结束",
}
