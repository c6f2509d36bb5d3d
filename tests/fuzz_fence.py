"""A fence around what a fuzzed command may touch: it reads and writes its own folder, and starts and calls nothing."""

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

_ROOT = str(Path(__file__).parent.parent)
_READ = (_ROOT, sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), "/usr/", "/etc/", "/dev/null")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NEVER = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty", "socket.connect", "socket.bind",
          "os.kill", "os.killpg", "webbrowser.open")  # fmt: skip
_TOUCHING = ("os.remove", "os.rename", "os.link", "os.symlink", "os.mkdir", "os.rmdir", "os.truncate", "os.chmod", "os.chown",
             "os.utime", "shutil.rmtree")  # fmt: skip
_LOOKING = ("os.listdir", "os.scandir")


class Fence:
    """Whether it stands, and around which folder; a hook can't be taken out again."""

    inside: str | None = None
    hooked = False


@contextmanager
def fenced(folder: Path) -> Iterator[None]:
    """Let nothing but *folder* be touched meanwhile: anything else is refused as the system would."""
    if not Fence.hooked:
        sys.addaudithook(_hook)
        Fence.hooked = True
    Fence.inside = os.path.realpath(folder)
    try:
        yield
    finally:
        Fence.inside = None


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if Fence.inside is None:
        return
    if event == "subprocess.Popen" and args[0] == sys.executable:
        return  # the log's own: what was erased is looked for by another process
    if event in _NEVER:
        raise PermissionError(1, "not while fuzzing", str(args[0]) if args else event)
    if event == "open":
        path, _, flags = args
        writes = isinstance(flags, int) and bool(flags & _WRITING)
        _must_be_inside(path, () if writes else _READ)
    elif event == "sqlite3.connect":
        told = os.fsdecode(args[0])
        path = unquote(told.removeprefix("file:").partition("?")[0]) if told.startswith("file:") else told
        if path not in ("", ":memory:"):
            _must_be_inside(path, ())
    elif event in _LOOKING:
        _must_be_inside(args[0], _READ)
    elif event in _TOUCHING:
        for path in args[:2]:
            _must_be_inside(path, ())


def _must_be_inside(path: Any, more: tuple[str, ...]) -> None:
    if not isinstance(path, (str, bytes, os.PathLike)):
        return
    inside, Fence.inside = Fence.inside, None
    try:
        where = os.path.realpath(os.fsdecode(path))
    except (OSError, ValueError):
        return
    finally:
        Fence.inside = inside
    if where != os.devnull and not where.startswith((str(inside), *more)):
        raise PermissionError(13, "Permission denied", os.fsdecode(path))
