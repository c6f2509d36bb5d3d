"""LangGraph's store over a memory: it answers as LangGraph's own does, and what it keeps can be audited."""

import asyncio
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from embedders import Toy
from engines import QUICK
from hypothesis import example, given, settings
from hypothesis import strategies as st

import belieflog
from belieflog import Conflict, InvalidValue, Refused
from cli.main import cli
from eventlog.log import EventLog

base = pytest.importorskip("langgraph.store.base", reason="needs langgraph-checkpoint")
from langgraph.store.base import (  # noqa: E402
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore  # noqa: E402

from belieflog.langgraph import BelieflogStore  # noqa: E402

ROOT = Path(__file__).parent.parent
SECOND = 1_000_000
MINUTE = 60 * SECOND
START = 1_900_000_000 * SECOND
ALL = 10**6
WORDS = ("red", "blue", "红色")


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.now = START

    def __call__(self):
        return self.now


def moment(at):
    return datetime.fromtimestamp(at // SECOND, UTC)


# As LangGraph's own store

labels = st.sampled_from(["a", "a", "a", "b", "x/y", "用户", "50%", "%2F", "*a"])
spaces = st.just(("a",)) | st.lists(labels, max_size=3).map(tuple)
prefixes = st.just(()) | st.just(("a",)) | spaces
keys = st.sampled_from(["k", "k", "k/1", "键", "%", "*"])
numbers = st.sampled_from([0, 1, 3, 1.0, 2.5, 3.0])
scalars = numbers | st.sampled_from([None, True, "1", "3", "red", "blue", "红色 red", ""])
nested = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["n", "m"]), inner, max_size=2),
    max_leaves=3,
)
values = st.fixed_dictionaries(
    {"n": numbers | scalars},
    optional={
        "m": nested,
        "tags": st.lists(scalars, max_size=2),
        "text": st.sampled_from(["red", "a red one", "blue"]),
    },
)
comparisons = st.dictionaries(
    st.sampled_from(["$gt", "$gte", "$lt", "$lte"]), numbers | st.just("1"), min_size=1, max_size=2
)
equalities = st.dictionaries(st.sampled_from(["$eq", "$ne"]), scalars | nested, min_size=1)
compared = comparisons | equalities | st.builds(lambda a, b: {**a, **b}, comparisons, equalities)
filters = st.fixed_dictionaries({"n": comparisons | compared | scalars}) | st.dictionaries(
    st.sampled_from(["n", "m", "tags", "none"]),
    nested | compared | st.lists(compared | scalars, max_size=2) | st.fixed_dictionaries({"n": compared | scalars}),
    max_size=2,
)
starred = st.lists(labels | st.just("*"), max_size=3).map(tuple)
conditions = st.builds(MatchCondition, st.sampled_from(["prefix", "suffix"]), starred)
pages = {
    "limit": st.sampled_from([ALL, ALL, 10, 3, 2, 1, 0, -1]),
    "offset": st.sampled_from([0, 0, 0, 1, 2, -2]),
}
puts = st.builds(PutOp, spaces, keys, values, st.sampled_from([None, False, ["n"]]), st.none())
deletes = st.builds(PutOp, spaces, keys, st.none(), st.none(), st.none())
gets = st.builds(GetOp, spaces, keys)
searches = st.builds(SearchOp, prefixes, st.none() | filters, query=st.sampled_from([None, "", "!", *WORDS]), **pages)
ranked = st.builds(
    SearchOp, st.just(()), filters, st.sampled_from([1, 2]), st.sampled_from([0, 1]), st.sampled_from(["red", "blue"])
)
listings = st.builds(
    ListNamespacesOp,
    st.none() | st.lists(conditions, max_size=2).map(tuple),
    st.none() | st.integers(0, 3),
    **pages,
)
mixed = st.lists(puts | deletes | gets | searches | ranked | listings, max_size=8)
batches = st.builds(
    lambda first, others, in_async: list(zip([first, *others], in_async, strict=False)),
    st.lists(puts, min_size=2, max_size=12),
    st.lists(mixed, min_size=1, max_size=5),
    st.lists(st.booleans(), min_size=6, max_size=6),
)


