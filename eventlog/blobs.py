"""Large outputs kept outside the event: which one an observation points to."""

from eventlog.events import Recorded

_PREFIX = "blob:"


def pointed_to(recorded: Recorded) -> str | None:
    """Give the name of the blob that holds an observation's output, if one does."""
    if recorded.tag != "observed" or recorded.body is None or b'"blob:' not in recorded.body:
        return None
    private = recorded.private
    ref = private.content.get("ref") if private and isinstance(private.content, dict) else None
    return ref.removeprefix(_PREFIX) if isinstance(ref, str) and ref.startswith(_PREFIX) else None
