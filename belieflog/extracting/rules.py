"""The extractor that asks nobody: names, places, likings, states, goals and settings, by rule, in English and Chinese.

It takes only what the user plainly says of themselves. What it can't be sure of it leaves out.
"""

from collections.abc import Iterator, Sequence

from belieflog.extracting.candidates import Candidate, Turn
from belieflog.extracting.reading import Reader

CONFIDENCE = 0.9  # what was said may have been misread


def rules(turns: Sequence[Turn]) -> Iterator[Candidate]:
    """Yield what the *turns* say, in order: of one address only the last of each turn, and nothing that is taken back.

    >>> [(c.address, c.content) for c in rules([Turn(3, "我叫小明，我讨厌苹果"), Turn(5, "其实我叫李华")])]
    [('semantic:user/name', '小明'), ('semantic:preferences/苹果', '讨厌苹果'), ('semantic:user/name', '李华')]
    """
    reader = Reader()
    before: list[Candidate] = []
    for turn in turns:
        reader.read(turn.text)
        if not reader.about_before:
            yield from before
        before = [
            Candidate(address, found.content, (turn.position,), because, CONFIDENCE, found.importance)
            for address, (found, because) in reader.said.items()
        ]
    yield from before
