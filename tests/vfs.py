"""A file system layer (VFS) under the very SQLite that Python's `sqlite3` uses: it shows each change of a file before it is made.

What is tested is the program as it is, on the SQLite it really runs on: no other driver, no compiler, no other
process. A package such as apsw brings a second SQLite, whose layers `sqlite3` never sees. Here ctypes asks the library that
`sqlite3` is linked with for its own layer, copies it, puts a look before write, truncate, sync, delete and open, and
makes the copy the default. Whoever looks may keep a record, end the process, or answer with one of SQLite's error codes.
"""

import ctypes
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Self
from unittest.mock import patch

POINTER, INT, INT64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
FULL, IOERR = sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR
_TEMPORARY = 0x8 | 0x200 | 0x400 | 0x1000 | 0x2000  # files that no restart is to find


class Step(NamedTuple):
    """A change of a file: *what* is open, write, truncate, sync, delete, folder-sync or name (*data*: a further one)."""

    what: str
    path: str
    at: int = 0
    data: bytes = b""


Look = Callable[[Step], int]


def _fields(numbers: list[tuple[str, Any]], functions: str) -> list[tuple[str, Any]]:
    return [*numbers, *((name, POINTER) for name in functions.split())]


class _Methods(ctypes.Structure):
    _fields_ = _fields(
        [("version", INT)],
        "close read write truncate sync size lock unlock reserved control sector traits"
        " shm_map shm_lock shm_barrier shm_unmap fetch unfetch",
    )


class _Layer(ctypes.Structure):
    _fields_ = _fields(
        [("version", INT), ("file_size", INT), ("longest", INT), ("next", POINTER), ("name", ctypes.c_char_p)],
        "data open delete access full_path dl_open dl_error dl_sym dl_close randomness sleep time last_error"
        " time64 set_call get_call next_call",
    )


class _File(ctypes.Structure):
    _fields_ = [("methods", ctypes.POINTER(_Methods))]


_OPEN = ctypes.CFUNCTYPE(INT, POINTER, POINTER, POINTER, INT, POINTER)
_DELETE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT)
_CLOSE = ctypes.CFUNCTYPE(INT, POINTER)
_WRITE = ctypes.CFUNCTYPE(INT, POINTER, POINTER, INT, INT64)
_TRUNCATE = ctypes.CFUNCTYPE(INT, POINTER, INT64)
_SYNC = ctypes.CFUNCTYPE(INT, POINTER, INT)
_FOLDER = ctypes.CFUNCTYPE(INT, ctypes.c_char_p, POINTER)
_GET_CALL = ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p)
_SET_CALL = ctypes.CFUNCTYPE(INT, POINTER, ctypes.c_char_p, POINTER)
_kept: list[object] = []  # a connection may outlive the layer it was opened through


def library() -> ctypes.CDLL | None:
    """Give the SQLite library that `sqlite3` runs on, or None where this Python doesn't let it be reached."""
    import _sqlite3

    if os.name != "posix":
        return None
    try:
        found = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
        found.sqlite3_libversion.restype = ctypes.c_char_p
        found.sqlite3_vfs_find.restype = POINTER
    except (OSError, AttributeError):
        return None
    return found if found.sqlite3_libversion().decode() == sqlite3.sqlite_version else None


