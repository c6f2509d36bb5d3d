"""Bugs in the viewer's pages that look into one entry, search, compare and correct."""

from planting import Mutant

PAGES = "test_web_audit.py"

MUTANTS = [
    Mutant(
        "what is applied is worked out anew", PAGES, "applied_or_nothing",
        "cli/web/pages/corrections.py", 'seen.apply(ask.form["reason"].strip())',
        'choosing.preview(ask, choosing.choice(ask)).apply(ask.form["reason"].strip())',
    ),
    Mutant(
        "an entry is shown as it is now", PAGES, "as_it_was_known_at_a_point",
        "cli/web/pages/entry.py", "None if here.at == ask.log.position else here.at", "None",
    ),
    Mutant(
        "a search at a point finds what came later", PAGES, "known_at_the_point",
        "cli/web/pages/search.py", "ask.mem.recall(query, at=at, ", "ask.mem.recall(query, ",
    ),
    Mutant(
        "why not is answered of today", "test_audit.py", "why_not_of_a_point",
        "projections/recall.py", "shown_at(store, scope, entry, at)", "shown_at(store, scope, entry, None)",
    ),
    Mutant(
        "before an event is after it", PAGES, "by_event_mark",
        "cli/web/pages/compare.py", "event.batch - 1 if how", "event.position if how",
    ),
    Mutant(
        "a word of a difference is markup", PAGES, "harmless_on_each_page",
        "cli/web/drawing/words.py", "escape(safe(text[done:start]))", "Markup(safe(text[done:start]))",
    ),
    Mutant(
        "a large tree is cut without a word", "test_audit.py", "says_how_many",
        "projections/provenance.py", "more = len(resting) - len(children)", "more = 0",
    ),
    Mutant(
        "what is decided is forgotten to hold", "test_support.py", "asked_one_by_one",
        "eventlog/support.py", "holds = self._holds", "holds = set[Claim]()",
    ),
]  # fmt: skip
