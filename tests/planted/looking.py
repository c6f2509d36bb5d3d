"""Bugs planted in the full screen, the graphs and the plots."""

from planting import Mutant

SCREEN, DRAWING = "test_full_screen.py", "test_drawing.py"

MUTANTS = [
    # What is looked at
    Mutant(
        "what others of a batch did is marked too", SCREEN, "other_marks_of_a_batch",
        "cli/full_screen/pad.py", "if wide or entry.position == event.position:", "if True:",
    ),
    Mutant(
        "a clear takes nothing away", SCREEN, "a_clear_marks",
        "cli/full_screen/pad.py", "address not in now and (wide or", "address not in now and (False or",
    ),
    Mutant(
        "a search ends at the end", SCREEN, "comes_round",
        "cli/full_screen/trail.py", "count + (not here))", "count - self.at)",
    ),
    Mutant(
        "a jump lands before the position", SCREEN, "those_of_a_plain_list",
        "cli/full_screen/trail.py", ".position <= position:", ".position < position:",
    ),
    Mutant(
        "the last row is drawn below the window", SCREEN, "the_window",
        "cli/full_screen/trail.py", "at - height + 1)", "at - height)",
    ),
    Mutant(
        "stored text drives the screen", SCREEN, "harmless_wherever",
        "cli/full_screen/lines.py", "wrap(safe(text.expandtabs(4)), room)", "wrap(text.expandtabs(4), room)",
    ),
    Mutant(
        "a wide character counts as one", SCREEN, "as_wide_as",
        "cli/full_screen/lines.py", "columns - width(cut)", "columns - len(cut)",
    ),
    Mutant(
        "keys typed into a question move", SCREEN, "moves_nothing",
        "cli/full_screen/app.py", 'Binding("home", "ends(0)", show=False),\n        Binding("end", "ends(1)", show=False),\n'
        '        Binding("left_square',
        'Binding("home", "ends(0)", show=False, priority=True),\n        Binding("left_square',
    ),
    Mutant(
        "what is gone isn't shown", SCREEN, "kept[the_end]",
        "cli/full_screen/pad.py", 'laid += _entry(call, entry, "-", columns)', "pass",
    ),
    Mutant(
        "a step back is two", SCREEN, "kept[a_step_back]",
        "cli/full_screen/app.py", '"up,left,b", "step(-1)"', '"up,left,b", "step(-2)"',
    ),
    Mutant(
        "of what an event says a line is missing", SCREEN, "kept[stored_text_is_shown_as_it_is]",
        "cli/full_screen/view.py", "_MOST_LINES = 4", "_MOST_LINES = 3",
    ),
    Mutant(
        "a batch is looked at from inside", SCREEN, "kept[a_batch_is_seen_as_a_whole]",
        "cli/full_screen/view.py", "position = self._mem.position(event.position, whole=True)\n        if position !=",
        "position = event.position\n        if position !=",
    ),
    Mutant(
        "a jump to a mark lands before it", SCREEN, "kept[a_jump_to_a_mark]",
        "cli/full_screen/view.py", "self._mem.position(told.strip())", "self._mem.position(told.strip()) - 1",
    ),
    Mutant(
        "a jump that fails says nothing", SCREEN, "kept[a_jump_to_nowhere]",
        "cli/full_screen/view.py", "self.note = line(str(error))", "pass",
    ),
    Mutant(
        "only whole texts are found", SCREEN, "kept[a_match]",
        "cli/full_screen/trail.py", "self.sought in part.casefold()", "self.sought == part.casefold()",
    ),
    Mutant(
        "a search that went round doesn't say so", SCREEN, "kept[the_match_before_the_first_is_the_last]",
        "cli/full_screen/view.py", "* by < 0", "* by > 0",
    ),
    Mutant(
        "a source is filtered by its whole name", SCREEN, "kept[a_filter]",
        "cli/full_screen/trail.py", "source.startswith(self.source)", "source == self.source",
    ),
    Mutant(
        "a filter that nothing passes says nothing", SCREEN, "kept[a_filter_that_nothing_passes]",
        "cli/full_screen/view.py", "if not self.trail.rows:", "if self.trail.rows:",
    ),
    Mutant(
        "a question stands below the keys", SCREEN, "kept[what_is_asked_for]",
        "cli/full_screen/app.py", '("#foot").display, self.query_one("#question").display = False, True',
        '("#question").display, self.query_one("#foot").display = True, True',
    ),
    Mutant(
        "a history tells void from current by contraries", SCREEN, "kept[the_history_of_an_entry]",
        "cli/full_screen/pages.py", "if not row.effective:", "if row.effective:",
    ),
    Mutant(
        "an event about no entry has a history", SCREEN, "kept[no_history]",
        "cli/full_screen/view.py", "if not address:", "if address:",
    ),
    Mutant(
        "the prompt is today's", SCREEN, "kept[the_prompt_then]",
        "cli/full_screen/view.py", "self._mem.prompt(at=position,", "self._mem.prompt(at=None,",
    ),
    Mutant(
        "a page begins with its second line", SCREEN, "kept[help]",
        "cli/full_screen/app.py", "*page[self._at : self", "*page[self._at + 1 : self",
    ),
    Mutant(
        "the foot isn't in Chinese", SCREEN, "as_two[the_end]",
        "cli/wording.py", '"n/b 前后 ', '"n/b step ',
    ),
    Mutant(
        "the head isn't in Chinese", SCREEN, "as_two[a_filter]",
        "cli/wording.py", "筛选 {filter}", "filter {filter}",
    ),
    Mutant(
        "the help isn't in Chinese", SCREEN, "as_two[help]",
        "cli/wording.py", '"按键"', '"keys"',
    ),
    Mutant(
        "a history isn't in Chinese", SCREEN, "as_two[the_history_of_an_entry]",
        "cli/wording.py", "被 {corrections} 作废", "void by {corrections}",
    ),
    Mutant(
        "true colour is asked of any terminal", SCREEN, "at_a_real_terminal",
        "cli/full_screen/app.py", '"chosen": Style(reverse=True)', '"chosen": Style(color="#123456")',
    ),
    Mutant(
        "SVG names a sign twice", DRAWING, "more_than_text",
        "cli/drawing/svg.py", '("&", "amp"), ("<", "lt")', '("<", "lt"), ("&", "amp")',
    ),
    Mutant(
        "a backslash means something to Graphviz", DRAWING, "more_than_text",
        "cli/drawing/dot.py", '.replace("\\\\", "\\\\\\\\")', "",
    ),
    Mutant(
        "only quotes mean something to Mermaid", DRAWING, "more_than_text",
        "cli/drawing/mermaid.py", r"[^\w ]|_", r"[#;\x22]",
    ),
    Mutant(
        "boxes are packed without what hangs on them", DRAWING, "never_on_each_other",
        "cli/drawing/svg.py", "max(sizes[box.position][0], needed)", "sizes[box.position][0]",
    ),
    Mutant(
        "an arrow runs through boxes", DRAWING, "never_on_each_other",
        "cli/drawing/svg.py", "lane += _ASIDE", "lane = start.x",
    ),
    Mutant(
        "a higher block is for less", DRAWING, "a_higher_block",
        "cli/drawing/sparkline.py", "round(share * (", "round((1 - share) * (",
    ),
    Mutant(
        "stored text is HTML", DRAWING, "shows_stored_text_as_text",
        "projections/as_html.py", "map(_escaped, lines(shown))", "lines(shown)",
    ),
    Mutant(
        "what hides is left in a notebook", DRAWING, "shows_stored_text_as_text",
        "projections/as_html.py", "lines(shown)))", "shown.splitlines()))",
    ),
    Mutant(
        "a void box looks like any other", DRAWING, "by_letter_and_dash",
        "cli/drawing/graph.py", "if not node.effective:", "if False:",
    ),
]  # fmt: skip
