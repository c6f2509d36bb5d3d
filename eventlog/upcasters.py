"""Old forms made new as they are read; stored bytes never change.

An upcaster takes the public part of one tag from one version to the next. None is needed yet: every
tag is at version 1. The table is keyed ``(tag, version)``, so that one step a line stays readable.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from eventlog.events import Public

Upcaster = Callable[["Public"], "Public"]

UPCASTERS: dict[tuple[str, int], Upcaster] = {}


def upcast(public: "Public") -> "Public":
    """Bring *public* to the newest form this version knows, one step at a time.

    A version newer than ours has no step: it comes back as it is, and folds pass over it.
    """
    while step := UPCASTERS.get((public.tag, public.v)):
        public = step(public)
    return public
