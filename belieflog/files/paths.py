"""Where a file is: ``/memories/folder/name`` as a model writes it, read as the folders and the name below the root."""

import re
import unicodedata
from collections.abc import Sequence

from eventlog.errors import InvalidValue, Refused
from eventlog.names import name

ROOT = "/memories"
LONGEST = 1_000  # characters of a whole path
FOLDER = "."  # in the place of a name: the folder itself, which holds nothing

Path = tuple[str, ...]

_ENCODED = re.compile(r"%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})")


def refused(message: str) -> Refused:
    """Make the refusal of something asked of the files."""
    return Refused("file", message.encode(errors="replace").decode())  # a reply goes out as UTF-8, whatever was asked


def parse(told: object) -> Path:
    """Read a path; the root is ``()``. Raises `Refused` for whatever isn't plainly below the root."""
    if not isinstance(told, str):
        raise refused(f"Path must be a text that starts with {ROOT}, got: {told!r}")
    rest = told.removeprefix(ROOT)
    if not told.startswith(ROOT) or rest[:1] not in ("", "/"):
        raise refused(f"Path must start with {ROOT}, got: {told}")
    if len(told) > LONGEST:
        raise refused(f"Path has {len(told)} characters: {LONGEST} are the most, shorten its folders or its name")
    parts = [part for part in rest.split("/") if part not in ("", ".")]
    if _leaves(parts):
        raise refused(f"Path {told} would escape {ROOT} directory")
    return tuple(_plain(part, told) for part in parts)


def shown(path: Sequence[str]) -> str:
    """Write a path as a model would."""
    return "/".join((ROOT, *path))


def fits(path: Sequence[str]) -> None:
    """Refuse a path that would be too long to be read again."""
    parse(shown(path))


def _leaves(parts: Sequence[str]) -> bool:
    """Tell whether the steps up lead out of the root."""
    depth = 0
    for part in parts:
        depth += -1 if part == ".." else 1
        if depth < 0:
            return True
    return False


def _plain(part: str, told: str) -> str:
    """Give one name as it is stored; one that another reader could take for a way elsewhere is refused."""
    looks = "".join(c for c in unicodedata.normalize("NFKC", part) if unicodedata.category(c) != "Cf").strip()
    if part == ".." or looks in (".", ".."):
        raise refused(f"Path {told} goes through {part!r}: name the folder itself")
    if "\\" in looks or "/" in looks:
        raise refused(f"Path {told} holds {part!r}: part folders with a plain /, and nothing else")
    if _ENCODED.search(part):
        raise refused(f"Path {told} holds {part!r}: write names as they are, not percent-encoded")
    try:
        return name(part, "name")
    except InvalidValue as error:
        raise refused(f"Path {ascii(told)[1:-1]}: a {error}") from None
