"""What may be recalled, and why something isn't."""

import pytest

from eventlog import commands as c
from eventlog.errors import InvalidValue, Refused
from projections import as_json


def found(hits):
    return [hit.address for hit in hits]


def open_space(hand, space, *readers):
    hand.do(c.SetPolicy({"spaces": {space: {"readers": list(readers)}}}), source="user", reason="shared")


def four_kinds(hand, episode_expires=100):
    hand.note("todo", "measure", expires_at=20)
    hand.remember("episodic:trip", "went there", expires_at=episode_expires)
    hand.remember("semantic:prefs/tea", "green")
    hand.remember("procedural:build", "run make")


@pytest.mark.parametrize(
    ("user", "session", "now", "seen"),
    [
        ("u", "s", 10, ["note:todo", "episodic:trip", "semantic:prefs/tea", "procedural:build"]),
        ("u", "s2", 10, ["episodic:trip", "semantic:prefs/tea", "procedural:build"]),
        ("u2", "s", 10, []),
        ("u", "s2", 100, ["semantic:prefs/tea", "procedural:build"]),
        ("u", "s", 20, ["episodic:trip", "semantic:prefs/tea", "procedural:build"]),
    ],
)
def test_each_reader_recalls_what_is_theirs_and_not_expired(hand, user, session, now, seen):
    four_kinds(hand)

    assert found(hand.recall(user=user, session=session, now=now)) == seen


def test_an_expiry_moved_changes_only_what_follows_from_it(hand):
    four_kinds(hand, episode_expires=200)

    assert "episodic:trip" in found(hand.recall(session="s2", now=100))


def test_a_memory_held_in_a_session_is_recalled_there_alone(hand):
    hand.remember("semantic:prefs/tea", "green", in_session=True)

    assert found(hand.recall()) == ["semantic:prefs/tea"]
    assert found(hand.recall(session="s2")) == []


def test_a_shared_space_is_seen_only_where_the_policy_opens_it(hand):
    hand.remember("semantic:docs/style", "short", user="team:docs", session="")
    assert found(hand.recall()) == []

    open_space(hand, "team:docs", "u")

    [hit] = hand.recall()
    assert (hit.address, hit.because) == ("semantic:docs/style", "shared by team:docs")
    assert found(hand.recall(user="u2")) == []
    assert found(hand.recall(spaces=[])) == []
    with pytest.raises(Refused, match="space 'team:docs' isn't open to 'u2'"):
        hand.recall(user="u2", spaces=["team:docs"])


def test_erased_and_retracted_are_not_recalled(hand):
    erased = hand.remember("semantic:a/one", "x")
    hand.remember("semantic:a/two", "x")
    hand.erase(erased.position)
    hand.retract("semantic:a/two")

    assert hand.recall() == []


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("timeout", ["fact:api_timeout"]),
        ("TIME", ["fact:api_timeout"]),
        ("ime", []),
        ("s", []),
        ("api seconds", ["fact:api_timeout"]),
        ("用户", ["semantic:likes"]),
        ("茶", ["semantic:likes"]),
        ("早报", ["semantic:paper"]),
        ("C盘", ["semantic:disk"]),
        ("ｔｉｍｅｏｕｔ", ["fact:api_timeout"]),
        ("🚀", ["note:launch"]),
        ("nothing of the sort", []),
    ],
)
def test_words_are_found_in_english_and_chinese_one_and_two_characters_too(hand, query, seen):
    hand.fact("api_timeout", "ten seconds")
    hand.remember("semantic:likes", "用户喜欢喝茶")
    hand.remember("semantic:paper", "每天读早报")
    hand.remember("semantic:disk", "C盘空间不足")
    hand.note("launch", "🚀")

    assert found(hand.recall(query))[:1] == seen


def test_what_no_longer_holds_is_recalled_only_when_asked_for(hand):
    lost = [hand.note("k", "red").position]

    assert hand.recall(lost=lost) == []
    assert [hit.supported for hit in hand.recall(lost=lost, unsupported=True)] == [False]


def test_the_owner_of_a_space_sees_each_entry_once(hand):
    hand.remember("semantic:docs/style", "short", user="team:docs", session="")
    open_space(hand, "team:docs", "*")

    assert found(hand.recall(user="team:docs")) == ["semantic:docs/style"]


def test_more_words_rank_first_then_importance_then_confidence_then_the_newest(hand):
    hand.remember("semantic:a", "red", importance=4)
    hand.remember("semantic:b", "red", importance=9)
    hand.remember("semantic:c", "red green")
    hand.remember("semantic:d", "red")
    hand.remember("semantic:e", "red", confidence=0.5)
    hand.remember("semantic:f", "red")

    hits = hand.recall("red green")

    assert [hit.key for hit in hits] == ["c", "b", "f", "d", "a", "e"]
    assert [hit.because for hit in hits[:3]] == [
        "matches red, green", "matches 1 of 2: red; importance 9", "matches 1 of 2: red"
    ]  # fmt: skip
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] < scores[0] <= 1


def test_without_a_query_the_limit_keeps_the_most_important_by_position(hand):
    hand.remember("semantic:a", 1, importance=9)
    hand.remember("semantic:b", 2, importance=1)
    hand.remember("semantic:c", 3)

    assert [hit.key for hit in hand.recall(limit=2)] == ["a", "c"]