class Watched:
    """While it is entered, connections that are opened go through the layer, and *look* is asked before each change."""

    def __init__(self, look: Look) -> None:
        self._look = look
        found = library()
        assert found is not None, "this Python's SQLite can't be reached"
        self._library = found
        self._default = POINTER(found.sqlite3_vfs_find(None))
        self._under = ctypes.cast(self._default, ctypes.POINTER(_Layer)).contents
        self._names: dict[int, str] = {}
        self._tables: dict[int, tuple[_Methods, _Methods]] = {}  # by address: as it was, and with our looks
        self._layer = _Layer.from_buffer_copy(self._under)
        self._layer.name = b"watched"
        self._open, self._delete = _OPEN(self._under.open), _DELETE(self._under.delete)
        self._folder = _FOLDER(_GET_CALL(self._under.get_call)(self._default, b"openDirectory"))
        self._ours = {
            "open": _OPEN(self._on_open), "delete": _DELETE(self._on_delete), "folder": _FOLDER(self._on_folder),
            "write": _WRITE(self._on_write), "truncate": _TRUNCATE(self._on_truncate),
            "sync": _SYNC(self._on_sync), "close": _CLOSE(self._on_close),
        }  # fmt: skip
        self._layer.open = _address(self._ours["open"])
        self._layer.delete = _address(self._ours["delete"])
        _kept.append(self)

    def __enter__(self) -> Self:
        self._library.sqlite3_vfs_register(ctypes.byref(self._layer), 1)
        _SET_CALL(self._under.set_call)(self._default, b"openDirectory", _address(self._ours["folder"]))
        return self

    def __exit__(self, *exc_info: object) -> None:
        _SET_CALL(self._under.set_call)(self._default, b"openDirectory", None)
        self._library.sqlite3_vfs_register(self._default, 1)
        self._library.sqlite3_vfs_unregister(ctypes.byref(self._layer))

    def _on_open(self, layer: int, name: int | None, file: int, flags: int, told: int) -> int:
        if name is None or flags & _TEMPORARY:
            return self._open(layer, name, file, flags, told)
        path = ctypes.string_at(name).decode()
        if code := self._look(Step("open", path)):
            return code
        code = self._open(layer, name, file, flags, told)
        methods = ctypes.cast(file, ctypes.POINTER(_File)).contents
        if code == 0 and methods.methods:
            self._names[file] = path
            methods.methods = ctypes.pointer(self._looking(methods.methods.contents))
        return code

    def _looking(self, methods: _Methods) -> _Methods:
        address = ctypes.addressof(methods)
        if address not in self._tables:
            ours = _Methods.from_buffer_copy(methods)
            for name in ("write", "truncate", "sync", "close"):
                setattr(ours, name, _address(self._ours[name]))
            self._tables[address] = (methods, ours)
            self._write, self._truncate = _WRITE(methods.write), _TRUNCATE(methods.truncate)
            self._sync = _SYNC(methods.sync)
            self._closers = getattr(self, "_closers", {}) | {ctypes.addressof(ours): _CLOSE(methods.close)}
        return self._tables[address][1]

    def _on_delete(self, layer: int, name: int, synced: int) -> int:
        return self._look(Step("delete", ctypes.string_at(name).decode())) or self._delete(layer, name, synced)

    def _on_folder(self, name: bytes, told: int) -> int:
        self._look(Step("folder-sync", os.path.dirname(name.decode())))
        return self._folder(name, told)

    def _on_write(self, file: int, data: int, size: int, at: int) -> int:
        step = Step("write", self._names[file], at, ctypes.string_at(data, size))
        return self._look(step) or self._write(file, data, size, at)

    def _on_truncate(self, file: int, size: int) -> int:
        return self._look(Step("truncate", self._names[file], size)) or self._truncate(file, size)

    def _on_sync(self, file: int, flags: int) -> int:
        return self._look(Step("sync", self._names[file])) or self._sync(file, flags)

    def _on_close(self, file: int) -> int:
        self._names.pop(file, None)
        ours = ctypes.cast(file, ctypes.POINTER(_File)).contents.methods
        return self._closers[ctypes.addressof(ours.contents)](file)


@contextmanager
def watching(look: Look) -> Iterator[None]:
    """Ask *look* before each change that SQLite makes, and after each name or sync that Python itself sees to."""
    real = {name: getattr(os, name) for name in ("link", "rename", "remove", "fsync")}

    def link(old: str, new: str) -> None:
        real["link"](old, new)
        look(Step("name", os.path.abspath(old), data=os.path.basename(new).encode()))

    def rename(old: str, new: str) -> None:
        real["rename"](old, new)
        look(Step("name", os.path.abspath(old), data=os.path.basename(new).encode()))
        look(Step("delete", os.path.abspath(old)))

    def remove(path: str) -> None:
        real["remove"](path)
        look(Step("delete", os.path.abspath(path)))

    def fsync(descriptor: int) -> None:
        real["fsync"](descriptor)
        if (path := _opened_as(descriptor)) is not None:
            look(Step("folder-sync" if os.path.isdir(path) else "sync", path))

    with patch.multiple(os, link=link, rename=rename, remove=remove, fsync=fsync), Watched(look):
        yield


def _opened_as(descriptor: int) -> str | None:
    if sys.platform == "darwin":
        import fcntl

        return fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1_024)).rstrip(b"\0").decode()
    where = f"/proc/self/fd/{descriptor}"
    return os.readlink(where) if os.path.exists(where) else None


def _address(function: object) -> int | None:
    return ctypes.cast(function, POINTER).value  # type: ignore[arg-type]
