"""Who said it first, what it rests on, and what followed from it."""

import pytest

from belieflog import InvalidValue, NotFound
from eventlog import commands as c
from eventlog.commands import Given
from projections import as_json
from projections.wording import ENGLISH


@pytest.fixture
def chain(mem):
    """A page, a fact from it, two conclusions from the fact."""
    page = mem.observe("browse", "egress is free", call="c1")
    fact = mem.add_fact("egress", "free", source="tool:browse#c1", derived_from=[page])
    cost = mem.write("cost", 400, derived_from=[fact])
    choice = mem.write("choice", "Petrel", derived_from=[cost])
    return page, fact, cost, choice


def outline(node):
    """Write a tree as (position, children)."""
    return (node.event.position, [outline(child) for child in node.children])


def test_blame_names_the_event_its_source_and_who_said_it_first(mem):
    first = mem.add_fact("egress", "free", source="tool:browse#c1")
    mem.add_fact("egress", "0.09 USD", source="user")
    again = mem.add_fact("egress", "free", source="user", reason="the list says so")

    found = mem.blame("fact:egress")

    assert (found.entry.position, str(found.entry.source), found.entry.reason) == (
        again.event.position, "user", "the list says so"
    )  # fmt: skip
    assert (found.origin.position, str(found.origin.source)) == (first.event.position, "tool:browse#c1")


def test_blame_at_a_point_names_who_had_set_it_then(mem):
    then = mem.add_fact("egress", "free", source="tool:browse").event.position
    mem.add_fact("egress", "0.09 USD", source="user")

    assert mem.blame("fact:egress", at=then).entry.position == then


def test_blame_still_tells_of_an_expired_entry(mem):
    mem.write("k", 1, ttl=1)
    mem.write("later", 2)

    assert mem.get("note:k") is None
    assert mem.blame("note:k").entry.value == 1


def test_blame_says_what_became_of_an_entry_that_shows_nothing(log, mem):
    mem.write("taken", 1)
    gone = mem.retract("note:taken", reason="nonsense").event.position
    bad = mem.write("void", 1).event.position
    log.revert(user="u", event=bad, reason="nonsense")

    with pytest.raises(NotFound, match=rf"retracted at {gone} \(nonsense\)"):
        mem.blame("note:taken")
    with pytest.raises(NotFound, match="all that was said there is taken back"):
        mem.blame("note:void")


def test_an_unknown_address_is_told_with_what_is_near(mem):
    mem.write("choice", 1)

    for ask in (mem.blame, mem.why, mem.impact, mem.history, mem.timeline):
        with pytest.raises(
            NotFound, match=r"nothing was ever written at 'note:choise' here, or it was erased; near is 'note:choice'"
        ):
            ask("note:choise")


def test_what_is_no_address_and_no_event_is_told(mem):
    with pytest.raises(NotFound, match="no event 99"):
        mem.impact(99)
    with pytest.raises(InvalidValue, match="unknown kind 'fakt'"):
        mem.why("fakt:x")


def test_why_goes_down_to_the_observation(mem, chain):
    page, fact, cost, choice = (receipt.event.position for receipt in chain)

    tree = mem.why("note:choice")

    assert outline(tree) == (choice, [(cost, [(fact, [(page, [])])])])
    assert [node.because for node in tree.walk()] == [
        "said by agent", f"event {choice} rests on it", f"event {cost} rests on it", f"event {fact} rests on it"
    ]  # fmt: skip


def test_why_tells_who_else_said_the_same(mem, chain):
    fact = chain[1].event.position
    also = mem.add_fact("egress", "free", source="user").event.position

    tree = mem.why("fact:egress")

    assert tree.event.position == also
    assert [(n.event.position, n.because) for n in tree.children] == [(fact, f"says the same as event {also}")]


def test_impact_goes_up_to_all_that_followed_and_to_the_reads(mem, chain):
    page, fact, cost, choice = (receipt.event.position for receipt in chain)
    mem.prompt()
    read = mem._log.store.head().position

    assert outline(mem.impact("fact:egress")) == (fact, [(cost, [(choice, [])]), (read, [])])
    assert outline(mem.impact(page)) == (page, [(fact, [(cost, [(choice, [])])])])


def test_impact_of_an_entry_follows_its_earlier_versions_too(mem, chain):
    fact, cost = chain[1].event.position, chain[2].event.position
    now = mem.add_fact("egress", "0.09 USD", source="user").event.position

    assert mem.impact("fact:egress").event.position == now
    assert cost in [node.event.position for node in mem.impact("fact:egress").walk()]
    assert [n.event.position for n in mem.impact(now).walk()] == [now]
    assert [n.event.position for n in mem.impact(fact).children] == [cost]


