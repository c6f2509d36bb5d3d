"""The log: commands in, events appended, one atomic batch at a time."""

import contextlib
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Self

from eventlog import corrections, erasing, rules
from eventlog import policy as policies
from eventlog.batches import Batch, not_copied
from eventlog.commands import Command, Given
from eventlog.corrections import Plan
from eventlog.engine import undisturbed
from eventlog.erasing import Erasure
from eventlog.errors import BelieflogError, Refused
from eventlog.events import Birth, Private, Public, Recorded, Scope
from eventlog.ids import Entropy, uuid7
from eventlog.intervals import Intervals
from eventlog.masking import Mask, Redact
from eventlog.policy import Policy, Secrets
from eventlog.receipts import Outcome, Receipt
from eventlog.selectors import Selector
from eventlog.standing import policy_set
from eventlog.store import Store
from eventlog.times import system_clock

Ask = tuple[Command, Given]


class EventLog:
    """An append-only log over a store: decides, seals and appends; reads come from `store` and its index."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], int] = system_clock,
        entropy: Entropy = os.urandom,
        redact: Redact | None = None,
    ) -> None:
        self.store, self.clock, self.entropy, self._redact = store, clock, entropy, redact
        self._policy: tuple[int, Policy] = (-1, policies.DEFAULT)
        self._mask: tuple[Secrets, Mask] = (policies.DEFAULT.secrets, Mask(policies.DEFAULT.secrets, redact))
        if not store.readonly and store.head().position == 0:
            self._open_epoch()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the store."""
        self.store.close()

    @undisturbed
    def append(self, asks: Sequence[Ask]) -> list[Receipt]:
        """Decide and commit *asks* as one batch, each over those before it; one refusal refuses them all."""
        return self.append_each([asks])

    def append_each(self, batches: Iterable[Sequence[Ask]], *, final: bool = True) -> list[Receipt]:
        """Append batches, with a point between any two, all of them or none: one refusal refuses them all.

        Where the policy wants refusals recorded, one is, unless it isn't *final* and will be tried again in parts.
        """
        self.writable()
        receipts: list[Receipt] = []
        asked: Ask | None = None
        try:
            with self.store.writing():
                for asks in batches:
                    batch = Batch(self)
                    for asked in asks:
                        receipts.append(batch.add(*asked))
                    if batch.policy is not None:
                        self._policy = (batch.next - 1, batch.policy)
            return receipts
        except BaseException as error:
            self._policy = (-1, policies.DEFAULT)  # it may have been read from what was rolled back
            if final and asked is not None and isinstance(error, Refused):
                self._note_refusal(*asked, error)
            raise

    def take_in(self, asks: Iterable[Ask], became: Callable[[Receipt | Refused], object]) -> None:
        """Append *asks* in one transaction, each a batch of its own; one that a rule refuses is passed over.

        *became* hears of each what it did; whatever it or *asks* raises leaves nothing of them all.
        """
        self.writable()
        refused: list[tuple[Ask, Refused]] = []
        try:
            with self.store.writing():
                for ask in asks:
                    batch = Batch(self)
                    try:
                        receipt = batch.add(*ask)
                    except Refused as refusal:
                        became(refusal)
                        if self.policy(batch.next - 1).record_refusals:
                            refused.append((ask, refusal.with_traceback(None)))  # it holds on to all that was looked at
                    else:
                        became(receipt)
                    if batch.policy is not None:
                        self._policy = (batch.next - 1, batch.policy)
        except BaseException:
            self._policy = (-1, policies.DEFAULT)
            raise
        for (command, given), said in refused:
            self._note_refusal(command, given, said)

    def rehearse(self, asks: Iterable[Ask]) -> list[Receipt | Refused]:
        """Say what appending each of *asks* would do, over those before it that aren't refused; writes nothing.

        Where the log is open for reading only, each is tried by itself.
        """
        if self.store.readonly:
            with self.store.reading():
                return [self._judged(*ask) for ask in asks]
        outcomes: list[Receipt | Refused] = []
        try:
            with self.store.writing():
                for command, given in asks:
                    batch = Batch(self)
                    try:
                        outcomes.append(batch.add(command, given))
                    except Refused as refusal:
                        outcomes.append(refusal)
                raise _Rehearsed
        except _Rehearsed:
            self._policy = (-1, policies.DEFAULT)
        return outcomes

    def _judged(self, command: Command, given: Given) -> Receipt | Refused:
        try:
            return Batch(self).add(command, given, keep=False)
        except Refused as refusal:
            return refusal

    def _note_refusal(self, command: Command, given: Given, refused: Refused) -> None:
        """Keep, where the policy says so, that a write was refused; what can't be kept changes nothing of that."""
        from eventlog import refusals

        @undisturbed
        def note() -> None:
            with self.store.writing():
                Batch(self).op([refusals.draft(command, given, refused)])

        with contextlib.suppress(BelieflogError):
            if refusals.noted(refused) and self.policy().record_refusals:
                note()

    @undisturbed
    def correct(
        self, plan: Callable[[], Plan], *, actor: str = "", preview: Plan | None = None
    ) -> tuple[Plan, Receipt]:
        """Work out *plan* under the write lock and append it; refused where it differs from the *preview*."""
        self.writable()
        with self.store.writing():
            planned = plan()
            if preview is not None:
                corrections.still_as_previewed(planned, preview)
            for part in planned.parts:
                rules.complete(self.store.index.status(part.scope).incomplete_since)
            batch = Batch(self)
            recorded = batch.op(corrections.drafts(planned, actor))
            return planned, Receipt("recorded", recorded, batch.warnings)

    def erase(
        self,
        user: str,
        wanted: Selector | None,
        reason: str,
        *,
        actor: str = "",
        expired_before: int | None = None,
        dry_run: bool = False,
    ) -> Erasure:
        """Delete the private parts of the selected events (None: all of the user's) for good, and every copy of them.

        The events go on deciding what they decided. What couldn't be purged is said in what this gives; erasing
        the same again then purges only. With *dry_run* nothing is written: it says what would go.
        """
        self.writable()
        store = self.store
        if dry_run:
            with store.reading():
                chosen, _ = self._to_erase(user, wanted, reason, expired_before)
                ranges, blobs = Intervals.of(r.position for r in chosen).ranges, erasing.orphans(store, user, chosen)
            return Erasure(outcome="recorded", events=(), erased=ranges, blobs=len(blobs), dry_run=True)
        recorded, later, probes, earlier, dropped = self._begin_erasing(user, wanted, reason, actor, expired_before)
        for first in range(0, len(later), erasing.MOST):
            recorded += self._go_on_erasing(user, later[first : first + erasing.MOST], reason, actor)
        left = store.purge([*probes, *(name.encode() for name in dropped)])
        outcome: Outcome = "recorded" if recorded else "duplicate"
        told = recorded or tuple(store.recorded(earlier))
        erased = Intervals(each for r in recorded for each in r.public.erased).ranges
        return Erasure(outcome=outcome, events=told, erased=erased, blobs=len(dropped), left=tuple(left))

    def _to_erase(
        self, user: str, wanted: Selector | None, reason: str, expired_before: int | None
    ) -> tuple[list[Recorded], list[int]]:
        """Choose the events whose private parts are to go, and list the earlier erasures still to be purged."""
        rules.complete(self.store.index.status(Scope(user)).incomplete_since)
        chosen = erasing.chosen(self.store, user, wanted, reason, self.now(), expired_before=expired_before)
        earlier = self.store.unpurged()
        if not chosen and not earlier:
            raise erasing.nothing(user)
        return chosen, earlier

    @undisturbed
    def _begin_erasing(
        self, user: str, wanted: Selector | None, reason: str, actor: str, expired_before: int | None
    ) -> tuple[tuple[Recorded, ...], list[Recorded], list[bytes], list[int], list[str]]:
        """Erase as much as one event owns up to; give it, what is left, and what the purge must look for."""
        store = self.store
        with store.writing():
            chosen, earlier = self._to_erase(user, wanted, reason, expired_before)
            probes, blobs = erasing.probes(store, chosen), erasing.orphans(store, user, chosen)
            store.drop_blobs(user, blobs, salt=wanted is None and expired_before is None)
            begun = self._erase_part(user, chosen[: erasing.MOST], reason, actor)
            return begun, chosen[erasing.MOST :], list(probes), earlier, list(blobs)

    @undisturbed
    def _go_on_erasing(self, user: str, part: Sequence[Recorded], reason: str, actor: str) -> tuple[Recorded, ...]:
        with self.store.writing():
            return self._erase_part(user, part, reason, actor)

    def _erase_part(self, user: str, part: Sequence[Recorded], reason: str, actor: str) -> tuple[Recorded, ...]:
        positions = [r.position for r in self.store.recorded(r.position for r in part) if r.body is not None]
        if not positions:
            return ()
        owned = Batch(self).op([erasing.draft(user, positions, reason, actor)])
        self.store.erase(positions)
        return owned

    def now(self) -> int:
        """Give the time by the log's clock, never before its newest event."""
        return max(self.clock(), self.store.head().at)

    def policy(self, position: int | None = None) -> Policy:
        """Give the rules in force; *position* is the head's, where it is known."""
        if position is None:
            position = self.store.head().position
        if position != self._policy[0]:
            self._policy = (position, policies.in_force(policy_set(self.store.index)))
        return self._policy[1]

    def mask(self, policy: Policy) -> Mask:
        """Give what masks secrets under *policy*."""
        if policy.secrets is not self._mask[0]:
            if policy.secrets != self._mask[0]:
                self._mask = (policy.secrets, Mask(policy.secrets, self._redact))
            else:
                self._mask = (policy.secrets, self._mask[1])
        return self._mask[1]

    @property
    def readonly(self) -> bool:
        """Whether nothing can be appended: it was opened for reading, or holds an imported log without an epoch here."""
        return self.store.readonly or self.store.copied

    def writable(self) -> None:
        """Refuse to append where the log is only read."""
        self.keepable()
        not_copied(self.store)

    def keepable(self) -> None:
        """Refuse to touch even what is kept beside the events where the log was opened for reading."""
        if self.store.readonly:
            raise Refused("readonly", "this log is open for reading only: open it without readonly=True to write")

    @undisturbed
    def _open_epoch(self) -> None:
        with self.store.writing():
            if self.store.head().position == 0:
                batch = Batch(self)
                birth = Birth(uuid7(batch.at, self.entropy(10)))
                batch.op([(Public("opened", "", 0, scope="log", source="system", log=birth), Private())])


class _Rehearsed(Exception):
    """Ends a transaction in which nothing is to be left."""
