"""An agent that thinks, acts and observes in at most ten steps, and keeps what it found in its scratchpad.

    python examples/react_agent.py --offline --seed 7                 # a scripted model on this machine: no key needed
    OPENAI_API_KEY=… python examples/react_agent.py --model NAME      # any endpoint that speaks OpenAI's chat completions
    OPENAI_BASE_URL=http://localhost:8000/v1 python examples/react_agent.py --model NAME --stream
    python examples/react_agent.py --offline --log finance.db         # stopped in the middle? The same line goes on.

It reads the books of a made-up company (drawn from --seed): the year's revenue, which of twenty product lines grew
fastest, three costs out of line. Each request holds the instructions, the scratchpad as it is now, the task and the last
exchange, never the steps before: what the agent wants to know later, it has to write down.
"""

import argparse
import json
import shlex
import sys
from collections.abc import Callable, Sequence

from asking import Endpoint, EndpointFailed, chosen, options, sendable
from finance import Data, books
from scripted_analyst import analyst
from serving import Message

import belieflog
from belieflog.tools import Toolbox, instructions
from projections.tokens import estimate

USER = "finance"
MOST = 10
TASK = (
    "Find the year's total revenue, the fastest-growing product line and the three cost anomalies, and write a report."
)
ROLE = f"""You analyse a company's books, in at most {MOST} steps. In each step, say in a sentence what you make of what the
tools gave you, and call tools: keep what you found, and ask for what you need next. You see only the last step's outputs;
of the steps before, only what stands in the scratchpad. When you have all, answer with the report and call no tool.
"""
PROFILES = ("scratchpad", "beliefs")
RULES = f"{ROLE}\n{instructions(PROFILES)}"
SECTIONS = ("goal", "constraints", "plan", "progress", "facts", "assumptions", "questions", "failures", "notes")

Ask = Callable[[Sequence[Message], Sequence[Message]], Message]


class Counting:
    """Asks, and counts the tokens sent, and those that would have been had every step stayed in the messages."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._history: list[Message] = []
        self.requests = self.sent = self.kept = self.tools = 0

    def __call__(self, messages: Sequence[Message], tools: Sequence[Message]) -> Message:
        """Ask; the history needs no scratchpad, so that isn't counted with it."""
        answer = self._ask(messages, tools)
        _, task, *exchange = messages
        self._history += exchange
        self.requests += 1
        self.sent += tokens(messages, tools)
        self.kept += tokens([{"role": "system", "content": RULES}, task, *self._history], tools)
        self.tools += tokens([], tools)
        return answer


def work(mem: belieflog.Memory, data: Data, ask: Ask) -> str | None:
    """Think, act and observe until there is a report, or ten steps are used up."""
    tools = Toolbox(mem, PROFILES)
    described = [*data.schemas(), *tools.schemas("openai")]
    exchange: list[Message] = []
    for step in range(used(mem) + 1, MOST + 1):
        print(f"step {step} of {MOST}")
        scratchpad = mem.prompt(sections=SECTIONS)  # as it is now: what the last step saved stands in it
        system = {"role": "system", "content": f"{RULES}\n{scratchpad}\nThis is step {step} of {MOST}."}
        answer = ask([system, {"role": "user", "content": TASK}, *exchange], described)
        if "tool_calls" not in answer and answer["content"]:
            return finish(mem, answer["content"], step)
        mem.say("assistant", answer["content"] or "(nothing said)")
        tell("think", answer["content"])
        exchange = [sendable(answer), *act(mem, tools, data, answer)]  # in the place of the exchange before
    mem.end(f"{MOST} steps are used up, and there is no report")
    return None


def finish(mem: belieflog.Memory, report: str, step: int) -> str:
    """Keep the report and end the session: both or neither."""
    with mem.batch() as batch:
        batch.say("assistant", report)
        batch.write("report", report, "what was found")
        batch.end(f"the report was written in step {step}")
    return report


def used(mem: belieflog.Memory) -> int:
    """Count the steps taken before, by what the agent said in them."""
    return sum(turn.role == "assistant" for turn in mem.dialogue(last=MOST))