class Oracle:
    """LangGraph's own store, without the namespaces it goes on listing once they are empty."""

    def __init__(self):
        self.items = {}  # (namespace, key) → [value, created, updated]
        self.first = []  # in the order in which they were first written

    def store(self):
        store = InMemoryStore()
        store.batch([PutOp(*where, told[0]) for where, told in self.items.items()])
        return store

    def put(self, op, now):
        where = (op.namespace, op.key)
        if op.value is None:
            self.items.pop(where, None)
        else:
            self.items[where] = [op.value, self.items.get(where, (None, now))[1], now]
            self.first += [] if where in self.first else [where]

    def found(self, op):
        """What fits the prefix and the filter of a search, in the order in which it was first written."""
        kept = {(i.namespace, i.key) for i in self.store().search(op.namespace_prefix, limit=ALL)}
        return [where for where in self.first if where in kept and lets_through(op.filter, self.items[where][0])]


def lets_through(filter, value):
    """Ask LangGraph's own store; where it fails on what is no number, the value isn't let through."""
    store = InMemoryStore()
    store.put(("a",), "k", value)
    try:
        return bool(store.search((), filter=filter))
    except (TypeError, ValueError):
        return False


def same(item, oracle):
    """Whether an item is what the oracle has there."""
    value, created, updated = oracle.items[item.namespace, item.key]
    return (json.dumps(item.value, sort_keys=True), item.created_at, item.updated_at) == (
        json.dumps(value, sort_keys=True),
        moment(created),
        moment(updated),
    )


