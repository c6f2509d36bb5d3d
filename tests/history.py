"""One random history on several engines and Pythons: the same head, the same states, the same refusals.

python tests/history.py --seed 7 --operations 5000 memory /tmp/a.db 'postgresql://…?log=a' 'nats://…?log=a'
python tests/history.py --keep told.json memory                  on one Python, and
python3.13 tests/history.py --like told.json memory /tmp/b.db    on another, or on another machine

A target is a path, ``:memory:`` or a URL, of a log that holds nothing yet, or an engine of `engines.STORES`, as
``memory`` or ``postgres``, whose server is then started here. Exits with 1 where any two differ, and says where first.
"""

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from platform import python_version
from random import Random
from typing import Any, NamedTuple

import msgspec
from engines import STORES
from happenings import Deed, Happenings, Pause, do
from msgspec import Struct
from ticking import SECOND, START

import belieflog
from eventlog.events import TAGS
from eventlog.ids import Entropy
from eventlog.log import EventLog
from eventlog.store import Store
from eventlog.values import canonical
from projections import as_json

LOOKS = 50  # positions at which the states are compared
REOPENED = 1_000  # operations after which the log is closed and opened again

AS_JSON: dict[str, Callable[[Any], Any]] = {
    "scratchpad": as_json.scratchpad,
    "history": lambda found: [as_json.revision(each) for each in found],
    "timeline": lambda found: [as_json.span(each) for each in found],
    "get": lambda found: found and as_json.entry(found),
    "why": as_json.node,
    "dialogue": lambda found: [as_json.turn(each) for each in found],
    "recall": lambda found: [[hit.address, hit.position] for hit in found],
}


class Step(Struct, frozen=True):
    """One operation: what was done, what became of it (by which rule it was refused, if it was), and the head then."""

    deed: str
    became: str
    rule: str | None
    head: str


class Account(Struct, frozen=True):
    """What one target made of the history."""

    target: str
    python: str
    seed: int
    position: int
    steps: list[Step]
    states: list[tuple[int, str]]
    tags: dict[str, int]
    seconds: float

    @property
    def head(self) -> str:
        """The hash of the newest event."""
        return self.steps[-1].head

    @property
    def refusals(self) -> list[tuple[int, str]]:
        """Which operations were refused, with rule and text."""
        return [(n, step.became) for n, step in enumerate(self.steps, 1) if step.rule is not None]

    @property
    def rules(self) -> dict[str, int]:
        """How many operations each rule refused."""
        return dict(sorted(Counter(step.rule for step in self.steps if step.rule is not None).items()))

    @property
    def lacking(self) -> list[str]:
        """What the history was to hold and doesn't."""
        missing = [f"an event {tag}" for tag in TAGS if tag not in self.tags]
        few = len(self.refusals) * 10 < len(self.steps)
        return [*missing, *(["refusals, a tenth of the operations"] if few else [])]


