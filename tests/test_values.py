"""What the log takes in comes back as it went in; what couldn't is refused with its path."""

import math
from datetime import datetime

import msgspec
import pytest

from belieflog import InvalidValue, Log, NotFound, Refused
from eventlog import times, values

NESTED_100, NESTED_101 = [], []
for _ in range(99):
    NESTED_100 = [NESTED_100]
for _ in range(100):
    NESTED_101 = [NESTED_101]

HELD = {
    "null": None,
    "true": True,
    "one": 1,
    "one point": 1.0,
    "minus zero": -0.0,
    "tiny": 5e-324,
    "huge": 1.7976931348623157e308,
    "largest int": 2**63 - 1,
    "smallest int": -(2**63),
    "empty": "",
    "nul": "a\x00b",
    "newline": "a\r\nb\u2028c",
    "astral": "🦀𝒳",
    "decomposed": "e\u0301",
    "bom": "\ufeff",
    "list": [1, [True, None], {}],
    "dict": {"": {"ü": 1}, "b": []},
    "in-band tag": {"$date": 1, "__type__": "datetime", "tag": "erased", "v": 99},
    "deep": NESTED_100,
}

NOT_HELD = {
    "nan": (math.nan, "NaN|nan"),
    "inf": (math.inf, "inf"),
    "surrogate": ("\ud800", "lone surrogate"),
    "surrogate in a key": ({"\udfff": 1}, "lone surrogate"),
    "65 bits": (2**63, "64 bits"),
    "minus 65 bits": (-(2**63) - 1, "64 bits"),
    "tuple": ((1,), "tuple"),
    "bytes": (b"x", "bytes"),
    "set": ({1}, "set"),
    "int key": ({1: 2}, "keys are text"),
    "datetime": (datetime(2026, 1, 1), "datetime"),
    "nested 101": (NESTED_101, "deeper than 100"),
    "an int's child": (type("I", (int,), {})(1), "I"),
}

SURFACES = {
    "note": lambda mem, v: mem.write("k", v),
    "fact": lambda mem, v: mem.add_fact("k", v, source="user"),
    "assumption": lambda mem, v: mem.assume("k", v),
    "memory": lambda mem, v: mem.remember("semantic:a/k", v),
    "utterance": lambda mem, v: mem.say("user", v),
    "failure's input": lambda mem, v: mem.mark_failure("k", "it failed", input=v),
    "output": lambda mem, v: mem.observe("curl", [v]),
    "tool's input": lambda mem, v: mem.observe("curl", "x", input=v),
    "policy": lambda mem, v: Log(mem._log).set_policy({"sizes": v}, reason="so"),
}

TEXTS = {
    "key": lambda mem, t: mem.write(t, 1),
    "description": lambda mem, t: mem.write("k", 1, t),
    "goal": lambda mem, t: mem.set_goal(t),
    "criterion": lambda mem, t: mem.set_goal("g", [t]),
    "constraint": lambda mem, t: mem.constrain("k", t),
    "step": lambda mem, t: mem.revise_plan([t]),
    "progress": lambda mem, t: mem.note_progress(t),
    "next": lambda mem, t: mem.note_progress("done", t),
    "question": lambda mem, t: mem.ask("k", t),
    "failure": lambda mem, t: mem.mark_failure("k", t),
    "why": lambda mem, t: mem.mark_failure("k", "w", why=t),
    "avoid": lambda mem, t: mem.mark_failure("k", "w", avoid=t),
    "tool": lambda mem, t: mem.observe(t, "x"),
    "call": lambda mem, t: mem.observe("curl", "x", call=t),
    "ref": lambda mem, t: mem.observe("curl", ref=t),
    "role": lambda mem, t: mem.say(t, "x"),
    "summary": lambda mem, t: mem.compact(t, covered=((1, 1),)),
    "title": lambda mem, t: mem.start(t),
    "outcome": lambda mem, t: mem.end(t),
    "criterion met": lambda mem, t: mem.end("x", [t]),
    "mark": lambda mem, t: mem.mark(t),
    "participant": lambda mem, t: mem.remember("episodic:a", 1, participants=[t]),
    "memory's outcome": lambda mem, t: mem.remember("episodic:a", 1, outcome=t),
    "reason": lambda mem, t: mem.write("k", 1, reason=t),
    "via": lambda mem, t: mem.write("k", 1, via=t),
    "run": lambda mem, t: mem.write("k", 1, run=t),
    "source": lambda mem, t: mem.write("k", 1, source=f"tool:{t}"),
    "id": lambda mem, t: mem.write("k", 1, id=t),
    "query": lambda mem, t: mem.recall(t),
    "prompt's query": lambda mem, t: mem.prompt(query=t),
    "address read": lambda mem, t: mem.get(f"note:{t}"),
}


