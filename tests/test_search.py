"""Finding words: what is kept for the search, and what comes back."""

import sqlite3
from itertools import pairwise
from random import Random

import pytest
import strategies as s
from driving import START, Lockstep
from hypothesis import given
from hypothesis import strategies as st
from model import SECOND
from older import take_back
from ticking import over
from wordy import carry_out

import belieflog
from eventlog.corpus import Scanned, Sought, Wanted
from eventlog.errors import InvalidValue
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore
from eventlog.terms import Term, lexemes, wanted

QUERIES = [
    "x",
    "y true",
    "a",
    "n/a",
    '"x y"',
    "x*",
    "1",
    "茶",
    "喝茶",
    '"喜欢喝茶"',
    "green tea",
    "te*",
    "🚀",
    "C盘",
    "é",
]
TEXTS = [
    "green tea",
    "teas, Green!",
    "用户喜欢喝茶",
    "喝咖啡 or tea",
    "C盘早报 🚀",
    "x",
    "résumé",
    "y x y",
    "tea\ngreen",
    "",
]
DEMANDS = [
    Wanted(now=10**18),
    *(Wanted(now=START + seconds * SECOND) for seconds in (2, 20, 200)),
    Wanted(kinds=("note", "semantic")),
    Wanted(namespace=("n",), min_confidence=0.6),
    Wanted(min_importance=4),
]


def kept(log, places):
    """Give the words that the store keeps, brought up to the log."""
    log._store.catch_up(places)
    with log._store.reading():
        return log._store.corpus(places)


def scanned(log, places):
    return Scanned(r for place in places for r in log._store.index.shown(place))


def asked_for(terms):
    """Ask for each term alone, for pairs, and for one term to which another adds."""
    for first, second in pairwise(terms):
        one, other = (first, 3), (second, 2)
        for looked, more, most in (
            ([one], [], None),
            ([one, other], [], 9),
            ([one], [other], 1),
            ([one], [other], None),
        ):
            yield Sought(tuple(looked), tuple(more), most, 5, 2.2, 1.3, 0.3)


def answers(corpus):
    """Ask all that can be asked of a corpus."""
    terms = [term for query in QUERIES for term in wanted(query)]
    return (
        corpus.documents,
        corpus.length,
        [corpus.frequency(term) for term in terms],
        [
            corpus.fitting(sought, demands, most)
            for sought in asked_for(terms)
            for demands in DEMANDS
            for most in (1, 9)
        ],
        [corpus.weightiest(demands, most) for demands in DEMANDS for most in (2, 9)],
    )


@given(s.mixed(s.histories, s.expiring_histories), st.sets(st.integers(0, 16)))
def test_law_02_the_words_kept_are_those_of_what_is_shown(operations, searched_after):
    with Lockstep() as both:
        log = both.sqlite
        for done, _ in enumerate(both.run(operations)):
            if done in searched_after:
                log._store.catch_up(log._store.index.scopes()[:2])
        scopes = log._store.index.scopes()
        for places in ([scope] for scope in scopes), [scopes]:
            for place in places:
                assert answers(kept(log, place)) == answers(scanned(log, place))
        assert not list(log._store.differences())


writes = st.tuples(
    st.sampled_from(["u", "v"]),
    st.sampled_from(["note", "fact", "semantic", "retract", "revert", "erase", "clear", "search"]),
    st.integers(0, 3),
    st.sampled_from(TEXTS),
)


@given(st.lists(writes, max_size=14))
def test_law_02_a_search_finds_what_a_scan_finds(operations):
    found = []
    for store in (MemoryStore(), SQLiteStore(":memory:")):
        with over(store) as log:
            carry_out(log, operations)
            found.append([
                [(h.scope.user, h.address, h.score, h.because, h.same_as) for h in hits]
                for user in "uv"
                for query in QUERIES
                for hits in [log.memory(user, "s").recall(query, audit=False)]
            ])  # fmt: skip
    assert found[0] == found[1]


@given(st.lists(writes, max_size=8), st.lists(writes, max_size=8))
def test_law_06_what_others_write_changes_no_hit_and_no_score(mine, theirs):
    found, now = [], "2030-01-01T00:00:00Z"
    for others in ([], [("v", *rest) for _, *rest in theirs]):
        with over(SQLiteStore(":memory:")) as log:
            carry_out(log, [("u", *rest) for _, *rest in mine])
            carry_out(log, others)
            log.memory("v", "s").recall("x", audit=False)
            mem = log.memory("u", "s")
            found.append(
                [[(h.address, h.score, h.because) for h in mem.recall(q, now=now, audit=False)] for q in QUERIES]
            )
    assert found[0] == found[1]


