"""How a write is answered."""

from belieflog.tools.tool import STRING, WHOLE, Answer, Schema, answer
from eventlog.receipts import Receipt

WARNINGS: Schema = {"type": "array", "items": STRING}
ENTRY = answer("written", "duplicate", address=STRING, version=WHOLE, warnings=WARNINGS)
KEYED = answer("written", "duplicate", key=STRING, version=WHOLE, warnings=WARNINGS)


def keyed(receipt: Receipt, key: str) -> Answer:
    """Answer a write under *key*; what was there already is a ``duplicate``."""
    return {"status": _status(receipt), "key": key, "version": receipt.event.version, **_warned(receipt)}


def entry(receipt: Receipt) -> Answer:
    """Answer a write by the address it went to."""
    event = receipt.event
    version = {} if event.version is None else {"version": event.version}
    return {"status": _status(receipt), "address": event.address, **version, **_warned(receipt)}


def _status(receipt: Receipt) -> str:
    return "written" if receipt.outcome == "recorded" else "duplicate"


def _warned(receipt: Receipt) -> Answer:
    return {"warnings": list(receipt.warnings)} if receipt.warnings else {}
