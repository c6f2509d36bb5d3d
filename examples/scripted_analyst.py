"""A stand-in for a model that analyses the books: it knows only what the request holds, as a model does.

What it does next follows from what the scratchpad in the system prompt still lacks, and each number comes from there or
from what a tool put out in the last exchange. It has no memory of its own: what isn't in the request is forgotten.
"""

import json
import re
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any

from finance import QUARTERS
from serving import Message, outputs, said

ODD = 1.4  # a cost so many times what the line's other quarters have is out of line
Call = tuple[str, Mapping[str, Any]]

_ENTRY = re.compile(r"^- ([\w.]+)(?: \[[^\]]*\])?: (.*)$", re.MULTILINE)
_STEP = re.compile(r"This is step (\d+)")


def analyst(request: Mapping[str, Any]) -> Message:
    """Answer as an analyst would: keep what the last tool said, and ask for the next thing that isn't known."""
    system = request["messages"][0]["content"]
    known = {key: _value(text) for key, text in _ENTRY.findall(system)}
    thoughts, calls = [], list[Call]()
    for thought, found, call in _concluded(request["messages"]):
        thoughts.append(thought)
        known |= found
        calls.append(call)
    thought, wanted = _next(known, planned="## Plan" in system)
    step = _STEP.search(system)
    prefix = f"call_{step[1] if step else 1}"
    if not (calls or wanted):
        return said(_report(known))
    return said(" ".join([*thoughts, thought]), *calls, *wanted, prefix=prefix)


def _concluded(messages: list[Message]) -> Iterator[tuple[str, dict[str, Any], Call]]:
    """Yield what follows from the last exchange: a thought, the value, and the call that keeps it."""
    for tool, told in outputs(messages):
        if "output" not in told:  # a write's answer, or a refusal: nothing follows from it
            continue
        output = told["output"]
        match tool:
            case "list_tables":
                value = f"{output['product_lines']} product lines, {' '.join(output['quarters'])}, {output['currency']}"
                yield f"The books hold {value}.", *_fact("books", value, told)
            case "query_revenue":
                key = f"revenue_{output['quarter'].lower()}"
                yield f"{output['quarter']} brought {output['total']:,} EUR.", *_fact(key, output["total"], told)
            case "query_growth":
                best = max(output["rows"], key=lambda row: row["growth_percent"])
                value = f"{best['line']}, {best['growth_percent']} %"
                yield f"{best['line']} grew fastest.", *_fact("fastest_growing", value, told)
            case "query_costs":
                odd = list(_odd(output["rows"]))
                yield f"{len(odd)} costs are out of line.", *_note("cost_anomalies", odd, "of all costs of the year")
            case _:
                pass


def _next(known: Mapping[str, Any], planned: bool) -> tuple[str, tuple[Call, ...]]:
    """Choose what to do next: the first thing that isn't known."""
    if not planned:
        steps = ["revenue of the four quarters", "the fastest-growing line", "three cost anomalies", "the report"]
        return "First a plan, and what there is.", (("revise_plan", {"steps": steps}), ("list_tables", {}))
    for quarter in QUARTERS:
        if f"revenue_{quarter.lower()}" not in known:
            return f"Next: revenue of {quarter}.", (("query_revenue", {"quarter": quarter}),)
    if "total_revenue" not in known:
        total = sum(known[f"revenue_{quarter.lower()}"] for quarter in QUARTERS)
        _, keep = _note("total_revenue", total, "sum of the four quarters")
        growth = ("query_growth", {"first": QUARTERS[0], "last": QUARTERS[-1]})
        return f"That makes {total:,} EUR in all. Next: growth.", (keep, growth)
    if "fastest_growing" not in known:
        return "Next: growth.", (("query_growth", {"first": QUARTERS[0], "last": QUARTERS[-1]}),)
    if "cost_anomalies" not in known:
        return "Next: costs.", (("query_costs", {}),)
    return "All is found: the report is next.", ()


def _odd(rows: list[Message]) -> Iterator[Message]:
    shares: dict[str, dict[str, float]] = {}
    for row in rows:
        shares.setdefault(row["line"], {})[row["quarter"]] = row["percent_of_revenue"]
    for row in rows:
        of_line = shares[row["line"]]
        usual = median(share for quarter, share in of_line.items() if quarter != row["quarter"])
        if row["percent_of_revenue"] > ODD * usual:
            yield {"line": row["line"], "quarter": row["quarter"], "cost": row["cost"], "usual_percent": usual,
                   "percent": row["percent_of_revenue"]}  # fmt: skip


def _report(known: Mapping[str, Any]) -> str:
    lines = [
        "# The year in the books",
        f"Total revenue: {known['total_revenue']:,} EUR",
        *(f"- {quarter}: {known[f'revenue_{quarter.lower()}']:,} EUR" for quarter in QUARTERS),
        f"Fastest-growing line, Q1 to Q4: {known['fastest_growing']}",
        "Costs out of line:",
    ]
    for odd in known["cost_anomalies"]:
        usual = f"{odd['percent']} % of revenue, usually {odd['usual_percent']} %"
        lines.append(f"- {odd['line']} in {odd['quarter']}: {odd['cost']:,} EUR, {usual}")
    return "\n".join(lines)


def _fact(key: str, value: Any, told: Mapping[str, Any]) -> tuple[dict[str, Any], Call]:
    return {key: value}, ("add_fact", {"key": key, "value": value, "source": told["source"]})


def _note(key: str, value: Any, description: str) -> tuple[dict[str, Any], Call]:
    return {key: value}, ("save_to_scratchpad", {"key": key, "value": value, "description": description})


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
