"""Templates: whatever they put out is escaped, marks that hide or reorder text included."""

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from cli import gist, terminal

if TYPE_CHECKING:
    from projections.entries import Entry

HERE = Path(__file__).parent
CLIPPED = 400  # characters of a value that a list shows


def environment() -> jinja2.Environment:
    """Make what reads the templates."""
    found = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    found.filters["groupby_kind"] = by_kind
    found.globals |= {
        "gist": gist.gist, "when": gist.when, "ranges": gist.ranges, "clipped": clipped, "CLIPPED": CLIPPED,
    }  # fmt: skip
    return found


def clipped(text: str, most: int = CLIPPED) -> str:
    """Cut a long text; the template says that it did, and where all of it is.

    >>> clipped("abcdef", 3)
    'abc…'
    """
    return text if len(text) <= most else text[:most] + "…"


def by_kind(entries: "Iterable[Entry]") -> "list[tuple[str, list[Entry]]]":
    """Part entries by kind, in the order in which they come."""
    return [(kind, list(group)) for kind, group in groupby(entries, key=lambda entry: entry.kind)]


def _shown(value: Any) -> Any:
    """Write marks that would hide or reorder text as what they are; jinja escapes the rest."""
    return terminal.safe(value) if isinstance(value, str) and not isinstance(value, Markup) else value