def check_search(op, page, whole, oracle):
    """Without a query the order is that of first writing; with one, what holds its word comes first, with a score."""
    found, page_at = oracle.found(op), slice(op.offset, op.offset + op.limit)
    assert all(same(item, oracle) for item in page)
    where = [(item.namespace, item.key) for item in page]
    if not op.query:
        assert where == found[page_at]
        assert all(item.score is None for item in page)
        return
    all_of_it = [(item.namespace, item.key) for item in whole]
    assert where == all_of_it[page_at]
    assert [item.score for item in page] == [item.score for item in whole][page_at]
    assert sorted(all_of_it) == sorted(found)
    scored = [item.score is not None for item in whole]
    assert scored == sorted(scored, reverse=True)
    scores = [item.score for item in whole if item.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert all((item.score is not None) == (op.query in json.dumps(item.value, ensure_ascii=False)) for item in whole)
    rest = [each for each, hit in zip(all_of_it, scored, strict=True) if not hit]
    assert rest == [each for each in found if each in rest]


@settings(max_examples=300)
@given(batches)
@example([([PutOp(("a",), "k", {"n": 1}), PutOp(("b",), "k", {"n": 1}), PutOp(("a",), "k", None)], False)])
@example([([PutOp(("a",), "k", {"n": 1})], False), ([PutOp(("a",), "k", {"n": True})], True)])
def test_it_answers_as_langgraphs_own_store_does(batches):
    clock, oracle = Clock(), Oracle()
    with belieflog.open(":memory:", clock=clock) as log:
        store = BelieflogStore(log.memory("u", "s", "agent"))
        for ops, in_async in batches:
            clock.now += SECOND
            whole = [op._replace(limit=ALL, offset=0) for op in ops if isinstance(op, SearchOp)]
            asked = [*ops, *whole]

            results = asyncio.run(store.abatch(asked)) if in_async else store.batch(asked)

            assert len(results) == len(asked)
            wholes = iter(results[len(ops) :])
            before = oracle.store()
            for op, result in zip(ops, results, strict=False):
                match op:
                    case GetOp():
                        assert (result is None) == (before.get(op.namespace, op.key) is None)
                        assert result is None or same(result, oracle)
                    case SearchOp():
                        check_search(op, result, next(wholes), oracle)
                    case ListNamespacesOp():
                        assert result == oracle.store().batch([op])[0]
                    case PutOp():
                        assert result is None
            for op in {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}.values():
                oracle.put(op, clock.now)


@pytest.mark.parametrize("prefix", [None, ("a",), ("*", "b"), ("b",)])
@pytest.mark.parametrize("suffix", [None, ("b",), ("a", "*"), ("c", "b")])
@pytest.mark.parametrize("max_depth", [None, 1, 2])
def test_namespaces_are_listed_by_how_they_begin_and_end(prefix, suffix, max_depth):
    oracle = InMemoryStore()
    with belieflog.open(":memory:") as log:
        store = BelieflogStore(log.memory("u"))
        for namespace in (("a",), ("a", "b"), ("a", "c", "b"), ("b",), ("b", "a", "c"), ("b", "b")):
            for each in (store, oracle):
                each.put(namespace, "k", {})

        listed = store.list_namespaces(prefix=prefix, suffix=suffix, max_depth=max_depth)

        assert listed == oracle.list_namespaces(prefix=prefix, suffix=suffix, max_depth=max_depth)


@pytest.mark.parametrize("filter", [{"n": {"$in": [1]}}, {"n": {"$gt": 1, "m": 2}}, {"n": {"m": {"$regex": "x"}}}])
def test_an_operator_that_langgraph_doesnt_know_is_refused_as_there(filter):
    with belieflog.open(":memory:") as log:
        for store in (InMemoryStore(), BelieflogStore(log.memory("u"))):
            store.put(("a",), "k", {"n": 3 if "m" not in filter["n"] or "$gt" in filter["n"] else {"m": 3}})

            with pytest.raises(ValueError, match=r"(?i)unsupported operator"):
                store.search((), filter=filter)


@pytest.mark.parametrize("operand", ["many", None, [1]])
def test_a_comparison_with_what_is_no_number_is_refused(operand):
    with belieflog.open(":memory:") as log, pytest.raises(ValueError, match=r"\$gt compares numbers"):
        BelieflogStore(log.memory("u")).search((), filter={"n": [{"m": {"$gt": operand}}]})


@pytest.mark.parametrize("namespace", [(), ("langgraph",), ("a", ""), ("a.b",), ("a\0",), (1,)])
def test_a_namespace_that_langgraph_refuses_is_refused(namespace):
    with belieflog.open(":memory:") as log:
        for store in (InMemoryStore(), BelieflogStore(log.memory("u"))):
            with pytest.raises(InvalidNamespaceError):
                store.put(namespace, "k", {})
            if namespace not in ((), ("langgraph",)):
                for read in (store.search, lambda n, s=store: s.get(n, "k"), lambda n, s=store: s.delete(n, "k")):
                    with pytest.raises(InvalidNamespaceError):
                        read(namespace)


def test_what_isnt_an_operation_is_refused_and_nothing_is_written():
    with belieflog.open(":memory:") as log:
        store = BelieflogStore(log.memory("u"))

        for strange in ("get", MatchCondition("prefix", ("a",))):
            with pytest.raises(ValueError, match="unknown operation"):
                store.batch([PutOp(("a",), "k", {}), strange])
        with pytest.raises(ValueError, match="unsupported match type"):
            store.batch([ListNamespacesOp((MatchCondition("infix", ("a",)),))])

        assert log.position == 1


# Time to live

minutes = st.none() | st.sampled_from([1, 2, 0.5])
living = st.one_of(
    st.tuples(st.just("put"), st.integers(0, 1), st.integers(0, 1), minutes | st.just("default")),
    st.tuples(st.just("get"), st.integers(0, 1), st.sampled_from([None, True, False])),
    st.tuples(st.just("search"), st.sampled_from([None, True, False])),
    st.tuples(st.just("delete"), st.integers(0, 1)),
    st.tuples(st.just("wait"), st.sampled_from([20, 59, 60, 61, 200])),
)
configured = st.none() | st.fixed_dictionaries({}, optional={"default_ttl": minutes, "refresh_on_read": st.booleans()})


@settings(max_examples=300)
@given(configured, st.lists(living, max_size=14))
def test_an_item_lives_as_long_as_it_was_given_since_it_was_last_written_or_read(config, operations):
    clock, model = Clock(), {}  # key → [value, ttl, expires, created, updated]
    with belieflog.open(":memory:", clock=clock) as log:
        store = BelieflogStore(log.memory("u"), ttl=config)

        def shown():
            return {key: told for key, told in model.items() if told[2] is None or clock.now < told[2]}

        def read(items, refresh):
            for item in items:
                told = model[item.key]
                assert (item.value, item.created_at, item.updated_at) == (told[0], moment(told[3]), moment(told[4]))
                extends = (config or {}).get("refresh_on_read", True) if refresh is None else refresh
                if extends and told[1] is not None:
                    told[2], told[4] = clock.now + int(told[1] * MINUTE), clock.now

        for operation in operations:
            clock.now += SECOND
            match operation:
                case "put", n, value, ttl:
                    key, there = f"k{n}", shown()
                    store.put(("a",), key, {"v": value}, **({} if ttl == "default" else {"ttl": ttl}))
                    ttl = (config or {}).get("default_ttl") if ttl == "default" else ttl
                    expires = None if ttl is None else clock.now + int(ttl * MINUTE)
                    created = there[key][3] if key in there else clock.now
                    model[key] = [{"v": value}, ttl, expires, created, clock.now]
                case "get", n, refresh:
                    item = store.get(("a",), f"k{n}", refresh_ttl=refresh)
                    assert (item is not None) == (f"k{n}" in shown())
                    read([item] if item else [], refresh)
                case "search", refresh:
                    items = store.search(("a",), refresh_ttl=refresh)
                    assert {item.key for item in items} == set(shown())
                    read(items, refresh)
                case "delete", n:
                    store.delete(("a",), f"k{n}")
                    model.pop(f"k{n}", None)
                case "wait", seconds:
                    clock.now += seconds * SECOND
            assert store.list_namespaces() == ([("a",)] if shown() else [])


def test_a_read_that_lets_an_item_live_on_is_a_refresh_that_says_so():
    clock = Clock()
    with belieflog.open(":memory:", clock=clock) as log:
        mem = log.memory("u")
        mem.remember("semantic:a/k", {"n": 1}, ttl="1m", confidence=0.5, importance=7)
        clock.now += 50 * SECOND

        item = BelieflogStore(mem).get(("a",), "k")

        clock.now += 50 * SECOND
        entry = mem.get("semantic:a/k")
        assert item.value == {"n": 1} == entry.value
        assert (entry.version, entry.confidence, entry.importance, entry.via) == (1, 0.5, 7, "langgraph:read")
        assert [revision.version for revision in mem.history("semantic:a/k")] == [1, 1]


def test_what_a_batch_writes_isnt_brought_back_by_what_it_reads():
    clock = Clock()
    with belieflog.open(":memory:", clock=clock) as log:
        store = BelieflogStore(log.memory("u"))
        for key in ("k", "l"):
            store.put(("a",), key, {"n": 1}, ttl=1)

        store.batch([SearchOp(("a",)), PutOp(("a",), "k", None), PutOp(("a",), "l", {"n": 2})])

        assert store.get(("a",), "k") is None
        assert log.memory("u").get("semantic:a/l").recorded.public.ttl is None


@pytest.mark.parametrize("meanwhile", ["put", "delete", "expire"])
def test_a_read_doesnt_bring_back_what_went_away_meanwhile(meanwhile):
    clock = Clock()
    with belieflog.open(":memory:", clock=clock) as log:
        other = BelieflogStore(log.memory("u"))

        class Slow(BelieflogStore):
            def batch(self, ops):
                self._memory.transact = self._late
                return super().batch(ops)

            def _late(self, act):
                del self._memory.transact
                clock.now += (61 if meanwhile == "expire" else 50) * SECOND
                if meanwhile == "put":
                    other.put(("a",), "k", {"n": 2})
                if meanwhile == "delete":
                    other.delete(("a",), "k")
                return self._memory.transact(act)

        for key in ("k", "l"):
            other.put(("a",), key, {"n": 1}, ttl=1 if key == "k" else 2)

        assert [item.value for item in Slow(log.memory("u")).search(("a",))] == [{"n": 1}, {"n": 1}]

        left = other.get(("a",), "k", refresh_ttl=False)
        assert (left and left.value) == ({"n": 2} if meanwhile == "put" else None)
        clock.now += 80 * SECOND
        assert other.get(("a",), "l") is not None  # what could live on does


def test_reading_goes_on_where_an_item_may_not_be_extended(path):
    rules = {"namespaces": {"a/fixed": {"access": "read-only"}}}
    with belieflog.open(path) as log:
        mem = log.memory("u")
        mem.remember("semantic:a/fixed/k", {"n": 1}, ttl="1h", source="user")
        mem.remember("semantic:a/k", {"n": 2}, ttl="1h")
        log.set_policy(rules, reason="kept by hand")
        before = log.position

        assert [item.value["n"] for item in BelieflogStore(mem, audit=False).search(("a",))] == [1, 2]

        assert [event.address for event in log.events(before)] == ["semantic:a/k"]
        position = log.position
    with BelieflogStore.open(path, user="u", readonly=True) as store:
        assert [item.value["n"] for item in store.search(("a",))] == [1, 2]
        with pytest.raises(Refused, match="reading only"):
            store.put(("a",), "k", {})
    with belieflog.open(path) as log:
        assert log.position == position


@pytest.mark.parametrize("ttl", [0, -1, float("nan")])
def test_a_time_to_live_that_is_none_is_refused(ttl):
    with belieflog.open(":memory:") as log, pytest.raises(InvalidValue, match="ttl"):
        BelieflogStore(log.memory("u")).put(("a",), "k", {}, ttl=ttl)


def test_an_item_that_expires_while_it_is_deleted_is_no_error():
    from ticking import Ticking

    with belieflog.open(":memory:", clock=Ticking()) as log:
        store = BelieflogStore(log.memory("u"))
        for seconds in range(1, 12):  # the clock goes on by a second at each look
            store.put(("a",), "k", {"n": seconds}, ttl=seconds / 60)

            store.delete(("a",), "k")

            assert store.get(("a",), "k") is None


# What it gains


@pytest.fixture(params=QUICK)
def log(request):
    with belieflog.Log(EventLog(QUICK[request.param](), clock=Clock())) as log:
        yield log


@pytest.fixture
def mem(log):
    """The memory of a user, in a session, for an agent."""
    return log.memory("u", "s", "bot")


@pytest.fixture
def store(mem):
    return BelieflogStore(mem)


def test_what_is_put_is_an_entry_of_long_term_memory_with_its_history(log, mem, store):
    store.put(("用户", "x/y"), "50%", {"text": "likes green tea"})
    store.put(("用户", "x/y"), "50%", {"text": "likes oolong"})
    store.put(("用户", "x/y"), "50%", {"text": "likes oolong"})
    store.delete(("用户", "x/y"), "50%")
    address = "semantic:用户/x%2Fy/50%25"

    history = mem.history(address)

    assert [(r.tag, r.version) for r in history] == [
        ("memory-written", 1),
        ("memory-written", 2),
        ("memory-written", 2),
        ("retracted", None),
    ]
    assert [log.event(r.event).private.via for r in history] == ["langgraph:put"] * 3 + ["langgraph:delete"]
    assert {(str(r.source), r.actor) for r in history} == {("agent", "bot")}
    assert history[-1].reason == "deleted through LangGraph's store"
    assert log.verify(views=True).ok


def test_what_is_put_is_recalled_and_told_who_set_it(mem, store):
    store.put(("facts",), "drink", {"text": "likes green tea"})

    [hit] = mem.recall("green tea")

    assert (hit.address, hit.value) == ("semantic:facts/drink", {"text": "likes green tea"})
    assert mem.blame("semantic:facts/drink").entry.actor == "bot"


def test_a_bad_put_is_reverted_and_the_item_is_as_before(log, mem, store):
    store.put(("facts",), "drink", {"text": "tea"})
    good = store.get(("facts",), "drink")
    store.put(("facts",), "drink", {"text": "bleach"})
    bad = mem.get("semantic:facts/drink").event

    log.revert(user="u", event=bad, reason="the agent was lied to")

    assert store.get(("facts",), "drink") == good


def test_a_delete_is_reverted_and_the_item_is_there_again(log, mem, store):
    store.put(("facts",), "drink", {"text": "tea"})
    put = store.get(("facts",), "drink")
    store.delete(("facts",), "drink")
    gone = mem.history("semantic:facts/drink")[-1].event

    log.revert(user="u", event=gone, reason="it was right")

    assert store.get(("facts",), "drink") == put


def test_an_item_is_rolled_back_to_an_earlier_version(log, mem, store):
    for drink in ("tea", "coffee", "bleach"):
        store.put(("facts",), "drink", {"text": drink})

    log.rollback(user="u", address="semantic:facts/drink", to_version=1, reason="the first was right")

    assert store.get(("facts",), "drink").value == {"text": "tea"}


def test_all_that_a_session_wrote_is_taken_back_at_once(log, mem, store):
    BelieflogStore(log.memory("u", "s1")).put(("a",), "k", {"n": 1})
    mem.start("a thread")
    store.put(("a",), "k", {"n": 2})
    store.put(("b",), "k", {"n": 3})

    log.rollback(log.position - 2, user="u", session="s", long_term=True, reason="it was led astray")

    assert [(item.namespace, item.value) for item in store.search(())] == [(("a",), {"n": 1})]


def test_the_command_line_finds_and_tells_of_what_was_put(path):
    with BelieflogStore.open(path, user="u", actor="bot") as store:
        store.put(("facts",), "drink", {"text": "likes green tea"})
        store.put(("facts",), "drink", {"text": "likes oolong"})

    def told(*words):
        return CliRunner().invoke(cli, [*words, "--log", path, "--user", "u"], catch_exceptions=False).output

    assert "semantic:facts/drink" in told("recall", "oolong")
    assert "bot" in told("blame", "semantic:facts/drink")
    told("rollback", "semantic:facts/drink", "--to-version", "1", "--reason", "misheard")
    with BelieflogStore.open(path, user="u", readonly=True) as store:
        assert store.get(("facts",), "drink").value == {"text": "likes green tea"}


def test_an_item_is_erased_for_good(log, mem, store):
    store.put(("facts",), "drink", {"text": "tea"})
    store.put(("facts",), "food", {"text": "bread"})

    log.erase(user="u", address="semantic:facts/drink", reason="asked to")

    assert [item.key for item in store.search(())] == ["food"]
    assert store.get(("facts",), "drink") is None
    store.put(("facts",), "drink", {"text": "water"})
    assert store.get(("facts",), "drink").value == {"text": "water"}


def test_an_item_is_as_old_as_what_is_there_without_a_break(log, mem, store):
    clock = log._log.clock

    def put(text, **how):
        clock.now += MINUTE
        store.put(("a",), "k", {"text": text}, **how)
        return clock.now

    def dates():
        item = store.get(("a",), "k", refresh_ttl=False)
        return item.created_at, item.updated_at

    first, second = put("x"), put("y")
    assert dates() == (moment(first), moment(second))
    assert dates() == (moment(first), moment(second))
    later = put("w")
    assert dates() == (moment(first), moment(later))
    clock.now += MINUTE
    log.rollback(user="u", address="semantic:a/k", to_version=1, reason="back")
    assert dates() == (moment(first), moment(first))
    store.delete(("a",), "k")
    third = put("z", ttl=1)
    fourth = put("z", ttl=2)  # a minute later: gone by then
    assert dates() == (moment(fourth), moment(fourth))
    assert third < fourth
    fifth = put("v")
    assert dates() == (moment(fourth), moment(fifth))


def test_reads_leave_one_event_a_batch_of_what_was_shown(log, mem, store):
    for n in range(4):
        store.put(("a",), str(n), {"text": f"red {n}"})
    before = log.position

    (got, [found], [other]) = store.batch(
        [GetOp(("a",), "2"), SearchOp(("a",), limit=1, offset=3, query="red"), SearchOp((), limit=1, query="blue")]
    )

    [recalled] = log.events(before)
    positions = {mem.get(f"semantic:a/{item.key}").position for item in (got, found, other)}
    assert {p for low, high in recalled.public.shown for p in range(low, high + 1)} == positions
    assert (recalled.tag, recalled.private.query) == ("recalled", "red\nblue")
    assert (recalled.public.session, recalled.public.actor) == ("s", "bot")


def test_without_audit_and_where_nothing_is_shown_reads_leave_nothing(log, mem, store):
    BelieflogStore(mem).put(("a",), "k", {"text": "red"})
    before = log.position

    BelieflogStore(mem, audit=False).search((), query="red")
    store.get(("a",), "other")
    store.list_namespaces()
    store.delete(("a",), "other")

    assert log.position == before


def test_what_the_session_holds_neither_shows_nor_hides_anything(mem, store):
    mem.remember("semantic:a/k", {"text": "red, for now"}, in_session=True)
    mem.remember("semantic:b/k", {"text": "red, for now"}, in_session=True)
    assert store.list_namespaces() == []
    store.put(("a",), "k", {"text": "red"}, ttl=1)

    assert store.get(("a",), "k").value == {"text": "red"}
    assert [item.value for item in store.search((), query="red")] == [{"text": "red"}]
    store.delete(("a",), "k")
    assert store.get(("a",), "k") is None
    assert mem.get("semantic:a/k").value == {"text": "red, for now"}


def test_what_others_wrote_is_seen_wrapped_where_it_isnt_a_dict(mem, store):
    mem.remember("semantic:prefs/editor", "vim", source="user")
    mem.remember("semantic:top", {"n": 1})
    mem.remember("procedural:prefs/deploy", {"n": 1})

    assert store.get(("prefs",), "editor").value == {"value": "vim"}
    assert [(i.namespace, i.key) for i in store.search((), filter={"value": "vim"})] == [(("prefs",), "editor")]
    assert [(i.namespace, i.key) for i in store.search((), filter={"n": 1})] == [((), "top")]
    assert store.list_namespaces() == [(), ("prefs",)]


def test_what_a_user_said_isnt_overwritten_and_the_whole_batch_stays_out(log, mem, store):
    mem.remember("semantic:prefs/editor", {"text": "vim"}, source="user")
    before = log.position

    with pytest.raises(Conflict) as refused:
        store.batch([PutOp(("a",), "k", {"n": 1}), PutOp(("prefs",), "editor", {"text": "emacs"})])
    with pytest.raises(Refused, match="said by a user"):
        store.delete(("prefs",), "editor")

    assert (refused.value.mine, refused.value.theirs) == ({"text": "emacs"}, {"text": "vim"})
    assert log.position == before
    assert store.get(("prefs",), "editor").value == {"text": "vim"}


def test_what_lost_its_support_isnt_shown(log, mem, store):
    fact = mem.add_fact("proxy", "slow", source="tool:curl")
    mem.remember("semantic:a/k", {"text": "slow proxy"}, derived_from=fact)
    assert store.search((), query="proxy")

    mem.retract("fact:proxy", reason="it was the cable")

    assert (store.get(("a",), "k"), store.search((), query="proxy"), store.list_namespaces()) == (None, [], [])


def test_what_is_closed_to_the_actor_shows_nothing_and_cant_be_written(log, store):
    theirs = BelieflogStore(log.memory("u", actor="doctor"))
    theirs.put(("health",), "k", {"text": "red spots"})
    log.set_policy(
        {"namespaces": {"health": {"access": "closed", "writers": ["actor:doctor"], "readers": ["actor:doctor"]}}},
        reason="theirs alone",
    )

    assert (store.get(("health",), "k"), store.search((), query="red"), store.list_namespaces()) == (None, [], [])
    assert theirs.get(("health",), "k").value == {"text": "red spots"}
    with pytest.raises(Refused, match="may write there"):
        store.put(("health",), "k", {"text": "none"})


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"n": float("inf")}, "value.n"),
        ({"when": datetime.now(UTC)}, "value.when"),
        ({"tags": [1, (2,)]}, r"value.tags\[1\]"),
        ({1: 2}, "value"),
        ({"big": 2**64}, "value.big"),
        ([1], "value"),
    ],
)
def test_a_value_that_isnt_json_is_refused_with_its_path(store, value, where):
    with pytest.raises(InvalidValue, match=f"^{where}: "):
        store.put(("a",), "k", value)


