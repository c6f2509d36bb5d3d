"""Paths of the viewer: any name can stand in one, whatever characters it has."""

from urllib.parse import quote, unquote, urlencode


def segment(name: str) -> str:
    """Write a name as one segment of a path; a browser takes dots alone for a folder, so those are set apart.

    >>> segment("a/b"), segment(".."), segment("~x")
    ('a%2Fb', '~..', '~~x')
    """
    return quote(f"~{name}" if name.startswith("~") or not name.strip(".") else name, safe="~")


def name(segment: str) -> str:
    """Read a segment.

    >>> name("a%2Fb"), name("~.."), name("~~x")
    ('a/b', '..', '~x')
    """
    return unquote(segment.removeprefix("~"))


def link(path: str, /, query: dict[str, object] | None = None, **names: str) -> str:
    """Put names into a path, and after it the query, without what is None or empty.

    >>> link("/u/{user}", {"at": 3, "kind": None}, user="me")
    '/u/me?at=3'
    """
    told = {key: value for key, value in (query or {}).items() if value not in (None, "")}
    return path.format_map({key: segment(each) for key, each in names.items()}) + (
        f"?{urlencode(told)}" if told else ""
    )
