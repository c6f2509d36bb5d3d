"""What the policy may say, and that it is obeyed: namespaces, shared spaces, turns, refusals kept."""

import json
import re

import pytest
from commanding import ROOT, Command
from msgspec import Struct, to_builtins

import belieflog
from belieflog import InvalidValue, NotFound, Refused
from eventlog import policy as policies
from eventlog.policy import DEFAULT, Namespace, Policy, Space
from eventlog.secrets import KINDS

pytestmark = pytest.mark.embedded

NAN, INF = float("nan"), float("inf")


def closed(**more):
    return {"access": "closed", **more}


# What it may not say

NONSENSE = {
    "a broken pattern": ({"secrets": {"patterns": {"x y": "("}}}, "secrets.patterns.x y: is no regular expression"),
    "a pattern of nothing": ({"secrets": {"patterns": {"any": "a*"}}}, "matches the empty text"),
    "a pattern of a place": ({"secrets": {"patterns": {"any": r"\b"}}}, "matches the empty text"),
    "a kind that is no name": ({"secrets": {"patterns": {"[X": "x"}}}, "is no name for a kind"),
    "a pattern too long": ({"secrets": {"patterns": {"long": "x" * 1_001}}}, "has 1001 characters"),
    "an unknown kind passed over": ({"secrets": {"passed_over": ["pasword"]}}, "no known kind 'pasword'; near is 'password'"),
    "a negative number of writes": ({"updates_per_turn": -1}, "updates_per_turn: is -1"),
    "a half life of nothing": ({"ranking": {"half_life_days": 0}}, "half_life_days: is 0.0: give a number above 0"),
    "a negative half life": ({"ranking": {"half_life_days": -3}}, "half_life_days: is -3.0"),
    "a half life that is no number": ({"ranking": {"half_life_days": NAN}}, "nan"),
    "an endless half life": ({"ranking": {"half_life_days": INF}}, "inf"),
    "no idle turns": ({"watch": {"idle_turns": 0}}, "watch.idle_turns: is 0"),
    "negative days": ({"watch": {"assumption_days": -1}}, "watch.assumption_days: is -1.0"),
    "no rounds": ({"watch": {"compact_rounds": 0}}, "watch.compact_rounds: is 0"),
    "no tokens": ({"watch": {"prompt_tokens": -5}}, "watch.prompt_tokens: is -5"),
    "a margin that is no number": ({"confidence_margin": NAN}, "nan"),
    "a negative size": ({"sizes": {"fact": -1}}, "sizes: 'fact' is capped at -1"),
    "a negative count": ({"counts": {"fact": -1}}, "counts: 'fact' is capped at -1"),
    "an unknown visible kind": ({"visible": ["facts"]}, "visible: unknown kind 'facts'"),
    "a malformed namespace": ({"namespaces": {"a//b": {}}}, "'a//b' is no namespace"),
    "a namespace twice": ({"namespaces": {"caf\u00e9": {}, "cafe\u0301": {}}}, "spelled otherwise: name it once"),
    "an unknown access": ({"namespaces": {"a": {"access": "shut"}}}, "namespaces.access: invalid enum value 'shut'"),
    "a writer that is none": ({"namespaces": {"a": closed(writers=["bob"])}}, "'bob' is no writer: use user, "),
    "a writer without a name": ({"namespaces": {"a": closed(writers=["actor:"])}}, "'' is no name"),
    "a reader that is none": ({"namespaces": {"a": closed(readers=["user"])}}, "'user' is no reader: use 'actor:NAME'"),
    "writers of what is open": ({"namespaces": {"a": {"writers": ["user"]}}}, "make it read-only or closed"),
    "readers of what is open": ({"namespaces": {"a": {"access": "read-only", "readers": ["actor:a"]}}}, "make it closed"),
    "fixed namespaces, none named": ({"fixed_namespaces": True}, "name some in namespaces"),
    "a space that is a user": ({"spaces": {"bob": {}}}, "'bob' is a user's own memory"),
    "a space without a name": ({"spaces": {"team:": {}}}, "is no name"),
    "a space's actor by prefix": ({"spaces": {"team:x": {"writers": ["actor:a"]}}}, "write the name alone, as in 'a'"),
    "required, yet no address": ({"watch": {"required": ["facts:x"]}}, "watch.required: 'facts:x': .*unknown kind"),
    "required, yet without a key": ({"watch": {"required": ["fact"]}}, "has no key"),
    "required, yet closed": ({"watch": {"required": ["semantic:a/k"]}, "namespaces": {"a": closed()}}, "lies in 'a', which is closed"),
    "required, yet capped": ({"watch": {"required": ["goal"]}, "counts": {"goal": 0}}, "yet goal is capped at 0"),
    "required, yet without room": ({"watch": {"required": ["fact:k"]}, "sizes": {"fact": 0}}, "yet fact is capped at 0"),
    "required, yet outside": (
        {"watch": {"required": ["semantic:b/k"]}, "namespaces": {"a": {}}, "fixed_namespaces": True}, "in none of the namespaces",
    ),
    "an unknown part": ({"secrets": {"maks": True}}, "there is no key 'secrets.maks'"),
    "a text for a number": ({"sizes": {"fact": "3"}}, "sizes: expected `int`, got `str`"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", NONSENSE)
def test_a_policy_that_contradicts_itself_or_names_nonsense_is_refused_with_its_key(log, wrong):
    policy, why = NONSENSE[wrong]

    with pytest.raises(InvalidValue, match=why):
        log.set_policy(policy, reason="so")

    assert log.position == 1


@pytest.mark.parametrize("wrong", NONSENSE)
def test_what_is_refused_is_refused_of_a_policy_read_from_anywhere(wrong):
    policy, why = NONSENSE[wrong]

    with pytest.raises(InvalidValue, match=why):
        policies.accepted(policy)


def test_a_policy_that_makes_sense_is_accepted(log):
    sensible = {
        "secrets": {"passed_over": ["card number"], "patterns": {"employee number": r"EMP-\d+"}},
        "namespaces": {"": {"access": "read-only", "writers": ["user", "actor:a"]}, "a/b": closed(readers=["actor:a"])},
        "spaces": {"team:x": {"readers": ["*"], "writers": ["planner"]}},
        "watch": {"required": ["goal", "semantic:c/k"], "idle_turns": None},
        "ranking": {"half_life_days": None}, "updates_per_turn": 0, "visible": [], "fixed_namespaces": True,
    }  # fmt: skip

    log.set_policy(sensible, reason="so")

    assert log.policy["namespaces"]["a/b"]["readers"] == ["actor:a"]
    log.set_policy(log.policy, reason="as it is shown")


# 8, for writing


@pytest.mark.parametrize("access", ["read-only", "closed"])
def test_rule_8_the_longest_namespace_decides_who_writes(log, access):
    log.set_policy(
        {"namespaces": {
            "": {"access": access, "writers": ["user"]}, "prod": {"access": access, "writers": ["tool", "actor:ops"]},
            "prod/open": {},
        }},
        reason="so",
    )  # fmt: skip
    mem, ops = log.memory("u", "s", "planner"), log.memory("u", "s", "ops")

    for address, source, memory in (
        ("semantic:k", "agent", mem), ("semantic:other/k", "tool:x", mem), ("semantic:prod/k", "user", mem),
        ("semantic:prod/db/k", "agent", mem), ("episodic:prod/openx/k", "agent", mem),
    ):  # fmt: skip
        with pytest.raises(Refused, match=rf"lies in '.*', which is {access}: .* may write there") as refused:
            memory.remember(address, 1, source=source, force=True, reason="why")
        assert refused.value.rule == "8"
    for address, source, memory in (
        ("semantic:k", "user", mem), ("semantic:prod/k", "tool:x", mem), ("semantic:prod/db/k", "agent", ops),
        ("semantic:prod/open/k", "agent", mem), ("semantic:prod/open/deeper/k", "document:d", mem),
    ):  # fmt: skip
        assert memory.remember(address, 1, source=source).outcome == "recorded"
    assert mem.write("k", 1).outcome == "recorded"


def test_rule_8_what_lies_in_a_closed_namespace_cant_be_retracted_by_who_may_not_write_there(log, mem):
    mem.remember("semantic:a/k", 1)
    log.set_policy({"namespaces": {"a": {"access": "read-only", "writers": ["user"]}}}, reason="so")

    with pytest.raises(Refused, match="read-only: user may write there"):
        mem.retract("semantic:a/k", reason="wrong")

    assert mem.retract("semantic:a/k", reason="wrong", source="user").outcome == "recorded"


def test_rule_8_fixed_namespaces_leave_no_other_place_in_long_term_memory(log, mem):
    log.set_policy({"namespaces": {"prefs": {}, "docs/api": {}}, "fixed_namespaces": True}, reason="so")

    for address in ("semantic:k", "episodic:docs/k", "procedural:prefsx/k"):
        with pytest.raises(
            Refused, match="in none of the namespaces that the policy names: use docs/api, prefs, or below"
        ) as no:
            mem.remember(address, 1)
        assert no.value.rule == "8"

    assert mem.remember("semantic:prefs/k", 1).outcome == "recorded"
    assert mem.remember("semantic:docs/api/v2/k", 1).outcome == "recorded"
    assert mem.remember("semantic:k", 1, in_session=True).outcome == "recorded"


def test_rule_8_in_a_shared_space_write_those_that_the_policy_names(log):
    log.set_policy({"spaces": {"team:x": {"readers": ["*"], "writers": ["planner"]}}}, reason="so")

    for actor in ("other", None, "actor:planner"):
        memory = log.memory("team:x", "s", actor)
        for act in (
            lambda m: m.write("k", 1),
            lambda m: m.say("user", "x"),
            lambda m: m.start("x"),
            lambda m: m.mark("m"),
        ):
            with pytest.raises(Refused, match="may not write in 'team:x'") as refused:
                act(memory)
            assert refused.value.rule == "8"
    assert log.memory("team:x", "s", "planner").write("k", 1).outcome == "recorded"
    assert log.memory("team:y", "s").write("k", 1).outcome == "recorded"
    assert log.memory("u", "s").write("k", 1).outcome == "recorded"
    log.memory("team:x", "s", "other").recall("k")


# 8, for reading


def test_a_namespace_is_closed_to_all_but_the_actors_it_names():
    policy = Policy(
        namespaces={
            "a": Namespace("closed", readers=("actor:x",)), "a/b": Namespace("read-only"), "c": Namespace("closed", ("actor:w",)),
        }
    )  # fmt: skip

    assert [policy.closed_to(path, "x") for path in (("a",), ("a", "z"), ("a", "b"), ("ab",), (), ("c",))] == [
        False, False, False, False, False, True,
    ]  # fmt: skip
    assert [policy.closed_to(("a", "z"), actor) for actor in ("y", "", None, "actor:x")] == [True] * 4
    assert (policy.closed_to(("c",), "w"), policy.closed_to(("a", "b"), None)) == (True, False)


def test_rule_8_get_and_everything_show_nothing_of_a_namespace_closed_to_the_actor(log):
    mem = log.memory("u", "s", "planner")
    mem.remember("semantic:hr/pay", 100)
    mem.remember("semantic:hr/seen", 1, in_session=True)
    mem.remember("semantic:docs/k", 1)
    mem.write("k", 1)
    log.set_policy({"namespaces": {"hr": closed(readers=["actor:payroll"])}}, reason="so")

    for memory in (mem, log.memory("u", "s")):
        assert memory.get("semantic:hr/pay") is None
        assert memory.get("semantic:hr/pay", at=3) is None
        assert [entry.address for entry in memory.everything()] == ["semantic:docs/k", "note:k"]
    named = log.memory("u", "s", "payroll")
    assert named.get("semantic:hr/pay").value == 100
    assert len(named.everything()) == 4


def test_rule_8_the_audit_goes_on_showing_what_is_closed(log, mem):
    mem.remember("semantic:hr/pay", 100)
    log.set_policy({"namespaces": {"hr": closed()}}, reason="so")

    assert [row.value for row in mem.history("semantic:hr/pay")] == [100]
    assert mem.blame("semantic:hr/pay").entry.value == 100
    assert mem.why("semantic:hr/pay").event.position == 2
    assert [change.address for change in mem.diff(1)] == ["semantic:hr/pay"]
    assert [event.address for event in log.events(user="u")] == ["semantic:hr/pay"]


def test_rule_8_no_one_rests_on_what_is_closed_to_them(log):
    secret = log.memory("u", "s", "payroll").remember("semantic:hr/pay", 100)
    log.set_policy({"namespaces": {"hr": closed(readers=["actor:payroll"])}}, reason="so")

    with pytest.raises(NotFound, match="no event that 'u' may read"):
        log.memory("u", "s", "planner").write("k", 1, derived_from=[secret])

    assert log.memory("u", "s", "payroll").write("k", 1, derived_from=[secret]).outcome == "recorded"


# 10


def test_rule_10_between_two_words_of_the_user_an_agent_writes_only_so_much(log, mem):
    log.set_policy({"updates_per_turn": 2}, reason="so")
    mem.write("a", 1)
    mem.remember("semantic:b", 1)

    with pytest.raises(
        Refused, match=r"have written 2 entries .*, the policy allows 2: .*after the user's next words"
    ) as refused:
        mem.write("c", 1)

    assert refused.value.rule == "10"
    mem.add_fact("f", 1, source="tool:x")
    mem.write("u", 1, source="user")
    mem.say("assistant", "done")
    log.memory("u", "t").write("c", 1)
    mem.retract("note:a", reason="wrong")
    with pytest.raises(Refused):
        mem.write("c", 1)
    mem.say("user", "go on")
    assert mem.write("c", 1).outcome == "recorded"


def test_rule_10_counts_within_a_batch_too(log, mem):
    log.set_policy({"updates_per_turn": 2}, reason="so")

    batch = mem.batch()
    with pytest.raises(Refused), batch:
        [batch.write(key, 1) for key in "abc"]

    assert mem.keys() == []


# Refusals kept


def test_a_refusal_is_kept_without_what_was_said_where_the_policy_wants_it(log):
    mem = log.memory("u", "s", "planner")
    log.set_policy({"record_refusals": True}, reason="audit")

    with pytest.raises(Refused):
        mem.add_fact("zanzibar", "zanzibar", source="agent:zanzibar", reason="zanzibar")

    kept = log.event(log.position)
    assert (kept.tag, kept.public.user, kept.public.session, kept.public.actor) == ("x-refused", "u", "s", "planner")
    assert (kept.public.source, kept.private.content) == ("agent", {"rule": "2", "tag": "fact-added"})
    assert "zanzibar" not in str(log.row(log.position))
    assert mem.everything() == []
    assert log.verify(views=True).ok


@pytest.mark.parametrize(
    "act",
    [
        lambda mem: mem.write("k", 2, expected=7),
        lambda mem: mem.write("k", 2, expected_position=7),
        lambda mem: mem.write("k", float("nan")),
        lambda mem: mem.retract("note:none", reason="x"),
        lambda mem: mem.write("k", 1, id="01890000-0000-7000-8000-000000000001"),
        lambda mem: mem.add_fact("k", "x" * 3_000_000, source="agent"),
    ],
    ids=["version", "position", "value", "nothing there", "id", "size"],
)
def test_what_says_nothing_of_a_writers_manners_is_not_kept(log, mem, act):
    log.set_policy({"record_refusals": True, "sizes": {"fact": 4_000_000}}, reason="audit")
    mem.write("k", 1)
    mem.write("j", 1, id="01890000-0000-7000-8000-000000000001")
    before = log.position

    with pytest.raises(Refused) as refused:
        act(mem)

    kept = [event.private.content["rule"] for event in log.events(after=before)]
    assert kept == (["2"] if refused.value.rule == "2" else [])


def test_a_refusal_in_a_batch_is_kept_once_and_alone(log, mem):
    log.set_policy({"record_refusals": True}, reason="audit")
    before = log.position

    batch = mem.batch()
    with pytest.raises(Refused), batch:
        [batch.write("a", 1), batch.constrain("k", "x", source="tool:x"), batch.write("b", 1)]

    assert [(e.tag, e.private.content) for e in log.events(after=before)] == [
        ("x-refused", {"rule": "5", "tag": "constraint-set"})
    ]
    assert mem.write("a", 1, expected_position=0).outcome == "recorded"


def test_nothing_is_kept_of_a_refusal_by_a_policy_that_was_refused_with_it(log, mem):
    before = log.position

    with pytest.raises(Refused):
        log.set_policy({"record_refusals": True}, reason="")

    assert log.position == before


def test_an_import_keeps_a_refused_line_once(tmp_path, log):
    log.set_policy({"record_refusals": True, "spaces": {"team:x": {"writers": []}}}, reason="audit")
    lines = [
        {"type": "user", "uuid": f"{n}", "sessionId": "s", "message": {"role": "user", "content": f"turn {n}"}}
        for n in range(5)
    ]
    path = tmp_path / "s.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    before = log.position

    report = log.import_(path, user="team:x")

    assert (report.added, len(report.bad)) == (0, 5)
    assert [e.tag for e in log.events(after=before)] == ["x-refused"] * 5


# 5, 7, 12 at the command


@pytest.fixture
def command(tmp_path):
    return Command(tmp_path / "a.db")


def test_rule_5_the_command_shows_both_values(command):
    command("fact", "k", "theirs", "--source", "user")

    said = command.refusal("fact", "k", "mine", "--source", "tool:x")

    assert "a better source than tool said what it shows" in said
    assert ('mine: "mine"' in said, 'theirs: "theirs"' in said) == (True, True)


def test_rule_7_what_is_too_long_is_observed_and_pointed_to_and_the_pointer_followed(command, tmp_path):
    long = "line of a log, " * 6_000
    said = command.refusal("fact", "log", "-", "--source", "tool:x", input=long)
    assert "observe() the whole, and write a short fact that points there" in said
    assert "says what to look for" in said

    seen = command.json("observe", "curl", "-", input=long)
    ref = command.json("event", seen["position"])["content"]["ref"]
    command("fact", "log", f"the error is in line 7 of {ref}", "--source", "tool:curl")

    for pointing in (
        "fact:log",
        str(seen["position"]),
        f"@{seen['position']}",
        seen["id"],
        ref,
        ref.removeprefix("blob:"),
    ):
        assert command("blob", pointing).stdout.removesuffix("\n") == long, pointing
    assert command.json("blob", "fact:log") == {"ref": ref, "value": long}


def test_a_short_output_is_printed_from_its_observation_and_what_points_nowhere_says_so(command):
    seen = command.json("observe", "curl", "200 OK")
    command("write", "k", "nothing")

    assert command("blob", seen["position"]).stdout == "200 OK\n"
    assert "'note:k' points to no large output" in command.refusal("blob", "note:k")
    assert "points to no large output" in command.refusal("blob", seen["position"], "--user", "other")


# The command


def test_the_policy_is_shown_a_key_a_line_with_what_was_changed_marked(command, tmp_path):
    (tmp_path / "p.json").write_text('{"sizes": {"note": 5}, "namespaces": {"hr": {"access": "closed"}}}')
    command("policy", "set", tmp_path / "p.json", "--reason", "keep it short")

    lines = command("policy", "show").stdout.splitlines()

    assert {line.split(":")[0] for line in lines if line.startswith("*") and ": " in line} >= {
        "* sizes",
        "* namespaces.hr",
    }
    assert "  confidence_margin: 0.2" in lines
    assert "  visible: all" in lines
    assert any("set at 2, " in line and line.endswith("keep it short") for line in lines)
    assert all(len(line) <= 80 for line in lines if not line.startswith(("*", "to change")))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not valid JSON"),
        ('{"sises": {}}', "there is no key 'sises'"),
        ('{"watch": {"idle_turns": "x"}}', "watch.idle_turns: expected `int | null`, got `str`"),
        ('{"secrets": {"patterns": {"x y": "("}}}', "is no regular expression"),
        ("[]", "list is no policy"),
    ],
)
def test_what_is_wrong_with_a_policy_file_is_said_in_a_line(command, text, why):
    said = command.refusal("policy", "set", "-", "--reason", "x", input=text)

    assert why in said
    assert said.count("\n") == 1