@pytest.mark.parametrize("label", ["x" * 201, "line\nbreak", " "])
def test_a_name_that_no_item_can_have_is_refused(store, label):
    suffix = MatchCondition("suffix", (label,))
    reads = (GetOp(("a",), label), GetOp((label,), "k"), SearchOp((label,)), ListNamespacesOp((suffix,)))
    for op in (*reads, PutOp((label,), "k", {}), PutOp(("a",), label, None)):
        with pytest.raises(InvalidValue):
            store.batch([op])


def test_two_spellings_of_a_name_are_one_item(store):
    store.batch([PutOp(("cafe\u0301",), "e\u0301", {"n": 1}), PutOp(("café",), "é", {"n": 2})])

    assert store.get(("cafe\u0301",), "e\u0301").value == {"n": 2}
    assert [(i.namespace, i.key) for i in store.search(("cafe\u0301",))] == [(("café",), "é")]
    assert store.list_namespaces(prefix=("cafe\u0301",)) == [("café",)]


def test_a_value_is_kept_without_its_secrets_and_only_so_long(store):
    store.put(("a",), "k", {"password": "hunter2hunter2"})

    assert "hunter2" not in str(store.get(("a",), "k").value)
    with pytest.raises(Refused, match="8000"):
        store.put(("a",), "k", {"text": "x" * 9_000})