class Clock:
    """A clock that moves only when told."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> int:
        return self.now


class Target(NamedTuple):
    """Where the history is written: what opens the log, and whether it outlasts being closed."""

    name: str
    opened: Callable[[Clock, Entropy], belieflog.Log]
    lasting: bool = False


def over(name: str, store: Store) -> Target:
    """A target that is *store*, which is still empty."""
    return Target(name, lambda clock, entropy: belieflog.Log(EventLog(store, clock=clock, entropy=entropy)))


def target(told: str) -> Target:
    """Read a target as the command takes it."""
    if told in STORES:
        return over(told, STORES[told]())
    opened = lambda clock, entropy: belieflog.open(told, clock=clock, entropy=entropy)
    return Target(told, opened, lasting=told != ":memory:")


# Living through it


def account(where: Target, seed: int, operations: int) -> Account:
    """Live through the history in a log that is still empty, and tell what became of it."""
    began = time.perf_counter()
    clock, entropy = Clock(), Random(seed).randbytes
    log = where.opened(clock, entropy)
    try:
        if log.position != 1:
            raise SystemExit(f"{where.name} holds {log.position} events: name a log that isn't there yet")
        life = Happenings(seed)
        steps: list[Step] = []
        life.heard(log.events(), clock.now)
        while len(steps) < operations:
            deed = life.draw()
            if isinstance(deed, Pause):
                clock.now += deed.seconds * SECOND
                continue
            if where.lasting and len(steps) % REOPENED == REOPENED - 1:
                log.close()
                log = where.opened(clock, entropy)
            rule, became = _became(log, deed)
            life.heard(log.events(after=len(life.events)), clock.now)
            steps.append(Step(repr(deed), became, rule, log.head))
            clock.now += SECOND
        tags = dict(sorted(Counter(event.tag for event in life.events).items()))
        position, states = log.position, _states(log)
        seconds = time.perf_counter() - began
        return Account(where.name, python_version(), seed, position, steps, states, tags, seconds)
    finally:
        log.close()


def _became(log: belieflog.Log, deed: Deed) -> tuple[str | None, str]:
    """Do *deed* and tell which rule refused it, if one did, and what became of it."""
    try:
        return None, _clipped(told(deed.verb, do(log, deed)))
    except belieflog.BelieflogError as error:  # what isn't refused but failed is a difference too
        rule = getattr(error, "rule", error.code)
        return rule, f"{type(error).__name__} {rule}: {error}"


def told(verb: str, done: Any) -> str:
    """Say what a deed did, the same on every engine."""
    match done:
        case str():
            return done
        case belieflog.Erasure():
            return f"{done.outcome} {_positions(done)} erased {done.erased} with {done.blobs} blobs"
        case belieflog.Receipt():
            return f"{done.outcome} {_positions(done)} {'; '.join(done.warnings)}"
        case tuple():
            return " + ".join(told(verb, receipt) for receipt in done)
        case belieflog.Correction():
            moved = [(m.address, m.before and m.before.position, m.after and m.after.position) for m in done.entries]
            also = [[each.event.position for each in found] for found in (done.dependents, done.kept)]
            named = f"voids {done.voids} restores {done.restores}, {done.count} in all, moved {moved}, also {also}"
            return f"{_positions(done)} {named} {'; '.join(done.warnings)}"
        case _:
            return canonical(AS_JSON[verb](done)).decode()


def _positions(done: Any) -> list[int]:
    return [event.position for event in done.events]


def _clipped(text: str) -> str:
    """Keep of a long text its beginning and its hash."""
    return text if len(text) <= 300 else f"{text[:200]}… {len(text)} characters, {_digest(text)}"


def _digest(*told: object) -> str:
    return sha256("\n".join(map(str, told)).encode("utf-8", "surrogatepass")).hexdigest()


def _states(log: belieflog.Log) -> list[tuple[int, str]]:
    """Hash what all memories showed at `LOOKS` positions, as known then, from beginning to end."""
    head = log.position
    wanted = sorted({-(-head * n // LOOKS) for n in range(1, LOOKS + 1)})
    seen: dict[int, list[str]] = {position: [] for position in wanted}
    for user in log.users():
        for session in (None, *log.session_names(user)):
            ahead, shown = iter(wanted), ""
            at = next(ahead)
            for frame in log.memory(user, session).replay():
                while at < frame.event.position:
                    seen[at].append(f"{user}\0{session}\0{shown}")
                    at = next(ahead)
                shown = frame.state_hash
            for left in (at, *ahead):
                seen[left].append(f"{user}\0{session}\0{shown}")
    return [(position, _digest(*hashes)) for position, hashes in seen.items()]


# Comparing


def difference(one: Account, other: Account) -> str | None:
    """Say where two accounts differ first, or None."""
    pair = f"{_name(one)} and {_name(other)} differ"
    for n, (a, b) in enumerate(zip(one.steps, other.steps, strict=False), 1):
        if a != b:
            lines = [f"{pair} first at operation {n}:"]
            for what in Step.__struct_fields__:
                theirs = (getattr(a, what), getattr(b, what))
                lines += [f"  {what}: {each}" for each in dict.fromkeys(theirs)]
            return "\n".join(lines)
    if len(one.steps) != len(other.steps):
        return f"{pair}: {len(one.steps)} and {len(other.steps)} operations"
    for a, b in zip(one.states, other.states, strict=False):
        if a != b:
            return f"{pair} in the state at position {a[0]}: {a[1]} and {b[1]}"
    return None if (one.states, one.tags) == (other.states, other.tags) else f"{pair} in what they hold"


def _name(told: Account) -> str:
    return f"{told.target} (Python {told.python})"


# The command


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the history to each target, tell of each, and compare."""
    parser = ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("targets", nargs="+", metavar="TARGET")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--operations", type=int, default=5_000)
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep the first target's account there")
    parser.add_argument("--like", type=Path, metavar="FILE", help="compare with an account kept before, of its seed")
    asked = parser.parse_args(arguments)
    accounts: list[Account] = []
    if asked.like:
        accounts.append(msgspec.json.decode(asked.like.read_bytes(), type=Account))
        asked.seed, asked.operations = accounts[0].seed, len(accounts[0].steps)
        _tell(accounts[0])
    for each in asked.targets:
        accounts.append(account(target(each), asked.seed, asked.operations))
        _tell(accounts[-1])
    first, *others = accounts
    if asked.keep:
        asked.keep.write_bytes(msgspec.json.encode(first))
    print("events:", ", ".join(f"{tag} {count}" for tag, count in first.tags.items()))
    print("refused by rule:", ", ".join(f"{rule} {count}" for rule, count in first.rules.items()))
    found = list(filter(None, (difference(first, other) for other in others)))
    found += [f"seed {first.seed} gives no {what}: use another" for what in first.lacking]
    print(*found or [f"the same, {len(accounts)} times {len(first.steps)} operations of seed {first.seed}"], sep="\n")
    return 1 if found else 0


def _tell(told: Account) -> None:
    refusals, states = told.refusals, _digest(*told.states)
    print(f"{_name(told)}: position {told.position}, {told.seconds:.1f} s")
    print(f"  head      {told.head}")
    print(f"  states    {states}, at {len(told.states)} positions")
    print(f"  refusals  {_digest(*refusals)}, {len(refusals)} of {len(told.steps)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
