"""An honest log verifies, and one that was meddled with doesn't."""

import strategies as s
from driving import Lockstep
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from eventlog.chain import commitment

PARTS = ("public", "private", "salt", "hash", "id", "commitment")
places = st.integers(0, 20)
meddling = st.one_of(
    st.tuples(st.sampled_from(["drop", "swap", "copy", "renumber", "hollow"]), places, places),
    st.tuples(st.sampled_from(PARTS), places, st.integers(0, 10**4)),
)


@given(s.histories)
def test_law_10_an_honest_log_verifies(operations):
    with Lockstep() as both:
        both.run_all(operations)

        for log in both.logs:
            verdict = log.verify()
            assert (verdict.ok, verdict.positions, verdict.head) == (True, log.position, log.head)


@given(s.histories, meddling)
def test_law_10_what_was_edited_dropped_swapped_copied_or_renumbered_is_named(operations, meddled):
    with Lockstep() as both:
        log = both.run_all(operations).memory
        honest = [log.row(position) for position in range(1, log.position + 1)]
        found = changed(honest, *meddled)
        assume(found != honest[: len(found)])  # what only lost its tail verifies: the head, kept elsewhere, tells
        log._store._rows[:] = found

        verdict = log.verify()

    first = next(n for n, row in enumerate(found) if [row] != honest[n : n + 1])
    assert (verdict.ok, verdict.first_bad) == (False, first + 1)


def changed(rows, how, place, more):
    """What *rows* come to when someone meddles with the one at *place*."""
    found, n, m = list(rows), place % len(rows), more % len(rows)
    if how == "drop":
        del found[n]
    elif how == "swap":
        found[n], found[m] = found[m], found[n]
    elif how == "copy":
        found.insert(m, found[n])
    elif how == "renumber":
        found[n] = replace(found[n], position=more)
    elif how == "hollow" and (salt := found[n].salt) and (private := found[n].private):
        found[n] = replace(found[n], salt=None, private=None, commitment=commitment(salt, private))
    elif part := getattr(found[n], how, None):
        at = more % len(part)
        found[n] = replace(found[n], **{how: part[:at] + bytes([part[at] ^ 1]) + part[at + 1 :]})
    return found
