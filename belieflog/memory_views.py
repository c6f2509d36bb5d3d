"""What a memory shows, recalls and tells a model."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from belieflog.reader import ROUNDS, Reader
from belieflog.writing import Time
from eventlog import addresses
from eventlog.events import Scope
from eventlog.points import Point
from projections.entries import Entry

if TYPE_CHECKING:
    from belieflog.auditing import Retold
    from belieflog.recalling import Standing
    from projections.dialogue import Turn
    from projections.prompt import Cost
    from projections.recall import Hits
    from projections.scratchpad import Scratchpad


class Sought(TypedDict, total=False):
    """What must be true of an entry to be recalled, and how many are wanted."""

    kinds: Sequence[str] | None
    namespace: str | None
    limit: int | None
    threshold: float | None
    min_confidence: float | None
    min_importance: int | None
    unsupported: bool


class Views:
    """The views of what holds: as entries, as what fits a query, as a text."""

    _reader: Reader
    _since: dict[tuple[Scope, int], tuple[int, int]]

    # Entries

    def scratchpad(self, at: Point = None, now: Time | None = None, hindsight: bool = False) -> "Scratchpad":
        """Show the session's working memory: now, as known then, or, in *hindsight*, as it had happened by *at*."""
        from belieflog import scratchpads

        return scratchpads.in_hindsight(self._reader, at, now) if hindsight else scratchpads.read(self._reader, at, now)

    def get(self, address: str, at: Point = None, now: Time | None = None) -> Entry | None:
        """Give one entry, or None where it shows nothing; the session's own comes before long-term memory.

        What lies in a namespace that is closed to this memory's actor shows nothing here.
        """
        return self._reader.get(address, at, now)

    def read(self, key: str, at: Point = None, now: Time | None = None) -> Any:
        """Give the value of a note, None if there is none."""
        entry = self._reader.get(str(addresses.address("note", key)), at, now)
        return entry.value if entry else None

    def keys(self, at: Point = None, now: Time | None = None) -> list[str]:
        """List the keys of the session's notes, sorted."""
        return sorted(note.key for note in self.scratchpad(at, now).notes)

    def dialogue(self, last: int = ROUNDS) -> "list[Turn]":
        """Give the last rounds of dialogue; older ones as their recorded summary."""
        from projections import dialogue

        with self._reader.store.reading():
            return dialogue.read(self._reader.store.index, self._reader.session_scope(), last)

    def everything(self, at: Point = None, now: Time | None = None) -> list[Entry]:
        """List all entries that show something here: of long-term memory and of the session, of whatever kind.

        Left out is what lies in namespaces that are closed to this memory's actor.
        """
        return self._reader.everything(at, now)

    def below(
        self,
        namespace: str = "",
        kinds: Sequence[str] = addresses.LONG_TERM,
        at: Point = None,
        now: Time | None = None,
    ) -> list[Entry]:
        """List what long-term memory shows below a namespace, as in ``"prefs/ui"``; the session's own comes first.

        What lies in a namespace that is closed to this memory's actor is left out.
        """
        return self._reader.below(namespace, kinds, at, now)

    def closed(self, address: str) -> bool:
        """Tell whether the policy closes the namespace of *address* to this memory's actor."""
        return self._reader.closed(str(addresses.parse(address)))

    def kept(self, text: str) -> str:
        """Give a text as it is stored, without the secrets in it, for whoever looks something up by it."""
        log = self._reader.log
        return log.mask(log.policy()).kept(text)

    def shown_since(self, entry: Entry) -> int:
        """Tell since when (µs) there has been something at an entry's address without a break, whatever it said."""
        from projections import timeline

        return timeline.since(self._reader.store, entry, self._since)

    def reading(self) -> AbstractContextManager[None]:
        """See one state of the log through several reads: ``with mem.reading(): …``."""
        return self._reader.store.reading()

    def note_shown(self, shown: "Iterable[Standing]", query: str | None = None) -> None:
        """Keep, as `recall` does, that an agent was shown entries (events, revisions) that were read one by one."""
        from belieflog import recalling

        recalling.note_shown(self._reader, shown, query)

    # Recall and prompt

    def recall(
        self,
        query: str | None = None,
        *,
        spaces: Sequence[str] | None = None,
        now: Time | None = None,
        at: Point = None,
        audit: bool = True,
        meaning: bool | None = None,
        **sought: Unpack[Sought],
    ) -> "Hits":
        """Recall what may be known here: the session's entries, long-term memory, and the spaces open to the user.

        A *query* is looked for by its words and, where the log has an embedder, by its *meaning* (False: by words alone).
        *sought* are the keywords of `Sought`: ``kinds= namespace= limit=10 threshold= min_confidence=
        min_importance= unsupported=False``.
        With *audit* (for agents) a `recalled` event keeps what was shown; a log open for reading keeps none.
        """
        from belieflog import recalling

        what = recalling.asked(query, **sought)
        return recalling.hits(self._reader, what, spaces, at, now, audit, meaning)

    def catch_up(self, progress: Callable[[int], object] | None = None) -> bool:
        """Take in the words, and the meaning, of what may be recalled here, so that searches are quick; tells whether all are in.

        Each recall and prompt does this first; a log open for reading only is searched entry by entry meanwhile.
        *progress* is called with the number of entries taken in.
        """
        from belieflog import recalling

        return recalling.catch_up(self._reader, progress)

    def why_not(
        self,
        address: str,
        query: str | None = None,
        *,
        spaces: Sequence[str] | None = None,
        now: Time | None = None,
        at: Point = None,
        meaning: bool | None = None,
        **sought: Unpack[Sought],
    ) -> tuple[str, str]:
        """Say why an entry isn't recalled, as a code and a sentence; *meaning* and *sought* as in `recall`, *at* too."""
        from belieflog import recalling

        return recalling.why_not(self._reader, address, recalling.asked(query, **sought), spaces, at, now, meaning)

    def prompt(
        self,
        budget: int | None = None,
        lang: str = "en",
        format: str = "markdown",
        query: str | None = None,
        sections: Iterable[str] | None = None,
        at: Point = None,
        now: Time | None = None,
        counter: Callable[[str], int] | None = None,
        audit: bool = True,
        meaning: bool | None = None,
    ) -> str:
        """Write what a model should know, within *budget* tokens; *audit* and *meaning* as in `recall`.

        Goal, constraints, facts and failures are always told; where they alone take more than *budget*, the text says
        how much they need. *format* is ``markdown``, ``xml`` or ``json``; *query* adds memories that match it, and
        episodes; *counter* counts the tokens of a text (default: an estimate; `belieflog.tiktoken_counter`).
        """
        from belieflog import prompting

        how = prompting.wanted(budget=budget, lang=lang, format=format, query=query, sections=sections, counter=counter)
        return prompting.write(self._reader, how, at, now, audit, meaning)

    def prompt_cost(
        self,
        budget: int | None = None,
        lang: str = "en",
        format: str = "markdown",
        query: str | None = None,
        sections: Iterable[str] | None = None,
        at: Point = None,
        now: Time | None = None,
        counter: Callable[[str], int] | None = None,
        meaning: bool | None = None,
    ) -> "Cost":
        """Count the tokens that `prompt` would take, in all, for what is always told, and section by section."""
        from belieflog import prompting

        how = prompting.wanted(budget=budget, lang=lang, format=format, query=query, sections=sections, counter=counter)
        return prompting.cost(self._reader, how, at, now, meaning)

    def prompt_given(self, event: Any) -> "Retold":
        """Write again the text that a model was given at a `recalled` event, and tell whether it is the same text."""
        from belieflog import prompting

        return prompting.given(self._reader, event)

    def prompt_read_at(self, at: Point) -> "Retold | None":
        """Give what `prompt_given` gives, where the event at a point is a prompt read here; None elsewhere."""
        from belieflog import prompting

        return prompting.read_at(self._reader, at)