def test_impact_counts_a_read_that_showed_a_refresh_of_it(mem):
    first = mem.add_fact("egress", "free", source="tool:browse")
    mem.add_fact("egress", "free", source="user")
    mem.recall()
    read = mem._log.store.head().position

    assert [n.event.position for n in mem.impact(first.event.position).children] == [read]


def test_impact_of_a_source_starts_from_each_of_its_events_once(log, mem, chain):
    lone = mem.add_fact("region", "eu", source="tool:browse#c2").event.position

    trees = log.impact("u", source="tool:browse")

    assert [tree.event.position for tree in trees] == [chain[0].event.position, lone]


def test_impact_of_a_source_that_is_not_there_says_what_is_near(log, mem, chain):
    with pytest.raises(NotFound, match=r"has the source 'tool:brows'; near is 'tool:browse'"):
        log.impact("u", source="tool:brows")


def test_impact_of_another_users_event_is_refused(log, mem):
    other = log.memory("v", "s").write("k", 1).event

    with pytest.raises(NotFound, match=f"event {other.position} is not of this memory"):
        mem.impact(other.position)


def test_a_tree_marks_what_is_void_retracted_replaced_expired_erased_and_unsupported(log, mem):
    page = mem.observe("browse", "x", call="c1")
    void = mem.write("void", 1, derived_from=[page])
    mem.write("resting", 1, derived_from=[void])
    mem.write("taken", 1, derived_from=[page])
    mem.write("gone", 1, derived_from=[page])
    mem.write("short", 1, derived_from=[page], ttl=1)
    mem.assume("guess", "x", derived_from=[page])
    correction = log.revert(user="u", event=void.event.position, reason="bad").events[0].position
    taken = mem.retract("note:taken", reason="bad").event.position
    sure = mem.confirm("guess", source="user", derived_from=[page]).event.position
    log.erase(user="u", address="note:gone", reason="secret")

    marks = {n.event.position: n.marks for n in mem.impact(page).walk()}

    assert list(marks.values()) == [
        (), (f"voided by {correction}",), ("unsupported",), (f"retracted at {taken}",), ("erased",), ("expired",),
        (f"replaced by event {sure}",), (),
    ]  # fmt: skip


def test_shared_branches_are_told_once_so_that_a_tree_stays_small(mem):
    last = [mem.write("k0a", 0), mem.write("k0b", 0)]
    for n in range(1, 25):
        last = [mem.write(f"k{n}{side}", n, derived_from=last) for side in "ab"]

    tree = mem.why("note:k24a")

    assert len(list(tree.walk())) < 200
    assert any("(told already)" in node.because for node in tree.walk())


def test_a_long_chain_is_cut_and_says_where_it_goes_on(mem):
    last = mem.write("k0", 0)
    for n in range(1, 80):
        last = mem.write(f"k{n}", n, derived_from=[last])

    *_, deepest = mem.why("note:k79").walk()

    assert deepest.because.endswith(f"(goes on: ask for event {deepest.event.position})")


def test_blame_why_and_impact_as_json_have_the_keys_scripts_rely_on(mem, chain):
    blame = as_json.blame(mem.blame("fact:egress"))
    why = as_json.node(mem.why("note:cost"))

    assert blame["address"] == "fact:egress"
    assert blame["origin"].keys() == {"position", "event", "source", "recorded_at"}
    assert why.keys() >= {"address", "position", "tag", "effective", "because", "children"}
    assert why["children"][0]["source"] == {"kind": "tool", "name": "browse", "ref": "c1"}


def test_a_prompt_is_written_again_as_it_was_given(mem, chain):
    given_then = mem.prompt(budget=60, lang="zh")
    read = mem._log.store.head().position
    mem.write("choice", "Cairn")

    again = mem.prompt_given(read)

    assert (again.text, again.same) == (given_then, True)


def test_a_prompt_of_a_point_is_written_again_as_it_was_given(mem, chain):
    given_then = mem.prompt(at=chain[1].event.position, query="egress", sections=["facts", "notes"])

    again = mem.prompt_given(mem._log.store.head().position)

    assert (again.text, again.same) == (given_then, True)


