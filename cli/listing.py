"""How a list of formats reads."""

from collections.abc import Iterator


def listing_lines(formats: dict[str, str]) -> Iterator[str]:
    """List formats, each with what it is."""
    width = max(map(len, formats))
    yield from (f"{name:{width}}  {what}" for name, what in formats.items())
