"""One user's memory, as a session of it sees it: the verbs that write, and the views."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from belieflog.batch import Batch
from belieflog.correction import Correction, what_if
from belieflog.writing import Time, Writing, words
from eventlog import addresses, beliefs, corrections, points, selectors, times
from eventlog import commands as c
from eventlog.addresses import LONG_TERM
from eventlog.cascade import Mode
from eventlog.commands import Command, Given
from eventlog.errors import InvalidValue, NotFound
from eventlog.events import Scope, voidable
from eventlog.intervals import Intervals
from eventlog.log import Ask, EventLog
from eventlog.points import Point
from eventlog.receipts import Receipt
from eventlog.standing import last_effective, shapes, void_at
from eventlog.store import Store
from eventlog.support import unsupported
from projections import entries
from projections.entries import Entry

if TYPE_CHECKING:
    from belieflog.about import About
    from belieflog.auditing import Retold
    from belieflog.condensing.proposals import Proposals
    from belieflog.extracting import Extractor
    from belieflog.meanings import Meanings, Prepared
    from belieflog.stats import Stats
    from projections.bisecting import Bisected
    from projections.checking import Concern
    from projections.dialogue import Turn
    from projections.diff import Difference
    from projections.handover import Handover
    from projections.history import Revision
    from projections.probe import Judgement, Question
    from projections.prompt import Cost
    from projections.provenance import Blame, Node
    from projections.recall import Asked, Hits, Search
    from projections.replaying import Frame
    from projections.scratchpad import Scratchpad
    from projections.timeline import Span

ROUNDS = 5  # of dialogue, where no one says how many


class Sought(TypedDict, total=False):
    """What must be true of an entry to be recalled, and how many are wanted."""

    kinds: Sequence[str] | None
    namespace: str | None
    limit: int | None
    threshold: float | None
    min_confidence: float | None
    min_importance: int | None
    unsupported: bool


class Memory(Writing[Receipt]):
    """A user's memory; without a session, the long-term part of it.

    Views take *at*, a point (position, ``-n``, time, mark) as known then, and *now*, the time that decides
    what has expired (default: the clock's, or at a point that point's).
    """

    def __init__(
        self,
        log: EventLog,
        user: str,
        session: str | None = None,
        actor: str | None = None,
        meanings: "Meanings | None" = None,
    ) -> None:
        super().__init__(log, user, session, actor)
        self._meanings = meanings

    def batch(self) -> Batch:
        """Collect writes and commit them together: ``with mem.batch() as b: b.write(…)``."""
        return Batch(self._log, self.user, self.session, self.actor)

    def _submit(self, command: Command, given: Given) -> Receipt:
        return self._log.append([(command, given)])[0]

    def _submit_all(self, batches: Iterable[Sequence[Ask]]) -> Receipt:
        return self._log.append_each(batches)[0]

    # The scratchpad

    def scratchpad(self, at: Point = None, now: Time | None = None, hindsight: bool = False) -> "Scratchpad":
        """Show the session's working memory: now, as known then, or, in *hindsight*, as it had happened by *at*."""
        from projections import scratchpad

        scope, store = self._session_scope(), self._store
        with store.reading():
            if hindsight:  # the world's times may lie before the log
                return self._in_hindsight(scope, at, self._when(None, now)[1])
            position, moment = self._when(at, now)
            shown = store.index.shown(scope, position)
            status = store.index.status(scope)
            void = void_at(store.index, scope, position)
            since = status.incomplete_since
            return scratchpad.read(
                shown,
                user=self.user,
                session=scope.session,
                now=moment,
                ended=status.ended if position is None else self._ended_at(scope, position, void),
                incomplete_since=since if since is not None and (position is None or since <= position) else None,
                position=last_effective(store.index, scope, void, position),
                unsupported=unsupported(store, shown, position),
            )

    def get(self, address: str, at: Point = None, now: Time | None = None) -> Entry | None:
        """Give one entry, or None where it shows nothing; the session's own comes before long-term memory.

        What lies in a namespace that is closed to this memory's actor shows nothing here.
        """
        where = str(addresses.parse(address))
        with self._store.reading():
            if self._closed(where):
                return None
            position, moment = self._when(at, now)
            for scope in self._scopes_of(where):
                for entry in self._entries(scope, position, moment):
                    if entry.address == where:
                        return entry
        return None

    def read(self, key: str, at: Point = None, now: Time | None = None) -> Any:
        """Give the value of a note, None if there is none."""
        entry = self.get(str(addresses.address("note", key)), at, now)
        return entry.value if entry else None

    def keys(self, at: Point = None, now: Time | None = None) -> list[str]:
        """List the keys of the session's notes, sorted."""
        return sorted(note.key for note in self.scratchpad(at, now).notes)

    def dialogue(self, last: int = ROUNDS) -> "list[Turn]":
        """Give the last rounds of dialogue; older ones as their recorded summary."""
        from projections import dialogue

        with self._store.reading():
            return dialogue.read(self._store.index, self._session_scope(), last)

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

        with self._store.reading():
            shown = [entry for address in named if (entry := self.get(address)) is not None]
        scope = Scope(self.user, self.session or "")
        return session.promote(
            self._log, scope, self.actor or "", shown, named, to, importance, words(reason, "reason")
        )

    def condense(self, extractor: "Extractor | None" = None, *, reason: str = "") -> "Proposals":
        """Propose what to keep of the session; nothing is kept until ``.apply()``.

        What the user said of themselves, as the *extractor* finds it (by default `belieflog.extracting.rules`), facts that
        reads often showed, lessons from failures, and what has changed since it was kept.
        """
        from belieflog.condensing import session

        with self._store.reading():
            shown = self.scratchpad().entries
        return session.condense(
            self._log, self._session_scope(), self.actor or "", shown, extractor, words(reason, "reason")
        )

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
        from projections import recall

        asked = _asked(query, **sought)
        self._store.catch_up(self._places(spaces))
        prepared = self._prepared(asked.query, spaces, at, meaning)
        with self._store.reading():
            position, moment = self._when(at, now)
            hits = recall.recall(self._search(spaces, position, moment, prepared), asked)
        if audit:
            self._note(c.NoteRecall(moment, Intervals.of(h.position for h in hits).ranges, query))
        return hits

    def catch_up(self, progress: Callable[[int], object] | None = None) -> bool:
        """Take in the words, and the meaning, of what may be recalled here, so that searches are quick; tells whether all are in.

        Each recall and prompt does this first; a log open for reading only is searched entry by entry meanwhile.
        *progress* is called with the number of entries taken in.
        """
        places = self._places(None)
        self._store.catch_up(places, progress)
        if self._meanings is not None:
            self._meanings.catch_up(places, progress)
        with self._store.reading():
            whole = self._meanings is None or self._meanings.complete(places)
            return whole and self._store.corpus(places) is not None

    def why_not(
        self,
        address: str,
        query: str | None = None,
        *,
        spaces: Sequence[str] | None = None,
        now: Time | None = None,
        meaning: bool | None = None,
        **sought: Unpack[Sought],
    ) -> tuple[str, str]:
        """Say why an entry isn't recalled, as a code and a sentence; *meaning* and *sought* as in `recall`."""
        from projections import recall

        asked = _asked(query, **sought)
        self._store.catch_up(self._places(spaces))
        prepared = self._prepared(asked.query, spaces, None, meaning)
        with self._store.reading():
            search = self._search(spaces, None, self._when(None, now)[1], prepared)
            places, policy = self._places(spaces), self._log.policy()
            return recall.why_not(self._store.index, places, address, search, asked, policy, self.actor)

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
        return prompting.write(self, how, at, now, audit, meaning)

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
        return prompting.cost(self, how, at, now, meaning)

    def prompt_given(self, event: Any) -> "Retold":
        """Write again the text that a model was given at a `recalled` event, and tell whether it is the same text."""
        from belieflog import prompting

        return prompting.given(self, event)

    def prompt_read_at(self, at: Point) -> "Retold | None":
        """Give what `prompt_given` gives, where the event at a point is a prompt read here; None elsewhere."""
        from belieflog import prompting

        return prompting.read_at(self, at)

    def stats(self, budget: int | None = None, progress: Callable[[int], object] | None = None) -> "Stats":
        """Count what the memory holds and what its prompts take: of this session, or without one of all sessions.

        *budget* (default: the policy's ``watch.prompt_tokens``) is what a prompt should not exceed; *progress* is told
        how many sessions are done.
        """
        from belieflog import stats

        return stats.count(self, budget, progress)

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

        return guarding.look(self, require, at, now, lang)

    def about(self, lang: str = "en", *, now: Time | None = None) -> "About":
        """Tell what is remembered of the user, here and in all sessions, in English or Chinese, and let it be put right.

        Only the kinds that the policy calls ``visible``; ``str()`` of what it gives is a text, `About.correct` puts right.
        """
        from belieflog import about

        with self._store.reading():
            return about.tell(self._log, self.user, self.actor or "", self._when(None, now)[1], lang)

    def handover(self, lang: str = "en", *, at: Point = None, now: Time | None = None) -> "Handover":
        """Write one page for whoever goes on from here, in English or Chinese; its last line is the command that does.

        ``str()`` of what it gives is the page, in Markdown.
        """
        from belieflog import handing_over

        return handing_over.write(self, lang, at, now)

    def probe(self, lang: str = "en") -> "tuple[Question, ...]":
        """Give the questions that a summary of the session must still answer; see `check_probe` and `compact`."""
        from projections import probe

        return probe.questions(self.scratchpad(), lang)

    def check_probe(self, answers: Mapping[str, str], lang: str = "en") -> "Judgement":
        """Judge *answers* to the questions of `probe`, by their ids, and say what was lost.

        They are to be in the language of the memory; *lang* is that of what is said about them.
        """
        from projections import probe

        return probe.judge(self.scratchpad(), answers, lang)

    # History

    def history(self, address: str, **selector: Any) -> "list[Revision]":
        """List all that was ever said at an address, oldest first, void or not; of it what a selector chooses."""
        from projections import history

        with self._store.reading():
            scope, number = self._entry(address)
            wanted = self._wanted(selector)
            return [r for r in history.read(self._store.index, scope, number) if wanted(r.position)]

    def timeline(self, address: str, **selector: Any) -> "list[Span]":
        """List which version was believed from when to when, and why it changed.

        With a selector, what began with an event that it chooses.
        """
        from projections import timeline

        with self._store.reading():
            scope, number = self._entry(address)
            wanted = self._wanted(selector)
            return [s for s in timeline.read(self._store, scope, number) if wanted(s.start)]

    def blame(self, address: str, at: Point = None) -> "Blame":
        """Say who set what an entry shows, and who said it first."""
        from belieflog import auditing

        where = str(addresses.parse(address))
        with self._store.reading():
            position = None if at is None else self._when(at, None)[0]
            self._entry(where)
            return auditing.blame(self._store, self._scopes_of(where), where, position)

    def why(self, address: str) -> "Node":
        """Follow what an entry says back to the observations and the dialogue that it rests on.

        Where it shows nothing now, what it said last is followed.
        """
        from belieflog import auditing
        from projections import provenance

        where = str(addresses.parse(address))
        with self._store.reading():
            event = auditing.spoken(self._store, self._scopes_of(where), where)[0]
            return provenance.why(self._store, event, self._log.now(), self._may_read)

    def impact(self, of: Any) -> "Node":
        """Follow what was derived from an event or from an entry (any version of it), and who was shown it."""
        from belieflog import auditing
        from projections import provenance

        with self._store.reading():
            if isinstance(of, str) and addresses.is_address(of):
                where = str(addresses.parse(of))
                event, *others = auditing.spoken(self._store, self._scopes_of(where), where)
            else:
                (event,), others = selectors.find(self._store, of), []
                if event.public.user != self.user:
                    raise NotFound(f"event {event.position} is not of this memory: 'belieflog log' lists what is")
            return provenance.impact(self._store, event, self._log.now(), self._may_read, others)

    def replay(self, start: Point = 0, stop: "Point | Callable[[Scratchpad], object]" = None) -> "Iterator[Frame]":
        """Yield the positions after *start* up to *stop*, each with its event and a hash of what showed then.

        *stop* can be a predicate over the scratchpad: the first batch after which it is true is the last.
        """
        from belieflog import auditing
        from projections import replaying

        place = Scope(self.user, self.session or "")
        first = points.resolve(self._store, start, place, self._log.now())
        if not callable(stop):
            last = points.resolve(self._store, stop, place, self._log.now())
            yield from replaying.replay(self._store, self._all_scopes(), first, last)
            return
        for frame in replaying.replay(self._store, self._all_scopes(), first):
            yield frame
            position = frame.event.position
            ends = points.batch_end(self._store, position) == position
            if ends and auditing.ask(lambda p: bool(stop(self.scratchpad(p))), position):
                return

    def bisect(
        self,
        predicate: "Callable[[Scratchpad], object] | str | None" = None,
        *,
        at: Callable[[int], bool | None] | None = None,
    ) -> "Bisected":
        """Find the event since which *predicate* is true of the scratchpad, by looking at a few states.

        *predicate* is a function of a `Scratchpad`, or a JMESPath text over what ``belieflog show --json`` prints;
        *at* instead is a function of a position, and may say None where it can't tell. Raises `NotFound` where it
        isn't true now.
        """
        from belieflog import auditing, expressions
        from projections.bisecting import Bisected

        if (predicate is None) == (at is None):
            raise InvalidValue("predicate", "say what to look for: a predicate over the scratchpad, or at=")
        if at is None:
            test = expressions.over_scratchpad(predicate) if isinstance(predicate, str) else predicate
            assert test is not None
            at = lambda position: bool(test(self.scratchpad(position)))
        found, events = auditing.bisect(self._store, self._all_scopes(), at)
        carrying = next(r for r in events if r.op == events[-1].op)
        changes = self.diff(events[0].batch - 1, found.position)
        try:
            blamed = self.blame(carrying.address, found.position) if carrying.address else None
        except NotFound:
            blamed = None
        return Bisected(found, carrying, events, tuple(changes), blamed)

    def what_if(self, *, cascade: Mode | None = None, only: bool = False, **selector: Any) -> Correction:
        """Show which entries would differ without the events that a selector chooses; writes nothing.

        The selector, *cascade* and *only* are those of `Log.revert`, which ``.apply(reason=…)`` makes it.
        """
        wanted = selectors.selector(**selector)
        plan = lambda: corrections.revert(
            self._store, self.user, wanted, "what if", self._log.now(), only=only, follow=cascade
        )
        return what_if(self._log, plan, actor=self.actor or "")

    def diff(self, a: Point, b: Point = None) -> "list[Difference]":
        """Compare two points, entry by entry: the session, and long-term memory."""
        from projections import diff

        place = Scope(self.user, self.session or "")
        with self._store.reading():
            before, after = (points.seen(self._store, p, place, self._log.now()) for p in (a, b))
            return diff.compare(self._all(before), self._all(after), diff.between(self._store.index, before, after))

    def everything(self, at: Point = None, now: Time | None = None) -> list[Entry]:
        """List all entries that show something here: of long-term memory and of the session, of whatever kind.

        Left out is what lies in namespaces that are closed to this memory's actor.
        """
        with self._store.reading():
            return [entry for entry in self._all(at, now) if not self._closed(entry.address)]

    # What the views stand on

    def _all(self, at: Point = None, now: Time | None = None) -> list[Entry]:
        """List all entries, closed or not, for an audit."""
        with self._store.reading():
            position, moment = self._when(at, now)
            return [entry for scope in self._all_scopes() for entry in self._entries(scope, position, moment)]

    def _closed(self, address: str) -> bool:
        """Tell whether the policy of today closes *address* to this memory's actor."""
        return self._log.policy().hides(address, self.actor)

    @property
    def _store(self) -> Store:
        return self._log.store

    def _may_read(self, user: str) -> bool:
        return user in (self.user, "") or self._log.policy().may_read(user, self.user)

    def _session_scope(self) -> Scope:
        if self.session is None:
            raise InvalidValue("session", "this memory has no session: name one, as in log.memory(user, session)")
        return Scope(self.user, self.session)

    def _wanted(self, selector: dict[str, Any]) -> Callable[[int], bool]:
        if all(value is None for value in selector.values()):
            return lambda position: True
        chosen = selectors.selector(**selector)
        fits = selectors.matching(self._store, self.user, chosen, self._log.now())
        return lambda position: all(map(fits, self._store.recorded((position,))))

    def _all_scopes(self) -> list[Scope]:
        return [Scope(self.user), *([self._session_scope()] if self.session else [])]

    def _scopes_of(self, address: str) -> list[Scope]:
        own = [Scope(self.user, self.session)] if self.session else []
        if address.partition(":")[0] in LONG_TERM:
            return [*own, Scope(self.user)]
        return own or [self._session_scope()]

    def _entry(self, address: str) -> tuple[Scope, int]:
        from belieflog import auditing

        where = str(addresses.parse(address))
        for scope in self._scopes_of(where):
            if entry := self._store.index.entry(scope, where):
                return scope, entry.number
        raise auditing.unknown(self._store, self._scopes_of(where), where)

    def _when(self, at: Point, now: Time | None) -> tuple[int | None, int]:
        """Give the position (None: the head) and the time of a view."""
        told = times.parse(now, "now").at if now is not None else None
        if at is None:
            return None, self._log.now() if told is None else told
        position = points.seen(self._store, at, Scope(self.user, self.session or ""), self._log.now())
        if told is None:
            there = self._store.recorded((position,))
            told = there[0].at if there else 0
        return position, told

    def _entries(self, scope: Scope, position: int | None, now: int) -> list[Entry]:
        shown = self._store.index.shown(scope, position)
        return entries.read(shown, now=now, unsupported=unsupported(self._store, shown, position))

    def _places(self, spaces: Sequence[str] | None) -> list[Scope]:
        from projections import recall

        return recall.scopes(self.user, self.session, self._log.policy(), spaces)

    def _prepared(
        self, query: str | None, spaces: Sequence[str] | None, at: Point, meaning: bool | None
    ) -> "Prepared | None":
        if meaning and self._meanings is None:
            raise InvalidValue("meaning", "this log has no embedder: give one, as in open(path, embedder=universal())")
        if meaning is False or self._meanings is None or query is None:
            return None
        return self._meanings.prepare(query, self._places(spaces), past=at is not None)

    def _search(
        self, spaces: Sequence[str] | None, position: int | None, now: int, prepared: "Prepared | None"
    ) -> "Search":
        from belieflog import recalling

        reader, places = Scope(self.user, self.session or ""), self._places(spaces)
        return recalling.search(self._log, places, reader, self.actor, position, now, self._meanings, prepared)

    def _note(self, command: c.NoteRecall) -> None:
        scope = Scope(self.user, self.session or "")
        if not self._store.readonly and self._store.index.status(scope).incomplete_since is None:
            self._submit(command, self._plain())

    def _ended_at(self, scope: Scope, position: int, void: Intervals) -> bool:
        bounds = self._store.index.members(scope, ("session-started", "session-ended"), upto=position)
        effective = [r for r in bounds if r.position not in void]
        return bool(effective) and effective[-1].tag == "session-ended"

    def _in_hindsight(self, scope: Scope, at: Point, now: int) -> "Scratchpad":
        """Fold what had happened in the world by then, in that order, under today's corrections."""
        from projections import scratchpad

        until = self._world_time(at)
        void = self._store.index.void(scope)
        past = [
            r
            for r in self._store.index.members(scope)
            if r.public.world_time <= until and not (voidable(r.tag) and r.position in void)
        ]
        past.sort(key=lambda r: (r.public.world_time, r.position))
        state = beliefs.fold(past)
        shown = scratchpad.shown(state)
        return scratchpad.read(
            shown,
            user=self.user,
            session=scope.session,
            now=now if at is None else until,
            ended=state.ended,
            position=max((r.position for r in past if shapes(r)), default=0),
            unsupported=unsupported(self._store, shown),
        )

    def _world_time(self, at: Point) -> int:
        if at is None:
            return self._log.now()
        if isinstance(at, str) and at[:4].isdigit() and "-" in at[4:5]:
            return times.parse(at).at
        if not isinstance(at, (int, str)):
            return times.parse(at).at
        return self._when(at, None)[1]


def _asked(
    query: str | None,
    *,
    kinds: Sequence[str] | None = None,
    namespace: str | None = None,
    **measures: Any,
) -> "Asked":
    from projections.recall import Asked

    return Asked(
        query=None if query is None else words(query, "query"),
        kinds=None if kinds is None else (kinds,) if isinstance(kinds, str) else tuple(kinds),
        namespace=addresses.namespace(namespace or ""),
        **measures,
    )
