"""Bugs planted in what is kept of a session, its guards, and going on."""

from planting import Mutant

CONDENSE = "test_condense.py"
KEPT = "test_short_and_long.py"
ENDPOINT = "test_endpoint.py"
CONTINUING = "test_continuing.py"

MUTANTS = [
    # What is kept of a session
    Mutant(
        "consolidation brings back what was retracted", "test_promote.py", "stays_out_until",
        "eventlog/rules.py", "    if oldest < last.position:\n", "    if False:\n",
    ),
    Mutant(
        "a call newer than the retraction counts as evidence", CONDENSE, "taken_back",
        "eventlog/rules.py",
        "oldest = min((r.position for r in evidence)", "oldest = max((r.position + 99 for r in evidence)",
    ),
    Mutant(
        "what was reverted is drawn again", CONDENSE, "taken_back",
        "belieflog/condensing/drafting.py", "_same(event, want) and event.public.derived_from == want.premises", "False",
    ),
    Mutant(
        "what was drawn before is proposed again", CONDENSE, "law_11_condensing",
        "belieflog/condensing/drafting.py", "if not again and (_counts(taken) or", "if not again and (",
    ),
    Mutant(
        "two who condense at once keep it twice", CONDENSE, "two_who",
        "belieflog/condensing/drafting.py",
        'id = uuid8("drawn", writer.user, want.address, *want.premises, before)', "id = None",
    ),
    Mutant(
        "a rehearsal writes", CONDENSE, "what_is_proposed",
        "eventlog/log.py", "                raise _Rehearsed\n", "                pass\n",
    ),
    Mutant(
        "whoever speaks as the user is believed", CONDENSE, "no_word_of_the_user",
        "belieflog/condensing/gathering.py", 'or said.public.source != "user" or', "or",
    ),
    Mutant(
        "the assistant's words are the user's", CONDENSE, "no_word_of_the_user",
        "belieflog/condensing/gathering.py", 'if content.get("role") == "user" and', "if",
    ),
    Mutant(
        "what is kept rests on nothing", KEPT, "taken_back",
        "belieflog/condensing/drafting.py",
        "reason=writer.reason, derived_from=want.premises", "reason=writer.reason, derived_from=()",
    ),
    Mutant(
        "a model need quote nobody", ENDPOINT, "makes_up",
        "belieflog/extracting/endpoint.py",
        "elif len(quote) < 2 or not any(quote in said[p] for p in named):", "elif False:",
    ),
    # The guards, and going on
    Mutant(
        "what was taken back is taken over", CONTINUING, "law or taken_back",
        "belieflog/continuing.py", "if _stands(store.index, r)]", "]",
    ),
    Mutant(
        "a copy rests on nothing", CONTINUING, "reaches_the_copies",
        "belieflog/continuing.py", "derived_from=(best.id,)", "derived_from=()",
    ),
    Mutant(
        "the user's word becomes the agent's", CONTINUING, "users_word",
        "belieflog/continuing.py", '(RANK[r.public.source or "agent"], r.position)', "r.position",
    ),
    Mutant(
        "a copy never expires", CONTINUING, "come_along or law",
        "belieflog/continuing.py", "expires_at=entry.expires_at", "expires_at=None",
    ),
    Mutant(
        "finished steps are open again", CONTINUING, "finished_steps",
        "belieflog/continuing.py", 'step["status"] not in ("done", "dropped")', 'step["status"] != "dropped"',
    ),
    Mutant(
        "a failed probe lets the summary in", "test_probe.py", "failed_probe",
        "belieflog/probing.py", "if not judged.passed and not given.force:", "if False:",
    ),
    Mutant(
        "a wrong number passes", "test_coverage.py", "another_number",
        "projections/coverage.py", "if not quantities.said(q, found)]", "if False]",
    ),
    Mutant(
        "a void observation contradicts", "test_check.py", "taken_back_contradicts",
        "belieflog/guarding.py", "return [r for r in members if r.position not in void]", "return members",
    ),
    Mutant(
        "what a person may not be told is told", "test_about.py", "only_the_kinds",
        "belieflog/about.py", "(policy.visible is None or entry.kind in policy.visible)", "True",
    ),
]  # fmt: skip