def test_a_secret_is_no_name_since_masked_two_would_be_one(log, store):
    secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    id = "0b5e9c1e-7f0a-4c7e-9d2b-3f1f6a9c2d11"
    store.put((id,), id, {"n": 1})
    before = log.position

    for op in (
        PutOp(("a",), secret, {}),
        PutOp((secret,), "k", {}),
        GetOp(("a",), secret),
        PutOp(("a",), secret, None),
    ):
        with pytest.raises(InvalidValue, match="holds a secret") as refused:
            store.batch([op])
        assert secret not in str(refused.value)

    assert (log.position, store.get((id,), id).value) == (before, {"n": 1})


def test_with_an_embedder_items_are_found_by_their_meaning():
    with belieflog.open(":memory:", embedder=Toy()) as log:
        store = BelieflogStore(log.memory("u"))
        store.put(("a",), "far", {"text": "timeout"})
        store.put(("a",), "near", {"text": "喝咖啡"})

        first, second = store.search(("a",), query="tea")

        assert (first.key, second.key, second.score) == ("near", "far", None)
        assert first.score > 0


def test_a_search_reads_nothing_but_what_lies_below_its_prefix(log, mem, store):
    for n in range(50):
        store.put((f"s{n % 10}", "t"), str(n), {"n": n})
    read = []
    below = log._store.index.below
    log._store.index.below = lambda *asked: read.append(found := below(*asked)) or found

    store.batch(
        [SearchOp(("s3",)), ListNamespacesOp((MatchCondition("prefix", ("s4", "*")), MatchCondition("suffix", ("t",))))]
    )

    assert [len(found) for found in read] == [5, 5]


