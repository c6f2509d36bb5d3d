"""A session's scratchpad as one JSON document, to be edited and imported again.

``{"format", "log", "user", "session", "position", "hash", "shown", "entries"}``; of the entries each has ``address`` and
``value``, and where there are any ``description``, ``confidence`` and ``source``. The rest says what was exported, so that
an import can tell what was edited.
"""

from typing import IO

import msgspec

from belieflog.exporting.asked import Asked, Tally
from belieflog.exporting.page import page_of


def write(asked: Asked, out: IO[bytes]) -> Tally:
    """Write the scratchpad."""
    page = page_of(asked)
    out.write(msgspec.json.format(msgspec.json.encode(page), indent=2) + b"\n")
    return Tally(len(page.entries))
