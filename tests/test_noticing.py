"""What a writer is told beside the receipt: look-alikes, and what has failed before."""

import pytest

# 6


def test_rule_6_a_look_alike_is_told_at_the_door(mem):
    mem.add_fact("a", "5 mW", source="user")

    assert mem.add_fact("b", "5  MW", source="user").warnings == ("same as: fact:a",)
    assert mem.assume("c", "5 mw").warnings == ("same as: fact:a, fact:b",)
    assert mem.remember("semantic:c", "5 mW").warnings == ()
    assert mem.remember("semantic:d", "5 MW").warnings == ("same as: semantic:c",)
    assert mem.write("k", "5 mW").warnings == ()
    assert mem.add_fact("e", "6 mW", source="user").warnings == ()


def test_rule_6_what_shows_no_longer_is_no_look_alike(log, mem):
    mem.add_fact("gone", "A", source="user")
    mem.retract("fact:gone", reason="wrong", source="user")
    taken = mem.add_fact("taken", "A", source="user")
    log.revert(user="u", event=taken.event.position, reason="bad")
    mem.add_fact("old", "A", source="user", ttl=1)
    mem.add_fact("other", "A", source="user")
    mem.add_fact("other", "B", source="user")

    assert mem.add_fact("b", "A", source="user").warnings == ()
    log.restore(user="u", event=taken.event.position, reason="good after all")
    assert mem.add_fact("c", "A", source="user").warnings == ("same as: fact:taken, fact:b",)


def test_rule_6_within_a_batch_and_with_a_confirmed_assumption_left_out(mem):
    with mem.batch() as batch:
        batch.add_fact("a", "A", source="user")
        batch.add_fact("b", "a", source="user")
        batch.add_fact("a", "B", source="user")
        batch.add_fact("c", "A", source="user")
    assert [receipt.warnings for receipt in batch.receipts] == [(), ("same as: fact:a",), (), ("same as: fact:b",)]

    mem.assume("z", "the proxy")

    assert mem.confirm("z", source="user").warnings == ()


def test_rule_6_a_refresh_and_a_new_version_of_the_same_entry_are_no_look_alikes(mem):
    mem.add_fact("a", "A", source="user")

    assert mem.add_fact("a", "A", source="user").warnings == ()
    assert mem.add_fact("a", " a", source="user").warnings == ()


# 10


@pytest.mark.parametrize(
    "step",
    ["regex-parser", "Regex Parser", "parse it with the regex_parser, once more", "Chokes on  nested tags"],
)
def test_rule_10_a_step_that_repeats_a_failure_is_flagged(mem, step):
    mem.mark_failure("regex-parser", "chokes on nested tags", avoid="use an HTML parser")

    receipt = mem.revise_plan(["read", step])

    assert receipt.warnings == ("repeats a failure: step 2 is failure:regex-parser",)


def test_rule_10_chinese_steps_too(mem):
    mem.mark_failure("正则解析器", "嵌套标签会出错")

    assert mem.revise_plan(["再用正则解析器试一次"]).warnings == ("repeats a failure: step 1 is failure:正则解析器",)
    assert mem.revise_plan(["嵌套标签会出错"]).warnings == ("repeats a failure: step 1 is failure:正则解析器",)


@pytest.mark.parametrize(
    "step", ["use an HTML parser", ("regex-parser", "done"), ("regex-parser", "dropped"), "parser"]
)
def test_rule_10_what_is_done_or_something_else_is_not_flagged(mem, step):
    mem.mark_failure("regex-parser", "chokes on nested tags")

    assert mem.revise_plan([step]).warnings == ()


def test_rule_10_a_lifted_or_expired_failure_and_one_of_another_session_flag_nothing(log, mem):
    mem.mark_failure("regex-parser", "chokes")
    mem.lift_failure("regex-parser", reason="mended")
    mem.mark_failure("old-parser", "chokes", ttl=1)
    log.memory("u", "t").mark_failure("their-parser", "chokes")

    assert mem.revise_plan(["regex-parser", "old-parser", "their-parser"]).warnings == ()


def test_rule_10_taking_up_a_step_again_is_flagged(mem):
    mem.mark_failure("regex-parser", "chokes")
    mem.revise_plan([("regex-parser", "dropped")])

    assert mem.step(1, "doing").warnings == ("repeats a failure: step 1 is failure:regex-parser",)


def test_rule_10_a_failure_marked_again_says_how_often(log, mem):
    assert mem.mark_failure("a", "it broke").warnings == ()
    assert mem.mark_failure("a", "it broke").warnings == ("failed before: failure:a, 2 times now",)
    taken = mem.mark_failure("a", "it broke badly")
    log.revert(user="u", event=taken.event.position, reason="it didn't")

    assert mem.mark_failure("b", "It  broke").warnings == ("failed before: failure:a, 3 times now",)
    assert mem.mark_failure("a", "otherwise").warnings == ("failed before: failure:a, 3 times now",)
    assert log.memory("u", "t").mark_failure("a", "it broke").warnings == ()