@given(st.text(max_size=30), st.text(max_size=8))
def test_every_word_that_a_text_has_is_found_there(text, other):
    with over(SQLiteStore(":memory:")) as log:
        mem = log.memory("u", "s")
        try:
            mem.write("k", text)
        except belieflog.BelieflogError:
            return
        scope = log._store.index.scopes()[-1]
        for term in wanted(text.replace('"', " ").replace("*", " ")) + wanted(other):
            here, there = kept(log, [scope]).frequency(term), scanned(log, [scope]).frequency(term)
            assert here == there
            assert here or term not in wanted(text)


HOSTILE = [
    '"',
    '""',
    "*",
    "a*b",
    "NEAR(x",
    "x AND",
    "text:x",
    "x OR y",
    "-x",
    "^x",
    "(x",
    "x'; drop table words; --",
    "\x00x",
]


@pytest.mark.parametrize("query", HOSTILE)
def test_a_query_is_words_and_never_a_language(mem, query):
    mem.write("k", "x and y")
    found = [hit.address for hit in mem.recall(query, audit=False)]
    assert found == (["note:k"] if {"x", "and"} & set(lexemes(query)) else [])


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("", "the query is empty"),
        (" \n", "the query is empty"),
        ("?!…", "the query has no word in it"),
        ("zebra", "no entry holds any of its words"),
        ("red", "what holds its words fails something else"),
    ],
)
def test_an_empty_result_says_why(mem, query, note):
    mem.remember("semantic:n/k", "red")
    mem.remember("semantic:n/l", "blue")
    hits = mem.recall(query, audit=False, kinds=["note"])
    assert hits == []
    assert hits.note.startswith(note)
    assert mem.recall("red", audit=False).note is None


def test_a_query_of_100_kb_is_answered_by_its_first_words(mem):
    mem.write("k", "needle")
    assert [h.address for h in mem.recall("needle " + "hay stack " * 10_000, audit=False)] == ["note:k"]
    assert mem.recall(" ".join(f"w{n}" for n in range(20_000)), audit=False) == []


@pytest.mark.parametrize(
    ("demand", "message"),
    [
        ({"threshold": 1.5}, "threshold: 1.5 is out of range: give 0 to 1"),
        ({"min_confidence": -1}, "min_confidence: -1 is out of range"),
        ({"min_importance": 11}, "min_importance: 11 is out of range: give 1 to 10"),
        ({"kinds": ["facts"]}, "unknown kind 'facts': use some of goal"),
        ({"limit": -1}, "limit: -1 is less than nothing"),
    ],
)
def test_what_cant_be_meant_is_refused(mem, demand, message):
    with pytest.raises(InvalidValue, match=message):
        mem.recall("x", audit=False, **demand)


def test_a_phrase_a_prefix_and_one_character_are_found(mem):
    mem.write("a", "the green tea is cold")
    mem.write("b", "tea that is green")
    mem.write("c", "teapots")
    mem.write("d", "早上看早报")

    def found(query):
        return sorted(hit.key for hit in mem.recall(query, audit=False))

    assert found('"green tea"') == ["a"]
    assert found("tea") == ["a", "b"]
    assert found("tea*") == ["a", "b", "c"]
    assert found("teapo") == ["c"]  # no entry has the word, so it is taken as a beginning
    assert found("报") == ["d"]
    assert found('"看早报"') == ["d"]
    assert found('"早看"') == []


def test_a_phrase_reaches_across_no_part(mem):
    mem.remember("semantic:green/tea", "cold", participants=["ann", "bob"])
    assert [h.key for h in mem.recall('"green tea"', audit=False)] == []
    assert [h.key for h in mem.recall('"ann bob"', audit=False)] == []


def test_highlights_stand_on_the_text_as_it_was_written(mem):
    mem.write("a", "Ｇreen TEAS, 用户喜欢喝茶。")
    [hit] = mem.recall("green tea 喜欢 茶", audit=False)
    assert [hit.value[start:end] for start, end in hit.highlights] == ["Ｇreen", "TEAS", "喜欢", "茶"]


def test_namespaces_match_whole_segments_in_a_search(mem):
    for namespace in ("tenant/a", "tenant/ab", "tenant/a,b", 'tenant/a"', "tenant", "other/tenant/a"):
        mem.remember(f"semantic:{namespace}/k", "red")

    def found(namespace):
        return sorted("/".join(hit.namespace) for hit in mem.recall("red", namespace=namespace, audit=False))

    assert found("tenant/a") == ["tenant/a"]
    assert found("tenant/_") == found("tenant/%") == []
    assert found("tenant") == ["tenant", "tenant/a", 'tenant/a"', "tenant/a,b", "tenant/ab"]