@pytest.mark.parametrize("format", ["xml", "json"])
def test_a_prompt_of_another_format_is_written_again_as_it_was_given(mem, chain, format):
    given_then = mem.prompt(format=format, budget=200)
    mem.write("choice", "Cairn")

    again = mem.prompt_given(mem._log.store.head().position - 1)

    assert (again.text, again.same) == (given_then, True)


def test_a_prompt_kept_by_an_earlier_renderer_is_given_as_well_as_can_be(log, mem, chain):
    kept = {"now": 10**12, "renderer": 1, "sha256": "00" * 32, "position": chain[1].event.position}
    told = c.NoteRecall(shown=(), **kept)
    read = log._log.append([(told, Given(user="u", session="s"))])[0].event

    again = mem.prompt_given(read)

    assert "- egress [tool:browse#c1]: free" in again.text
    assert (again.same, again.because) == (False, "not the same text: renderer 1 wrote it then, this is renderer 2")


def test_a_prompt_that_showed_what_is_erased_says_that_it_is_not_the_same(log, mem, chain):
    mem.prompt()
    read = mem._log.store.head().position
    log.erase(user="u", address="note:choice", reason="secret")

    again = mem.prompt_given(read)

    assert not again.same
    assert "erased" in again.because


def test_a_prompt_of_another_renderer_says_so(mem, chain, monkeypatch):
    mem.prompt()
    read = mem._log.store.head().position
    monkeypatch.setattr("belieflog.auditing.RENDERER", 99)
    monkeypatch.setattr("projections.prompt.words", lambda lang: {**ENGLISH, "title": "Of {user}"})

    again = mem.prompt_given(read)

    assert (again.same, again.because) == (False, "not the same text: renderer 2 wrote it then, this is renderer 99")


def test_what_was_no_prompt_cant_be_written_again(mem, chain):
    mem.recall()

    with pytest.raises(NotFound, match="was a recall, not a prompt"):
        mem.prompt_given(mem._log.store.head().position)
    with pytest.raises(NotFound, match="isn't a read of this memory"):
        mem.prompt_given(chain[0])


def test_what_another_user_derived_from_a_shared_space_is_no_ones_to_see(log):
    log.set_policy({"spaces": {"team:x": {"readers": ["*"]}}}, reason="shared")
    shared = log.memory("team:x").remember("semantic:p/x", "known to all", source="user")
    log.memory("u2", "s").write("diary", "u2's secret", derived_from=[shared])

    tree = log.memory("team:x").impact("semantic:p/x")

    assert [node.event.public.user for node in tree.walk()] == ["team:x"]


# Of much, a part


def test_a_tree_of_a_size_says_how_many_it_leaves_out(log, mem):
    root = mem.write("root", 1)
    with mem.batch() as batch:
        for n in range(30):
            batch.write(f"k{n}", n, derived_from=[root])
    for n in range(3):
        mem.write(f"deep{n}", n, derived_from=[f"note:deep{n - 1}" if n else "note:k0"])
    mem.write("all", 1, derived_from=[f"note:k{n}" for n in range(30)])

    whole, part = mem.impact("note:root"), mem.impact("note:root", 12)
    assert whole.more == 0
    assert len(part.children) + part.more == len(whole.children) == 30
    assert 10 < sum(1 for _ in part.walk()) < 30
    back = mem.why("note:all", 5)
    assert len(back.children) + back.more == 30
    assert 5 <= sum(1 for _ in back.walk()) < 12
    assert mem.why("note:deep2", 60) == mem.why("note:deep2")


def test_why_not_of_a_point_is_what_held_then(mem):
    first = mem.write("k", "green tea").event.position
    mem.write("k", "black coffee")
    mem.retract("note:k", reason="no")

    assert mem.why_not("note:k", "tea", at=first) == ("recalled", "'note:k' is recalled: matches tea")
    assert mem.why_not("note:k", "coffee", at=first)[0] == "no_match"
    assert mem.why_not("note:k", "coffee", at=first + 1)[0] == "recalled"
    assert mem.why_not("note:k", "tea", at=first - 1) == ("absent", f"'note:k' shows nothing at {first - 1}")
    assert mem.why_not("note:k", "tea")[0] == "retracted"


def test_marks_and_erasures_are_listed_newest_first(log, mem):
    for name in ("one", "two"):
        mem.mark(name)
        mem.write(name, name)
        log.erase(user=mem.user, address=f"note:{name}", reason=name)

    assert [mark.private.content for mark in mem.marks()] == ["two", "one"]
    assert [erasure.private.reason for erasure in log.erasures(mem.user)] == ["two", "one"]