# Threads, processes, opening


def test_stores_in_several_threads_share_one_log(path):
    with BelieflogStore.open(path, user="u", durability="off") as store:

        def write(n):
            store.batch([PutOp(("a", str(n % 3)), str(n), {"n": n}), PutOp(("last",), "k", {"n": n})])
            return store.get(("a", str(n % 3)), str(n)).value["n"]

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(write, range(60))) == list(range(60))

        assert len(store.search(("a",), limit=ALL)) == 60
        assert store.list_namespaces() == [("a", "0"), ("a", "1"), ("a", "2"), ("last",)]


def test_stores_in_two_processes_share_one_log(path):
    code = (
        "import sys\nfrom belieflog.langgraph import BelieflogStore\n"
        "with BelieflogStore.open(sys.argv[1], user='u', actor=sys.argv[2]) as store:\n"
        "    for n in range(20):\n"
        "        store.put((sys.argv[2],), str(n), {'n': n})\n"
        "        store.put(('both',), 'k', {'n': n, 'by': sys.argv[2]})\n"
    )
    others = [subprocess.Popen([sys.executable, "-c", code, path, name], cwd=ROOT) for name in ("left", "right")]

    assert [each.wait(60) for each in others] == [0, 0]
    with BelieflogStore.open(path, user="u") as store:
        assert {space: len(store.search((space,), limit=ALL)) for space in ("left", "right", "both")} == {
            "left": 20, "right": 20, "both": 1,
        }  # fmt: skip
        assert store.get(("both",), "k").value["n"] == 19
    with belieflog.open(path, readonly=True) as log:
        assert log.verify(views=True).ok
        assert len(log.memory("u").history("semantic:both/k")) == 40


