import pytest
from commanding import Command


@pytest.fixture
def belieflog(path):
    """A log in which k was A, then B, j was X, then k was C: events 2 to 5."""
    belieflog = Command(path)
    for key, value in (("k", "A"), ("k", "B"), ("j", "X"), ("k", "C")):
        belieflog("write", key, value)
    return belieflog


def test_a_middle_write_is_voided_and_the_rest_stays(belieflog):
    result = belieflog("revert", "--event", "3", "--reason", "wrong")

    assert result.stdout == (
        "revert at 6 of 1 event of me: 3\n"
        "  no entry shows anything else\n"
        f"to take this back: belieflog --log {belieflog.log} undo 6 --reason WHY\n"
    )
    assert belieflog("get", "k").stdout == "C\n"
    assert belieflog("get", "j").stdout == "X\n"


def test_the_earlier_value_comes_back_and_is_shown(belieflog):
    belieflog("revert", "--event", "3", "--reason", "wrong")

    result = belieflog("revert", "--event", "5", "--reason", "wrong too")

    assert "  note:k: C -> A\n" in result.stdout
    assert belieflog("get", "k").stdout == "A\n"
    assert [row["effective"] for row in belieflog.json("history", "k")] == [True, False, False]


def test_undoing_in_either_order_gives_the_same_bytes(belieflog):
    before = belieflog("show", "--json").stdout
    for first, second in ((6, 7), (11, 10)):
        belieflog("revert", "--event", "3", "--reason", "wrong")
        belieflog("revert", "--event", "5", "--reason", "wrong too")

        assert belieflog("get", "k").stdout == "A\n"
        assert belieflog("undo", first, "--reason", "it was right").exit_code == 0
        assert belieflog("undo", second, "--reason", "it was right").exit_code == 0

        assert belieflog("show", "--json").stdout == before


def test_a_correction_as_json_has_every_key_of_the_contract(belieflog):
    done = belieflog.json("revert", "--event", "5", "--reason", "wrong")

    assert set(done) >= {
        "event", "events", "dry_run", "voids", "restores", "count", "entries", "dependents", "kept", "warnings",
    }  # fmt: skip
    assert (done["event"], done["events"], done["dry_run"]) == (6, [6], False)
    assert (done["voids"], done["restores"], done["count"]) == ([[5, 5]], [], 1)
    assert done["entries"] == [
        {
            "address": "note:k", "session": "main", "before": "C", "after": "B",
            "before_version": 3, "after_version": 2, "before_supported": True, "after_supported": True,
        }
    ]  # fmt: skip


def test_a_dry_run_tells_the_same_and_changes_nothing(belieflog):
    head = belieflog.json("verify")["head"]

    preview = belieflog.json("revert", "--event", "5", "--reason", "wrong", "--dry-run")
    text = belieflog("revert", "--event", "5", "--reason", "wrong", "--dry-run").stdout

    assert belieflog.json("verify")["head"] == head
    done = belieflog.json("revert", "--event", "5", "--reason", "wrong")
    assert preview == {**done, "event": None, "events": [], "dry_run": True}
    assert text.startswith("would revert 1 event of me: 5\n  note:k: C -> B\n")
    assert text.endswith("nothing is changed yet: leave out --dry-run to do it\n")


