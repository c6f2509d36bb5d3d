"""A report, and the states that it steps through."""

from planting import Mutant

REPORT, UNFOLDING = "test_report.py", "test_unfolding.py"

MUTANTS = [
    Mutant(
        "what expired goes on showing", UNFOLDING, "expires_is_gone",
        "belieflog/unfolding.py", "public.expires_at is not None and now >= public.expires_at", "False",
    ),
    Mutant(
        "what lost its support is not told again", UNFOLDING, "told_again",
        "belieflog/unfolding.py", "if taken or not self._shown[each].supported", "if not self._shown[each].supported",
    ),
    Mutant(
        "a point forgets what is gone", UNFOLDING, "from_point_to_point",
        "belieflog/unfolding.py", "if not shows and each in self._shown]", "if not shows and each not in self._shown]",
    ),
    Mutant(
        "the slider keeps what is gone", REPORT, "what_show_says",
        "cli/web/report/report.js", "for (const place of gone) state.delete(place);", "",
    ),
    Mutant(
        "JSON in a page can end its script", REPORT, "can_not_end",
        "cli/web/report/states.py", 'for each in "<>&', 'for each in ">&',
    ),
    Mutant(
        "a report tells what is closed", REPORT, "masked_and_closed",
        "cli/web/report/gathering.py", "if lane.address and mem.closed(lane.address):", "if lane.address is None:",
    ),
    Mutant(
        "a report may be larger than its limit", REPORT, "limit_is_kept",
        "cli/web/report/writing.py", "if len(written.page) <= limit:", "if written.page:",
    ),
    Mutant(
        "a file that is there is lost", REPORT, "stays_unless_forced",
        "cli/web/report/saving.py", "if where.exists() and not force:", "if where.exists() and force is None:",
    ),
]  # fmt: skip
