"""Thirty steps on a scratchpad and thirty on a store, as calls of tools, to be put to every door."""

import re

from projections import as_json

SCRATCHPAD = (
    ("update_scratchpad", {"field": "goal", "value": {"text": "report the quarter", "criteria": ["three anomalies"]}}),
    ("update_scratchpad", {"field": "constraint", "key": "currency", "value": "in euros"}),
    ("revise_plan", {"steps": ["read the tables", "add up", "report"]}),
    ("record_observation", {"tool": "tables", "content": {"q1": 1200, "q2": 1500}, "call": "c1"}),
    ("add_fact", {"key": "q1", "value": 1200, "source": "tool:tables#c1"}),
    ("save_to_scratchpad", {"key": "q1", "value": {"总收入": 1200}}),
    ("save_to_scratchpad", {"key": "q1", "value": {"总收入": 1200}}),
    ("save_to_scratchpad", {"key": "q2", "value": [1500, 1.5, None, True], "description": "second quarter"}),
    ("update_scratchpad", {"field": "progress", "value": {"done": "tables read", "next": "add up"}}),
    ("assume", {"key": "growth", "statement": "hardware grows fastest", "confidence": 0.6}),
    ("add_fact", {"key": "q2", "value": 1500, "source": "tool:tables"}),
    ("ask", {"key": "costs", "text": "which costs count?", "needs": "user"}),
    ("answer", {"key": "costs", "value": "all of them"}),
    ("mark_failure", {"key": "sql", "what": "joins time out", "why": "no index", "avoid": "query one table"}),
    ("revise_plan", {"steps": [{"text": "read the tables", "status": "done"}, "add up", "report"], "reason": "read"}),
    ("save_to_scratchpad", {"key": "sum", "value": 2700}),
    ("update_scratchpad", {"field": "note", "key": "decision/round", "value": "to thousands"}),
    ("update_scratchpad", {"field": "question", "key": "vat", "value": "with VAT?"}),
    ("update_scratchpad", {"field": "failure", "key": "csv", "value": {"what": "no header", "avoid": "skip a line"}}),
    ("update_scratchpad", {"field": "assumption", "key": "vat", "value": "without"}),
    ("confirm", {"key": "growth", "source": "tool:tables#c1"}),
    ("retract", {"address": "note:q2", "reason": "the sum holds it"}),
    ("save_to_scratchpad", {"key": "q3", "value": "1,700 🙂"}),
    ("update_scratchpad", {"field": "fact", "key": "q3", "value": 1700, "source": "tool:tables#c1"}),
    ("update_scratchpad", {"field": "note", "key": "q3", "reason": "a fact now"}),
    ("save_to_scratchpad", {"key": "路径/a%b", "value": {"nested": {"deep": [1, 2, 3]}}}),
    ("update_scratchpad", {"field": "progress", "value": "added up"}),
    ("add_fact", {"key": "q1", "value": 1210, "source": "tool:tables#c1", "confidence": 0.9}),
    ("update_scratchpad", {"field": "plan", "value": [{"text": "report", "status": "doing"}]}),
    ("save_to_scratchpad", {"key": "report", "value": "三季度合计 4,410"}),
)

STORE = tuple(
    ("memory_write", {"namespace": namespace, "key": key, "content": content})
    for namespace, key, content in (
        ("prefs", "language", {"text": "answers in German"}),
        ("prefs", "units", {"text": "metric units, never imperial"}),
        ("prefs/ui", "theme", {"text": "dark theme at night"}),
        ("projects/alpha", "deadline", {"text": "alpha ships in March"}),
        ("projects/alpha", "owner", {"text": "Ada owns alpha"}),
        ("projects/beta", "owner", {"text": "Grace owns beta"}),
        ("prefs", "language", {"text": "answers in English"}),
        ("prefs", "units", {"text": "metric units, never imperial"}),
        ("用户", "城市", {"text": "住在杭州"}),
        ("用户", "饮食", {"text": "不吃辣"}),
    )
    * 3
)


def shown(mem):
    """What `show --json` prints, its ids, positions and times apart; a call's name is kept without its number."""
    return _apart(as_json.scratchpad(mem.scratchpad()))


def recalled(mem):
    """What is recalled of a few questions, in its order; ids, positions, times, calls and whose it is apart."""
    queries = ("owner", "metric", "杭州", "alpha March", None)
    found = {query: [as_json.hit(hit) for hit in mem.recall(query, limit=20, audit=False)] for query in queries}
    return {query: [_apart({**hit, "via": None, "user": None}) for hit in hits] for query, hits in found.items()}


_APART = {"event", "position", "recorded_at", "occurred_at", "confirmed_at", "score", "used", "incomplete_since"}


def _apart(value):
    if isinstance(value, dict):
        return {k: _call(v) if k == "via" else _apart(v) for k, v in value.items() if k not in _APART}
    return [_apart(each) for each in value] if isinstance(value, list) else value


def _call(via):
    return None if via is None else re.sub(r"#.*|^[\w-]+:", "", via)
