"""How surely a clause says that something before it is wrong."""

from enum import IntEnum


class Objection(IntEnum):
    """From not at all to plainly: ``sorry`` may be mere politeness, ``no`` an answer, ``that's wrong`` is neither."""

    NONE = 0
    POLITE = 1
    PLAIN = 2
    SURE = 3
