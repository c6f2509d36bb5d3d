"""What a tool took or gave, as a value worth keeping: texts joined, bytes named by type and size."""

from typing import Any

from eventlog.values import canonical

LONGEST = 2_000  # characters of an error or an input beside a failure: both together stay well under its cap


def plain(content: Any) -> Any:
    """Give a block's or a result's content: blocks become one text, other JSON stays as it is.

    >>> plain([{"type": "text", "text": "done"}, {"type": "text", "text": "in 3 s"}])
    'done\\nin 3 s'
    """
    if isinstance(content, list):
        return "\n".join(map(_block, content))
    if isinstance(content, dict) and isinstance(content.get("type"), str):
        return _block(content)
    return "" if content is None else content


def as_text(content: Any) -> str:
    """Give *content* as text: itself, or its JSON."""
    return content if isinstance(content, str) else canonical(content).decode()


def clipped(value: Any, where: str = "in the observation") -> Any:
    """Give *value* whole if it is short, else the beginning of its text, with how much is missing, and *where* it is."""
    text = as_text(value)
    if len(text) <= LONGEST:
        return value
    return f"{text[:LONGEST]}… [{len(text) - LONGEST:,} more characters {where}]"


def _block(block: Any) -> str:
    if not isinstance(block, dict):
        return as_text(block)
    if block.get("type") == "text" and isinstance(text := block.get("text"), str):
        return text
    source = block.get("source")
    if not isinstance(source, dict) or source.get("type") != "base64":
        return as_text(block)
    if isinstance(data := source.get("data"), str):
        size = len(data) * 3 // 4 - data[-2:].count("=")
        return f"[{block.get('type')} {source.get('media_type', 'of unknown type')}, {size:,} bytes]"
    return as_text(block)
