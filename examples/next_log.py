"""Begin a new log where an old one ends, and verify both as one.

    python examples/next_log.py OLD NEW             # OLD becomes an archive, NEW goes on
    python examples/next_log.py --verify NEW [ANCHORS]  # and every archive before it

The old file is left as it is. The new one begins with its anchor (which log, position and hash), then holds the rules
and the long-term memories that stand, each under its own source and resting on that anchor. So whoever trusts the new
log's head can check every archive before it. Sessions stay in the archive.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import belieflog
from belieflog import Anchor, Log, Verdict

SESSION = "origin"
TOLD = ("log", "epoch", "position", "hash", "recorded_at")
BATCH = 200
# What was let in once is let in again, whatever the rules say of new writes.
OPEN: dict[str, Any] = {
    "namespaces": {},
    "fixed_namespaces": False,
    "spaces": {},
    "guarded_kinds": [],
    "updates_per_turn": None,
}


def go_on(old: Path, new: Path) -> Anchor:
    """Make the log at *new* go on from the one at *old*, to which nobody writes any more; give its anchor."""
    if new.exists():
        raise belieflog.Refused("exists", f"'{new}' is there already: choose a path where nothing is")
    with belieflog.open(old, readonly=True) as before, belieflog.open(new) as after:
        anchor = before.anchor()
        after.set_policy({**before.policy, **OPEN}, reason=f"while the memories of {old.name} are carried over")
        for user in before.users():
            _carry(before, after, user, {"archive": old.name, **{name: getattr(anchor, name) for name in TOLD}})
        after.set_policy(before.policy, reason=f"the rules of {old.name}")
    return anchor


def _carry(before: Log, after: Log, user: str, origin: dict[str, Any]) -> None:
    mem = after.memory(user, SESSION)
    rests_on = mem.observe("belieflog", origin, call="origin")
    entries = (entry for entry in _memories(before, user) if entry.supported)
    while some := list(islice(entries, BATCH)):
        with mem.batch() as batch:
            for entry in some:
                batch.remember(
                    entry.address,
                    entry.value,
                    source=entry.source,
                    confidence=entry.confidence,
                    importance=entry.importance,
                    participants=entry.participants,
                    outcome=entry.outcome,
                    expires_at=entry.expires_at,
                    occurred_at=entry.occurred_at or entry.recorded_at,
                    reason=entry.reason or f"carried over from {origin['archive']}",
                    derived_from=[rests_on],
                )


def _memories(log: Log, user: str) -> Iterator[Any]:
    """Read a user's long-term memory: what a namespace closes to most, as an actor whom it lets in."""
    actors: dict[str | None, None] = {None: None}
    for namespace, rule in log.policy["namespaces"].items():
        if rule["access"] == "closed" and not rule["readers"]:
            raise belieflog.Refused(
                "policy", f"nobody may read namespace '{namespace}': name a reader in the policy first"
            )
        actors |= {reader.removeprefix("actor:"): None for reader in rule["readers"]}
    found = {entry.address: entry for actor in actors for entry in log.memory(user, actor=actor).below()}
    yield from found.values()


def verified(log: Path, anchors: object = None) -> Iterator[tuple[Path, Verdict, bool]]:
    """Verify a log against *anchors*, then the archive that it goes on from against what it says of it, and so on.

    Gives each file, what was found, and whether it ends where it should: an archive that was written to goes on.
    """
    ends: int | None = None
    while True:
        verdict = belieflog.verify(log, anchor=anchors)
        yield log, verdict, ends is None or verdict.positions == ends
        if not verdict.ok:
            return
        origin = _origin(log)
        if origin is None:
            return
        anchors = Anchor(**{name: origin[name] for name in TOLD})
        log, ends = log.with_name(origin["archive"]), anchors.position


def _origin(log: Path) -> dict[str, Any] | None:
    """Read what a log was told of its origin, right after its opening and its first rules."""
    with belieflog.open(log, readonly=True) as opened:
        for event in islice(opened.events(), 3):
            if event.tag == "observed" and event.public.session == SESSION:
                if event.private is None:
                    raise belieflog.NotFound(
                        f"'{log}' doesn't say any more where it goes on from: event {event.position} was erased"
                    )
                told: dict[str, Any] = event.private.content["output"]
                return told
    return None


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments[0] != "--verify":
        anchor = go_on(Path(arguments[0]), Path(arguments[1]))
        print(
            f"{arguments[1]} goes on from {arguments[0]}, which ends at {anchor.position}: write nothing to it any more"
        )
        return 0
    sound = True
    for log, verdict, ended in verified(Path(arguments[1]), *arguments[2:]):
        sound = sound and verdict.ok and ended
        print(f"{log}: {verdict.positions} events, {'as written' if verdict.ok else verdict.problems[0].damage}")
        if not ended:
            print(f"{log}: it was written to after it was left")
    return 0 if sound else 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
