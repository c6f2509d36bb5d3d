"""Everything that can go wrong, as a small tree.

BelieflogError
├── Refused            a rule said no; `.rule` names it
│   ├── Conflict       someone was first; `.mine` and `.theirs` show both values
│   ├── NotFound       nothing there to act on
│   └── InvalidValue   a value the log can't hold; `.path` says where in it
├── CorruptLog         a stored event can't be what was written; `.position` says where
├── NewerFormat        a later version of belieflog wrote this log; `.format` is its format, `.known` ours
└── Unavailable        the engine is gone, busy or full; `.committed` is True, False or None

A message says what is wrong, where, and how to mend it; where it quotes what was given, without its secrets.
"""

from typing import ClassVar


class BelieflogError(Exception):
    """Base of every error this package raises on purpose."""

    code: ClassVar[str] = "error"

    def __init__(self, message: str) -> None:
        super().__init__(_without_secrets(message))

    @property
    def details(self) -> dict[str, object]:
        """The error's own attributes, as shown by ``--json``."""
        return {k: v for k, v in vars(self).items() if not k.startswith("_")}


class Refused(BelieflogError):
    """A rule said no; nothing was written."""

    code = "refused"

    def __init__(self, rule: str, message: str, **details: object) -> None:
        self.rule = rule
        vars(self).update(details)
        super().__init__(message)


class Conflict(Refused):
    """Someone was first, or said better: both values are shown."""

    code = "conflict"

    def __init__(self, rule: str, message: str, *, mine: object, theirs: object) -> None:
        self.mine, self.theirs = mine, theirs
        super().__init__(rule, message)


class NotFound(Refused):
    """There is nothing there to act on."""

    code = "not_found"

    def __init__(self, message: str) -> None:
        super().__init__("exists", message)


class InvalidValue(Refused):
    """The log can't hold this value and give it back unchanged."""

    code = "invalid_value"

    def __init__(self, path: str, message: str) -> None:
        self.path = _without_secrets(path)
        super().__init__("value", f"{path}: {message}" if path else message)


class CorruptLog(BelieflogError):
    """A stored event can't be what was written."""

    code = "corrupt_log"

    def __init__(self, position: int, message: str) -> None:
        self.position = position
        super().__init__(message)


class NewerFormat(BelieflogError):
    """A later version of belieflog wrote this log; it may still be *readable*, never written."""

    code = "newer_format"

    def __init__(self, message: str, *, format: int, known: int, readable: bool) -> None:
        self.format, self.known, self.readable = format, known, readable
        super().__init__(message)


class Unavailable(BelieflogError):
    """The engine is gone, busy or full; `committed` says whether the write is in, if known."""

    code = "unavailable"

    def __init__(self, message: str, *, committed: bool | None = False) -> None:
        self.committed = committed
        super().__init__(message)


def _without_secrets(message: str) -> str:
    from eventlog.secrets import masked, suspicious  # only errors come here

    return masked(message)[0] if suspicious(message.encode(errors="replace")) else message
