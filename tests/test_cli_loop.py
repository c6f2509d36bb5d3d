"""The verbs around an agent's loop: check, probe, compact, about, handover, start --from."""

import json

import pytest
from commanding import Command


@pytest.fixture
def belieflog(path):
    return Command(path)


@pytest.fixture
def talked(belieflog):
    belieflog("goal", "the cheapest crawler", "--criterion", "under 10 USD")
    belieflog("fact", "timeout", "10 s", "--source", "tool:curl#c1")
    for role, text in [("user", "question"), ("assistant", "answer"), ("user", "thanks")]:
        belieflog("say", role, text)
    return belieflog


@pytest.fixture
def answers(tmp_path):
    """Write answers to a file, and give its path."""

    def write(**told):
        path = tmp_path / "answers.json"
        path.write_text(
            json.dumps({"goal": "the cheapest crawler under 10 USD", "fact:timeout": "10 s", **told}), "utf-8"
        )
        return path

    return write


# check


def test_check_ends_with_0_where_nothing_is_found_and_says_so(talked):
    result = talked("check")

    assert (result.exit_code, result.stdout) == (0, "nothing to mend\n")
    assert talked.json("check") == []
    assert talked("check", "--lang", "zh").stdout == "没有需要处理的事\n"


def test_check_ends_with_1_and_prints_the_command_that_mends(talked):
    talked("ask", "budget", "how much?", "--for", "user")

    result = talked("check", "--require", "plan")

    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == (
        "missing: 'plan' is required, and nothing is there\n"
        f"  belieflog --log {talked.log} plan STEP...\n"
        "needs-user: 'question:budget' waits for a person: how much?\n"
        f"  belieflog --log {talked.log} answer budget VALUE --source user\n"
    )


def test_the_findings_as_json_have_every_key_and_jsonl_has_a_line_each(talked):
    talked("ask", "budget", "how much?", "--for", "user")

    result = talked("check", "--require", "plan", "--json")

    assert result.exit_code == 1
    assert [set(each) for each in json.loads(result.stdout)] == [{"code", "address", "message", "remedy"}] * 2
    assert talked("check", "--require", "plan", "--jsonl").stdout.count("\n") == 2


def test_a_long_finding_keeps_to_the_columns(talked):
    talked("ask", "budget", "how much may it cost, " * 20, "--for", "user")

    lines = talked("check", COLUMNS="60").stdout.splitlines()

    assert len(lines) > 5
    assert all(len(line) <= 60 for line in lines[:-1])


# probe and compact


def test_probe_prints_the_questions_with_their_ids(talked):
    result = talked("probe")

    assert result.stdout == (
        "What is the goal, and when is it reached?\n  goal\nWhat is known of 'timeout'?\n  fact:timeout\n"
    )
    assert [set(each) for each in talked.json("probe")] == [{"id", "question", "kind", "address"}] * 2
    assert talked("probe", "--lang", "zh").stdout.startswith("目标是什么？达成标准是什么？\n")


def test_an_empty_memory_leaves_nothing_to_ask(belieflog):
    belieflog("write", "k", "v")

    assert belieflog("probe").stdout == "nothing to ask: there is no goal, constraint, failure or fact\n"


def test_probe_judges_answers_from_a_file_or_standard_input(talked, answers):
    kept = answers()
    assert talked("probe", "--answers", kept).stdout == "all 2 answers kept what they must\n"
    assert talked("probe", "--answers", "-", input=kept.read_text("utf-8")).exit_code == 0

    result = talked("probe", "--answers", answers(**{"fact:timeout": "30 s"}))

    assert result.exit_code == 1
    assert result.stdout == ("1 of 2 answers lost what they must keep\n  'fact:timeout' lost 10 s and says 30 s\n")
    judged = json.loads(talked("probe", "--json", "--answers", answers(**{"fact:timeout": "30 s"})).stdout)
    assert (judged["passed"], judged["asked"]) == (False, 2)
    assert set(judged["lost"][0]) == {"id", "kind", "address", "position", "lost", "wrong", "message"}


def test_compact_with_answers_that_lost_something_is_refused_and_says_what(talked, answers):
    said = talked.refusal("compact", "they talked", "--answers", answers(**{"fact:timeout": "30 s"}))

    assert "'fact:timeout' lost 10 s and says 30 s" in said
    assert talked("dialogue").stdout.count("question") == 1
    error = talked("compact", "they talked", "--json", "--answers", answers(**{"fact:timeout": "30 s"})).stderr
    assert json.loads(error)["error"]["rule"] == "probe"


