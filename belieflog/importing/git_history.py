"""The history of a file that git keeps: its revisions, as other versions of a file are listed."""

import os
import shutil
import subprocess
from collections.abc import Iterator

from belieflog.importing.inputs import Input
from belieflog.importing.revisions import Revision
from eventlog.times import parse

_PATIENCE = 60  # seconds for git to answer
_QUIET = ("-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "core.quotePath=false")


def history(given: Input) -> list[Revision]:
    """List the revisions of a file by its renames too, oldest first, and then as it lies there; none without git."""
    git = shutil.which("git")
    if git is None or given.path is None:
        return []
    folder, base = os.path.split(os.path.abspath(given.path))
    shape = "--format=%x01%H %cI"
    log = _asked(git, folder, "log", "--follow", "-z", "--name-status", "--no-ext-diff", shape, "--", base)
    found = list(_versions(log)) if log else []
    if not found:
        return []
    wanted = [name for _, _, name in found if name is not None]
    held = _asked(git, folder, "cat-file", "--batch", told=b"".join(name + b"\n" for name in wanted))
    bodies = _bodies(held) if held is not None else []
    if len(bodies) != len(wanted):
        return []
    rest = iter(bodies)
    versions = [
        Revision(commit[:12], None if name is None else Input(given.name, next(rest)), parse(when))
        for commit, when, name in found
    ]
    return [*reversed(versions), Revision("", given)]


def _versions(log: bytes) -> Iterator[tuple[str, str, bytes | None]]:
    """Yield commit, time, and what git calls the file's content then (None: it was deleted), newest first."""
    commit = when = ""
    words = iter(log.split(b"\0"))
    for word in words:
        if word.startswith(b"\x01"):
            commit, _, when = word[1:].decode("ascii", "replace").strip().partition(" ")
            continue
        status = word.strip()
        if not status or not commit:
            continue
        path = next(words, b"")
        if status[:1] in b"RC":
            path = next(words, b"")
        if b"\n" in path:
            return
        yield commit, when, None if status == b"D" else commit.encode() + b":" + path


def _bodies(held: bytes) -> list[bytes]:
    found = []
    while held:
        head, _, rest = held.partition(b"\n")
        if not head.split()[-1:] or not head.split()[-1].isdigit():
            return []
        size = int(head.split()[-1])
        found.append(rest[:size])
        held = rest[size + 1 :]
    return found


def _asked(git: str, folder: str, *words: str, told: bytes = b"") -> bytes | None:
    """Ask git, which runs nothing that a repository's own settings name; None where it has no answer."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    env |= {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "LC_ALL": "C"}
    command = [git, "-C", folder, "--no-pager", "--literal-pathspecs", *_QUIET, *words]
    try:
        done = subprocess.run(command, input=told, capture_output=True, timeout=_PATIENCE, env=env, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout if done.returncode == 0 else None
