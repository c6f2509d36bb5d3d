"""Searching by meaning from the command line."""

import pytest
from commanding import Command
from embedders import Failing, Toy

import belieflog.meaning


@pytest.fixture
def told(path, monkeypatch):
    """A command whose embedder is a toy, on a log with three memories."""
    monkeypatch.setattr(belieflog.meaning, "universal", lambda: Toy())
    belieflog_ = Command(path)
    for address, content in (("semantic:likes", "coffee"), ("semantic:works", "api latency"), ("semantic:tea", "red")):
        assert belieflog_("remember", address, content).exit_code == 0
    return belieflog_


def test_recall_goes_by_meaning_where_asked(told):
    assert told("recall", "drink").stdout.startswith("no entry holds any of its words\n")

    result = told("recall", "drink", "--meaning")

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "semantic:likes  close in meaning (1.00)", "  coffee", "semantic:tea  close in meaning (0.50)", "  red"
    ]  # fmt: skip
    assert [hit["closeness"] for hit in told.json("recall", "drink", BELIEFLOG_MEANING="1")] == [1.0, 0.5]
    assert told.json("recall", "coffee")[0]["closeness"] is None


def test_prompt_and_why_not_go_by_meaning_where_asked(told):
    assert "coffee" in told("prompt", "--query", "drink", "--meaning").stdout
    assert "coffee" not in told("prompt", "--query", "drink").stdout
    assert told.json("why-not", "semantic:likes", "drink", "--meaning")["code"] == "recalled"
    code, message = told.json("why-not", "semantic:works", "drink", "--meaning").values()
    assert code == "no_match"
    assert message.endswith("isn't close to it in meaning (0.00, 0.4 would be close)")
    assert told.json("why-not", "semantic:likes", "drink")["code"] == "no_match"


def test_vectors_are_kept_from_one_call_to_the_next(told, monkeypatch):
    toys = []
    monkeypatch.setattr(belieflog.meaning, "universal", lambda: toys.append(Toy()) or toys[-1])

    for _ in range(2):
        told("recall", "drink", "--meaning")

    assert [[text for text in toy.asked if text not in ("drink", "-")] for toy in toys] == [
        ["likes: coffee", "works: api latency", "tea: red"], []
    ]  # fmt: skip


@pytest.mark.parametrize("line", [("recall", "coffee"), ("prompt", "--query", "coffee")], ids=["recall", "prompt"])
def test_where_the_embedder_fails_the_search_goes_by_words_and_stderr_says_so(told, monkeypatch, line):
    def instead(texts):
        raise OSError("secret")

    monkeypatch.setattr(belieflog.meaning, "universal", lambda: Failing(instead))

    result = told(*line, "--meaning")

    assert (result.exit_code, "coffee" in result.stdout) == (0, True)
    assert result.stderr == "note: searched by words only: the embedder raised OSError\n"
    assert "注意：" in told(*line, "--meaning", "--lang", "zh").stderr


def test_without_the_extra_the_command_says_how_to_get_it(path, monkeypatch):
    Command(path)("write", "k", "v")
    monkeypatch.setattr("importlib.util.find_spec", lambda name, package=None: None)

    assert "pip install -e '.[semantic]' in the clone" in Command(path).refusal("recall", "v", "--meaning")
