"""Bugs planted in writing and its rules."""

from planting import Mutant

POLICY = "test_laws_of_the_policy.py"
SECRETS = "test_secrets.py"
NOTICING = "test_noticing.py"
SHOWN = "test_laws_of_what_is_shown.py"
WRITING = "test_laws_of_writing.py"
CHAIN = "test_laws_of_the_chain.py"
RULES = "test_rules.py"
AGREE = "test_rules_agree.py"

MUTANTS = [
    # Writing
    Mutant(
        "the id is looked up after the rules", WRITING, "law_11_the_same",
        "eventlog/batches.py", "        if first is not None:  # said before",
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
        "eventlog/batches.py", "self.at = max(log.clock(), head.at + 1)", "self.at = log.clock()",
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
        "eventlog/batches.py", "        command, given, kinds = log.mask(self.policy).command(command, given)\n",
        "        command = self._offload(command, given, keep=True)\n"
        "        command, given, kinds = log.mask(self.policy).command(command, given)\n",
    ),
    Mutant(
        "rule 9: reasons of corrections aren't masked", SECRETS, "no_byte_of_ten",
        "eventlog/batches.py", "(public, *mask.private(private))", "(public, private, ())",
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
]  # fmt: skip