def test_filters_must_all_hold_and_namespaces_match_whole_segments(hand):
    hand.remember("semantic:tenant/a/one", 1, importance=8, confidence=0.9)
    hand.remember("semantic:tenant/ab/two", 2, importance=8, confidence=0.9)
    hand.remember("semantic:tenant/_/three", 3, importance=2, confidence=0.9)
    hand.remember("procedural:tenant/a/four", 4, importance=8, confidence=0.1)

    assert [hit.key for hit in hand.recall(namespace=("tenant", "a"))] == ["one", "four"]
    assert [hit.key for hit in hand.recall(namespace=("tenant", "_"))] == ["three"]
    assert [hit.key for hit in hand.recall(namespace=("tenant", "%"))] == []
    assert [hit.key for hit in hand.recall(kinds=("semantic",), min_importance=8)] == ["one", "two"]
    assert [hit.key for hit in hand.recall(min_confidence=0.5)] == ["one", "two", "three"]


def test_a_threshold_keeps_what_holds_enough_of_the_words(hand):
    hand.note("one", "red")
    hand.note("two", "red green")

    assert [hit.key for hit in hand.recall("red green", threshold=0.6)] == ["two"]


def test_a_threshold_without_a_query_is_refused_not_ignored(hand):
    with pytest.raises(InvalidValue, match="threshold: needs a query"):
        hand.recall(threshold=0.5)


def test_a_limit_below_nothing_is_refused(hand):
    with pytest.raises(InvalidValue, match="limit: -1 is less than nothing"):
        hand.recall(limit=-1)
    assert hand.recall(limit=0) == []


def test_a_hit_counts_how_often_it_was_shown(hand):
    event = hand.note("k", "v")
    for _ in range(2):
        hand.do(c.NoteRecall(0, ((event.position, event.position),)))

    [hit] = hand.recall()

    assert hit.used == 2


def test_a_hit_as_json_is_the_entry_and_why_it_is_there(hand):
    hand.remember("semantic:prefs/tea", "green", importance=7)

    [told] = map(as_json.hit, hand.recall("tea"))

    assert (told["address"], told["value"], told["content"]) == ("semantic:prefs/tea", "green", "green")
    assert (told["score"], told["because"], told["importance"], told["used"]) == (
        0.935,
        "matches tea; importance 7",
        7,
        0,
    )
    assert told["confirmed_at"] == told["recorded_at"]


# Why not


def test_why_not_says_that_it_is_recalled(hand):
    hand.note("k", "red")

    assert hand.why_not("note:k", "red") == ("recalled", "'note:k' is recalled: matches red")


def test_why_not_says_what_took_it_away(hand):
    hand.note("retracted", 1)
    hand.retract("note:retracted", "measured wrongly")
    bad = hand.note("reverted", 1)
    hand.correct(voids=[bad.position])
    hand.note("expired", 1, expires_at=20)
    hand.note("erased", 1)
    hand.erase(hand.note("erased", 2).position)

    code, message = hand.why_not("note:retracted")
    assert (code, message) == ("retracted", "'note:retracted' was retracted at 3: measured wrongly")
    code, message = hand.why_not("note:reverted")
    assert (code, message) == ("reverted", "all of 'note:reverted' was reverted (corrections 5)")
    assert hand.why_not("note:expired", now=20)[0] == "expired"
    assert hand.why_not("note:erased")[0] == "erased"
    assert hand.why_not("note:never")[0] == "absent"


def test_why_not_says_that_a_clear_took_it(hand):
    hand.note("k", 1)
    hand.do(c.Clear())

    assert hand.why_not("note:k") == ("cleared", "'note:k' was cleared with its session at 3")


def test_why_not_names_the_demand_it_fails(hand):
    hand.remember("semantic:a/k", "red", importance=3, confidence=0.3)
    hand.note("better", "red green")
    hand.note("newer", "red")

    assert hand.why_not("semantic:a/k", kinds=("note",))[0] == "kind"
    assert hand.why_not("semantic:a/k", namespace=("b",))[0] == "namespace"
    assert hand.why_not("semantic:a/k", min_importance=4)[0] == "importance"
    assert hand.why_not("semantic:a/k", min_confidence=0.4)[0] == "confidence"
    assert hand.why_not("semantic:a/k", "green")[0] == "no_match"
    assert hand.why_not("semantic:a/k", "red green", threshold=0.6)[0] == "threshold"
    assert hand.why_not("semantic:a/k", "red", limit=2) == (
        "limit", "'semantic:a/k' comes as number 3: raise the limit of 2"
    )  # fmt: skip


def test_why_not_names_another_session_of_the_user_and_never_another_user(hand):
    hand.note("k", "secret", session="s2")
    hand.note("other", "secret", user="u2", session="s2")

    assert hand.why_not("note:k")[0] == "other_session"
    assert hand.why_not("note:other") == ("absent", "nothing was ever written at 'note:other' here, or it was erased")


def test_where_no_entry_has_a_word_in_it_a_query_finds_nothing(mem):
    mem.remember("semantic:%25", {})  # nor in its address

    assert (mem.recall("red"), mem.recall("!")) == ([], [])
