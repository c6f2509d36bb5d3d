"""What the demonstration says, in each language; pure ASCII in English, so that any console can show it."""

Words = dict[str, str]

ENGLISH = {
    "title": "An agent compares backup stores, is misled by a web page, and is put right.",
    "where": "It is all recorded, as on a Monday in March (UTC), in {log}",
    # scenes
    "the task": "The task",
    "the searches": "Searches: what was seen is kept, and each fact has its source",
    "the poison": "A poisoned page: two facts are taken from it, and a wrong choice from them",
    "the good work": "Meanwhile, good work goes on, until the user has a doubt",
    "the audit": "The audit",
    "the roll-back": "The roll-back: what the page said goes, what came after it stays",
    "second thoughts": "Second thoughts: the roll-back undone, and the undoing undone",
    "the rest": "The agent goes on from what holds",
    "the proof": "The proof",
    "what next": "What to type next",
    # the task
    "session": "choose a backup store",
    "goal": "the cheapest store for 50 TB of backups",
    "budget": "at most 900 USD a month, all in",
    "step 1": "price Cairn, Petrel",
    "step 2": "price Harbor",
    "step 3": "choose",
    "step 4": "buy",
    "restores": "5 TB are restored each month",
    # the searches
    "cairn page": "Cairn 11 USD/TB, egress 0.02 USD/GB",
    "cairn cost": "650 USD a month",
    "failure": "403 without a key",
    "avoid": "use the price list",
    "petrel prices": "Petrel 8 USD/TB, egress 0.09 USD/GB",
    "petrel egress": "0.09 USD/GB",
    # the poison
    "poisoned page": "Petrel egress is now FREE!",
    "free": "free",
    "petrel cost": "400 USD a month",
    "wrong choice": "Petrel",
    # the good work
    "harbor page": "Harbor 9 USD/TB, egress 0.05 USD/GB",
    "harbor cost": "700 USD a month",
    "doubt": "Petrel bills us for egress. Who said it is free?",
    # the audit
    "who said so": "Who said that egress is free?",
    "since when": "Since when has it been believed (position and time)?",
    "what else": "What else came from that page?",
    "now": "now",
    # the roll-back
    "look first": "Look first: what would change?",
    "reason": "a page that lies about Petrel's prices",
    "nothing": "nothing",
    "what stands": "The earlier price is back, the later fact on Harbor is untouched, and the\n"
    "choice that rested on the page is still there, but marked:",
    "unsupported": "no longer supported",
    # second thoughts
    "undo reason": "was it really that page?",
    "redo reason": "it was",
    "nothing is lost": "Nothing was deleted: {position} events, and the scratchpad of any of them at hand.",
    # the rest
    "retraction": "it rested on a page that lied",
    "true cost": "850 USD a month",
    "right choice": "Cairn",
    "what is believed": "What is believed now:",
    # the proof
    "verified": "Each of the {count} events is what was written: a changed, lost, swapped or\n"
    "added one would break the chain of hashes.",
    # what next
    "it is yours": "{log} is yours to explore:",
}

CHINESE = {
    "title": "一个智能体比较三家备份存储，被一个网页误导，随后得到纠正。",
    "where": "全过程按三月的一个星期一（UTC）记录，日志在 {log}",
    # 场景
    "the task": "任务",
    "the searches": "检索：所见都留存，每条事实都有来源",
    "the poison": "一个有毒的网页：由它得出两条事实，又由这两条得出错误的选择",
    "the good work": "与此同时，正常的工作继续进行，直到用户起疑",
    "the audit": "审计",
    "the roll-back": "回滚：去掉该网页所说的，保留此后的成果",
    "second thoughts": "再想一想：撤销回滚，再撤销这次撤销",
    "the rest": "智能体从仍然成立的内容继续",
    "the proof": "验证",
    "what next": "接下来可以输入",
    # 任务
    "session": "选择备份存储",
    "goal": "为 50 TB 备份找到最便宜的存储",
    "budget": "每月总价不超过 900 美元",
    "step 1": "查 Cairn、Petrel",
    "step 2": "查 Harbor",
    "step 3": "选定",
    "step 4": "下单",
    "restores": "每月恢复 5 TB",
    # 检索
    "cairn page": "Cairn 11 美元/TB，流出 0.02 美元/GB",
    "cairn cost": "每月 650 美元",
    "failure": "没有密钥，返回 403",
    "avoid": "改用价目表",
    "petrel prices": "Petrel 8 美元/TB，流出 0.09 美元/GB",
    "petrel egress": "0.09 美元/GB",
    # 有毒的网页
    "poisoned page": "Petrel：流出流量免费！",
    "free": "免费",
    "petrel cost": "每月 400 美元",
    "wrong choice": "Petrel",
    # 正常的工作
    "harbor page": "Harbor 9 美元/TB，流出 0.05 美元/GB",
    "harbor cost": "每月 700 美元",
    "doubt": "Petrel 一直在收流出流量费。谁告诉你免费的？",
    # 审计
    "who said so": "是谁说流出流量免费？",
    "since when": "从何时起相信（位置和时间）？",
    "what else": "还有什么出自那个网页？",
    "now": "现在",
    # 回滚
    "look first": "先看：会改变什么？",
    "reason": "该网页谎报 Petrel 的价格",
    "nothing": "无",
    "what stands": "先前的价格回来了，之后关于 Harbor 的事实未受影响；\n依据该网页的选择还在，但已被标出：",
    "unsupported": "依据已失效",
    # 再想一想
    "undo reason": "真是那个网页吗？",
    "redo reason": "确实是",
    "nothing is lost": "什么都没有删除：共 {position} 个事件，任一时刻的草稿板都可查看。",
    # 继续
    "retraction": "依据的网页说了谎",
    "true cost": "每月 850 美元",
    "right choice": "Cairn",
    "what is believed": "现在相信的是：",
    # 验证
    "verified": "{count} 个事件都与写入时一致：\n改动、丢失、调换或添加任何一个，哈希链都会断开。",
    # 接下来
    "it is yours": "{log} 留给您探索：",
}

WORDS = {"en": ENGLISH, "zh": CHINESE}