MISSHAPEN = {
    "no steps": lambda mem: mem.revise_plan([]),
    "steps in one text": lambda mem: mem.revise_plan("one"),
    "a step that is a number": lambda mem: mem.revise_plan([1]),
    "a step without status": lambda mem: mem.revise_plan([("a",)]),
    "an unknown status": lambda mem: mem.revise_plan([("a", "finished")]),
    "an empty step": lambda mem: mem.revise_plan([" "]),
    "a range backwards": lambda mem: mem.compact("x", covered=((2, 1),)),
    "a range past the head": lambda mem: mem.compact("x", covered=((1, 2**70),)),
    "a range of texts": lambda mem: mem.compact("x", covered=(("a", "b"),)),
    "an unknown need": lambda mem: mem.ask("k", "x", needs="god"),
    "a source that is a number": lambda mem: mem.write("k", 1, source=5),
    "an unknown kind of source": lambda mem: mem.write("k", 1, source="oracle:x"),
    "an id that is none": lambda mem: mem.write("k", 1, id="7"),
    "a premise that is none": lambda mem: mem.write("k", 1, derived_from=["x"]),
    "no premise": lambda mem: mem.write("k", 1, derived_from=None),
    "nothing observed": lambda mem: mem.observe("t"),
    "a next that is a number": lambda mem: mem.note_progress("x", 5),
    "a ref that is a number": lambda mem: mem.observe("t", ref=5),
    "an address that is a number": lambda mem: mem.get(5),
}


@pytest.mark.parametrize("value", HELD.values(), ids=HELD)
def test_a_json_value_comes_back_as_it_went_in(mem, value):
    mem.write("k", value)

    back = mem.read("k")

    assert (repr(back), back) == (repr(value), value)
    assert mem.write("k", value).outcome == "refreshed"


@pytest.mark.parametrize(("value", "why"), NOT_HELD.values(), ids=NOT_HELD)
@pytest.mark.parametrize("write", SURFACES.values(), ids=SURFACES)
def test_what_json_cant_hold_is_refused_wherever_a_value_is_taken(log, mem, write, value, why):
    before = log.head

    with pytest.raises(InvalidValue, match=why):
        write(mem, value)

    assert log.head == before


def test_the_refusal_names_the_path_of_the_culprit(mem):
    with pytest.raises(InvalidValue) as refused:
        mem.write("k", {"a": [0, {"b": math.nan}]})

    assert refused.value.path == "value.a[1].b"


@pytest.mark.parametrize("write", TEXTS.values(), ids=TEXTS)
def test_a_lone_surrogate_is_refused_wherever_a_text_is_taken(log, mem, write):
    before = log.head

    with pytest.raises(InvalidValue):
        write(mem, "a\ud800")

    assert log.head == before


@pytest.mark.parametrize("correct", ["revert", "restore", "erase"])
def test_a_lone_surrogate_in_a_corrections_reason_is_refused(log, mem, correct):
    written = mem.write("k", 1)
    if correct == "restore":
        log.revert(user="u", reason="bad", event=written.event.position)

    with pytest.raises(InvalidValue, match="reason"):
        getattr(log, correct)(user="u", reason="\ud800", event=written.event.position)


@pytest.mark.parametrize("key", ["", "a\x00b", "a\nb", "\x7f", "\x85", "\u2028", "x" * 201, 5, None], ids=ascii)
def test_a_name_that_is_empty_huge_or_holds_control_characters_is_refused(log, mem, key):
    for refused in (
        lambda: mem.write(key, 1),
        lambda: log.memory(key, "s"),
        lambda: mem.mark(key),
        lambda: mem.observe(key, "x"),
        lambda: mem.say(key, "x"),
    ):
        with pytest.raises(InvalidValue):
            refused()
    with pytest.raises(InvalidValue):
        mem.remember(f"semantic:{key}/k" if isinstance(key, str) else key, 1)

    assert log.position == 1


def test_a_key_of_200_characters_is_held(mem):
    mem.write("键" * 200, 1)

    assert mem.keys() == ["键" * 200]


@pytest.mark.parametrize("verb", ["write", "fact", "memory", "user", "session"])
def test_nfc_and_nfd_spellings_are_one_name(log, mem, verb):
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    put = {
        "write": lambda name: mem.write(name, 1),
        "fact": lambda name: mem.add_fact(name, 1, source="user"),
        "memory": lambda name: mem.remember(f"semantic:{name}/{name}", 1),
        "user": lambda name: log.memory(name, "s").write("k", 1),
        "session": lambda name: log.memory("u", name).write("k", 1),
    }[verb]

    outcomes = [put(composed).outcome, put(decomposed).outcome]

    assert outcomes == ["recorded", "refreshed"]