@pytest.mark.parametrize(
    ("selector", "positions"),
    [
        (("--event", "3", "--event", "@5"), [[3, 3], [5, 5]]),
        (("--op", "3"), [[3, 3]]),
        (("--batch", "3"), [[3, 3]]),
        (("--address", "k"), [[2, 3], [5, 5]]),
        (("--address", "k", "--last"), [[5, 5]]),
        (("--by-source", "user"), [[2, 5]]),
        (("--via", "page 3"), [[6, 6]]),
        (("--via", "pa*"), [[6, 6]]),
        (("--by-actor", "planner"), [[6, 6]]),
        (("--written-in", "main"), [[2, 7]]),
        (("--kind", "note"), [[2, 5]]),
        (("--kind", "semantic", "--namespace", "prefs"), [[7, 7]]),
        (("--text", "X"), [[4, 4]]),
        (("--after", "4"), [[5, 7]]),
        (("--address", "k", "--before", "5"), [[2, 3]]),
    ],
)
def test_events_are_selected_by_what_they_are(belieflog, selector, positions):
    belieflog("fact", "f", "1", "--source", "tool:curl", "--actor", "planner", "--via", "page 3")
    belieflog("remember", "semantic:prefs/x", "1", "--source", "agent")

    plan = belieflog.json("revert", *selector, "--reason", "wrong", "--dry-run")

    named = [position for low, high in plan["voids"] for position in range(low, high + 1)]
    assert plan["count"] == sum(high - low + 1 for low, high in positions)
    assert {position for low, high in positions for position in range(low, high + 1)} <= set(named)


def test_a_correction_says_what_and_why(belieflog):
    assert "selects everything: say what" in belieflog.refusal("revert", "--reason", "wrong")
    assert belieflog("revert", "--event", "3").exit_code == 2
    assert belieflog("undo", "3").exit_code == 2
    assert belieflog("rollback", "--reason", "wrong").exit_code == 2
    assert belieflog("rollback", "--to", "3", "--to-version", "1", "--reason", "wrong").exit_code == 2


def test_only_leaves_the_rest_of_the_op(belieflog):
    belieflog("assume", "cause", "the proxy")
    belieflog("confirm", "cause", "--source", "user")

    whole = belieflog.json("revert", "--event", "7", "--reason", "wrong", "--dry-run")
    only = belieflog.json("revert", "--event", "7", "--only", "--reason", "wrong", "--dry-run")

    assert (whole["count"], only["count"]) == (2, 1)


def test_void_events_are_restored(belieflog):
    belieflog("revert", "--address", "k", "--reason", "wrong")

    done = belieflog.json("restore", "--event", "3", "--reason", "it was right")

    assert done["restores"] == [[3, 3]]
    assert belieflog("get", "k").stdout == "B\n"
    assert "nothing void" in belieflog.refusal("restore", "--event", "4", "--reason", "x")


def test_a_session_is_rolled_back_and_its_memories_stay(belieflog):
    belieflog("remember", "semantic:x", "kept")
    belieflog("write", "k", "other", "--session", "s2")

    result = belieflog("rollback", "--to", "3", "--reason", "wrong")

    assert "--long-term takes it back too" in " ".join(result.stdout.split())
    assert belieflog("get", "k").stdout == "B\n"
    assert belieflog.json("keys") == ["k"]
    assert belieflog("get", "semantic:x").exit_code == 0
    assert belieflog("get", "k", "--session", "s2").stdout == "other\n"


def test_long_term_and_all_sessions_widen_a_rollback(belieflog):
    belieflog("remember", "semantic:x", "taken back")
    belieflog("write", "k", "other", "--session", "s2")

    belieflog("rollback", "--to", "3", "--long-term", "--reason", "wrong")
    assert belieflog("get", "semantic:x").exit_code == 1
    assert belieflog("get", "k", "--session", "s2").exit_code == 0

    belieflog("rollback", "--to", "3", "--all-sessions", "--reason", "wrong")
    assert belieflog("get", "k", "--session", "s2").exit_code == 1


def test_the_last_events_are_rolled_back_by_number(belieflog):
    belieflog("rollback", "--to", "-2", "--reason", "wrong")

    assert belieflog("get", "k").stdout == "B\n"
    assert belieflog.json("keys") == ["k"]


def test_one_entry_is_rolled_back_to_a_point_or_a_version(belieflog):
    belieflog("rollback", "k", "--to-version", "1", "--reason", "wrong")
    assert belieflog("get", "k").stdout == "A\n"

    belieflog("rollback", "note:k", "--to", "3", "--reason", "wrong")
    assert belieflog("get", "k").stdout == "B\n"
    assert belieflog("get", "j").stdout == "X\n"


