"""What can go wrong between this program and a cluster, and what it means for a log."""

from collections.abc import Mapping
from typing import Any

from eventlog.errors import BelieflogError, CorruptLog, NotFound, Refused, Unavailable


class Lost(Unavailable):
    """Nobody answered in time."""


class Silent(Exception):
    """A message was sent, and nobody said what became of it."""


class NotSent(Exception):
    """A message went to nobody."""


class Failed(Exception):
    """A server's answer says that it won't; *number* is the server's own for the reason."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.code, self.number = int(told.get("code", 500)), int(told.get("err_code", 0))
        super().__init__(str(told.get("description", "no reason given")))


def told(failed: Failed, name: str) -> BelieflogError:
    """Say what a refusal of the server means for the log *name*."""
    match failed.number:
        case 10059:
            return NotFound(f"there is no log '{name}': check its name, or write something first")
        case 10039 | 10076:
            return Refused("open", f"'{name}' has no JetStream for this account ({failed}): enable it there")
        case 10005 | 10074:
            return Refused(
                "open",
                f"'{name}' has too few nodes for its replicas ({failed}): start them, or say '&replicas=1' for one",
            )
        case 10047 | 10023 | 10077 | 10028:
            return Unavailable(f"'{name}' is out of room ({failed}): nothing was written; give it more, and try again")
        case 10058:
            return CorruptLog(0, f"'{name}' is there with another configuration ({failed}): see docs/jetstream.md")
        case _:
            return Unavailable(f"'{name}' won't do it ({failed}, {failed.number}): nothing was written")


def line(error: BaseException) -> str:
    """Give the first line of what an error says."""
    return " ".join(str(error).split("\n")[0].split()).removeprefix("nats: ") or type(error).__name__
