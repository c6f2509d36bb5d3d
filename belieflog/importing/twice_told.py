"""Things that a file tells twice, once in each of two streams, in either order: taken in once."""


class TwiceTold:
    """What one stream has told and the other hasn't yet.

    >>> once = TwiceTold()
    >>> once.is_news("event", "hello"), once.is_news("item", "hello"), once.is_news("event", "hello")
    (True, False, True)
    """

    def __init__(self) -> None:
        self._ahead: dict[tuple[str, ...], tuple[str, int]] = {}

    def is_news(self, stream: str, *what: str) -> bool:
        """Tell whether *stream* is the first of the two to tell *what*; the other's telling is then none."""
        ahead, by = self._ahead.get(what, (stream, 0))
        if ahead == stream:
            self._ahead[what] = (stream, by + 1)
            return True
        if by == 1:
            del self._ahead[what]
        else:
            self._ahead[what] = (ahead, by - 1)
        return False