def test_no_correction_reaches_another_user_unless_all_users_says_so(belieflog):
    belieflog("write", "k", "theirs", "--user", "u2")

    assert belieflog.json("revert", "--kind", "note", "--reason", "x", "--dry-run")["count"] == 4
    assert "nothing of 'me' is selected" in belieflog.refusal("revert", "--event", "6", "--reason", "x")

    done = belieflog.json("revert", "--kind", "note", "--after", "3", "--all-users", "--reason", "wrong")

    assert [(each["user"], each["count"]) for each in done] == [("me", 2), ("u2", 1)]
    assert belieflog("get", "k", "--user", "u2").exit_code == 1


def test_all_users_without_any_that_fits_is_refused(belieflog):
    assert belieflog.refusal("revert", "--kind", "goal", "--all-users", "--reason", "x").startswith("error: nothing of")


def test_all_users_are_rolled_back_with_all_their_sessions(belieflog):
    belieflog("write", "k", "theirs", "--user", "u2")

    assert belieflog("rollback", "--to", "3", "--all-users", "--reason", "x").exit_code == 2
    belieflog("rollback", "--to", "3", "--all-users", "--all-sessions", "--reason", "x")

    assert belieflog.json("keys") == ["k"]
    assert belieflog.json("keys", "--user", "u2") == []


def test_corrections_are_listed_with_whether_they_count(belieflog):
    assert belieflog("corrections").stdout == "no corrections yet\n"
    belieflog("revert", "--event", "3", "--reason", "wrong")
    belieflog("undo", "6", "--reason", "it was right")

    lines = belieflog("corrections").stdout.splitlines()

    assert lines[1].endswith("main     void   voids 3: wrong")
    assert lines[2].endswith("main            voids 6: it was right")
    assert [(each["position"], each["counts"], each["voids"]) for each in belieflog.json("corrections")] == [
        (6, False, [[3, 3]]), (7, True, [[6, 6]]),
    ]  # fmt: skip


def test_undoing_what_no_longer_counts_names_what_voids_it(belieflog):
    belieflog("revert", "--event", "3", "--reason", "wrong")
    belieflog("undo", "6", "--reason", "it was right")

    assert belieflog.refusal("undo", "6", "--reason", "x") == ("error: correction 6 no longer counts: 7 took it back\n")
    assert "is no correction" in belieflog.refusal("undo", "3", "--reason", "x")
    assert "is no correction" in belieflog.refusal("undo", "7", "--reason", "x", "--user", "u2")


def test_a_void_event_says_so_and_by_what(belieflog):
    belieflog("revert", "--event", "3", "--reason", "wrong")
    belieflog("revert", "--event", "3", "--reason", "wrong twice over")

    event = belieflog.json("event", "3")

    assert (event["effective"], event["corrections"]) == (False, [6, 7])
    assert belieflog.json("event", "6")["effective"] is True
    assert [line.endswith("(void) B") for line in belieflog("log").stdout.splitlines()[1:]].count(True) == 1

    belieflog("undo", "6", "--reason", "x")
    assert belieflog.json("event", "3")["effective"] is False
    belieflog("undo", "7", "--reason", "x")
    assert belieflog.json("event", "3")["effective"] is True


def test_who_corrects_is_recorded(belieflog):
    belieflog("revert", "--event", "3", "--reason", "wrong", "--actor", "auditor")

    event = belieflog.json("event", "6")
    assert (event["actor"], event["reason"], event["tag"]) == ("auditor", "wrong", "corrected")


def test_a_correction_speaks_chinese(belieflog):
    text = belieflog("revert", "--event", "5", "--reason", "错了", "--lang", "zh").stdout

    assert text.startswith("已执行 revert（位置 6）：me 的 1 个事件（5）\n  note:k: C -> B\n如要撤销：belieflog")
