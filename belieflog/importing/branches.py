"""Which branch of a session a record stands on, by the record it follows."""

from belieflog.importing.fields import text_of


class Branches:
    """The branches of a file so far: the session itself, and one begun wherever two records follow the same one.

    >>> tree = Branches()
    >>> tree.path("a", None), tree.path("b", "a"), tree.path("c", "a"), tree.path("d", "c")
    ((), (), ('branch-c',), ('branch-c',))
    """

    def __init__(self) -> None:
        self._paths: dict[str, tuple[str, ...]] = {}
        self._followed: set[str | None] = set()
        self._last = ""

    def path(self, record: str, after: object, *, may_begin: bool = True) -> tuple[str, ...]:
        """Give the place of *record* within the session.

        It follows *after*: None if it is a first one, and what is said to follow nothing in particular (an empty
        text, or no text), or what isn't there, goes on where the record above stands.
        """
        after = None if after is None else text_of(after) or self._last
        path = () if after is None else self._paths.get(after, self._paths.get(self._last, ()))
        if may_begin and after in self._followed:
            path = (f"branch-{record}",)
        self._followed.add(after)
        self._paths[record], self._last = path, record
        return path
