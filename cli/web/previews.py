"""Corrections that were previewed: what is applied is what was looked at, or nothing."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belieflog import Correction

KEPT = 64  # a page that was left open longer is previewed again


class Previews:
    """The newest previews, each by a name that nobody can guess."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._known: OrderedDict[str, Correction] = OrderedDict()

    def keep(self, correction: "Correction") -> str:
        """Keep a preview, and give its name."""
        named = token_urlsafe(16)
        with self._lock:
            self._known[named] = correction
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return named

    def take(self, named: str) -> "Correction | None":
        """Give the preview of that name, once."""
        with self._lock:
            return self._known.pop(named, None)