def test_keys_that_only_look_alike_are_two_entries(mem):
    for key in ("a", "A", "ａ", "a ", "а"):  # the last is Cyrillic
        mem.write(key, key)

    assert [mem.read(key) for key in ("a", "A", "ａ", "a ", "а")] == ["a", "A", "ａ", "a ", "а"]


@pytest.mark.parametrize(
    "address", ["semantic:a/b%", "semantic:a//b", "semantic:", "fact", "fact:", "plan:x", "x:y", "", "semantic:a%2fb"]
)
def test_an_address_that_isnt_one_is_refused(mem, address):
    with pytest.raises(InvalidValue, match=r"address|key|namespace"):
        mem.retract(address, reason="wrong")


@pytest.mark.parametrize(
    "told",
    [
        {"expires_at": 2**63},
        {"occurred_at": -(2**63) - 1},
        {"ttl": "99999999999999w"},
        {"ttl": math.nan},
        {"ttl": math.inf},
        {"ttl": 0},
        {"ttl": -1},
        {"ttl": "soon"},
        {"ttl": True},
        {"expires_at": "2026-01-01T00:00:00"},
        {"occurred_at": datetime(2026, 1, 1)},
        {"occurred_at": "yesterday"},
        {"expires_at": "2026-13-01"},
        {"expires_at": 1.5},
        {"ttl": 5, "expires_at": 9},
    ],
    ids=repr,
)
def test_a_time_without_zone_or_beyond_64_bits_is_refused(log, mem, told):
    with pytest.raises(InvalidValue):
        mem.write("k", 1, **told)

    assert log.position == 1


def test_offsets_compare_as_instants(mem):
    mem.add_fact("k", "noon in Berlin", source="user", occurred_at="2026-07-01T12:00:00+02:00")
    later = mem.add_fact("k", "eleven in London", source="user", occurred_at="2026-07-01T11:30:00+01:00")

    assert later.outcome == "recorded"
    assert times.parse("2026-07-01T12:00:00+02:00").at == times.parse("2026-07-01T10:00:00Z").at


@pytest.mark.parametrize("importance", [0, 11, 5.0, "5", True, math.nan], ids=repr)
def test_an_importance_that_isnt_a_whole_number_from_1_to_10_is_refused(log, mem, importance):
    with pytest.raises(InvalidValue, match="importance"):
        mem.remember("semantic:k", 1, importance=importance)

    assert log.position == 1


@pytest.mark.parametrize("confidence", [-0.1, 1.1, math.nan, math.inf, "0.5", True], ids=repr)
def test_a_confidence_that_isnt_a_number_from_0_to_1_is_refused(log, mem, confidence):
    with pytest.raises(InvalidValue, match="confidence"):
        mem.assume("k", "x", confidence=confidence)

    assert log.position == 1


@pytest.mark.parametrize("wrong", MISSHAPEN.values(), ids=MISSHAPEN)
def test_an_argument_of_the_wrong_shape_is_refused(log, mem, wrong):
    with pytest.raises(InvalidValue):
        wrong(mem)

    assert log.position == 1


@pytest.mark.parametrize("wanted", [0, -1, 2**70, 99, "@99"], ids=repr)
def test_an_event_that_isnt_there_isnt_found(log, wanted):
    with pytest.raises(NotFound):
        log.event(wanted)


def test_a_selector_that_is_misspelt_empty_or_malformed_is_refused(log, mem):
    mem.write("k", 1)

    for selector in (
        {"evnt": 2},
        {},
        {"op": "x"},
        {"event": None},
        {"source": "oracle"},
        {"after": "2026-01-01T00:00"},
    ):
        with pytest.raises(Refused):
            log.revert(user="u", reason="bad", **selector)

    assert log.position == 2


@pytest.mark.parametrize(
    "text",
    [b"{", b"NaN", b"[1,]", b"'a'", b"\xff", b"", b"1 2", b'"\\ud800"', b"[" * 100_000, b"1e999"],
    ids=lambda text: repr(text[:9]),
)
def test_text_that_isnt_json_is_refused(text):
    with pytest.raises(InvalidValue, match=r"JSON|surrogate"):
        values.parse_json(text)


def test_canonical_json_is_sorted_compact_and_utf8():
    assert values.canonical({"b": 1.0, "a": ["é", None, "\x00"]}) == '{"a":["é",null,"\\u0000"],"b":1.0}'.encode()
    assert msgspec.json.decode(values.canonical(HELD["dict"])) == HELD["dict"]