def test_many_async_calls_at_once_all_count():
    async def put_all(store):
        await asyncio.gather(*(store.aput(("a",), str(n), {"n": n}) for n in range(30)))
        await store.adelete(("a",), "3")
        return await store.asearch(("a",), limit=ALL), await store.aget(("a",), "4"), await store.alist_namespaces()

    with belieflog.open(":memory:") as log:
        items, four, namespaces = asyncio.run(put_all(BelieflogStore(log.memory("u"))))

    assert {item.key for item in items} == {str(n) for n in range(30) if n != 3}
    assert (four.value, namespaces) == ({"n": 4}, [("a",)])


def test_a_graph_keeps_its_memories_in_it(log, mem, store):
    graph = pytest.importorskip("langgraph.graph", reason="needs langgraph")

    def remember(state: dict, *, store: BaseStore) -> dict:
        store.put(("memories",), "last", {"text": state["text"]})
        return {"found": [item.value["text"] for item in store.search(("memories",), query=state["text"])]}

    async def recall(state: dict, *, store: BaseStore) -> dict:
        return {"last": (await store.aget(("memories",), "last")).value["text"]}

    built = graph.StateGraph(dict).add_node("remember", remember).add_edge(graph.START, "remember")
    asked = graph.StateGraph(dict).add_node("recall", recall).add_edge(graph.START, "recall")

    assert built.compile(store=store).invoke({"text": "green tea"}) == {"found": ["green tea"]}
    assert asyncio.run(asked.compile(store=store).ainvoke({})) == {"last": "green tea"}
    assert [r.value for r in mem.history("semantic:memories/last")] == [{"text": "green tea"}]