def test_rarer_words_weigh_more_then_importance_and_freshness(mem):
    for number in range(9):
        mem.write(f"n{number}", "common word")
    mem.write("rare", "zebra and a few more words to make it longer")
    mem.remember("semantic:weighty", "common word", importance=10)

    assert mem.recall("common zebra", audit=False)[0].key == "rare"
    assert mem.recall("common", audit=False)[0].key == "weighty"


def test_freshness_has_the_half_life_of_the_policy(path):
    day, now = 86_400_000_000, [0]
    with belieflog.open(path, clock=lambda: now[0], entropy=Random(0).randbytes) as log:
        mem = log.memory("u")
        mem.remember("semantic:b", "red", occurred_at=None)
        now[0] = 30 * day
        mem.remember("semantic:a", "red")
        fresh, old = mem.recall("red", audit=False)
        assert (fresh.key, old.key) == ("a", "b")
        assert fresh.score - old.score == pytest.approx(0.05 * (1 - 0.5 ** (30 / 90)) * fresh.score / 0.925, abs=1e-3)
        log.set_policy({"ranking": {"half_life_days": None}}, reason="nothing ages here")
        a, b = mem.recall("red", audit=False)
        assert a.score == b.score


def test_a_log_open_for_reading_is_searched_whole_though_its_words_are_behind(path):
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("a", "red")
        mem.recall("red", audit=False)
        mem.write("b", "red")
    with belieflog.open(path, readonly=True) as log:
        assert [h.key for h in log.memory("u", "s").recall("red")] == ["b", "a"]


def test_words_are_taken_in_by_parts_and_made_anew_where_the_reading_of_words_has_changed(path, monkeypatch):
    monkeypatch.setattr("eventlog.sqlite_words.STEP", 2)
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        for number in range(5):
            mem.write(f"k{number}", f"red {number}")
        assert len(mem.recall("red", audit=False)) == 5
        monkeypatch.setattr("eventlog.sqlite_words.MADE", 2)
        assert len(mem.recall("red", audit=False)) == 5
        log.rebuild("words")
        assert log.verify(views=True).ok


def test_one_word_too_common_looks_at_the_newest_that_hold_it(mem, monkeypatch):
    monkeypatch.setattr("projections.ranking.NEWEST", 3)
    for number in range(6):
        mem.write(f"k{number}", "red" if number else "red zebra")
    assert [h.key for h in mem.recall("red", audit=False)] == ["k5", "k4", "k3"]
    assert "k0" in [h.key for h in mem.recall("red zebra", audit=False)]


def test_a_writer_beside_a_reader_leaves_no_word_unfound(path):
    with belieflog.open(path) as one, belieflog.open(path) as other:
        mem = one.memory("u", "s")
        for number in range(3):
            other.memory("u", "s").write(f"k{number}", "red")
            assert len(mem.recall("red", audit=False)) == number + 1
        one.memory("u", "s").retract("note:k0", reason="r")
        assert len(other.memory("u", "s").recall("red", audit=False)) == 2


def test_an_older_file_is_brought_up_once_it_is_opened_for_writing(path):
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("k", "red")
        mem.add_fact("a", "red", source="user")
        mem.add_fact("a", "blue", source="user")
    take_back(path, 1)
    with pytest.raises(belieflog.Refused, match="open it for writing once"):
        belieflog.open(path, readonly=True)
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        assert sorted(h.key for h in mem.recall("red")) == ["k"]
        assert mem.add_fact("a", "red", source="user").event.public.claim == 1
        assert log.verify(views=True).ok


def test_a_term_reads_as_it_was_asked_for():
    assert [term.text for term in wanted('"喜欢喝茶" "green teas" te* 茶')] == ["喜欢喝茶", "green tea", "te*", "茶"]
    assert Term(("茶",), prefix=True) in wanted("茶")


