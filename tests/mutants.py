"""Named bugs, each planted alone in a copy of the project; prints what caught it, and N/N caught.

python tests/mutants.py          all of them
python tests/mutants.py clock    those with a word in their name
"""

import sys

from planting import Mutant, main

PAST, INDEX = "test_laws_of_the_past.py", "test_laws_of_the_index.py"
POLICY, SECRETS, NOTICING = "test_laws_of_the_policy.py", "test_secrets.py", "test_noticing.py"
SHOWN, WRITING = "test_laws_of_what_is_shown.py", "test_laws_of_writing.py"
CHAIN, SUPPORT, RULES = "test_laws_of_the_chain.py", "test_support.py", "test_rules.py"
SEARCH = "test_search.py"
PROMPT = "test_laws_of_the_prompt.py"
CONDENSE, KEPT, ENDPOINT = "test_condense.py", "test_short_and_long.py", "test_endpoint.py"
MEANING, LANGGRAPH = "test_meaning.py", "test_langgraph.py"
CORRECTIONS, AGREE = "test_corrections.py", "test_rules_agree.py"
CONTINUING = "test_continuing.py"
GRAPH = "test_graph.py"
AGENTS, AGENTS_LAWS = "test_import_agents.py", "test_import_agents_laws.py"
RUNS, MESSAGES = "test_import_runs.py", "test_import_messages.py"
EXAMPLES = "test_examples.py"
SCREEN, DRAWING = "test_full_screen.py", "test_drawing.py"
FILES, ITEMS = "test_anthropic_memory.py", "test_openai_session.py"
MCP = "test_mcp.py"
STORES, NOTES = "test_import_stores.py", "test_import_stores_notes.py"
SQLITE, MARKDOWN = "test_import_stores_sqlite.py", "test_import_stores_markdown.py"
CHECKPOINTS, LETTA = "test_import_stores_langgraph.py", "test_import_stores_letta.py"
EVENTS, PAGES = "test_import_events.py", "test_import_scratchpad.py"
MCP, HOSTS = "test_mcp.py", "test_mcp_clients.py"
LANES, GUARD, VIEWER = "test_lanes.py", "test_web_guard.py", "test_web_pages.py"

