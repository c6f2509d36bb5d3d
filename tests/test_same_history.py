"""One random history gives the same log on every engine: head, states, refusals, and what each call answered."""

import subprocess
from functools import cache
from pathlib import Path
from random import Random

import history
import pytest
from history import account, difference, main, over, target
from msgspec import json, structs

from eventlog import rules
from eventlog.errors import Refused
from eventlog.memory_store import FoldIndex, MemoryStore

SEED, OPERATIONS = 25, 400
CORRECTING = ("revert", "restore", "rollback", "undo")


@cache
def model():
    """What the plainest store makes of it."""
    return account(target("memory"), SEED, OPERATIONS)


def test_every_engine_makes_the_same_of_one_history(store):
    assert difference(model(), account(over("this engine", store), SEED, OPERATIONS)) is None


def test_a_log_that_is_closed_and_opened_again_makes_the_same_of_it(path, monkeypatch):
    monkeypatch.setattr(history, "REOPENED", 50)

    assert difference(model(), account(target(path), SEED, OPERATIONS)) is None


def test_the_history_holds_every_tag_all_ways_of_correcting_and_enough_refusals():
    done = [step.deed for step in model().steps if step.rule is None]

    assert model().lacking == []
    assert len(model().refusals) >= OPERATIONS / 10
    assert len(model().states) == 50
    assert len({state for _, state in model().states}) > 40
    for verb in (*CORRECTING, "erase", "batch"):
        assert any(f".{verb}(" in deed for deed in done), verb
    rules_met = {"2", "4", "5", "7", "8", "11", "ended", "exists", "expected", "id", "undo", "value"}
    assert rules_met <= model().rules.keys()


def test_another_seed_gives_another_history():
    assert difference(model(), account(target("memory"), SEED + 1, OPERATIONS)) is not None


def test_what_a_history_lacks_is_said():
    short = account(target("memory"), SEED, 3)

    assert "an event session-ended" in short.lacking
    unrefused = structs.replace(model(), steps=[structs.replace(step, rule=None) for step in model().steps])
    assert unrefused.lacking == ["refusals, a tenth of the operations"]


def worded_otherwise(session, ended):
    if ended:
        raise Refused("ended", f"session '{session}' is over")


FAULTS = {
    "moved": (FoldIndex, lambda *_: [], "in the state at position"),
    "claim": (FoldIndex, lambda *_: None, "  head: "),
    "open_session": (rules, worded_otherwise, "is over"),
}


@pytest.mark.parametrize("part", FAULTS)
def test_an_engine_with_a_fault_is_found(part, monkeypatch):
    expected = model()
    of, instead, told = FAULTS[part]
    monkeypatch.setattr(of, part, instead)

    assert told in difference(expected, account(over("a faulty one", MemoryStore()), SEED, OPERATIONS))


def changed(at, **to):
    steps = list(model().steps)
    steps[at] = structs.replace(steps[at], **to)
    return structs.replace(model(), steps=steps)


OTHERWISE = {
    "an answer": (lambda: changed(57, became="Refused 5: otherwise"), "first at operation 58"),
    "a head": (lambda: changed(399, head="00"), "first at operation 400"),
    "a rule": (lambda: changed(3, rule="5"), "first at operation 4"),
    "the length": (lambda: structs.replace(model(), steps=model().steps[:-1]), "400 and 399 operations"),
    "a state": (lambda: structs.replace(model(), states=[(1, "00"), *model().states[1:]]), "in the state at position"),
    "the states": (lambda: structs.replace(model(), states=model().states[:-1]), "in what they hold"),
    "the tags": (lambda: structs.replace(model(), tags={}), "in what they hold"),
}


@pytest.mark.parametrize("what", OTHERWISE)
def test_any_difference_is_found_and_told_where(what):
    other, where = OTHERWISE[what]

    assert where in difference(model(), other())


def test_the_command_tells_of_each_target_and_compares(capsys, path):
    assert main(["--seed", str(SEED), "--operations", str(OPERATIONS), "memory", path]) == 0

    told = capsys.readouterr().out
    assert told.count(model().head) == 2
    assert f"{len(model().refusals)} of {OPERATIONS}" in told
    assert "fact-added" in told
    assert "the same, 2 times 400 operations of seed 25" in told


def test_the_command_compares_with_an_account_kept_before(capsys, tmp_path):
    kept = tmp_path / "told.json"
    main(["--seed", str(SEED), "--operations", str(OPERATIONS), "--keep", str(kept), "memory"])
    assert main(["--like", str(kept), ":memory:"]) == 0

    kept.write_bytes(json.encode(changed(57, became="Refused 5: otherwise")))

    assert main(["--like", str(kept), ":memory:"]) == 1
    assert "differ first at operation 58" in capsys.readouterr().out


def test_a_python_that_isnt_at_hand_is_said_and_nothing_is_made(tmp_path):
    asked = ["bash", Path(__file__).parent / "other_python.sh", tmp_path / "made", "2.99"]

    told = subprocess.run(asked, capture_output=True, text=True)

    assert (told.returncode, told.stdout, told.stderr) == (1, "", "no Python 2.99 is at hand\n")
    assert not (tmp_path / "made").exists()


def test_a_log_that_holds_something_is_left_as_it_is(path):
    with target(path).opened(history.Clock(), Random(0).randbytes) as log:
        log.memory("u", "s").write("k", 1)

    with pytest.raises(SystemExit, match="holds 2 events"):
        main([path])
