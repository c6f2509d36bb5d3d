"""The read side: pure folds over the log, and the same views read out of an index."""

from projections import as_json, dialogue, diff, entries, history, prompt, recall, scratchpad, timeline
from projections.dialogue import Turn
from projections.diff import Difference
from projections.entries import Entry
from projections.folding import Projection, fold
from projections.history import Revision
from projections.prompt import Prompt
from projections.recall import Asked, Hit
from projections.scratchpad import Scratchpad
from projections.timeline import Span

__all__ = [
    "Asked", "Difference", "Entry", "Hit", "Projection", "Prompt", "Revision", "Scratchpad", "Span", "Turn",
    "as_json", "dialogue", "diff", "entries", "fold", "history", "prompt", "recall", "scratchpad", "timeline",
]  # fmt: skip
