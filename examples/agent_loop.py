"""An agent's loop that keeps its scratchpad in a log and meets the same failure only once.

    python examples/agent_loop.py [LOG]

The "model" and the tools are stand-ins that fit on a page; what matters is where the memory is written and read.
"""

import sys
from collections.abc import Callable

import belieflog

Tool = Callable[[str], str]

PAGES = {"docs/limits": "requests: 60 a minute", "docs/retries": "retry after: 2 s"}


def fetch(page: str) -> str:
    """Give a page, or raise."""
    if page not in PAGES:
        raise LookupError(f"404 for {page}")
    return PAGES[page]


def choose(prompt: str) -> str | None:
    """Choose the next page: the first open step of the plan that isn't among the failures (a model's part)."""
    failures = prompt.partition("## Failures")[2]
    for line in prompt.splitlines():
        if line.startswith("- [ ] ") and (page := line.rpartition(" ")[2]) not in failures:
            return page
    return None


def work(mem: belieflog.Memory, tool: Tool) -> None:
    """Go through the plan: read the memory, act, write down what came of it."""
    mem.start("read the limits of the API")
    mem.set_goal("know how often the API may be called", source="user")
    mem.revise_plan(["read docs/quota", "read docs/limits", "read docs/retries"])
    turn = 0
    while page := choose(mem.prompt(budget=1_000)):
        turn += 1
        call = f"call_{turn}"
        plan = mem.get("plan")
        assert plan is not None
        step = next(n for n, each in enumerate(plan.value, 1) if each["text"].endswith(page))
        try:
            text = tool(page)
        except LookupError as error:
            mem.observe("fetch", str(error), call=call, input=page)
            mem.mark_failure(page, str(error), avoid=page, input=page)
            mem.step(step, "dropped")
            continue
        with mem.batch() as batch:  # seen, believed and ticked off: all of it or nothing
            seen = batch.observe("fetch", text, call=call, input=page)
            batch.add_fact(page, text, source=f"tool:fetch#{call}", derived_from=[seen])
            batch.step(step, "done")
    mem.note_progress("read all there is")
    mem.end("the limits are known")


def main(target: str = ":memory:") -> None:
    """Work once, and show what is remembered."""
    with belieflog.open(target) as log:
        mem = log.memory(user="u1", session="limits", actor="reader")
        work(mem, fetch)
        print(mem.prompt())


if __name__ == "__main__":
    main(*sys.argv[1:])
