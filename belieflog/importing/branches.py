"""Which branch of a session a record stands on, by the record it follows."""


class Branches:
    """The branches of a file so far: the session itself, and one begun wherever two records follow the same one.

    >>> tree = Branches()
    >>> tree.path("a", None), tree.path("b", "a"), tree.path("c", "a"), tree.path("d", "c")
    ((), (), ('branch-c',), ('branch-c',))
    """

    def __init__(self) -> None:
        self._paths: dict[str, tuple[str, ...]] = {}
        self._followed: set[str] = set()
        self._last: tuple[str, ...] = ()

    def path(self, record: str, after: str | None, *, may_begin: bool = True) -> tuple[str, ...]:
        """Give the place of *record* within the session; None follows nothing, the unknown the record above."""
        path = self._paths.get(after, self._last) if after is not None else ()
        if may_begin and record and (after or "") in self._followed:
            path = (f"branch-{record}",)
        self._followed.add(after or "")
        self._paths[record] = self._last = path
        return path
