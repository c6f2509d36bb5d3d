"""What a command comes to over the files there are: the reply, and what is to change. Nothing here writes.

Replies are those of the memory tool that Anthropic's package keeps on disk, word for word; so are refusals, wherever
that one has words for them.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from belieflog.files import paths
from belieflog.files.paths import FOLDER, ROOT, Path, refused

EMPTY = "an empty folder"  # what the entry of one says


class Tree(Protocol):
    """The files there are, and the folders that hold none: there the last name of the path is `FOLDER`."""

    def text(self, path: Path) -> str | None:
        """Give the text of a file, None where there is no file."""
        ...

    def within(self, folder: Path) -> Mapping[Path, str]:
        """Give all that is below a folder, with its text; nothing where there is no such folder."""
        ...


class Put(Struct, frozen=True):
    """Write *text* at *path*."""

    path: Path
    text: str


class Move(Struct, frozen=True):
    """Put what is at *path* at *to* instead."""

    path: Path
    to: Path


class Drop(Struct, frozen=True):
    """Take away what is at *path*."""

    path: Path
    reason: str = "deleted with the memory tool"


class Edit(Struct, frozen=True):
    """What is said to the model, and what changes."""

    reply: str
    changes: tuple[Put | Move | Drop, ...]


def create(tree: Tree, told: object, text: object, cap: int) -> Edit:
    """Make a new file; the folders it is in are there with it."""
    path = paths.parse(told)
    if is_folder(tree, path) or tree.text(path) is not None:
        raise refused(f"File {told} already exists")
    return Edit(
        f"File created successfully at: {told}",
        (*_folders(tree, path, told), Put(path, _fitting(_words(text, "file_text"), told, cap))),
    )


def replace(tree: Tree, told: object, old: object, new: object, cap: int) -> Edit:
    """Put *new* where *old* stands; it must stand there once."""
    path, content = _file(tree, told)
    old, new = _words(old, "old_str"), _words(new, "new_str")
    found = content.count(old)
    if found == 0:
        raise refused(f"No replacement was performed, old_str `{old}` did not appear verbatim in {told}.")
    if found > 1:
        lines = ", ".join(str(content.count("\n", 0, at) + 1) for at in _places(content, old))
        raise refused(
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {lines}. "
            "Please ensure it is unique"
        )
    before, _, after = content.partition(old) if old else ("", "", content)
    changed = before.count("\n")
    edited = f"{before}{new}{after}"
    first = max(0, changed - 2)
    snippet = numbered(edited.split("\n")[first : changed + 3], first + 1)
    reply = f"The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{snippet}"
    return Edit(reply, (Put(path, _fitting(edited, told, cap)),))


def insert(tree: Tree, told: object, line: object, text: object, cap: int) -> Edit:
    """Put *text* after line *line* (0: before the first)."""
    path, content = _file(tree, told)
    text = _words(text, "insert_text")
    lines = content.split("\n")
    if lines[-1] == "":
        lines.pop()
    if type(line) is not int or not 0 <= line <= len(lines):
        raise refused(f"Invalid `insert_line` parameter: {line}. It should be within the range [0, {len(lines)}].")
    lines.insert(line, text.rstrip("\n"))
    edited = "\n".join(lines)
    if not edited.endswith("\n"):
        edited += "\n"
    return Edit(f"The file {told} has been edited.", (Put(path, _fitting(edited, told, cap)),))


def delete(tree: Tree, told: object) -> Edit:
    """Take away a file, or a folder with all that is in it."""
    path = paths.parse(told)
    if not path:
        raise refused(f"Cannot delete the {ROOT} directory itself")
    gone = [path] if tree.text(path) is not None else list(tree.within(path))
    if not gone:
        raise refused(f"The path {told} does not exist")
    return Edit(f"Successfully deleted {told}", (*map(Drop, gone), *_emptied(tree, path, gone)))


def rename(tree: Tree, told: object, new_told: object) -> Edit:
    """Move a file, or a folder with all that is in it."""
    old, new = paths.parse(told), paths.parse(new_told)
    if not old:
        raise refused(f"Cannot rename the {ROOT} directory itself")
    if is_folder(tree, new) or tree.text(new) is not None:
        raise refused(f"The destination {new_told} already exists")
    moved = [old] if tree.text(old) is not None else list(tree.within(old))
    if not moved:
        raise refused(f"The path {told} does not exist")
    if new[: len(old)] == old:
        raise refused(f"The path {told} cannot be moved into itself, to {new_told}: choose a folder beside it")
    moves = [Move(each, (*new, *each[len(old) :])) for each in moved]
    for move in moves:
        paths.fits(move.to)
    left = () if new[: len(old) - 1] == old[:-1] else _emptied(tree, old, moved)
    return Edit(f"Successfully renamed {told} to {new_told}", (*_folders(tree, new, new_told), *moves, *left))


def clear(tree: Tree) -> Edit:
    """Take away all files and folders."""
    return Edit("All memory cleared", tuple(map(Drop, tree.within(()))))


def is_folder(tree: Tree, path: Path) -> bool:
    """Tell whether there is a folder at *path*; the root always is one."""
    return not path or bool(tree.within(path))


def numbered(lines: list[str], first: int) -> str:
    """Write lines with their numbers before them."""
    return "\n".join(f"{number:6}\t{line}" for number, line in enumerate(lines, first))


def _file(tree: Tree, told: object) -> tuple[Path, str]:
    path = paths.parse(told)
    content = tree.text(path)
    if content is None and is_folder(tree, path):
        raise refused(f"The path {told} is not a file.")
    if content is None:
        raise refused(f"The path {told} does not exist. Please provide a valid path.")
    return path, content


def _folders(tree: Tree, path: Path, told: object) -> Iterator[Drop]:
    """Yield what changes in the folders that *path* is to be in: one that was empty no longer is."""
    for depth in range(1, len(path)):
        folder = path[:depth]
        if tree.text(folder) is not None:
            raise refused(f"The path {told} is not possible: {paths.shown(folder)} is a file, not a directory")
        if tree.text((*folder, FOLDER)) is not None:
            yield Drop((*folder, FOLDER), "no longer empty")


def _emptied(tree: Tree, path: Path, gone: Collection[Path]) -> Iterator[Put]:
    """Yield what keeps the folder that *path* was in, where nothing is left there."""
    folder = path[:-1]
    if folder and not tree.within(folder).keys() - set(gone):
        yield Put((*folder, FOLDER), EMPTY)


def _fitting(text: str, told: object, cap: int) -> str:
    if len(text) > cap:
        raise refused(
            f"File {told} would have {len(text)} characters, and {cap} are the most: "
            "keep what matters, or part it into several files"
        )
    return text


def _words(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise refused(f"Invalid `{what}` parameter: {text!r}. It should be a text.")
    return text


def _places(content: str, wanted: str) -> Iterator[int]:
    at = content.find(wanted)
    while at != -1:
        yield at
        at = content.find(wanted, at + 1)
