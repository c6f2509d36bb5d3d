# ruff: noqa: E501 (stored bytes are shown in one piece)
"""Stored bytes are for ever: each form pinned, read both ways. These tables may only grow."""

import pytest
from ticking import over

from belieflog import CorruptLog, Refused
from eventlog import commands as c
from eventlog import contents, upcasters
from eventlog.batches import Batch
from eventlog.chain import GENESIS, commitment, leaf, link
from eventlog.events import (
    TAGS,
    Birth,
    Link,
    Private,
    Public,
    Recorded,
    Scope,
    decode_private,
    decode_public,
    disturbs,
    encode,
    known,
    voidable,
)  # fmt: skip
from eventlog.soundness import unsound
from eventlog.sqlite_store import SQLiteStore
from projections import timeline
from projections.folding import fold

ID = "01890000-0000-7000-8000-000000000001"
HEAD = "01890000-0000-7000-8000-000000000000"


def public(tag, **fields):
    return Public(tag, ID, 1, **({"user": "u", "session": "s"} | fields))


STORED = [
    (
        b'{"at":1,"id":"%b","log":{"id":"%b"},"scope":"log","source":"system","tag":"opened"}' % (ID.encode(), HEAD.encode()),
        b"{}",
        Public("opened", ID, 1, scope="log", source="system", log=Birth(HEAD)),
        Private(),
    ),
    (
        b'{"at":1,"id":"%b","log":{"cause":"forked","epoch":2,"id":"%b","origin":"x","position":7},"scope":"log","source":"system","tag":"opened"}' % (ID.encode(), HEAD.encode()),
        b"{}",
        Public("opened", ID, 1, scope="log", source="system", log=Birth(HEAD, 2, "forked", "x", 7)),
        Private(),
    ),
    (
        b'{"actor":"planner","at":1,"id":"%b","parent":{"position":7,"session":"r"},"session":"s","source":"agent","tag":"session-started","user":"u"}' % ID.encode(),
        b'{"content":{"title":"compare"}}',
        public("session-started", source="agent", actor="planner", parent=Link("r", 7)),
        Private(content={"title": "compare"}),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","source":"agent","tag":"session-ended","user":"u"}' % ID.encode(),
        b'{"content":{"criteria_met":["a"]},"outcome":"done"}',
        public("session-ended", source="agent"),
        Private(content={"criteria_met": ["a"]}, outcome="done"),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","source":"user","tag":"scratchpad-cleared","user":"u"}' % ID.encode(),
        b'{"reason":"start over"}',
        public("scratchpad-cleared", source="user"),
        Private(reason="start over"),
    ),
    (
        b'{"at":1,"entry":1,"id":"%b","kind":"goal","session":"s","source":"user","tag":"goal-set","user":"u","version":1}' % ID.encode(),
        b'{"address":"goal","content":{"criteria":["fast"],"text":"choose"}}',
        public("goal-set", kind="goal", entry=1, version=1, source="user"),
        Private("goal", {"text": "choose", "criteria": ["fast"]}),
    ),
    (
        b'{"at":1,"entry":2,"id":"%b","kind":"constraint","session":"s","source":"user","tag":"constraint-set","user":"u","version":1}' % ID.encode(),
        b'{"address":"constraint:budget","content":"at most 10"}',
        public("constraint-set", kind="constraint", entry=2, version=1, source="user"),
        Private("constraint:budget", "at most 10"),
    ),
    (
        b'{"at":1,"claim":1,"entry":3,"id":"%b","kind":"plan","session":"s","source":"agent","tag":"plan-revised","user":"u","version":3}' % ID.encode(),
        b'{"address":"plan","content":[{"id":"1","status":"done","text":"read"}]}',
        public("plan-revised", kind="plan", entry=3, version=3, claim=1, source="agent"),
        Private("plan", [{"id": "1", "text": "read", "status": "done"}]),
    ),
    (
        b'{"at":1,"entry":4,"id":"%b","kind":"progress","session":"s","source":"agent","tag":"progress-noted","user":"u","version":1}' % ID.encode(),
        b'{"address":"progress","content":{"done":"read","next":"write"}}',
        public("progress-noted", kind="progress", entry=4, version=1, source="agent"),
        Private("progress", {"done": "read", "next": "write"}),
    ),
    (
        b'{"at":1,"batch":2,"entry":5,"expires_at":9,"id":"%b","kind":"note","op":3,"run":"r1","session":"s","source":"agent","tag":"note-written","ttl":8,"user":"u","version":1}' % ID.encode(),
        '{"address":"note:键","content":null,"description":"what it is"}'.encode(),
        public("note-written", kind="note", entry=5, version=1, source="agent", batch=2, op=3, run="r1", expires_at=9, ttl=8),
        Private("note:键", None, description="what it is"),
    ),
    (
        b'{"at":1,"derived_from":["%b"],"entry":6,"id":"%b","kind":"fact","occurred_at":-5,"occurred_offset":120,"occurred_precision":"day","session":"s","source":"tool","tag":"fact-added","user":"u","version":1}' % (HEAD.encode(), ID.encode()),
        b'{"address":"fact:api_timeout","confidence":0.5,"content":"10 s","reason":"measured","source_name":"curl","source_ref":"call_3","via":"mcp"}',
        public(
            "fact-added", kind="fact", entry=6, version=1, source="tool", derived_from=(HEAD,), occurred_at=-5,
            occurred_offset=120, occurred_precision="day",
        ),
        Private("fact:api_timeout", "10 s", 0.5, reason="measured", source_name="curl", source_ref="call_3", via="mcp"),
    ),
    (
        b'{"at":1,"entry":7,"id":"%b","kind":"assumption","session":"s","source":"agent","tag":"assumption-made","user":"u","version":1}' % ID.encode(),
        b'{"address":"assumption:cause","content":"the proxy"}',
        public("assumption-made", kind="assumption", entry=7, version=1, source="agent"),
        Private("assumption:cause", "the proxy"),
    ),
    (
        b'{"at":1,"entry":8,"id":"%b","kind":"question","session":"s","source":"agent","tag":"question-raised","user":"u","version":1}' % ID.encode(),
        b'{"address":"question:who","content":{"needs":"user","text":"who pays?"}}',
        public("question-raised", kind="question", entry=8, version=1, source="agent"),
        Private("question:who", {"text": "who pays?", "needs": "user"}),
    ),
    (
        b'{"at":1,"entry":9,"id":"%b","kind":"failure","session":"s","source":"agent","tag":"failure-marked","user":"u","version":1}' % ID.encode(),
        b'{"address":"failure:regex","content":{"avoid":"use a parser","input":{"a":1},"what":"chokes","why":"nesting"}}',
        public("failure-marked", kind="failure", entry=9, version=1, source="agent"),
        Private("failure:regex", {"what": "chokes", "why": "nesting", "avoid": "use a parser", "input": {"a": 1}}),
    ),
    (
        b'{"at":1,"entry":1,"id":"%b","kind":"episodic","scope":"long-term","session":"s","source":"user","tag":"memory-written","user":"u","version":1}' % ID.encode(),
        b'{"address":"episodic:trips/a%2Fb","content":{"text":"we met"},"importance":7,"outcome":"agreed","participants":["Ann","Bo"]}',
        public("memory-written", scope="long-term", kind="episodic", entry=1, version=1, source="user"),
        Private("episodic:trips/a%2Fb", {"text": "we met"}, importance=7, participants=("Ann", "Bo"), outcome="agreed"),
    ),
    (
        b'{"at":1,"entry":7,"id":"%b","kind":"assumption","op":3,"session":"s","source":"tool","successor":"%b","tag":"retracted","user":"u"}' % (ID.encode(), HEAD.encode()),
        b'{"address":"assumption:cause","reason":"confirmed"}',
        public("retracted", kind="assumption", entry=7, op=3, source="tool", successor=HEAD),
        Private("assumption:cause", reason="confirmed"),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","source":"tool","tag":"observed","user":"u"}' % ID.encode(),
        b'{"content":{"call":"call_3","input":["-v"],"output":"200","tool":"curl"},"source_name":"curl","source_ref":"call_3"}',
        public("observed", source="tool"),
        Private(content={"tool": "curl", "call": "call_3", "output": "200", "input": ["-v"]}, source_name="curl", source_ref="call_3"),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","source":"user","tag":"said","user":"u"}' % ID.encode(),
        b'{"content":{"content":"hello","role":"user"}}',
        public("said", source="user"),
        Private(content={"role": "user", "content": "hello"}),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","shown":[[2,4],[7,7]],"source":"agent","tag":"recalled","user":"u"}' % ID.encode(),
        b'{"content":{"now":5,"policy":3,"renderer":1,"sha256":"00"},"query":"timeout"}',
        public("recalled", source="agent", shown=((2, 4), (7, 7))),
        Private(content={"now": 5, "policy": 3, "renderer": 1, "sha256": "00"}, query="timeout"),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","source":"agent","tag":"recalled","user":"u"}' % ID.encode(),
        b'{"content":{"budget":900,"format":"xml","lang":"zh","now":5,"position":7,"renderer":2,"sections":["facts"],'
        b'"sha256":"00"}}',
        public("recalled", source="agent"),
        Private(
            content={
                "budget": 900, "format": "xml", "lang": "zh", "now": 5, "position": 7, "renderer": 2,
                "sections": ["facts"], "sha256": "00",
            }
        ),
    ),
    (
        b'{"at":1,"covered":[[2,9]],"id":"%b","session":"s","source":"agent","tag":"compacted","user":"u"}' % ID.encode(),
        b'{"content":{"summary":"so far","verdict":{"ok":true}}}',
        public("compacted", source="agent", covered=((2, 9),)),
        Private(content={"summary": "so far", "verdict": {"ok": True}}),
    ),
    (
        b'{"at":1,"id":"%b","restores":[[5,5]],"session":"s","tag":"corrected","user":"u","voids":[[2,3],[7,9]]}' % ID.encode(),
        b'{"reason":"the proxy was broken"}',
        public("corrected", voids=((2, 3), (7, 9)), restores=((5, 5),)),
        Private(reason="the proxy was broken"),
    ),
    (
        b'{"at":1,"erased":[[2,3]],"id":"%b","scope":"long-term","tag":"erased","user":"u"}' % ID.encode(),
        b'{"reason":"asked for"}',
        public("erased", scope="long-term", session="", erased=((2, 3),)),
        Private(reason="asked for"),
    ),
    (
        b'{"at":1,"id":"%b","policy":{"sizes":{"fact":3}},"scope":"log","source":"system","tag":"policy-set"}' % ID.encode(),
        b'{"reason":"small"}',
        Public("policy-set", ID, 1, scope="log", source="system", policy={"sizes": {"fact": 3}}),
        Private(reason="small"),
    ),
    (
        b'{"at":1,"id":"%b","session":"s","source":"agent","tag":"marked","user":"u"}' % ID.encode(),
        b'{"content":"before lunch"}',
        public("marked", source="agent"),
        Private(content="before lunch"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("told", "body", "public", "private"), STORED, ids=[f"{n}-{row[2].tag}" for n, row in enumerate(STORED)]
)
def test_each_form_is_read_and_written_byte_for_byte(told, body, public, private):
    assert (decode_public(told), decode_private(body)) == (public, private)
    assert (encode(public), encode(private)) == (told, body)


def test_every_tag_is_in_the_table():
    assert {row[2].tag for row in STORED} == set(TAGS)


def test_no_tag_was_taken_away_or_renamed_and_their_numbers_in_the_index_stay():
    assert TAGS == (
        "opened", "session-started", "session-ended", "scratchpad-cleared", "goal-set", "constraint-set", "plan-revised",
        "progress-noted", "note-written", "fact-added", "assumption-made", "question-raised", "failure-marked",
        "memory-written", "retracted", "observed", "said", "recalled", "compacted", "corrected", "erased", "policy-set", "marked",
    )  # fmt: skip
    assert [tag for tag in TAGS if not voidable(tag)] == ["opened", "recalled", "erased", "marked"]


def test_a_field_unknown_to_this_version_is_read_over():
    told = STORED[0][0].replace(b'"at":1', b'"at":1,"weather":{"rain":[true]}')

    assert decode_public(told) == STORED[0][2]
    assert decode_private(b'{"mood":"good","reason":"x"}') == Private(reason="x")


def test_the_contents_of_every_shape_are_stored_without_their_defaults():
    shapes = {
        contents.Goal("g"): {"text": "g"}, contents.Progress("d"): {"done": "d"}, contents.Question("q"): {"text": "q"},
        contents.Failure("w"): {"what": "w"}, contents.Observation("t"): {"tool": "t"}, contents.Start("t"): {"title": "t"},
        contents.End(): {}, contents.Summary("s"): {"summary": "s"}, contents.Recall(1): {"now": 1},
        contents.Step("1", "t"): {"id": "1", "text": "t", "status": "todo"},
        contents.Utterance("user", "x"): {"role": "user", "content": "x"},
        contents.Utterance("tool", "x", 7): {"role": "tool", "content": "x", "item": 7},
    }  # fmt: skip

    assert {content: contents.plain(content) for content in shapes} == shapes


# The chain

A_LOG_OF_EVERYTHING = "2f0b494416ca023276dd3a8d09cc0601578ef9c6098dfee03296a59a33901e0f"


def test_the_chain_is_sha256_with_a_prefix_for_each_part():
    committed = commitment(bytes(16), b"{}")

    assert committed.hex() == "08964a895cff39fd218ef3988f173da2fa44d12313f09e66a7263a43dbea7cbe"
    assert leaf(b"{}", committed).hex() == "9543fba3df5796000bf76c271ff28d8987b742652523cd8d161a100de99ae5ae"
    assert (
        link(GENESIS, leaf(b"{}", committed)).hex()
        == "eb1b4466065e7b432cd7166acb6493156b415ec806887379d9b3af1b351f2ded"
    )


def test_a_fixed_history_has_the_same_head_over_every_store(log):
    """Clock and randomness are given, so every byte is: what moves this hash changes the format."""
    mem = log.memory("u", "s", actor="planner")
    mem.start("compare")
    mem.set_goal("choose", ["fast"], source="user")
    mem.constrain("budget", "at most 10", source="user")
    mem.revise_plan(["read", ("measure", "doing")])
    mem.step(1, "done")
    mem.note_progress("read", "measure")
    mem.write("键", {"b": [1, 1.5, True, None, "\x00é"], "a": {}}, "a value of every type")
    seen = mem.observe("curl", "HTTP 200 in 9.8 s", call="call_3", input=["-v"])
    mem.add_fact("api_timeout", "10 s", source="tool:curl#call_3", confidence=0.9, derived_from=[seen], ttl="2h")
    mem.assume("cause", "the proxy", 0.4)
    mem.confirm("cause", source="document:runbook#3")
    mem.ask("who", "who pays?", needs="user")
    mem.answer("who", "Ann", source="user", occurred_at="2026-05-01T12:00+02:00")
    mem.mark_failure("regex", "chokes", why="nesting", avoid="use a parser", input={"a": 1})
    mem.remember("episodic:trips/a%2Fb", {"text": "we met"}, importance=7, participants=["Ann"], outcome="agreed")
    mem.say("user", "hello")
    mem.say("assistant", "hello to you")
    mem.compact("greetings")
    mem.retract("note:键", reason="wrong")
    mem.recall("timeout")
    mem.mark("before lunch")
    log.revert(user="u", event=seen.event.position, reason="the proxy was broken")
    log.undo(log.position, reason="it wasn't")
    log.set_policy({"sizes": {"fact": 3000}}, reason="longer")
    log.erase(user="u", kind="episodic", reason="asked for")
    with mem.batch() as batch:
        batch.write("a", 1)
        batch.write("b", 2, run="r1", via="mcp", reason="why not")
    mem.clear(source="user")
    mem.end("done", ["fast"])

    assert {r.tag for r in log.events()} == set(TAGS)
    assert log.verify().ok
    assert (log.position, log.head) == (32, A_LOG_OF_EVERYTHING)


# Later versions


def stranger(log, tag="reflected", *, scope=None, v=1, **fields):
    """Append an event as a later version, or an extension, would."""
    scope = scope or Scope("u", "s")
    with log._store.writing():
        batch = Batch(log._log)
        event = Public(tag, batch.stamp().id, batch.at, scope.user, scope.session, scope.name, v=v, **fields)
        return batch.seal([(event, Private(content={"new": True}))])[0]


@pytest.mark.parametrize(
    ("tag", "fields"),
    [("reflected", {}), ("note-written", {"v": 2, "kind": "note", "entry": 1, "version": 2}), ("corrected", {"v": 2, "voids": ((2, 2),)}),
     ("scratchpad-cleared", {"v": 9}), ("session-ended", {"v": 2}), ("retracted", {"v": 2, "kind": "note", "entry": 1})],
    ids=str,
)  # fmt: skip
def test_what_a_later_version_wrote_is_kept_verified_passed_over_and_said(log, mem, tag, fields):
    mem.write("k", "A")
    before = mem.scratchpad()

    strange = stranger(log, tag, **fields)

    after = mem.scratchpad()
    assert (before.incomplete_since, after.incomplete_since) == (None, strange.position)
    assert (after.entries, after.ended) == (before.entries, False)
    assert log.memory("u", "t").scratchpad().incomplete_since is None
    assert mem.scratchpad(at=strange.position - 1).incomplete_since is None
    assert log.verify().ok
    assert log.event(strange.position).private.content == {"new": True}
    assert str(strange.position) in mem.prompt(audit=False)


def test_a_later_versions_correction_is_passed_over_by_indexes_and_pure_folds_alike(log, mem):
    written = mem.write("k", "A").event
    stranger(log, "corrected", v=2, voids=((written.position, written.position),))

    spans = timeline.spans(fold(timeline, log._store.index.members(Scope("u", "s"))), written.public.entry)

    assert spans == mem.timeline("note:k")
    assert [span.value for span in spans] == ["A"]
    assert log.corrections("u") == log.naming(written) == []


def test_appending_where_a_later_version_wrote_is_refused(log, mem):
    written = mem.write("k", "A")
    strange = stranger(log)
    before = log.head

    for act in (
        lambda: mem.write("j", 1),
        lambda: mem.start("again"),
        lambda: mem.mark("here"),
        lambda: mem.remember("semantic:k", 1),
        lambda: log.revert(user="u", event=written.event.position, reason="bad"),
        lambda: log.rollback(1, user="u", all_sessions=True, reason="bad"),
    ):
        with pytest.raises(
            Refused, match=f"later version of belieflog wrote event {strange.position} here: upgrade"
        ) as refused:
            act()
        assert refused.value.rule == "incomplete"
    assert log.head == before
    assert log.memory("u", "t").write("j", 1).outcome == "recorded"


@pytest.mark.parametrize("scope", [Scope("u"), Scope("")], ids=["long-term", "the log's"])
def test_appending_to_a_wider_scope_where_a_later_version_wrote_is_refused(log, mem, scope):
    stranger(log, scope=scope)
    act = {
        "u": lambda: log.memory("u").mark("here"),
        "": lambda: log.set_policy({}, reason="so"),
    }[scope.user]

    with pytest.raises(Refused, match="upgrade"):
        act()

    assert mem.write("k", 1).outcome == "recorded"


def test_reading_where_a_later_version_wrote_works_and_appends_nothing(log, mem):
    mem.add_fact("k", "A", source="user")
    stranger(log)
    before = log.head

    assert [hit.value for hit in mem.recall("A")] == ["A"]
    assert "A" in mem.prompt()
    assert log.head == before


def test_an_extensions_events_disturb_nothing(log, mem):
    mem.write("k", "A")
    before = mem.scratchpad()

    strange = stranger(log, "x-telemetry", v=3)

    assert mem.scratchpad() == before
    assert not disturbs(strange.public)
    assert mem.write("k", "B").outcome == "recorded"
    assert log.verify().ok


def test_incomplete_stays_said_after_a_rebuild(path):
    with over(SQLiteStore(path)) as log:
        mem = log.memory("u", "s")
        strange = stranger(log, "note-written", v=2)
        log.rebuild()

        assert mem.scratchpad().incomplete_since == strange.position


def test_a_known_tag_in_a_form_this_version_cant_read_is_taken_for_a_later_ones():
    told = decode_public(
        b'{"at":1,"id":"%b","policy":"strict","scope":"galaxy","tag":"policy-set","user":"u"}' % ID.encode()
    )

    assert (told.tag, told.scope, known(told), disturbs(told)) == ("policy-set", "session", False, True)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"7", b"{}", b'{"tag":"said"}', b"\xff", b'{"at":"now","id":"x","tag":"said"}']
)
def test_a_text_that_can_be_no_event_of_any_version_is_named_by_its_position(text):
    with pytest.raises(CorruptLog, match=r"event 7 .*belieflog verify") as corrupt:
        decode_public(text, 7)

    assert corrupt.value.position == 7