def test_without_langgraph_it_says_what_to_install():
    code = (
        "import sys; sys.modules['langgraph'] = None\n"
        "import belieflog\n"
        "try: import belieflog.langgraph\n"
        "except belieflog.Refused as error: print(error)\n"
    )

    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert "pip install -e '.[langgraph]' in the clone" in told.stdout


def test_reading_keeps_nothing_alive_that_is_taken_back(log):
    mem = log.memory("u1", "s")
    store = BelieflogStore(mem, ttl={"default_ttl": 60, "refresh_on_read": True})
    where = "semantic:pay/iban"
    mem.remember(where, {"iban": "evil"}, source="tool:web", ttl=3_600)
    assert store.get(("pay",), "iban").value == {"iban": "evil"}
    assert str(mem.get(where).source) == "tool:web"

    log.revert(user="u1", source="tool:web", reason="poisoned")

    assert (store.get(("pay",), "iban"), mem.get(where)) == (None, None)


def test_a_put_of_what_was_there_falls_with_it(log):
    mem = log.memory("u1", "s")
    mem.remember("semantic:pay/iban", {"iban": "evil"}, source="tool:web")
    BelieflogStore(mem).put(("pay",), "iban", {"iban": "evil"})

    log.revert(user="u1", source="tool:web", cascade="declared", reason="poisoned")

    assert mem.get("semantic:pay/iban") is None
