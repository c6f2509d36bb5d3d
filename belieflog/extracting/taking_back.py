"""Words that take back what was said just before them: a joke, a lie, irony, a flat denial."""

import re
from typing import Literal

Reach = Literal["turn", "joke"]  # back over this turn; where nothing was said in it, a joke is about the one before

_EN_JOKE = (
    r"(?<!\bnot )(?<!\bno )(?<!\bnever )\b(?:(?:just|only) (?:kidding|joking|teasing|trolling|pulling your leg)"
    r"|(?:i'm|i am|i was|was|we're|we were) (?:just |only )?(?:kidding|joking|teasing|lying|being (?:sarcastic|ironic))"
    r"|j/?k|april fools?'?|i lied|i made (?:that|it) up|(?:that|this|it)(?:'s| is| was) (?:just |only |all )?"
    r"(?:a joke|a lie|sarcasm|irony|made up))\b"
    r"|(?:^|(?<=[,;:(.–—-]))\s*(?:(?:haha+|lol),? )?(?:kidding|joking|joke|psych|sike|gotcha|bazinga)(?= *(?:$|[,;:).]))"
    r"|(?<=\s)/s(?= *$)"
)
_EN_DENIAL = (
    r"(?:^|(?<=[,;:(.–—-]))\s*(?:as if|yeah,? right|in my dreams|i wish|not|nah|not really|not true|dream on)"
    r"(?= *(?:$|\)))"
    r"|\b(?:that|this|it)(?:'s| is| was| isn't)(?: all)? (?:not true|untrue|false|nonsense|true? not|a mistake)\b"
    r"|\b(?:that|it|this) (?:isn't|is not|wasn't) true\b|\bsaid (?:no ?one|nobody)\b"
)
_ZH_BEFORE = (
    r"(?:^|(?<=[，,。…—～~（(、\s]))(?:[哈嘿呵嘻]+|其实|刚才|刚刚|我|这|那|都|全|就|只|是|跟你们?|和你们?|在|逗)*"
)
_ZH_AFTER = r"(?:的|啦|呢|而已|罢了|哈|嘿|呵|儿)*(?=$|[，,）)…～~\s])"
_ZH_JOKE = r"(?:开(?:个|你们?的?)?玩笑|骗(?:你们?|人)|逗你们?玩?|[说闹逗]着玩|说笑|[瞎胡乱]说|[瞎乱胡]?编的|反话|讽刺)"
_ZH_DENIAL = r"(?:假的|[假化]名|才怪|不是真的|才不(?:是|喜欢|爱|会)?|怎么可能|想得美|做梦吧?)"

_NOTHING = re.compile(r"(?:\b(?:haha+|ha|lol|oh|well|sorry|no)\b|[哈嘿呵嘻啊嗯哦]|\W)*", re.IGNORECASE)
_BACK = re.compile(
    f"({_EN_JOKE}|{_ZH_BEFORE}{_ZH_JOKE}{_ZH_AFTER})|{_EN_DENIAL}|{_ZH_BEFORE}{_ZH_DENIAL}{_ZH_AFTER}", re.IGNORECASE
)


def taken_back(sentence: str) -> tuple[Reach | None, str]:
    """Give how far *sentence* takes back what was said, and what is left of it after that.

    >>> taken_back("I live in Rome, just kidding, I live in Oslo")
    ('turn', 'I live in Oslo')
    >>> taken_back("我喜欢苹果，才怪"), taken_back("no kidding, I love tea")
    (('turn', ''), (None, 'no kidding, I love tea'))
    >>> taken_back("haha, just kidding")
    ('joke', '')
    """
    reach: Reach | None = None
    end = 0
    for match in _BACK.finditer(sentence):
        alone = match[1] and _NOTHING.fullmatch(sentence[end : match.start()])
        reach = "joke" if alone and reach in (None, "joke") else "turn"
        end = match.end()
    return reach, sentence[end:].strip(" ,，、()（）.…—–-～~") if reach else sentence