def test_why_not_gives_each_cause_a_code_of_its_own(log, mem):
    log.set_policy(
        {"namespaces": {"private": {"access": "closed", "readers": ["actor:keeper"], "writers": ["actor:keeper"]}}},
        reason="not for all",
    )
    log.memory("other", "s").write("theirs", "red")
    log.memory("u", "s2").write("elsewhere", "red")
    mem.write("expired", "red", expires_at="2001-01-01T00:00:00Z")
    mem.write("retracted", "red")
    mem.retract("note:retracted", reason="wrong")
    mem.write("voided", "red")
    log.revert(user="u", address="note:voided", reason="bad")
    ground = mem.observe("curl", "red")
    mem.write("unsupported", "red", derived_from=[ground])
    log.revert(user="u", event=ground.event.position, reason="bad")
    mem.remember("semantic:low", "red and ten other words here", confidence=0.1)
    mem.remember("semantic:weighty", "red", importance=10)
    log.memory("u", "s", actor="keeper").remember("semantic:private/k", "red")

    def code(address, **asked):
        return mem.why_not(address, "red", **asked)[0]

    codes = {
        "another user's": code("note:theirs"),
        "another session's": code("note:elsewhere"),
        "expired": code("note:expired"),
        "retracted": code("note:retracted"),
        "voided": code("note:voided"),
        "unsupported": code("note:unsupported"),
        "below the threshold": code("semantic:low", threshold=0.95),
        "beyond the limit": code("semantic:low", limit=1),
        "in a closed namespace": code("semantic:private/k"),
        "recalled": code("semantic:weighty"),
    }
    assert codes == {
        "another user's": "absent",
        "another session's": "other_session",
        "expired": "expired",
        "retracted": "retracted",
        "voided": "reverted",
        "unsupported": "unsupported",
        "below the threshold": "threshold",
        "beyond the limit": "limit",
        "in a closed namespace": "closed",
        "recalled": "recalled",
    }
    assert len(set(codes.values())) == len(codes)
    assert log.memory("u", "s", actor="keeper").why_not("semantic:private/k", "red")[0] == "recalled"
    assert [h.address for h in mem.recall("red", namespace="private", audit=False)] == []


@pytest.mark.parametrize("query", ["red", None])
def test_what_expires_is_found_to_the_last_microsecond_and_never_after(mem, query):
    mem.remember("semantic:k", "red", expires_at="2031-05-01T12:00:00Z")

    def found(now):
        return [hit.key for hit in mem.recall(query, now=now, audit=False)]

    assert found("2031-05-01T11:59:59.999999Z") == ["k"]
    assert found("2031-05-01T12:00:00Z") == []
    assert mem.why_not("semantic:k", query, now="2031-05-01T12:00:00Z")[0] == "expired"


def test_a_space_is_searched_by_those_who_may_read_it_and_weighs_for_them_alone(log):
    log.set_policy({"spaces": {"team:docs": {"readers": ["u"]}}}, reason="shared")
    log.memory("team:docs").remember("semantic:style", "red and short")
    mine, theirs = log.memory("u", "s"), log.memory("v", "s")
    for mem in (mine, theirs):
        mem.write("k", "red")

    assert [(h.scope.user, h.key) for h in mine.recall("red", audit=False)] == [("u", "k"), ("team:docs", "style")]
    assert [(h.scope.user, h.key) for h in theirs.recall("red", audit=False)] == [("v", "k")]
    with pytest.raises(belieflog.Refused, match="isn't open to 'v'"):
        theirs.recall("red", spaces=["team:docs"])


@pytest.mark.parametrize("query", ["我叫什么名字", "姓名", "what is the user called", "名字"])
def test_a_name_is_found_by_what_else_it_goes_by(mem, query):
    mem.remember("semantic:user/name", "李雪", source="user")
    mem.remember("semantic:preferences/茶", "喜欢茶", source="user")
    assert [hit.key for hit in mem.recall(query, audit=False)][:1] == ["name"]


def test_a_word_is_told_as_it_was_asked_for(mem):
    mem.write("k", "a movie about planning")
    [hit] = mem.recall("movies planned movie", audit=False)
    assert hit.because == "matches movies, planned"


@pytest.mark.parametrize("demand", [{"limit": 1.5}, {"limit": 10**20}, {"threshold": "x"}, {"threshold": float("nan")}])
def test_a_number_that_is_none_or_far_too_large_is_refused(mem, demand):
    with pytest.raises(InvalidValue):
        mem.recall("x", audit=False, **demand)


def test_a_search_waits_for_no_writer_and_reads_entry_by_entry_meanwhile(path):
    with belieflog.open(path) as log:
        mem = log.memory("u", "s")
        mem.write("k", "red")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        try:
            assert [hit.key for hit in mem.recall("red", audit=False)] == ["k"]
            assert "red" in mem.prompt(audit=False)
            assert mem.why_not("note:k", "red")[0] == "recalled"
        finally:
            other.close()


def test_of_a_very_long_word_the_beginning_counts_in_every_store(mem):
    mem.write("k", "a" * 33_000 + "x")
    assert [hit.key for hit in mem.recall("a" * 33_000 + "y", audit=False)] == ["k"]
    assert mem.recall("a" * 99, audit=False, kinds=["fact"]) == []
