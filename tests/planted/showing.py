"""Bugs planted in what is shown, and to whom."""

from planting import Mutant

SHOWN = "test_laws_of_what_is_shown.py"
SUPPORT = "test_support.py"

MUTANTS = [
    Mutant(
        "expiry >= becomes >", SHOWN, "law_07_nothing",
        "projections/entries.py", "now >= public.expires_at", "now > public.expires_at",
    ),
    Mutant(
        "user filter dropped", SHOWN, "law_06_nothing",
        "projections/recall.py", "return [*own, Scope(user), *map(Scope, opened)]",
        'return [*own, Scope(user), Scope("u"), *map(Scope, opened)]',
    ),
    Mutant(
        "users told apart by session only", SHOWN, "law_06_what",
        "eventlog/sqlite_answers.py", 'sql = "select id from scope where user = ? and session = ?"',
        'sql = "select id from scope where (user = ? or 1) and session = ?"',
    ),
    Mutant(
        "clear reaches another session", SHOWN, "law_16",
        "eventlog/sqlite_index.py", 'shown = f"scope = ? and shows > 0', 'shown = f"scope <> ? and shows > 0',
    ),
    Mutant(
        "clear takes memories held in the session", SHOWN, "law_16",
        "eventlog/beliefs.py", "if shown.public.kind in WORKING]", "if True]",
    ),
    Mutant(
        "ending retires the scratchpad", SHOWN, "law_16",
        "eventlog/beliefs.py", 'elif public.tag == "scratchpad-cleared":',
        'elif public.tag in ("scratchpad-cleared", "session-ended"):',
    ),
    Mutant(
        "a second plan is kept", SHOWN, "law_08",
        "eventlog/decide.py", "    if entry is None:\n        return index.status",
        '    if entry is None or part.address == "plan":\n        return index.status',
    ),
    Mutant(
        "what lost its support is recalled", SUPPORT, "recalled_only",
        "projections/recall.py", "if e.supported or asked.unsupported]", "if True]",
    ),
    Mutant(
        "any premise is enough", SUPPORT, "can_be_derived",
        "eventlog/support.py", "any(map(holds.issuperset, grounds))",
        "any(not g or holds.intersection(g) for g in grounds)",
    ),
    Mutant(
        "a successor withdraws support", SUPPORT, "can_be_derived",
        "eventlog/support.py", 'if r.tag == "retracted" and r.public.successor is None', 'if r.tag == "retracted"',
    ),
]  # fmt: skip