def act(mem: belieflog.Memory, tools: Toolbox, data: Data, answer: Message) -> list[Message]:
    """Run the tools that were called; what the books put out is observed, so that facts can rest on it."""
    if "tool_calls" not in answer:
        return [{"role": "user", "content": "That was neither a call of a tool nor a report: go on."}]
    answers = []
    for call in answer["tool_calls"]:
        name, arguments = call["function"]["name"], call["function"]["arguments"]
        tell("act", f"{name} {arguments}")
        if name in data.tools:
            told = ask_books(mem, data, name, arguments, call["id"])
            tell("observe", json.dumps(told, ensure_ascii=False))
        else:
            told = tools.call(name, arguments, call=call["id"])  # a tool that isn't there is refused here
            if told["status"] == "refused":
                tell("refused", told["message"])
        answers.append({"role": "tool", "tool_call_id": call["id"], "content": json.dumps(told, ensure_ascii=False)})
    return answers


def ask_books(mem: belieflog.Memory, data: Data, name: str, arguments: str, call: str) -> Message:
    """Give what a tool put out, and under which name it can be a fact's source."""
    try:
        given = json.loads(arguments or "{}")
        if not isinstance(given, dict):
            raise ValueError("the arguments are no object")
        output = data.call(name, given)
    except ValueError as error:
        return {"status": "refused", "message": str(error)}
    observed = mem.observe(name, output, call=call, input=given)
    return {"source": str(observed.event.source), "output": output}


def tokens(messages: Sequence[Message], tools: Sequence[Message]) -> int:
    """Estimate what a request takes: what is said, what is called, and how the tools are described."""
    texts = [message["content"] for message in messages]
    texts += [json.dumps(message["tool_calls"]) for message in messages if "tool_calls" in message]
    return sum(map(estimate, [*texts, json.dumps(tools)]))


def tell(what: str, text: str) -> None:
    """Print a line of a step, cut to the width of a page."""
    line = " ".join(text.split())
    print(f"  {what:8} {line if len(line) <= 105 else line[:104] + '…'}")


def run(log: belieflog.Log, path: str | None, session: str, data: Data, endpoint: Endpoint) -> int:
    """Start the session, or go on with it, and print what came of it, and, of a log that stays, how to look at it."""
    mem = log.memory(user=USER, session=session, actor="analyst")
    if not log.has_session(USER, session):
        with mem.batch() as batch:
            batch.start("quarterly finance")
            batch.say("user", TASK)
            batch.set_goal(TASK, source="user")
    if mem.scratchpad().ended:
        print(f"session {session!r} has ended: name another one with --session")
        return 1
    asking = Counting(endpoint.ask)
    try:
        report = work(mem, data, asking)
    except EndpointFailed as failed:
        print(f"the endpoint failed: {failed}\nnothing is half done: with --log, the same command goes on from here")
        return 1
    print(f"\n{report or f'no report: {MOST} steps are used up'}\n")
    print(f"tokens, estimated: {asking.sent:,} sent in {asking.requests} requests;")
    print(f"  {asking.kept:,} had every step stayed in the messages: {1 - asking.sent / asking.kept:.0%} saved;")
    print(f"  in both, {asking.tools:,} describe the tools")
    if path is not None:
        print(
            f"\nwhat it wrote: {shlex.join(['belieflog', '--log', path, '--user', USER, '--session', session, 'show'])}"
        )
    return 0 if report else 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the options, and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=7, help="which books to draw")
    parser.add_argument("--log", default=":memory:", help="the file that keeps the memory (default: none)")
    parser.add_argument("--session", help="the session's name in it (default: books-SEED)")
    options(parser)
    told = parser.parse_args(arguments)
    try:
        with chosen(told, analyst) as endpoint, belieflog.open(told.log) as log:
            kept = None if told.log == ":memory:" else told.log
            return run(log, kept, told.session or f"books-{told.seed}", Data(books(told.seed)), endpoint)
    except belieflog.BelieflogError as error:
        print(f"Error: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
