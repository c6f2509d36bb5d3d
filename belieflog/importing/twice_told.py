"""Things that a file tells twice, once in each of two streams, in either order: taken in once."""

from collections import Counter


class TwiceTold:
    """What one stream has told and the other hasn't yet.

    >>> once = TwiceTold()
    >>> once.is_news("event", "hello"), once.is_news("item", "hello"), once.is_news("event", "hello")
    (True, False, True)
    """

    def __init__(self) -> None:
        self._told: Counter[tuple[str, ...]] = Counter()

    def is_news(self, stream: str, *what: str) -> bool:
        """Tell whether *stream* is the first of the two to tell *what*; the other's telling is then none."""
        told = self._told
        for other in [each for each in told if each[1:] == what and each[0] != stream]:
            told[other] -= 1
            if not told[other]:
                del told[other]
            return False
        told[(stream, *what)] += 1
        return True
