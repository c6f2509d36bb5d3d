"""Bugs planted in copying, moving and following."""

from planting import Mutant

COPYING, FOLLOWING = "test_copying.py", "test_following.py"
CODE = "eventlog/copying.py"

MUTANTS = [
    Mutant(
        "a copy leaves the large outputs behind", COPYING, "is_the_same_log and not server",
        CODE, "target.keep_blob(user, blob.body, blob.salt)", "pass",
    ),
    Mutant(
        "a copy keeps what was erased since", COPYING, "erased_at_the_source and not server",
        CODE, "target.erase([r.position for r in going])\n    return probes", "return probes",
    ),
    Mutant(
        "a copy keeps the outputs of what was erased since", COPYING, "erased_at_the_source and not server",
        CODE, "target.drop_blobs(user, orphans, salt=target.blob_salt(user) != source.blob_salt(user))", "pass",
    ),
    Mutant(
        "an old salt stays in the copy", COPYING, "salt_that and not server",
        CODE, "_resalt(target, page)\n", "pass\n",
    ),
    Mutant(
        "a page of a copy is cut inside a batch", COPYING, "inside_a_batch and not server",
        CODE, "if batch and recorded.public.batch is None:", "if batch:",
    ),
    Mutant(
        "a copy goes on over another log", COPYING, "they_part and not server",
        CODE, "if here.position and _hash(source, here.position) != here.hash:", "if False:",
    ),
    Mutant(
        "a copy can be written", COPYING, "is_the_same_log and not server",
        CODE, "target.mark_copied(True)\n        elif", "pass\n        elif",
    ),
    Mutant(
        "the place that a log was moved from stays open", COPYING, "moved_log_goes_on and not server",
        CODE, "        source.mark_copied(True)\n", "",
    ),
    Mutant(
        "what is written while a log moves is left behind", COPYING, "while_a_log_moves and not server",
        CODE, "        carry(source, target, source.head().position, progress, tally)\n", "",
    ),
    Mutant(
        "a damaged event is copied", COPYING, "damaged",
        "eventlog/proving.py", "raise wrong(position, problem.damage)", "pass",
    ),
    Mutant(
        "a log is copied onto itself", COPYING, "onto_itself and not server",
        "belieflog/copying.py", "if places.same(source, there):", "if False:",
    ),
    Mutant(
        "a reader goes on after the head instead of what it read", FOLLOWING, "eight_writers and server",
        "eventlog/following.py", "after = row.position", "after = max(row.position, store.head().position)",
    ),
    Mutant(
        "a reader that waits is deaf to who stops it", FOLLOWING, "while_it_waits and file",
        "eventlog/following.py", "_STOP = 0.2", "_STOP = 9.0",
    ),
]  # fmt: skip
