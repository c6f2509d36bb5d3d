"""What an agent does to its memory, made up from a seed: the same operations, byte for byte, in every run.

60 % notes, 15 % facts and assumptions, 5 % retractions, 5 % plans, 10 % episodes that expire, 5 % failures; texts
of some 130 bytes in English and Chinese, words as uneven as words are, sessions of a thousand operations each.
"""

import random
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, product
from typing import Any

Op = dict[str, Any]

_ENGLISH_WORDS = (
    "invoice timeout customer deploy budget index retry user schema prefers cache error refund queue release "
    "meeting token order vegetarian network snapshot region ticket contract latency travel alert owner hotel plan"
)
_CHINESE_WORDS = "快照 发票 超时 客户 部署 预算 索引 重试 用户 偏好 缓存 错误 退款 队列 发布 会议 令牌 订单 素食 网络"
_SYLLABLES = ("ba", "dor", "fi", "gul", "hem", "jo", "kas", "lim", "nep", "oru", "pri", "que")
_SIGNS = "山水火木金土日月风云雨雪春夏秋冬东南西北红黄蓝白黑大小高低"

ENGLISH = _ENGLISH_WORDS.split() + ["".join(parts) for parts in product(_SYLLABLES, repeat=3)]
CHINESE = _CHINESE_WORDS.split() + ["".join(pair) for pair in product(_SIGNS, repeat=2) if pair[0] != pair[1]]
KEYS, REMEMBERED = 100, 64


def _weights(n: int, skew: float) -> list[float]:
    return list(accumulate((rank + 1) ** -skew for rank in range(n)))


_ENGLISH, _CHINESE, _KEYS = _weights(len(ENGLISH), 0.9), _weights(len(CHINESE), 0.9), _weights(KEYS, 1.1)


class Workload:
    """Operations over *sessions* sessions; what it retracts is there to be retracted."""

    def __init__(self, sessions: int, seed: int = 7, prefix: str = "s") -> None:
        self._random = random.Random(seed)
        self._names = [f"{prefix}{n:05d}" for n in range(sessions)]
        self._shown: list[set[str]] = [set() for _ in range(sessions)]  # notes
        self._facts: list[list[str]] = [[] for _ in range(sessions)]
        self._made, self._time = 0, 1_780_000_000_000

    def take(self, n: int) -> Iterator[Op]:
        """Yield the next *n* operations."""
        return (self._op() for _ in range(n))

    def _op(self) -> Op:
        chance = self._random
        session = chance.randrange(len(self._names))
        shown, facts = self._shown[session], self._facts[session]
        self._made += 1
        self._time += chance.randrange(200, 1_800)
        op: Op = {"i": self._made, "ts": self._time, "session": self._names[session]}
        draw = chance.random()
        if 0.75 <= draw < 0.80 and (facts or shown):
            op |= {"op": "retract", "key": self._withdrawn(shown, facts), "value": {"reason": self._text(40)}}
        elif draw < 0.60 or 0.75 <= draw < 0.80:
            key = f"k{self._pick(_KEYS):03d}"
            shown.add(key)
            op |= {"op": "put", "key": key, "value": self._value()}
        elif draw < 0.75:
            source = chance.choice(("tool", "user", "document", "agent"))
            key = f"{'a' if source == 'agent' else 'f'}{self._made:07d}"
            facts.append(key)
            del facts[:-REMEMBERED]
            op |= {"op": "fact", "key": key, "value": self._value()}
            op["source"] = {"kind": source, "ref": f"ref-{chance.randrange(10**6):06d}"}
        elif draw < 0.85:
            steps = [(self._text(30), chance.choice(("todo", "doing", "done"))) for _ in range(3)]
            op |= {"op": "plan", "key": "plan", "value": steps}
        elif draw < 0.95:
            place = ["user", op["session"], chance.choice(("chat", "tool", "web"))]
            op |= {"op": "episode", "key": f"e{self._made:07d}", "namespace": place, "value": self._value()}
            op["ttl"] = chance.choice((None, 86_400, 604_800))
        else:
            op |= {"op": "fail", "key": f"x{self._made:07d}", "value": self._text(100), "input": chance.randrange(4)}
        return op

    def _withdrawn(self, shown: set[str], facts: list[str]) -> str:
        if facts and (not shown or self._random.random() < 0.7):
            return facts.pop(self._random.randrange(len(facts)))
        key = self._random.choice(sorted(shown))
        shown.remove(key)
        return key

    def _value(self) -> Any:
        chance = self._random
        tags = [chance.choice(ENGLISH[:100]), chance.choice(CHINESE[:80])]
        number, score = chance.randrange(10_000), round(chance.random(), 3)
        return {"n": number, "score": score, "tags": tags, "text": self._text(130)}

    def _text(self, size: int) -> str:
        chance, words, length = self._random, [], 0
        language = chance.random()
        while length < size:
            if language < 0.3 or (language < 0.6 and chance.random() < 0.5):
                word = "".join(CHINESE[self._pick(_CHINESE)] for _ in range(3))
            else:
                word = ENGLISH[self._pick(_ENGLISH)]
            words.append(word)
            length += len(word.encode()) + 1
        return " ".join(words)

    def _pick(self, weights: list[float]) -> int:
        return bisect_left(weights, self._random.random() * weights[-1])


def sessions_for(n: int) -> int:
    """Give the number of sessions that *n* operations are spread over."""
    return max(1, n // 1_000)


def operations(n: int, seed: int = 7) -> Iterator[Op]:
    """Yield the *n* operations that the table is measured on."""
    return Workload(sessions_for(n), seed).take(n)
