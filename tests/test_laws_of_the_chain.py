"""An honest log verifies, and one that was meddled with doesn't."""

import strategies as s
from driving import Lockstep
from hypothesis import given, settings
from msgspec.structs import replace

from eventlog.chain import commitment

PARTS = ("public", "private", "salt", "hash", "id", "commitment")


@given(s.histories)
def test_law_10_an_honest_log_verifies(operations):
    with Lockstep() as both:
        both.run_all(operations)

        for log in both.logs:
            verdict = log.verify()
            assert (verdict.ok, verdict.positions, verdict.head) == (True, log.position, log.head)


@settings(max_examples=20)
@given(s.histories)
def test_law_10_whatever_is_edited_dropped_swapped_copied_or_renumbered_is_named(operations):
    with Lockstep() as both:
        log = both.run_all(operations).memory
        honest = [log.row(position) for position in range(1, log.position + 1)]
        for how, found in meddled(honest):
            log._store._rows[:] = found

            verdict = log.verify()

            first = next(n for n, row in enumerate(found) if [row] != honest[n : n + 1])
            assert (verdict.ok, verdict.first_bad) == (False, first + 1), (how, first)


def meddled(rows):
    """Each way of meddling, at each place. Rows gone from the end are told by the head that is kept elsewhere."""
    for n, row in enumerate(rows):
        before, after = rows[:n], rows[n + 1 :]
        if after:
            yield "dropped", [*before, *after]
            yield "swapped", [*before, after[0], row, *after[1:]]
        yield "copied", [*before, row, row, *after]
        yield "copied to the end", [*rows, row]
        for other in (n, n + 2, n + 40):
            yield f"renumbered {other}", [*before, replace(row, position=other), *after]
        for part in PARTS:
            if kept := getattr(row, part):
                for at in (0, len(kept) // 2, len(kept) - 1):
                    flipped = kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :]
                    yield f"byte {at} of its {part}", [*before, replace(row, **{part: flipped}), *after]
        if row.private is not None:
            hole = replace(row, salt=None, private=None, commitment=commitment(row.salt, row.private))
            yield "hollowed", [*before, hole, *after]
