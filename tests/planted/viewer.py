"""Bugs planted in the web viewer."""

from planting import Mutant

INDEX = "test_laws_of_the_index.py"
LANES, GUARD, VIEWER = "test_lanes.py", "test_web_guard.py", "test_web_pages.py"

MUTANTS = [
    # The viewer
    Mutant(
        "a page of entries begins with the last of the one before", INDEX, "every_answer",
        "eventlog/sqlite_answers.py", "where scope = ? and number > ?", "where scope = ? and number >= ?",
    ),
    Mutant(
        "what is new begins with what is known", INDEX, "every_answer",
        "eventlog/sqlite_answers.py", "and position > ? order by position", "and position >= ? order by position",
    ),
    Mutant(
        "the last event of a batch is missed", LANES, "settles_at",
        "eventlog/points.py", "    while step > 1:", "    while step > 2:",
    ),
    Mutant(
        "what is said again is another bar", LANES, "are_the_spans",
        "projections/lanes.py", "before.version == bar.version", "before.start == bar.end",
    ),
    Mutant(
        "a bar goes on after it was retracted", LANES, "leave_a_gap",
        "projections/lanes.py", "if (shown := events.get(change.shows)) is None:",
        "if (shown := events.get(change.shows, events.get(changes[first - 1].shows))) is None:",
    ),
    Mutant(
        "a correction changes nothing", LANES, "difference_to_the_point",
        "belieflog/stepping.py", 'in ("corrected", "scratchpad-cleared")', 'in ("scratchpad-cleared",)',
    ),
    Mutant(
        "any name of the machine will do", GUARD, "another_host",
        "cli/web/guard.py", "if host not in self._hosts:", "if not host:",
    ),
    Mutant(
        "a form may come from anywhere", GUARD, "must_come_from",
        "cli/web/guard.py", "            if not ours:", "            if origin is not None and not ours:",
    ),
    Mutant(
        "a form needs no token", GUARD, "without_its_own_token",
        "cli/web/app.py", 'if form.get("csrf") != site.keys.form:', 'if "csrf" not in form:',
    ),
    Mutant(
        "marks that reorder text are sent on", VIEWER, "shown_as_marks",
        "cli/web/templating.py", "finalize=_shown,", "",
    ),
    Mutant(
        "a drawing takes text for markup", "test_web_drawing.py", "is_text_in_a_drawing",
        "cli/web/drawing/svg.py", "escape(safe(str(value)))", "safe(str(value))",
    ),
    Mutant(
        "the way back stays in a batch", VIEWER, "on_the_way_back",
        "cli/web/standing.py", "if index < before < len(points)", "if index < before < 0",
    ),
]  # fmt: skip
