"""What is said of how well a log is kept."""

from typing import Literal

from msgspec import Struct

Level = Literal["fine", "note", "problem"]


class Finding(Struct, frozen=True):
    """One thing that was looked at: how it is, and what to do where it isn't well."""

    check: str
    level: Level
    message: str
    remedy: str | None = None
