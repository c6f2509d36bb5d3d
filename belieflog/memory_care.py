"""Keeping a memory well: what of a session is kept, what needs a hand, what the user or a successor is told."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from belieflog.reader import Reader
from belieflog.writing import Time, words
from eventlog.points import Point
from eventlog.receipts import Receipt

if TYPE_CHECKING:
    from belieflog.about import About
    from belieflog.condensing.proposals import Proposals
    from belieflog.extracting import Extractor
    from belieflog.stats import Stats
    from projections.checking import Concern
    from projections.handover import Handover
    from projections.probe import Judgement, Question


class Care:
    """The views that look after a memory, and what they propose to keep."""

    _reader: Reader

    # From the session to long-term memory

    def promote(
        self, address: str, to: str | None = None, *, importance: int | None = None, reason: str = ""
    ) -> Receipt:
        """Take an entry of the session to long-term memory, its source and confidence kept, derived from it.

        A fact goes to ``semantic:facts/KEY``, a note to ``semantic:notes/KEY``, what failed to ``semantic:lessons/KEY``,
        a memory held in the session to the same address; *to* is another address, or a namespace.
        """
        (proposal,) = proposals = self.promotion(address, to=to, importance=importance, reason=reason)
        return proposals.apply([proposal])[0]

    def promotion(
        self, *named: str, to: str | None = None, importance: int | None = None, reason: str = ""
    ) -> "Proposals":
        """Say what promoting the entries *named* would do; ``.apply()`` does it, all of them or none."""
        from belieflog.condensing import session

        with self._reader.store.reading():
            shown = [entry for address in named if (entry := self._reader.get(address)) is not None]
        scope = self._reader.place
        return session.promote(
            self._reader.log, scope, self._reader.actor or "", shown, named, to, importance, words(reason, "reason")
        )

    def condense(self, extractor: "Extractor | None" = None, *, reason: str = "") -> "Proposals":
        """Propose what to keep of the session; nothing is kept until ``.apply()``.

        What the user said of themselves, as the *extractor* finds it (by default `belieflog.extracting.rules`), facts that
        reads often showed, lessons from failures, and what has changed since it was kept.
        """
        from belieflog import scratchpads
        from belieflog.condensing import session

        reader = self._reader
        shown = scratchpads.read(reader).entries
        return session.condense(
            reader.log, reader.session_scope(), reader.actor or "", shown, extractor, words(reason, "reason")
        )

    # Guards

    def check(
        self, require: Iterable[str] = (), *, at: Point = None, now: Time | None = None, lang: str = "en"
    ) -> "list[Concern]":
        """Say what needs a hand before the agent goes on: nothing, where all is well.

        Looked for are the entries that must be there (of the policy's ``watch`` and *require*, addresses), what rests on
        nothing any more, what a newer observation contradicts, summaries that say what was taken back, questions for a
        person, old assumptions, a scratchpad left alone, and dialogue that waits for a summary.
        """
        from belieflog import guarding

        return guarding.look(self._reader, require, at, now, lang)

    def about(self, lang: str = "en", *, now: Time | None = None) -> "About":
        """Tell what is remembered of the user, here and in all sessions, in English or Chinese, and let it be put right.

        Only the kinds that the policy calls ``visible``; ``str()`` of what it gives is a text, `About.correct` puts right.
        """
        from belieflog import about

        reader = self._reader
        with reader.store.reading():
            return about.tell(reader.log, reader.user, reader.actor or "", reader.when(None, now)[1], lang)

    def handover(self, lang: str = "en", *, at: Point = None, now: Time | None = None, path: bool = True) -> "Handover":
        """Write one page for whoever goes on from here, in English or Chinese; its last line is the command that does.

        ``str()`` of what it gives is the page, in Markdown. Without *path* the command leaves out where the log is, for
        a page that goes to another machine.
        """
        from belieflog import handing_over

        return handing_over.write(self._reader, lang, at, now, path)

    def probe(self, lang: str = "en") -> "tuple[Question, ...]":
        """Give the questions that a summary of the session must still answer; see `check_probe` and `compact`."""
        from belieflog import scratchpads
        from projections import probe

        return probe.questions(scratchpads.read(self._reader), lang)

    def check_probe(self, answers: Mapping[str, str], lang: str = "en") -> "Judgement":
        """Judge *answers* to the questions of `probe`, by their ids, and say what was lost.

        They are to be in the language of the memory; *lang* is that of what is said about them.
        """
        from belieflog import scratchpads
        from projections import probe

        return probe.judge(scratchpads.read(self._reader), answers, lang)

    def stats(self, budget: int | None = None, progress: Callable[[int], object] | None = None) -> "Stats":
        """Count what the memory holds and what its prompts take: of this session, or without one of all sessions.

        *budget* (default: the policy's ``watch.prompt_tokens``) is what a prompt should not exceed; *progress* is told
        how many sessions are done.
        """
        from belieflog import stats

        return stats.count(self._reader, budget, progress)