def test_a_log_tells_the_event_that_put_its_policy_in_force(log):
    assert log.policy_event is None

    written = log.set_policy({}, reason="the defaults, on purpose")

    assert log.policy_event == written.event
    assert isinstance(belieflog.Receipt, type)


# The page


def documented():
    """The keys of docs/policy.md with the defaults printed there."""
    rows = re.findall(r"^\| `([\w.]+)` \| `(.+?)` \|", (ROOT / "docs" / "policy.md").read_text("utf-8"), re.MULTILINE)
    return {key: json.loads(default) for key, default in rows}


def test_the_page_tells_every_key_with_its_real_default():
    shown = policies.shown(DEFAULT)
    real = {}
    for key in Policy.__struct_fields__:
        part = getattr(DEFAULT, key)
        fields = (
            [(key, shown[key])] if not isinstance(part, Struct) else [(f"{key}.{f}", v) for f, v in shown[key].items()]
        )
        real.update(fields)
    real |= {f"namespaces.PATH.{f}": v for f, v in to_builtins(Namespace()).items()}
    real |= {f"spaces.NAME.{f}": v for f, v in to_builtins(Space()).items()}

    assert documented() == json.loads(json.dumps(real))


def test_the_page_names_every_kind_of_secret():
    page = (ROOT / "docs" / "policy.md").read_text("utf-8")

    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []
