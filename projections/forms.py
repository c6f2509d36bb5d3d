"""What does a format of a prompt have to know?"""

from collections.abc import Sequence
from typing import Protocol

from projections.phrasing import Item, Wording


class Form(Protocol):
    """Writes items, sections and the page around them; stored text stays inside what it stands in."""

    def __init__(self, user: str, session: str, wording: Wording) -> None: ...

    def item(self, item: Item) -> str:
        """Write one item; items are never cut."""
        ...

    def section(self, name: str, items: Sequence[str]) -> str:
        """Put written items under a heading."""
        ...

    def page(self, before: Sequence[str], sections: Sequence[str], after: Sequence[str]) -> str:
        """Put written sections together, with sentences of ours *before* and *after* them."""
        ...
