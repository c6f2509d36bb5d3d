"""What is being measured now: one line on a terminal, written over; nothing elsewhere."""

import sys


def now(text: str) -> None:
    """Say what is being measured."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:110]}", end="", file=sys.stderr, flush=True)


def over() -> None:
    """Clear the line."""
    now("")