MUTANTS = [
    # What goes out and comes in
    Mutant(
        "an import believes the hashes it reads", EVENTS, "isnt_as_it_was_written",
        "belieflog/importing/events.py", "if (problem := fault(row, previous, position, at)) is not None:",
        "if (problem := fault(row, row.hash, position, at)) is not None and False:",
    ),
    Mutant(
        "an export forgets what erased texts were committed to", EVENTS, "law_12",
        "belieflog/exporting/events.py", "None if row.commitment is None else row.commitment.hex()", "None",
    ),
    Mutant(
        "a hole without an owner comes in", EVENTS, "without_an_erasure",
        "belieflog/importing/events.py", "if not verdict.ok:", "if False:",
    ),
    Mutant(
        "an imported log goes on in its old epoch", EVENTS, "until_it_opens_an_epoch",
        "eventlog/log.py", "    if store.copied:", "    if False:",
    ),
    Mutant(
        "an import that failed leaves the log marked", EVENTS, "isnt_as_it_was_written",
        "eventlog/memory_store.py", "salts, copied\n            raise", "salts, self.copied\n            raise",
    ),
    Mutant(
        "a text is taken for the page's own lines", PAGES, "come_back_from_markdown",
        "belieflog/exporting/spelling.py", "and not any(map(_OURS.match, lines))", "",
    ),
    Mutant(
        "a page overwrites what moved", PAGES, "moved",
        "belieflog/importing/scratchpad.py", "if version != found:", "if False:",
    ),
    Mutant(
        "a page brings back what was erased", PAGES, "is_not_brought_back",
        "belieflog/importing/scratchpad.py", "if was is not None and old is None:", "if False:",
    ),
    Mutant(
        "what was left alone is written over what moved", PAGES, "left_alone",
        "belieflog/importing/scratchpad.py", "if old is not None and old.says == item.says:", "if False:",
    ),
    # What a model is told
    Mutant(
        "a tag is opened by stored text", PROMPT, "the_xml",
        "projections/form_xml.py", '.replace("<", "&lt;")', "",
    ),
    Mutant(
        "a quote closes an attribute", PROMPT, "the_xml",
        "projections/form_xml.py", """.replace('"', "&quot;")""", "",
    ),
    Mutant(
        "what XML can't hold is left in", PROMPT, "the_xml",
        "projections/spelling.py", "\\ufffe\\uffff", "",
    ),
    Mutant(
        "a stored line begins like ours", PROMPT, "the_markdown",
        "projections/form_markdown.py", '"\\n  | ".join(lines(text))', '"\\n".join(lines(text))',
    ),
    Mutant(
        "a line ends at a newline only", PROMPT, "the_markdown",
        "projections/spelling.py", "_HIDDEN.sub(_spell, text).splitlines()", '_HIDDEN.sub(_spell, text).split("\\n")',
    ),
    Mutant(
        "line breaks stay in JSON", PROMPT, "the_json",
        "projections/form_json.py", "return escaped(canonical(told).decode())", "return canonical(told).decode()",
    ),
    Mutant(
        "parts are summed up and the whole isn't counted", PROMPT, "it_is_kept",
        "projections/fitting.py", "if whole(_with(least, chosen)) <= budget:", "if True:",
    ),
    Mutant(
        "the floor gives way", PROMPT, "it_is_kept",
        "projections/fitting.py", "return Fitted(least, needed)", "return Fitted(frozenset())",
    ),
    Mutant(
        "the floor's need isn't said", PROMPT, "it_is_kept",
        "projections/prompt.py", "if over is not None:", "if False:",
    ),
    Mutant(
        "one too few is said to be left out", PROMPT, "is_left_out",
        "projections/prompt.py", "left.get(item.section, 0) + 1", "left.get(item.section, -1) + 1",
    ),
    Mutant(
        "one side of a contradiction is cut", PROMPT, "the_contradictions",
        "projections/fitting.py", "root[two] = one", "root[two] = two",
    ),
    # What is erased
    Mutant(
        "a file of the log is opened where the log is open", "test_erasing.py", "keeps_the_locks",
        "eventlog/sqlite_scan.py", "    asked = json.dumps(",
        "    return [f for f in files if holds(f, parts)]\n    asked = json.dumps(",
    ),
    Mutant(
        "a text is erased from contents only", "test_erasing.py", "wherever_it_was_said",
        "eventlog/selectors.py", "if erasing and \"text\" in flags else []", "if False else []",
    ),
    # What is searched
    Mutant(
        "words are counted over all scopes", SEARCH, "law_06",
        "eventlog/sqlite_words.py", 'from corpus where " + _among', 'from corpus where scope > 0 or " + _among',
    ),
    Mutant(
        "a word is found in any scope", SEARCH, "law_02_the_words",
        "eventlog/sqlite_words.py", 'phrase = " ".join(f"{scope}{_MARK}{each}"', 'phrase = " ".join(f"{2}{_MARK}{each}"',
    ),
    Mutant(
        "a clear and a correction leave the words as they were", SEARCH, "law_02_the_words",
        "eventlog/sqlite_words.py", "for tag in (\"scratchpad-cleared\", \"corrected\")", 'for tag in ("marked",)',
    ),
    Mutant(
        "what only adds finds too", SEARCH, "law_02_the_words",
        "eventlog/sqlite_words.py", " having max(h.looked)", "",
    ),
    Mutant(
        "erased words are found", SEARCH, "law_02_the_words",
        "eventlog/sqlite_store.py", "sqlite_words.forget(connection, self.index.number(recorded.scope), recorded)", "pass",
    ),
    Mutant(
        "a namespace's name begins another's", SEARCH, "test_namespaces",
        "eventlog/sqlite_words.py", 'values += [within, len(within) + 1, within + b","]',
        "values += [within, len(within) - 1, within[:-1]]",
    ),
    Mutant(
        "an expired entry is found", SEARCH, "law_02",
        "eventlog/sqlite_words.py", "(w.expires_at is null or w.expires_at > ?)", "(w.expires_at is null or ? is not null)",
    ),
    Mutant(
        "the words are behind and no one says so", SEARCH, "reading_is_searched",
        "eventlog/sqlite_store.py", "if sqlite_words.current(connection, known) else None", "if True else None",
    ),
    # What is shown, and to whom
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
        "eventlog/support.py", "any(holds.issuperset(g) for g in grounds)",
        "any(not g or holds.intersection(g) for g in grounds)",
    ),
    Mutant(
        "a successor withdraws support", SUPPORT, "can_be_derived",
        "eventlog/support.py", 'if r.tag == "retracted" and r.public.successor is None', 'if r.tag == "retracted"',
    ),
    # Corrections and points in time
    Mutant(
        "corrections read oldest first", PAST, "law_05_undoing_the_last",
        "eventlog/effects.py", "for correction in reversed(corrections):", "for correction in corrections:",
    ),
    Mutant(
        "a void correction still counts", PAST, "law_05_undoing_the_last",
        "eventlog/effects.py", "if correction.position in gone or not known(public):", "if not known(public):",
    ),
    Mutant(
        "restores are forgotten", CORRECTIONS, "rollback_restores or restoring_brings",
        "eventlog/effects.py", "back = back | (Intervals(public.restores) - decided)", "back = back | EMPTY",
    ),
    Mutant(
        "undo takes back one scope only", PAST, "law_05",
        "eventlog/corrections.py", "voids=same_op(store, correction))", "voids=[correction])",
    ),
    Mutant(
        "a correction's range reaches another scope", CORRECTIONS, "spans_another_scopes",
        "eventlog/memory_store.py", 'void = effects.void(self.members(scope, ("corrected",), upto=at))',
        'void = effects.void([r for r in self._history[:at] if r.tag == "corrected"])',
    ),
    Mutant(
        "rollback leaves later corrections in force", PAST, "law_04_a_rollback_gives",
        "eventlog/corrections.py", "if (last := last_voidable(store.index, scope)) > at:",
        "if (last := max((r.position for r in store.index.members(scope)"
        ' if voidable(r.tag) and r.tag != "corrected"), default=0)) > at:',
    ),
    Mutant(
        "as known then under today's corrections", PAST, "law_03_the_state",
        "eventlog/memory_store.py", 'void = effects.void(self.members(scope, ("corrected",), upto=at))',
        'void = effects.void(self.members(scope, ("corrected",)))',
    ),
    Mutant(
        "a time means the position before it", PAST, "law_03_a_time",
        "eventlog/points.py", "if store.recorded((middle,))[0].at <= time:", "if store.recorded((middle,))[0].at < time:",
    ),
    Mutant(
        "erasing deletes what isn't named", PAST, "law_01",
        "eventlog/log.py", "self.store.erase(positions)", "self.store.erase([*positions, max(positions) - 1])",
    ),
    # The index
    Mutant(
        "index not updated on revert", INDEX, "law_02_every_answer",
        "eventlog/sqlite_index.py", 'elif public.tag == "corrected" and foldable:', "elif False:",
    ),
    Mutant(
        "index misses what a void clear brings back", INDEX, "law_02_every_answer",
        "eventlog/sqlite_reshown.py", "if any(tag == CLEAR for _, tag in touched):", "if False:",
    ),
    Mutant(
        "an erased address is remembered", INDEX, "law_02_every_short",
        "eventlog/sqlite_index.py", "if not connection.execute(left, key).fetchone():", "if False:",
    ),
    Mutant(
        "refreshing a first version forgets the later ones", INDEX, "law_02_every_short",
        "eventlog/sqlite_index.py", "            if mark is not None and known.digests is not None:\n",
        "            known.digests = set() if version == 1 else known.digests\n"
        "            if mark is not None and known.digests is not None:\n",
    ),
    Mutant(
        "a refresh bumps the version", INDEX, "law_02_every_short",
        "eventlog/decide.py", "version = refreshed.public.version or 1\n", "version = entry.versions + 1\n",
    ),
    # Writing
    Mutant(
        "the id is looked up after the rules", WRITING, "law_11_the_same",
        "eventlog/log.py", "        if first is not None:  # said before",
        "        decide(store, log.policy(self.next - 1), self.stamp(given.id), given, command)\n"
        "        if first is not None:  # said before",
    ),
    Mutant(
        "dedupe across users", WRITING, "law_11_an_id",
        "eventlog/idempotency.py", "public.user != given.user", "False",
    ),
    Mutant(
        "half a batch", WRITING, "law_13_what_fails",
        "eventlog/sqlite_connect.py", "            if kind is None:\n                self._connection.settled()",
        "            if True:\n                self._connection.settled()",
    ),
    Mutant(
        "half a batch in memory", WRITING, "law_13_a_batch",
        "eventlog/memory_store.py", "self._rows[:], self._history[:] = rows, history", "pass",
    ),
    Mutant(
        "clock back", WRITING, "law_14_interleaved",
        "eventlog/log.py", "self.at = max(log.clock(), head.at + 1)", "self.at = log.clock()",
    ),
    Mutant(
        "position outside the hash", "test_stored_forms.py", "test_the_chain_is_sha256",
        "eventlog/chain.py", "sha256(previous + leaf)", "sha256(leaf)",
    ),
    Mutant(
        "a hole that no erasure owns up to passes", CHAIN, "law_10_what",
        "eventlog/verify.py", 'if hole not in named[""] and hole', "if False and hole",
    ),
    # The rules
    Mutant(
        "rule 2 off: a fact from the agent's own head", SHOWN, "law_09_every",
        "eventlog/rules.py", 'if address.kind == "fact" and source == "agent":', "if False:",
    ),
    Mutant(
        "rule 3 off: confirming keeps the assumption", SHOWN, "law_09_confirming",
        "eventlog/decide.py", "return structs.replace(fact, drafts=(*fact.drafts, gone))", "return fact",
    ),
    Mutant(
        "rule 5 off: a lower source overwrites", RULES, "rule_5_a_lower",
        "eventlog/rules.py", "    if rank < best:\n", "    if False:\n",
    ),
    Mutant(
        "rule 5 backwards: what happened earlier wins", AGREE, "each_quarrel",
        "eventlog/rules.py", "public.world_time < current.public.world_time", "public.world_time > current.public.world_time",
    ),
    Mutant(
        "rule 11 off: what was retracted returns", RULES, "rule_11",
        "eventlog/rules.py", "    if barred:\n", "    if False:\n",
    ),
    Mutant(
        "rule 11: any import brings back what another took back", RULES, "rule_11_an_importer",
        "eventlog/rules.py", "barred = not _own_retraction(last, given)", "barred = False",
    ),
    Mutant(
        "rule 8 off: a closed namespace takes writes", POLICY, "never_gains",
        "eventlog/rules.py", 'if rule.access != "open" and', "if False and",
    ),
    Mutant(
        "rule 8: the shortest namespace decides", POLICY, "judge_as_the_model",
        "eventlog/policy.py", "longest = max(fitting,", "longest = min(fitting,",
    ),
    Mutant(
        "rule 8: fixed namespaces are as good as open", POLICY, "judge_as_the_model",
        "eventlog/rules.py", "if policy.fixed_namespaces and long_term:", "if False:",
    ),
    Mutant(
        "rule 9 off: what is large is kept as it came", SECRETS, "no_byte_of_ten",
        "eventlog/log.py", "        command, given, kinds = log.mask(self.policy).command(command, given)\n",
        "        command = self._offload(command, given, keep=True)\n"
        "        command, given, kinds = log.mask(self.policy).command(command, given)\n",
    ),
    Mutant(
        "rule 9: reasons of corrections aren't masked", SECRETS, "no_byte_of_ten",
        "eventlog/log.py", "(public, *mask.private(private))", "(public, private, ())",
    ),
    Mutant(
        "rule 9: nothing is suspected", POLICY, "is_suspected or reaches_the_bytes",
        "eventlog/secrets.py", "if stem in low:", "if False:",
    ),
    Mutant(
        "rule 9: what masks a secret looks like one", POLICY, "masking_what_is_masked",
        "eventlog/secrets.py", 'return f"[secret: {kind}]"', 'return f"[secret: {kind[0]}1b2c3d4]"',
    ),
    Mutant(
        "rule 10 off: an agent writes without end", POLICY, "never_writes_more",
        "eventlog/rules.py", "if limit is not None and written >= limit:", "if False:",
    ),
    Mutant(
        "refusals are kept unasked", POLICY, "leaves_every_byte",
        "eventlog/log.py", "if refusals.noted(refused) and self.policy().record_refusals:", "if refusals.noted(refused):",
    ),
    Mutant(
        "what is shown no longer is a look-alike", NOTICING, "shows_no_longer",
        "eventlog/sqlite_answers.py", "and e.number = c.entry and e.shows = c.at", "and e.number = c.entry",
    ),
    Mutant(
        "an ended session takes writes", RULES, "session_that_has_ended",
        "eventlog/rules.py", "    if ended:\n", "    if False:\n",
    ),
    Mutant(
        "expected= is not looked at", RULES, "stale_expected_version",
        "eventlog/rules.py", "if expected is not None and expected != found:", "if False:",
    ),
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
    # Files
    Mutant(
        "a folder goes with its last file", FILES, "replies_refusals",
        "belieflog/files/editing.py", "        yield Put((*folder, FOLDER), EMPTY)\n", "        yield from ()\n",
    ),
    Mutant(
        "an inserted text keeps its last newline", FILES, "edits_of_one_text",
        "belieflog/files/editing.py", 'text.rstrip("\\n")', "text",
    ),
    Mutant(
        "a file is read before it is locked", FILES, "append_to_one",
        "belieflog/files/shelf.py",
        "        def act(batch: Batch) -> str:\n            batches.append(batch)\n            edit = decide()\n",
        "        edit = decide()\n\n        def act(batch: Batch) -> str:\n            batches.append(batch)\n",
    ),
    Mutant(
        "a renamed file rests on what was withdrawn", FILES, "renamed_file",
        "belieflog/files/shelf.py", "successor=moved, ", "",
    ),
    Mutant(
        "what looks like a step up is a name", FILES, "leads_elsewhere",
        "belieflog/files/paths.py", 'if part == ".." or looks in (".", ".."):', 'if part == "..":',
    ),
    # Items of a session
    Mutant(
        "what was popped is still there", ITEMS, "every_operation",
        "eventlog/backwards.py", "if r.position not in skip", "if True",
    ),
    Mutant(
        "a developer's words come back as the system's", ITEMS, "every_operation",
        "belieflog/session_items.py", "and role == speaker and", "and",
    ),
    Mutant(
        "an item that is more than its words loses the rest", ITEMS, "every_operation",
        "belieflog/session_items.py", "    if isinstance(kept := told.get(\"item\"), dict):\n        return kept\n", "",
    ),
    Mutant(
        "what is popped is chosen before the log is locked", ITEMS, "popped_once",
        "belieflog/openai.py",
        "        def plan() -> corrections.Plan:\n            chosen = which()\n",
        "        chosen = which()\n\n        def plan() -> corrections.Plan:\n",
    ),
    Mutant(
        "an undo takes back anyone's correction", ITEMS, "corrections_of_others",
        "belieflog/openai.py", "told and told.reason in (_POPPED, _CLEARED)", "told",
    ),
    Mutant(
        "a cancelled task doesn't wait", ITEMS, "cancelled_task",
        "belieflog/openai.py", "            cancelled = cancelled or error\n", "            raise error\n",
    ),
    Mutant(
        "a cleared session is read through to its newest item", ITEMS, "without_reading",
        "eventlog/backwards.py", "(skip.covering(oldest) or (oldest,))[0] - 1", "oldest - 1",
    ),
    # Meaning
    Mutant(
        "a vector outlives its text", MEANING, "goes_with_the_last_text",
        "eventlog/sqlite_words.py", "        sqlite_vectors.drop(connection, recorded.position)\n", "",
    ),
    Mutant(
        "what is far in meaning is found", MEANING, "law_02_what_is_kept",
        "belieflog/matrix.py", "np.flatnonzero(self._cosines >= self.floor)", "np.arange(len(self._cosines))",
    ),
    Mutant(
        "an episode follows what doesn't fit the demands", MEANING, "the_episode_before",
        "eventlog/sqlite_words.py", "w.position < e.position and {clause}", "w.position < e.position and ({clause} or 1)",
    ),
    Mutant(
        "an episode follows another user's", MEANING, "the_episode_before",
        "eventlog/sqlite_words.py", "where w.scope = e.scope and", "where w.scope > 0 and",
    ),
    Mutant(
        "demands are not asked of what is close", MEANING, "filters_hold",
        "eventlog/sqlite_words.py", "w.at from words w where {clause}", "w.at from words w where ({clause} or 1)",
    ),
    # A knowledge graph
    Mutant(
        "a graph is told again what it says", GRAPH, "law_the_graph",
        "belieflog/graph/graph.py", " and not self._there.says(where, text):", ":",
    ),
    Mutant(
        "a graph keeps the relations to what was deleted", GRAPH, "law_the_graph",
        "belieflog/graph/graph.py", "names.isdisjoint(showing.ends(entry)):", "names.isdisjoint(showing.ends(entry)[:1]):",
    ),
    Mutant(
        "a graph is in the order of its addresses", GRAPH, "law_the_graph",
        "belieflog/graph/showing.py", "sorted(entries, key=lambda entry: entry.position)", "entries",
    ),
    Mutant(
        "a graph is looked up by what was told, not by what was kept", GRAPH, "law_the_graph",
        "belieflog/graph/there.py", "return self._memory.kept(text)", "return text",
    ),
    Mutant(
        "what a graph's earlier entity left comes back", GRAPH, "nothing_left",
        "belieflog/graph/graph.py", "                self._leave_behind(batch, entity, **told)\n", "",
    ),
    Mutant(
        "a secret is found in a graph's digests", GRAPH, "digits_that",
        "belieflog/graph/places.py", ".translate(_LETTERS)", "",
    ),
    Mutant(
        "a session's own is part of the graph", GRAPH, "keeps_to_itself",
        "belieflog/graph/there.py", "memory.long_term", "memory",
    ),
    # Transcripts of coding agents
    Mutant(
        "what is told in two streams is said twice", AGENTS, "said_once",
        "belieflog/importing/twice_told.py", "        return False\n", "        return True\n",
    ),
    Mutant(
        "the same words again are taken for the same", AGENTS, "said_once",
        "belieflog/importing/twice_told.py", "            del self._ahead[what]\n", "            pass\n",
    ),
    Mutant(
        "a record used again has the id of the first", AGENTS_LAWS, "ids_are_distinct",
        "belieflog/importing/narrating.py", 'return f"{record}~{nth}" if nth else record', "return record",
    ),
    Mutant(
        "a message's id comes from its words", AGENTS_LAWS, "ids_are_distinct",
        "belieflog/importing/muse_code.py", 'told.distinct(text_of(record.get("id")) or f"#{line}")', "repr(payload)",
    ),
    Mutant(
        "a file is read from its end", AGENTS_LAWS, "lines_below",
        "belieflog/importing/operations.py", "in records(given.lines()):", "in reversed([*records(given.lines())]):",
    ),
    Mutant(
        "an agent's format is taken for another's", AGENTS_LAWS, "told_from_all_others",
        "belieflog/importing/qwen_code.py", ' and _parts(r) is not None for r', " for r",
    ),
    Mutant(
        "a part that is null breaks the reading", AGENTS_LAWS, "another_ones_place",
        "belieflog/importing/codex.py", 'not isinstance(part, dict) or "text" in part', '"text" in part',
    ),
    Mutant(
        "a plan that failed is the plan", AGENTS, "unless_it_failed",
        "belieflog/importing/narrating.py", "None if failed else self._plans", "self._plans",
    ),
    Mutant(
        "a branch goes on in the session it left", AGENTS, "pi_goes_back",
        "belieflog/importing/branches.py", 'path = (f"branch-{record}",)', "pass",
    ),
    # Runs of other programs
    Mutant(
        "an imported message is named by how many follow", MESSAGES, "a_list_that_has_grown",
        "belieflog/importing/conversations.py", "yield Turn(line, path, str(place), message)",
        "yield Turn(line, path, str(len(listed) - place), message)",
    ),
    Mutant(
        "an imported step is named by how many follow", RUNS, "a_file_that_has_grown",
        "belieflog/importing/smolagents.py", 'narrator.at(line, place or "1"',
        'narrator.at(line, str(len(given.document) - int(place or "1"))',
    ),
    Mutant(
        "an imported run that stands twice is one session", RUNS, "stands_twice",
        "belieflog/importing/narrating.py", 'return f"{record}~{nth}" if nth else record', "return record",
    ),
    Mutant(
        "an imported id holds what is said", RUNS, "ids_are_distinct",
        "belieflog/importing/narrating.py", "self._record, kind, nth)", "self._record, kind, nth, repr(command))",
    ),
    Mutant(
        "an imported call is taken for what it should be", RUNS, "nothing_that_a_file",
        "belieflog/importing/message_parts.py",
        'call.get("function", call.get("custom")) if isinstance(call, dict) else None', 'call.get("function")',
    ),
    Mutant(
        "an imported story's turns are named by its length", RUNS, "a_story_that_has_grown",
        "belieflog/importing/specstory_markdown.py", 'f"{turn.number}.{part}"',
        'f"{turn.number}.{part}.{len(given.body)}"',
    ),
    # The examples
    Mutant(
        "the scratchpad is as it was at the start", EXAMPLES, "each_request_carries",
        "examples/react_agent.py", "mem.prompt(sections=SECTIONS)", "mem.prompt(sections=SECTIONS, at=3)",
    ),
    Mutant(
        "all steps stay in the messages", EXAMPLES, "the_last_exchange",
        "examples/react_agent.py", "exchange = [sendable(answer)", "exchange += [sendable(answer)",
    ),
    Mutant(
        "an eleventh request is sent", EXAMPLES, "eleventh",
        "examples/react_agent.py", "MOST + 1):", "MOST + 2):",
    ),
    Mutant(
        "a broken stream is taken for a whole answer", EXAMPLES, "what_passes",
        "examples/asking.py", "if finish is None:", "if False:",
    ),
    Mutant(
        "steps taken before a crash aren't counted", EXAMPLES, "crash",
        "examples/react_agent.py", "range(used(mem) + 1,", "range(1,",
    ),
    Mutant(
        "what was said on the strength of a page stays", EXAMPLES, "source_taken_back",
        "examples/assistant.py", 'cascade="exposed"', 'cascade="declared"',
    ),
    # Under LangGraph
    Mutant(
        "at least is more than", LANGGRAPH, "answers_as",
        "belieflog/langgraph/filters.py", '"$gte": lambda a, b: a >= b', '"$gte": lambda a, b: a > b',
    ),
    Mutant(
        "a suffix is looked for at the beginning", LANGGRAPH, "begin_and_end",
        "belieflog/langgraph/filters.py", "namespace[len(namespace) - len(path) :] if ends else namespace", "namespace",
    ),
    Mutant(
        "a wildcard is read as a name", LANGGRAPH, "begin_and_end",
        "belieflog/langgraph/filters.py", "path[: path.index(_ANY)] if _ANY in path else path", "path",
    ),
    Mutant(
        "a new value moves an item to the end", LANGGRAPH, "answers_as",
        "belieflog/langgraph/reading.py", "key=lambda each: each[0].recorded.public.entry or 0",
        "key=lambda each: each[0].position",
    ),
    Mutant(
        "what a filter leaves out takes a place on the page", LANGGRAPH, "answers_as",
        "belieflog/langgraph/reading.py", "last if not op.filter and min(", "last if min(",
    ),
    Mutant(
        "of several puts to a key the first counts", LANGGRAPH, "answers_as",
        "belieflog/langgraph/store.py", "puts = {address(self._memory, op): op for op in asked",
        "puts = {address(self._memory, op): op for op in reversed(asked)",
    ),
    Mutant(
        "each version makes an item anew", LANGGRAPH, "answers_as",
        "projections/timeline.py", "first = min(first, earlier if change.at == upto else shown.at)", "pass",
    ),
    Mutant(
        "what was worked out of an item's age is lost", LANGGRAPH, "as_old_as",
        "projections/timeline.py", "earlier if change.at == upto else shown.at", "shown.at",
    ),
    Mutant(
        "an item is as old as what had expired", LANGGRAPH, "lives_as",
        "projections/timeline.py", "events[later.at].at >= shown.expires_at", "False",
    ),
    Mutant(
        "minutes are seconds", LANGGRAPH, "lives_as",
        "belieflog/langgraph/store.py", "op.ttl * 60", "op.ttl",
    ),
    Mutant(
        "every read lets an item live on", LANGGRAPH, "lives_as",
        "belieflog/langgraph/reading.py", "if refresh and entry.recorded", "if entry.recorded",
    ),
    Mutant(
        "a read brings back what went away meanwhile", LANGGRAPH, "went_away_meanwhile",
        "belieflog/langgraph/store.py", "expected=entry.version or 0,", "",
    ),
    Mutant(
        "what a session holds hides an item", LANGGRAPH, "what_the_session_holds",
        "belieflog/langgraph/store.py", "self._long_term = memory, memory.long_term", "self._long_term = memory, memory",
    ),
    Mutant(
        "what wasn't on the page counts as shown", LANGGRAPH, "of_what_was_shown",
        "belieflog/langgraph/reading.py", "for entry, _ in page:", "for entry, _ in [*hits, *others]:",
    ),
    Mutant(
        "what lost its support is an item", LANGGRAPH, "lost_its_support",
        "belieflog/langgraph/reading.py", "if entry is None or not entry.supported:", "if entry is None:",
    ),
    # What is served
    Mutant(
        "served: the beginning of a token is enough", "test_mcp_http.py", "without_the_right_token",
        "belieflog/mcp/door.py", "hmac.compare_digest(shown.strip().encode(), token.encode())",
        "token.startswith(shown.strip())",
    ),
    Mutant(
        "served: a call may name any user", MCP, "where_the_server_lets_it",
        "belieflog/mcp/whose.py", "(self.users or user.startswith(SHARED))", "user.startswith(SHARED)",
    ),
    Mutant(
        "served: where one only reads, what writes is offered", MCP, "only_reads",
        "belieflog/mcp/serving.py", "if tool.reads or not whose.log.readonly", "if True",
    ),
    Mutant(
        "served: a refusal looks like an answer", MCP, "fact_without_source",
        "belieflog/mcp/serving.py", "text(answer), None, True)", "text(answer), None, False)",
    ),
    Mutant(
        "served: a call may name a space that wasn't allowed", MCP, "a_space_is_named",
        "belieflog/mcp/whose.py", "(self.users or user.startswith(SHARED))", "self.users",
    ),
    Mutant(
        "served: the instructions speak of tools that aren't there", MCP, "speak_of_no_tool",
        "belieflog/tools/instructions.py", "if about <= names", "if about",
    ),
    Mutant(
        "served: what still runs when input ends isn't answered", HOSTS, "though_standard_input_has_ended",
        "belieflog/mcp/stdio.py", "await open_.closed()", "pass",
    ),
    Mutant(
        "served: a call that was given up is waited for without end", HOSTS, "given_up",
        "belieflog/mcp/stdio.py", "self._settle(as_request_id(given))", "pass",
    ),
    Mutant(
        "served: who waits for a number isn't answered under it", HOSTS, "under_its_number",
        "belieflog/mcp/lines.py", 'found = message.get("id") if isinstance(message, dict) else None', "found = None",
    ),
    Mutant(
        "served: a key given twice is passed over", HOSTS, "under_its_number",
        "belieflog/mcp/lines.py", "if twice:", "if False:",
    ),
    Mutant(
        "served: a page of any server on this machine may write", "test_mcp_http.py", "a_page_of_another_server",
        "belieflog/mcp/place.py", "if self.token is None:\n            return asked", "if False:\n            return asked",
    ),
    Mutant(
        "served: a number that JSON doesn't have becomes null", "test_tools.py", "nonsense_is",
        "belieflog/tools/toolbox.py", "not isfinite(value)", "False",
    ),
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
        "cli/web/site.py", "finalize=_shown,", "",
    ),
    Mutant(
        "a drawing takes text for markup", "test_web_drawing.py", "is_text_in_a_drawing",
        "cli/web/drawing/svg.py", "escape(safe(str(value)))", "safe(str(value))",
    ),
    Mutant(
        "the way back stays in a batch", VIEWER, "on_the_way_back",
        "cli/web/standing.py", "if index < before < len(points)", "if index < before < 0",
    ),
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
    # Importing memory stores
    Mutant(
        "states: what others wrote is taken away", STORES, "never_taken_away",
        "belieflog/importing/states.py", "return shown.public.actor == self._format and shown.source == self._source",
        "return True",
    ),
    Mutant(
        "states: what can't be read is taken for gone", STORES, "taken_for_gone",
        "belieflog/importing/states.py", "when, not self.bad)", "when)",
    ),
    Mutant(
        "states: each change of an address is its first", STORES, "one_by_one",
        "belieflog/importing/states.py", "n = walk.told.get(address, 0) + 1", "n = 1",
    ),
    Mutant(
        "states: what was left once stays left", STORES, "fill_again",
        "belieflog/importing/states.py", "self._held.find(self._left(last.id)) is not None or not", "not",
    ),
    Mutant(
        "states: masked secrets differ from what the file says", LETTA, "with_a_secret",
        "belieflog/importing/held.py", "isinstance(masked, c.Remember) and stored == canonical(masked.content)", "False",
    ),
    Mutant(
        "states: an erased event says something else", STORES, "was_erased",
        "belieflog/importing/held.py",
        "        if private is None:\n            return True\n", "        if private is None:\n            return False\n",
    ),
    Mutant(
        "states: a time before what it replaces is told", STORES, "runs_backwards",
        "belieflog/importing/states.py", "when.at < shown.public.world_time", "False",
    ),
    Mutant(
        "states: where log and series have parted, the log counts", STORES, "out_of_order",
        "belieflog/importing/states.py", "if walk.parted or walk.grew:", "if False:",
    ),
    Mutant(
        "revisions: a list leads out of its folder", STORES, "leads_to_no_file",
        "belieflog/importing/revisions.py", "os.path.basename(name) != name or ", "",
    ),
    Mutant(
        "revisions: files of one name are one store", STORES, "two_projects",
        "belieflog/importing/revisions.py", 'return f"{os.path.basename(folder)}/{base}"', 'return f"{base}"',
    ),
    Mutant(
        "mem0: a time that runs backwards is told", SQLITE, "run_backwards",
        "belieflog/importing/mem0.py", "if when.at < self._latest.get(memory, when.at):", "if False:",
    ),
    Mutant(
        "mem0: what an actor brought is the file's", SQLITE, "an_actor_of_mem0s",
        "belieflog/importing/mem0.py", 'text_of(row["actor_id"])[:LONGEST]', '""',
    ),
    Mutant(
        "databases: a file in WAL mode is opened as one that changes", SQLITE, "as_they_were",
        "belieflog/importing/databases.py", "'&immutable=1' if still else ''", "''",
    ),
    Mutant(
        "markdown: a changed line is another entry", MARKDOWN, "new_version_of_one",
        "belieflog/importing/markdown_lines.py", "keys |= {new: old[text] for new, text in _versions(fresh, gone)}", "pass",
    ),
    Mutant(
        "markdown: what was taken back is forgotten", MARKDOWN, "user_took_back",
        "belieflog/importing/markdown.py", "_places(store.before(), root)", "{}",
    ),
    Mutant(
        "letta: a heartbeat is the user's word", LETTA, "who_said_what",
        "belieflog/importing/letta.py", 'return "system", text', 'return "user", text',
    ),
    Mutant(
        "checkpoints: a branch goes on with the thread", CHECKPOINTS, "branches_and",
        "belieflog/importing/langgraph_checkpoints.py", "if leaf.checkpoint == parent:", "if True:",
    ),
    Mutant(
        "checkpoints: a state that stays is written again", CHECKPOINTS, "has_grown",
        "belieflog/importing/langgraph_checkpoints.py", "key in said:", "False:",
    ),
    Mutant(
        "notes: of two with one title one is left", NOTES, "told_apart",
        "belieflog/importing/basic_memory.py", "note.permalink if titles.count(note.title) > 1 else note.title", "note.title",
    ),
]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(MUTANTS, *sys.argv[1:2]))
