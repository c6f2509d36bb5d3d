"""What a model sees of a file or of a folder."""

from collections.abc import Iterator, Mapping

from belieflog.files import paths
from belieflog.files.editing import Tree, numbered
from belieflog.files.paths import FOLDER, Path, refused

MOST_LINES = 999_999
_FOLDER_SIZE = 4_096  # what a folder takes on most disks; here it takes nothing
_UNITS = "BKMG"


def file(told: object, content: str, lines: object = None) -> str:
    """Show a file, or the *lines* from one to another (from 1; -1: to the end)."""
    shown, first = content.split("\n"), 1
    if len(shown) > MOST_LINES:
        raise refused(f"File {told} exceeds maximum line limit of {MOST_LINES:,} lines.")
    if lines and isinstance(lines, (list, tuple)) and len(lines) == 2:
        start, end = lines
        if type(start) is not int or type(end) is not int:
            raise refused(f"Invalid `view_range` parameter: {lines}. It should be two whole numbers.")
        first = max(1, start)
        shown = shown[first - 1 : len(shown) if end == -1 else end]
    return f"Here's the content of {told} with line numbers:\n{numbered(shown, first)}"


def folder(tree: Tree, told: object) -> str:
    """List what is in a folder and in the folders there; what begins with a dot is hidden."""
    path = paths.parse(told)
    within = tree.within(path)
    if path and not within:
        raise refused(f"The path {told} does not exist. Please provide a valid path.")
    return "\n".join((
        f"Here're the files and directories up to 2 levels deep in {told}, excluding hidden items:",
        f"{size(_FOLDER_SIZE)}\t{told}",
        *(f"{size(takes)}\t{told}/{name}" for name, takes in _listed(within, len(path))),
    ))  # fmt: skip


def size(taken: int) -> str:
    """Write how many bytes something takes."""
    power = min((taken.bit_length() - 1) // 10, len(_UNITS) - 1) if taken else 0
    amount = taken / 1024**power
    return f"{int(amount)}{_UNITS[power]}" if amount == int(amount) else f"{amount:.1f}{_UNITS[power]}"


def _listed(within: Mapping[Path, str], above: int) -> Iterator[tuple[str, int]]:
    """Yield each name of two levels, with what it takes, folders before what is in them."""
    found: dict[Path, int] = {}
    for path, text in within.items():
        below = path[above:]
        for depth in range(1, min(len(below), 3)):
            found[below[:depth]] = -1
        if len(below) < 3 and below[-1] != FOLDER:
            found.setdefault(below, len(text.encode()))
    for below, takes in sorted(found.items()):
        if not any(name.startswith(".") for name in below):
            yield ("/".join(below) + "/", _FOLDER_SIZE) if takes < 0 else ("/".join(below), takes)