def test_a_private_text_that_cant_be_read_raises_and_never_becomes_none():
    with pytest.raises(CorruptLog, match="event 7"):
        decode_private(b'{"content":', 7)


def test_an_upcaster_reads_an_old_form_as_the_new_one_and_its_bytes_stay(log, mem, monkeypatch):
    from msgspec.structs import replace

    old = stranger(log, "note-jotted", v=0, kind="note", entry=1, version=1)
    stored = log.row(old.position).public
    monkeypatch.setitem(upcasters.UPCASTERS, ("note-jotted", 0), lambda told: replace(told, tag="note-written", v=1))

    told = decode_public(stored)

    assert (told.tag, told.v, told.entry, known(told)) == ("note-written", 1, 1, True)
    assert log.row(old.position).public == stored
    assert log.verify().ok


def test_the_commands_that_can_be_asked_are_one_closed_union():
    assert {command.__name__ for command in c.Command.__args__} == {
        "Start", "End", "Clear", "Mark", "SetGoal", "Constrain", "RevisePlan", "StepPlan", "NoteProgress", "Write", "AddFact",
        "Assume", "Confirm", "Ask", "Answer", "MarkFailure", "Remember", "Retract", "Observe", "Say", "Compact", "NoteRecall",
        "SetPolicy",
    }  # fmt: skip


def test_every_stored_form_is_sound():
    for told, body, *_ in STORED:
        assert unsound(Recorded(99, decode_public(told), body)) is None
