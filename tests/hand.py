"""Histories written by hand: a log at the level of its commands, and the views of one session."""

from random import Random

from eventlog import commands as c
from eventlog import effects, sources
from eventlog.addresses import parse
from eventlog.commands import Given
from eventlog.corpus import Scanned
from eventlog.events import Private, Public, Recorded, Scope, voidable
from eventlog.log import Batch, EventLog
from projections import dialogue, entries, history, recall, scratchpad, timeline
from projections.folding import fold
from projections.ranking import Weights
from projections.recall import Asked, Search

SECOND = 1_000_000


class Hand(EventLog):
    """A log of user ``u``, session ``s``; each write is one second after the one before, from second 1 on."""

    def __init__(self, store):
        self.seconds = 0
        super().__init__(store, clock=self._tick, entropy=Random(0).randbytes)

    def _tick(self):
        self.seconds += 1
        return self.seconds * SECOND

    def do(self, command, *, user="u", session="s", source=None, **given) -> Recorded:
        """Write one command and give the event that carries the entry."""
        told = sources.parse(source) if source else None
        return self.append([(command, Given(user=user, session=session, source=told, **given))])[0].event

    def note(self, key, value, **given):
        return self.do(c.Write(key, value), **given)

    def fact(self, key, value, confidence=None, source="user", **given):
        return self.do(c.AddFact(key, value, confidence), source=source, **given)

    def remember(self, address, content, in_session=False, confidence=None, importance=None, **given):
        return self.do(c.Remember(parse(address), content, in_session, confidence, importance), **given)

    def say(self, role, content, **given):
        return self.do(c.Say(role, content), **given)

    def retract(self, address, reason="wrong", **given):
        return self.do(c.Retract(parse(address)), reason=reason, **given)

    def correct(self, voids=(), restores=(), scope=None, reason="bad") -> Recorded:
        """Append a correction that names single positions."""
        scope = scope or Scope("u", "s")
        with self.store.writing():
            batch = Batch(self)
            public = Public(
                "corrected", batch.stamp().id, batch.at, scope.user, "s", scope.name, source="user",
                voids=tuple((p, p) for p in voids), restores=tuple((p, p) for p in restores),
            )  # fmt: skip
            return batch.seal([(public, Private(reason=reason))])[0]

    def erase(self, *positions):
        """Delete private parts, as an erasure does."""
        with self.store.writing():
            self.store.erase(positions)

    # Views

    def members(self, scope=None):
        return self.store.index.members(scope or Scope("u", "s"))

    def effective(self, upto=None):
        members = [r for r in self.members() if upto is None or r.position <= upto]
        void = effects.void([r for r in members if r.tag == "corrected"])
        return [r for r in members if not voidable(r.tag) or r.position not in void]

    def pad(self, at=None, now=0, unsupported=frozenset()):
        shown = self.store.index.shown(Scope("u", "s"), at)
        return scratchpad.read(shown, user="u", session="s", now=now, position=0, unsupported=unsupported)

    def number(self, address, scope=None):
        return self.store.index.entry(scope or Scope("u", "s"), address).number

    def history(self, address, scope=None):
        """Read an entry's history, as indexed; the pure fold must say the same."""
        scope, number = scope or Scope("u", "s"), self.number(address, scope)
        rows = history.read(self.store.index, scope, number)
        assert rows == history.rows(fold(history, self.members(scope)), number)
        return rows

    def timeline(self, address, scope=None):
        """Read an entry's timeline, as indexed; the pure fold must say the same."""
        scope, number = scope or Scope("u", "s"), self.number(address, scope)
        spans = timeline.read(self.store, scope, number)
        assert spans == timeline.spans(fold(timeline, self.members(scope)), number)
        return spans

    def dialogue(self, rounds=5, upto=None):
        """Read the last rounds, looking back only as far as needed; the pure fold must say the same."""
        turns = dialogue.read(self.store.index, Scope("u", "s"), rounds, upto)
        assert turns == dialogue.last(fold(dialogue, self.effective(upto)), rounds)
        return turns

    def entries(self, user="u", session="s", now=0, spaces=None):
        """Give what may be recalled, as a reader gathers it."""
        places = recall.scopes(user, session, self.policy(), spaces)
        return [e for place in places for e in entries.read(self.store.index.shown(place), now=now)]

    def search(self, user="u", session="s", now=0, spaces=None, lost=()):
        """Give what a reader looks through, as it is kept; a scan must say the same."""
        places = recall.scopes(user, session, self.policy(), spaces)
        shown = [recorded for place in places for recorded in self.store.index.shown(place)]

        def read(positions):
            found = [r for r in shown if r.position in positions]
            return [
                e
                for p in places
                for e in entries.read([r for r in found if r.scope == p], now=now, unsupported=frozenset(lost))
            ]

        self.store.catch_up(places)
        before = self.store.index.members(Scope(user, session), ("recalled",))
        return Search(self.store.corpus(places) or Scanned(shown), read, Weights(now, used=recall.uses(before)))

    def recall(self, query=None, *, user="u", session="s", now=0, spaces=None, lost=(), **asked):
        return recall.recall(self.search(user, session, now, spaces, lost), Asked(query=query, **asked))

    def why_not(self, address, query=None, *, user="u", session="s", now=0, **asked):
        places = recall.scopes(user, session, self.policy())
        search = self.search(user, session, now)
        return recall.why_not(self.store, places, address, search, Asked(query=query, **asked), self.policy(), None)