def test_compact_with_answers_that_kept_it_goes_in_and_can_be_reverted(talked, answers):
    before = talked("dialogue").stdout

    assert talked("compact", "they talked", "--answers", answers()).stdout == "recorded compacted at 7\n"
    assert "they talked" in talked("dialogue").stdout
    talked("revert", "--event", "7", "--reason", "too short")

    assert talked("dialogue").stdout == before


@pytest.mark.parametrize("text", ["[]", "{", '{"nowhere": "x"}', '{"goal": 1}'])
def test_answers_that_cant_be_read_are_refused(talked, tmp_path, text):
    (tmp_path / "a.json").write_text(text, "utf-8")

    assert "answers" in talked.refusal("probe", "--answers", tmp_path / "a.json")
    assert "answers" in talked.refusal("compact", "s", "--answers", tmp_path / "a.json")


# about


def test_about_tells_and_wrong_puts_right(talked):
    talked("remember", "semantic:prefs/language", "English", "--source", "agent")
    assert "- [semantic:prefs/language] (the agent's own inference; since " in talked("about").stdout

    written = talked("about", "--wrong", "semantic:prefs/language", "that is wrong, it is French")

    assert written.stdout == "recorded semantic:prefs/language, version 2, at 8\n"
    assert talked("get", "semantic:prefs/language").stdout == "French\n"
    assert talked("about", "--lang", "zh", "--wrong", "fact:timeout", "不对，是20秒").exit_code == 0
    assert "已知 timeout 为: 20秒" in talked("about", "--lang", "zh").stdout
    assert talked.json("get", "fact:timeout")["source"]["kind"] == "user"


def test_what_is_remembered_fits_the_terminal(talked):
    talked("remember", "semantic:people/dana/drink", "tea, without milk and without sugar, and always in the blue cup")

    lines = talked("about", COLUMNS="80").stdout.splitlines()

    assert max(map(len, lines)) <= 80
    assert "- [semantic:people/dana/drink] (you said so; since " in "\n".join(lines)
    assert "without sugar, and always in the blue cup" in " ".join(line.strip() for line in lines)
    assert all(line.startswith(("- ", "  ", "#", "Something")) or not line for line in lines)


def test_about_as_json_is_grouped_and_a_correction_is_a_receipt(talked):
    told = talked.json("about")

    assert [(group["session"], len(group["entries"])) for group in told["groups"]] == [("main", 2)]
    receipt = talked.json("about", "--wrong", "fact:timeout", "it is 20 s", "--session", "main")
    assert (receipt["address"], receipt["version"]) == ("fact:timeout", 2)


def test_about_what_isnt_remembered_is_refused(talked):
    assert "nothing is remembered at 'fact:nowhere'" in talked.refusal("about", "--wrong", "fact:nowhere", "x")


# handover and start --from


def test_the_last_line_of_a_handover_starts_the_next_session(talked):
    page = talked("handover").stdout

    command = page.splitlines()[-1]
    assert command == (
        f"belieflog --log {talked.log} --user me --session main-2 start 'the cheapest crawler' --from main"
    )
    assert talked.json("handover")["continue"] == command
    assert talked("handover", "--lang", "zh").stdout.startswith("# 会话 main 的交接")


def test_start_from_a_session_says_what_came_along_and_how_to_take_it_back(talked):
    result = talked("start", "go on", "--from", "main", "--session", "next")

    recorded, taken, back = result.stdout.splitlines()
    assert recorded == "recorded session-started at 7"
    assert taken == "taken over from main: 2 events"
    run = back.partition("--run ")[2].split()[0]
    assert talked("get", "fact:timeout", "--session", "next").stdout == "10 s\n"
    talked("revert", "--run", run, "--reason", "the wrong session")
    assert talked("get", "fact:timeout", "--session", "next").exit_code == 1


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ([], ["goal", "fact:timeout"]),
        (["--take-over", "fact"], ["fact:timeout"]),
        (["--take-over", "goal", "--take-over", "fact"], ["goal", "fact:timeout"]),
        (["--take-over", "nothing"], []),
    ],
)
def test_what_comes_along_can_be_named(talked, words, taken):
    receipt = talked.json("start", "go on", "--from", "main@5", "--session", "next", *words)

    assert receipt["taken_over"] == taken
    assert (receipt["tag"], len(receipt["events"])) == ("session-started", 1)


def test_a_start_from_nowhere_takes_nothing_over(talked):
    assert talked.json("start", "anew", "--session", "next")["taken_over"] == []
    assert "name it with continues=" in talked.refusal("start", "anew", "--take-over", "fact")
