"""How entries are shown to a model: short, and without what it can't use."""

from typing import Any

from eventlog.addresses import path
from eventlog.times import text
from projections.entries import Entry
from projections.scratchpad import Scratchpad

LISTED = ("constraints", "facts", "assumptions", "questions", "failures", "notes")


def scratchpad(given: Scratchpad) -> dict[str, Any]:
    """Show a scratchpad; what is empty is left out."""
    found: dict[str, Any] = {}
    for name in ("goal", "plan", "progress"):
        if (entry := getattr(given, name)) is not None:
            found[name] = entry.value
    for name in LISTED:
        if listed := getattr(given, name):
            found[name] = [_brief(entry) for entry in listed]
    return found


def memory(given: Entry, **more: Any) -> dict[str, Any]:
    """Show an entry of long-term memory."""
    return {"namespace": path(given.namespace), "kind": given.kind, **_brief(given, "content"), **more}


def _brief(given: Entry, called: str = "value") -> dict[str, Any]:
    told = {
        "key": given.key,
        called: given.value,
        "version": given.version,
        "source": str(given.source),
        "description": given.description or None,
        "confidence": given.confidence,
        "expires_at": text(given.expires_at) if given.expires_at is not None else None,
        "supported": None if given.supported else False,
    }
    return {name: value for name, value in told.items() if value is not None or name == called}
