"""One atomic batch on its way into the log: decided, masked, chained and appended, event by event."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from eventlog import commands as c
from eventlog import events, noticing
from eventlog import policy as policies
from eventlog.chain import chained
from eventlog.commands import Command, Given
from eventlog.decide import decide
from eventlog.desk import Draft, Stamp
from eventlog.errors import Refused
from eventlog.events import Recorded
from eventlog.idempotency import repeated
from eventlog.ids import sibling, to_bytes, uuid7
from eventlog.policy import Policy
from eventlog.receipts import Receipt
from eventlog.standing import policy_set
from eventlog.store import Row, Store
from eventlog.values import canonical, check

if TYPE_CHECKING:
    from eventlog.log import EventLog

MOST_EVENTS, MOST_BYTES, INLINE = 1_000, 1_000_000, 64_000


class Batch:
    """Events on their way into the log, inside one transaction of its store."""

    def __init__(self, log: "EventLog") -> None:
        not_copied(log.store)
        head = log.store.head()
        self._log, self._store, self._hash = log, log.store, head.hash
        self.at = max(log.clock(), head.at + 1)
        self.first = self.next = head.position + 1
        self._bytes = 0
        self.policy: Policy | None = None
        self.warnings: tuple[str, ...] = ()

    def add(self, command: Command, given: Given, *, keep: bool = True) -> Receipt:
        """Decide one command over all before it and append its events; a known id gives its first receipt.

        Without *keep* nothing is appended, and the receipt has no events.
        """
        store, log = self._store, self._log
        first = store.find(given.id) if given.id is not None else None
        if first is not None:  # said before: it is compared as it would have been masked then
            then = policies.in_force(policy_set(store.index, first.position - 1))
            masked, clean, _ = log.mask(then).command(command, given)
            readings = ((masked, clean), (command, given))
            return repeated(store, first, *((self._pointing(said, of, _large(said)), of) for said, of in readings))
        if self.policy is None:
            self.policy = log.policy(self.next - 1)
        command, given, kinds = log.mask(self.policy).command(command, given)
        stamp, body = self.stamp(given.id), _large(command)
        decision = decide(store, self.policy, stamp, given, self._pointing(command, given, body))
        if (
            keep and body is not None
        ):  # now that it isn't refused it may have a blob, and with the first of a user's a name
            decision = decide(store, self.policy, stamp, given, self._pointing(command, given, body, keep=True))
        recorded = self.seal(decision.drafts) if keep else ()
        if isinstance(command, c.SetPolicy):
            self.policy = None
        warnings = (*(noticing.warning(noticing.MASKED, kind) for kind in kinds), *decision.warnings)
        return Receipt("refreshed" if decision.refreshed else "recorded", recorded, warnings)

    def stamp(self, id: str | None = None) -> Stamp:
        """Say where and when the next event will stand."""
        return Stamp(self.at, self.next, self.first, id or uuid7(self.at, self._log.entropy(10)))

    def op(self, drafts: Sequence[Draft]) -> tuple[Recorded, ...]:
        """Stamp *drafts* as one op and append them, without the secrets that a reason may hold."""
        first = self.stamp()
        mask = self._log.mask(self._log.policy(self.next - 1))
        clean = [(public, *mask.private(private)) for public, private in drafts]
        kinds = dict.fromkeys(kind for *_, found in clean for kind in found)
        self.warnings = tuple(noticing.warning(noticing.MASKED, kind) for kind in kinds)
        return self.seal([
            (
                structs.replace(
                    public,
                    id=sibling(first.id, n) if n else first.id,
                    at=self.at,
                    batch=None if first.position + n == self.first else self.first,
                    op=first.position if n else None,
                ),
                private,
            )
            for n, (public, private, _) in enumerate(clean)
        ])  # fmt: skip

    def seal(self, drafts: Sequence[Draft]) -> tuple[Recorded, ...]:
        """Chain *drafts* onto the log and append them."""
        rows, recorded = [], []
        for public, private in drafts:
            told, body, salt = events.encode(public), events.encode(private), self._log.entropy(16)
            self._hash = chained(self._hash, told, salt, body)
            rows.append(Row(self.next, to_bytes(public.id), told, self._hash, salt, body))
            recorded.append(Recorded(self.next, public, body))
            self._bytes += len(told) + len(body)
            self.next += 1
        if self._bytes > MOST_BYTES and self.next - self.first == len(drafts):
            raise Refused(
                "batch",
                f"a call holds {MOST_BYTES} bytes at most, this one {self._bytes}: observe() the whole and say what to look for there",
            )
        if self.next - self.first > MOST_EVENTS or self._bytes > MOST_BYTES:
            raise Refused(
                "batch",
                f"a batch holds {MOST_EVENTS} events and {MOST_BYTES} bytes at most, "
                f"this one {self.next - self.first} and {self._bytes}: commit it in parts",
            )
        self._store.append(rows, recorded)
        return tuple(recorded)

    def _pointing(self, command: Command, given: Given, body: bytes | None, *, keep: bool = False) -> Command:
        """Let an observation point to the blob of its large output *body*, if it has one, and *keep* that blob."""
        if body is None:
            return command
        if keep:
            name = self._store.keep_blob(given.user, body, self._log.entropy(16))
        else:
            name = self._store.name_blob(given.user, body)
        return structs.replace(command, output=None, ref=f"blob:{name}", size=len(body))


def _large(command: Command) -> bytes | None:
    """Give the output of an observation, in its canonical JSON, where it is too large to stand in an event."""
    if not isinstance(command, c.Observe) or command.output is None:
        return None
    body = canonical(check(command.output, "output"))
    return body if len(body) > INLINE else None


def not_copied(store: Store) -> None:
    """Refuse to append to a log that goes on elsewhere: two ends of one epoch would belie each other."""
    if store.copied:
        raise Refused(
            "copied",
            "this log is only read here, for it goes on elsewhere: it was imported or copied from there, or moved to "
            "there; 'belieflog recover' takes it to a new place as the same log in a new epoch, 'belieflog fork' as a "
            "log of its own",
        )
