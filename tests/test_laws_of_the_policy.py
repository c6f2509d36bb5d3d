"""What the policy says holds for every writer, and what it says of secrets for every text."""

import json
import tempfile
from pathlib import Path

import strategies as s
from calls import Call
from driving import Lockstep, outcome
from hypothesis import example, given
from hypothesis import strategies as st

import belieflog
from eventlog.secrets import KINDS, masked, suspicious

OBEYING = st.lists(s.obeying, min_size=4, max_size=12)


def setting(policy):
    return Call("set_policy", args=(policy,), given={"reason": "so"})


def rows(log):
    return [log.row(position) for position in range(1, log.position + 1)]


@given(s.policies, OBEYING, s.policies)
def test_the_rules_judge_as_the_model_does_whatever_the_policy(policy, operations, later):
    with Lockstep() as both:
        both.do(setting(policy))
        both.run_all(operations)
        both.do(setting(later))
        both.run_all(operations)


@given(s.policies, OBEYING, st.booleans())
def test_a_refused_write_leaves_every_byte_as_it_was_unless_refusals_are_recorded(policy, operations, recording):
    with Lockstep() as both:
        for log in both.logs:
            log.set_policy({**policy, "record_refusals": recording}, reason="so")
            for operation in operations:
                if not isinstance(operation, Call) or any(isinstance(part, s.Ref) for part in parts_of(operation)):
                    continue
                before = rows(log)
                if outcome(log, operation)[:1] != ("refused",):
                    continue
                left = rows(log)[len(before) :]
                assert rows(log)[: len(before)] == before
                assert [row.recorded.tag for row in left] in ([], ["x-refused"])
                assert not left or recording


def parts_of(call):
    for part in (call.user, *call.args, *call.given.values()):
        yield from part if isinstance(part, (list, tuple)) else (part,)


@given(OBEYING, st.sampled_from(["", "n"]), st.sampled_from(["closed", "read-only"]))
def test_a_namespace_without_writers_never_gains_an_entry(operations, path, access):
    with Lockstep() as both:
        both.run_all(operations)
        both.do(setting({"namespaces": {path: {"access": access}}}))
        position = both.model.position
        both.run_all(operations)
        for log in both.logs:
            written = [
                e for e in log.events(after=position) if e.version and e.address and e.address.startswith("semantic:n/")
            ]
            assert written == []


@given(OBEYING, st.integers(0, 3))
def test_an_agent_never_writes_more_in_a_turn_than_the_policy_allows(operations, limit):
    with Lockstep() as both:
        both.do(setting({"updates_per_turn": limit}))
        both.run_all(operations)
        written = {}
        for event in both.sqlite.events(after=2):
            place = (event.public.user, event.public.session)
            if event.tag == "said" and by_user(event):
                written[place] = 0
            elif event.version and event.public.source == "agent":
                written[place] = written.get(place, 0) + 1
                assert written[place] <= limit


def by_user(said):
    return said.private.content["role"] == "user" if said.private else said.public.source == "user"


# Secrets


@given(s.words_and_secrets)
@example("AK" + "IAABCDEFGH01234567sk-" + "a1B2c3d4" * 4)
@example("password: a1,token=b2c3d4e5f6")
def test_masking_what_is_masked_changes_nothing(text):
    once, kinds = masked(text)

    assert masked(once) == (once, [])
    assert set(kinds) <= set(KINDS)


@given(s.parts_of_secrets)
@example('{"Env":"{\\"api_key\\": \\"a1b2c3d4e5\\"}"}')
@example("token\x0c: a1b2c3d4e5")
@example(f"https://{'用' * 60}:pw12@host")
@example(f"https://bob:{'密' * 100}@host")
@example("eyJabcdefgh.abcdefgh.abcdefgh")
def test_what_is_put_together_of_parts_of_secrets_is_suspected_where_one_is_found_and_masked_once(text):
    once, kinds = masked(text)

    assert masked(once) == (once, [])
    if kinds:
        inner = json.dumps({"k": text}, ensure_ascii=False)
        for told in (text, inner, json.dumps(inner, ensure_ascii=False)):
            assert suspicious(json.dumps([told], ensure_ascii=False).encode(errors="replace"))


@given(s.words_and_secrets)
@example("password\n: hunter2")
def test_a_text_with_a_secret_is_suspected_in_whatever_it_is_wrapped(text):
    if masked(text)[1]:
        assert suspicious(json.dumps(["k", text, None], ensure_ascii=False).encode(errors="replace"))


@given(s.secrets, s.shown_with)
def test_no_secret_is_left_of_a_sentence_that_holds_one(secret, sentence):
    assert secret not in masked(sentence.format(secret))[0]


@given(st.lists(st.tuples(s.secrets, s.shown_with), min_size=1, max_size=3))
def test_no_secret_reaches_the_bytes_of_a_log(said):
    with tempfile.TemporaryDirectory() as folder:
        with belieflog.open(Path(folder) / "a.db", durability="off") as log:
            mem = log.memory("u", "s")
            for secret, sentence in said:
                text = sentence.format(secret)
                mem.write("k", {"list": [text, {text: text}]}, description=text, reason=text)
                mem.observe("curl", {"out": text}, input=text)
                mem.observe("curl", text + " lorem" * 12_000)
                mem.say("user", text, via=text)
                mem.recall(text)
            found = stored(folder)
            for secret, _ in said:
                assert secret.encode() not in found
        for secret, _ in said:
            assert secret.encode() not in stored(folder)


def stored(folder):
    return b"".join(path.read_bytes() for path in Path(folder).iterdir())
