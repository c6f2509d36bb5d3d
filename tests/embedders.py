"""Embedders for tests: made up, exact, and counting what they are asked."""

import re
from hashlib import blake2b

TOPICS = ("tea coffee drink 茶 咖啡", "red green colour", "apple fruit 苹果 水果", "api timeout latency")


class Toy:
    """Put a text where its topics are: axes for what it mentions, lengths exact in float32."""

    def __init__(self, model="toy", floor=0.4, size=16):
        self.model, self.floor, self.size = model, floor, size
        self.asked = []

    def __call__(self, texts):
        self.asked += texts
        return [self.vector(text) for text in texts]

    def vector(self, text):
        words = re.findall(r"[a-z]+|[^\x00-\x7f]+", text.casefold())
        axes = [
            n
            for n, topic in enumerate(TOPICS)
            if any(t in w if t > "z" else t == w for t in topic.split() for w in words)
        ]
        if not axes:
            axes = [4 + blake2b(text.encode(), digest_size=1).digest()[0] % (self.size - 7)]
        elif len(axes) > 1:  # four equal parts, or one: a length of 1 without rounding
            axes = [*axes, self.size - 1, self.size - 2][:4] if len(axes) == 2 else [*axes, self.size - 3][:4]
        return [(1.0 if len(axes) == 1 else 0.5) if n in axes else 0.0 for n in range(self.size)]


class Failing(Toy):
    """Do what it is told to do instead, as long as it is told."""

    def __init__(self, instead=None, **more):
        super().__init__(**more)
        self.instead = instead

    def __call__(self, texts):
        self.asked += texts
        return self.instead(texts) if self.instead else [self.vector(text) for text in texts]


def ticking_over(store, embedder):
    """A log with an embedder over *store* that comes out the same in every run."""
    from random import Random

    from ticking import Ticking

    import belieflog
    from eventlog.log import EventLog

    return belieflog.Log(EventLog(store, clock=Ticking(), entropy=Random(0).randbytes), embedder)
