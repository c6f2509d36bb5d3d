"""Bugs planted in the examples."""

from planting import Mutant

EXAMPLES = "test_examples.py"

MUTANTS = [
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
]  # fmt: skip
