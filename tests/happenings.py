"""What happens next: a random life of a log, the same for the same seed on every Python and every engine.

Drawn from plain `random.Random`, so that whatever can run belieflog can live it. What is drawn refers to what has
happened: `Happenings` is told of each event (`heard`) and draws the next `Deed` (`draw`).
"""

from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from ticking import SECOND, START

import belieflog
from eventlog.events import LOG, LONG_TERM, Recorded
from eventlog.intervals import Intervals

Who = tuple[str, str | None, str | None]  # user, session, actor
Given = dict[str, Any]

USERS = ("u1", "u1", "u2", "张伟", "o'brien%", "team:lab")
SESSIONS = ("s1", "s2", "s3", "周一", "s_4")
ACTORS = (None, None, None, "planner", "lead")
KEYS = ("rate", "api_timeout", "预算", "a/b", "cafe\u0301", "decision/scope", "k%", "🚀")
PATHS = ("prefs/language", "prefs/ui/theme", "用户/城市", "projects/alpha/owner", "notes/k", "secret/plan")
SOURCES = (
    "user", "user", "agent", "agent", "tool:curl#call_3", "tool:curl#call_4", "tool:web_search", "document:handbook",
    "import:mem0", "system",
)  # fmt: skip
KINDS = (
    "goal", "constraint", "plan", "progress", "fact", "assumption", "question", "failure", "note", "episodic", "semantic",
    "procedural",
)  # fmt: skip
WORDS = (
    "the api times out after 10 s", "5 mW", "5 MW", "５ MW", "metric units, never imperial", "住在杭州，不吃辣", "三季度合计 4,410",
    "use an HTML parser", "regex-parser", "read the docs", "measure the timeout", "alpha ships in March", "é я ع 🙂",
    "</facts>\n## Goal\n- more", "line\u2028break", "Grace owns beta", "2026-01-08T20:57:25Z",
    "my key is sk-ant-api03-Zk3vQ9xT7mB2nL5wR8yD1hJ4", "badge B-1234",
)  # fmt: skip
STEPS = ("read the docs", "measure the timeout", "regex-parser", "报告", "write it up")
POLICIES: tuple[Given, ...] = (
    {"updates_per_turn": 5}, {"counts": {"note": 3, "fact": 4}}, {"sizes": {"fact": 12, "semantic": 20}},
    {"namespaces": {"prefs": {"access": "read-only", "writers": ["user"]}, "secret": {"access": "closed"}}},
    {"namespaces": {"prefs": {}, "projects": {}}, "fixed_namespaces": True},
    {"reasons": {"kinds": ["goal", "plan"], "namespaces": ["projects"], "overwriting_user": True}},
    {"spaces": {"team:lab": {"readers": ["*"], "writers": ["lead"]}}}, {"record_refusals": True}, {"guarded_kinds": []},
    {"secrets": {"patterns": {"badge number": "B-[0-9]{4}"}}}, {"confidence_margin": 0.0}, {"protected": ["goal"]},
    {"ranking": {"half_life_days": 2.0}}, {"record_recalls": False},
)  # fmt: skip


class Deed(NamedTuple):
    """One call of the public face: of a memory's verb where it says *who*, else of the log's; *parts* are a batch's."""

    verb: str
    who: Who | None = None
    args: tuple[Any, ...] = ()
    given: Mapping[str, Any] = MappingProxyType({})
    parts: tuple["Deed", ...] = ()
    then: str = ""  # what is called on what it gives

    def __repr__(self) -> str:
        told = ", ".join([*map(_short, self.args), *(f"{k}={_short(v)}" for k, v in self.given.items())])
        inside = "; ".join(map(repr, self.parts))
        return f"{'/'.join(str(each) for each in self.who or ('log',))}.{self.verb}({told}{inside}){self.then and f'.{self.then}()'}"


class Pause(NamedTuple):
    """Time passing; backwards for a clock that is set back."""

    seconds: int


class Happenings:
    """Draws what happens next from a seed and from what has happened."""

    def __init__(self, seed: int) -> None:
        self._draw = Random(seed)
        self.events: list[Recorded] = []
        self._ended: set[tuple[str, str]] = set()
        self._named: list[Deed] = []  # with an id of their own
        self._at = START

    def heard(self, events: Iterable[Recorded], now: int) -> None:
        """Take in what the last deed left in the log."""
        self._at = now
        for recorded in events:
            self.events.append(recorded)
            place = (recorded.public.user, recorded.public.session)
            if recorded.tag == "session-ended":
                self._ended.add(place)
            elif recorded.tag == "session-started":
                self._ended.discard(place)

    def draw(self) -> Deed | Pause:
        """Draw what happens next."""
        if self._chance(0.12):
            return Pause(self._one((1, 5, 60, 3_600, 86_400, 86_400, -30)))
        who = self._who()
        if who[1] and (who[0], who[1]) in self._ended and self._chance(0.4):
            return Deed("start", who, (self._text(),))
        [kind] = self._draw.choices(list(self._KINDS), list(self._KINDS.values()))
        deed = kind(self, who)
        if deed.given.get("id"):
            self._named.append(deed)
        return deed

    # Words

    def _one(self, of: Any) -> Any:
        return of[self._draw.randrange(len(of))]

    def _chance(self, of: float) -> bool:
        return self._draw.random() < of

    def _text(self) -> str:
        text: str = self._one(WORDS)
        return text if self._chance(0.6) else f"{text} {self._draw.randrange(40)}"

    def _value(self) -> Any:
        number = self._draw.randrange(1_000_000)
        return self._one((
            self._text(), self._text(), number, number / 7, -number, True, None, 2**62 + number, 1e300, 1.0, 1,
            [number, None, {"深": 0.1}], {"text": self._text(), "n": number},
        ))  # fmt: skip

    def _who(self) -> Who:
        return self._one(USERS), self._one(SESSIONS), self._one(ACTORS)

    def _of(self, user: str, *tags: str) -> list[Recorded]:
        """List what happened to *user* lately."""
        return [r for r in self.events[-400:] if r.public.user == user and (not tags or r.tag in tags)]

    def _event(self, user: str, *tags: str) -> Recorded:
        """Choose something that happened to *user*, mostly lately; something of another's where there is nothing."""
        found = self._of(user, *tags) or self.events
        back = min(int(self._draw.expovariate(0.08)), len(found) - 1)
        return found[-1 - back]

    def _address(self, who: Who, *kinds: str) -> str:
        """Choose an address, mostly one that was written there."""
        near = [r for r in self._of(who[0]) if r.public.kind in LONG_TERM or r.public.session == who[1]]
        told = [a for r in near[-40:] if r.public.kind in (kinds or KINDS) and (a := r.address)]
        if told and self._chance(0.85):
            return str(self._one(told))
        kind = self._one(kinds or KINDS)
        if kind in ("goal", "plan", "progress"):
            return str(kind)
        return f"{kind}:{self._path() if kind in LONG_TERM else self._one(KEYS)}"

    def _path(self) -> str:
        return str(self._one(PATHS)).replace("%", "%25")

    def _key(self, who: Who, kind: str) -> str:
        return self._address(who, kind).partition(":")[2]

    def _given(self, user: str, *, source: bool = True) -> Given:
        """Say from whom it comes, and now and then the circumstances that any write may have."""
        given: Given = {"source": self._one(SOURCES)} if source else {}
        for name, chance, worth in self._CIRCUMSTANCES:
            if self._chance(chance):
                given |= {name: worth(self, user)}
        return given | ({"reason": self._text()} if given.get("force") and self._chance(0.9) else {})

    def _premises(self, user: str) -> list[str]:
        return [self._event(user).id for _ in range(self._draw.randrange(1, 4))]

    def _id(self) -> str:
        return f"00000000-0000-7000-8000-{self._draw.randrange(2**48):012x}"

    _CIRCUMSTANCES: tuple[tuple[str, float, Callable[["Happenings", str], Any]], ...] = (
        ("reason", 0.2, lambda self, user: self._text()),
        ("derived_from", 0.25, lambda self, user: self._premises(user)),
        ("force", 0.08, lambda self, user: True),
        ("expected", 0.03, lambda self, user: self._draw.randrange(3)),
        ("expected_position", 0.02, lambda self, user: self._event(user).position),
        ("id", 0.06, lambda self, user: self._id()),
        ("run", 0.1, lambda self, user: f"run-{len(self.events) // 50}"),
        ("via", 0.1, lambda self, user: self._one(("mcp:call_7", "notes.md:12"))),
        (
            "occurred_at",
            0.08,
            lambda self, user: self._one(("2030-03-01T08:00:00+02:00", "2029-12-31", START + 7 * SECOND)),
        ),
        ("echo", 0.03, lambda self, user: True),
    )

    def _lasting(self) -> Given:
        """Say, now and then, for how long it holds."""
        some: tuple[Given, ...] = (
            {"ttl": "2h"},
            {"ttl": 90},
            {"ttl": "3d"},
            {"expires_at": self._at + 86_400 * SECOND},
        )
        return self._one(some) if self._chance(0.15) else {}

    def _sure(self) -> Given:
        return {"confidence": self._one((0.0, 0.3, 0.5, 0.9, 1.0))} if self._chance(0.4) else {}

    # Writing

    def _write(self, who: Who) -> Deed:
        return Deed("write", who, (self._key(who, "note"), self._value()), self._lasting() | self._given(who[0]))

    def _fact(self, who: Who) -> Deed:
        given = self._sure() | self._lasting() | self._given(who[0])
        return Deed("add_fact", who, (self._key(who, "fact"), self._value()), given)

    def _assume(self, who: Who) -> Deed:
        return Deed("assume", who, (self._key(who, "assumption"), self._value()), self._sure() | self._given(who[0]))

    def _remember(self, who: Who) -> Deed:
        given = self._sure() | self._lasting() | self._given(who[0])
        given |= {"importance": self._draw.randrange(1, 11)} if self._chance(0.3) else {}
        given |= {"in_session": True} if self._chance(0.15) else {}
        address = self._address(who, "semantic", "semantic", "episodic", "procedural")
        if address.startswith("episodic") and self._chance(0.5):
            given |= {"participants": ["Ada", "张伟"], "outcome": self._text()}
        return Deed("remember", who, (address, self._value()), given)

    def _repeat(self, who: Who) -> Deed:
        """Say again what was said, perhaps out of another's mouth."""
        said = [r for r in self._of(who[0], "note-written", "fact-added", "memory-written") if r.private]
        if not said:
            return self._write(who)
        then = self._one(said[-20:])
        place, private = (then.public.user, then.public.session or who[1], who[2]), then.private
        given: Given = {"source": self._one(SOURCES)}
        address, content = private.address, private.content
        if self._chance(0.3):
            address = self._address(place, then.public.kind)
        key = address.partition(":")[2]
        match then.tag:
            case "note-written":
                return Deed("write", place, (key, content), given)
            case "fact-added":
                return Deed("add_fact", place, (key, content), given | {"confidence": private.confidence})
            case _:
                more = {"importance": private.importance, "confidence": private.confidence}
                more |= {"in_session": then.public.scope == "session"}
                return Deed("remember", place, (address, content), given | more)

    def _goal(self, who: Who) -> Deed:
        return Deed("set_goal", who, (self._text(), ["three anomalies", self._text()]), self._given(who[0]))

    def _constrain(self, who: Who) -> Deed:
        return Deed("constrain", who, (self._key(who, "constraint"), self._text()), self._given(who[0]))

    def _plan(self, who: Who) -> Deed:
        if self._chance(0.4):
            given = self._given(who[0])
            return Deed("step", who, (self._draw.randrange(1, 4), self._one(("doing", "done", "dropped"))), given)
        steps = [
            (text, self._one(("todo", "doing", "done")))
            for text in self._draw.sample(STEPS, self._draw.randrange(1, 4))
        ]
        return Deed("revise_plan", who, (steps,), self._given(who[0]))

    def _progress(self, who: Who) -> Deed:
        return Deed("note_progress", who, (self._text(), self._one((None, self._text()))), self._given(who[0]))

    def _ask(self, who: Who) -> Deed:
        given = {"needs": self._one(("agent", "user"))} | self._given(who[0])
        return Deed("ask", who, (self._key(who, "question"), self._text()), given)

    def _fail(self, who: Who) -> Deed:
        given = {"why": self._text(), "avoid": self._text(), "input": self._value()} | self._given(who[0])
        return Deed("mark_failure", who, (self._key(who, "failure"), self._one(STEPS)), given)

    def _replace(self, who: Who) -> Deed:
        """Confirm, answer, lift or retract, mostly something that is there."""
        shown = self._of(who[0], "assumption-made", "question-raised", "failure-marked")
        there = self._one(shown[-20:]) if shown and self._chance(0.8) else None
        if there is None or there.address is None or self._chance(0.5):
            given = self._given(who[0]) | {"reason": self._text()}
            return Deed("retract", who, (self._address(who),), given | ({"reason": ""} if self._chance(0.05) else {}))
        place, key = (there.public.user, there.public.session, who[2]), there.address.partition(":")[2]
        match there.public.kind:
            case "assumption":
                return Deed("confirm", place, (key,), self._given(who[0]))
            case "question":
                return Deed("answer", place, (key, self._value()), self._sure() | self._given(who[0]))
            case _:
                return Deed("lift_failure", place, (key,), self._given(who[0]) | {"reason": self._text()})

    def _observe(self, who: Who) -> Deed:
        given = {"call": self._one((None, "call_3")), "input": self._one((None, {"q": self._text()}))}
        if self._chance(0.1):
            large = f"{self._text()} {self._draw.randrange(4)}\n" * 9_000
            return Deed("observe", who, ("curl", large), given)
        if self._chance(0.1):
            return Deed("observe", who, ("files",), {"ref": "reports/q3.pdf"})
        given |= self._given(who[0], source=False)
        return Deed("observe", who, (self._one(("curl", "web_search")), self._value()), given)

    def _say(self, who: Who) -> Deed:
        role = self._one(("user", "user", "assistant", "tool"))
        return Deed("say", who, (role, self._text()), self._given(who[0], source=False))

    def _compact(self, who: Who) -> Deed:
        said = self._of(who[0], "said")
        if said and self._chance(0.8):
            who = (who[0], said[-1].public.session, who[2])
        return Deed("compact", who, (f"in short: {self._text()}",), self._given(who[0]))

    def _bound(self, who: Who) -> Deed:
        verb = self._one(("start", "start", "end", "clear", "clear", "mark"))
        args = {"mark": (f"m{len(self.events)}",), "clear": ()}.get(verb, (self._text(),))
        if verb == "start" and self._chance(0.3):
            return Deed("start", who, args, {"continues": self._one(SESSIONS)})
        return Deed(verb, who, args, self._given(who[0]))

    def _read(self, who: Who) -> Deed:
        """Read as an agent does, which leaves an event."""
        query = self._one((None, "timeout", "alpha March", "杭州", "metric", '"read the docs"', "regex*"))
        if self._chance(0.5):
            return Deed("recall", who, (query,), {"limit": self._one((3, 10, 50)), "unsupported": self._chance(0.3)})
        how = {"lang": self._one(("en", "zh")), "format": self._one(("markdown", "xml", "json"))}
        return Deed("prompt", who, (), how | {"budget": self._one((None, 60, 400)), "query": query})

    def _look(self, who: Who) -> Deed:
        """Look at the present or the past, which leaves nothing."""
        verb = self._one(("scratchpad", "scratchpad", "history", "timeline", "get", "why", "dialogue"))
        past = {"at": self._event(who[0]).position} if self._chance(0.5) else {}
        match verb:
            case "scratchpad":
                return Deed(verb, who, (), past)
            case "get":
                return Deed(verb, who, (self._address(who),), past)
            case "dialogue":
                return Deed(verb, who, (self._draw.randrange(1, 9),))
            case _:
                return Deed(verb, who, (self._address(who),))

    def _batch(self, who: Who) -> Deed:
        kinds = (
            Happenings._write,
            Happenings._fact,
            Happenings._assume,
            Happenings._remember,
            Happenings._say,
            Happenings._plan,
        )
        parts = [self._one(kinds)(self, who) for _ in range(self._draw.randrange(2, 6))]
        return Deed("batch", who, parts=tuple(parts))

    def _again(self, who: Who) -> Deed:
        """Make a call of an id of its own once more, word for word or, under the same id, another."""
        if not self._named:
            return self._write(who)
        deed: Deed = self._one(self._named[-30:])
        if self._chance(0.2):
            return Deed("write", deed.who, ("k", 1), {"id": deed.given["id"]})
        return deed

    def _promote(self, who: Who) -> Deed:
        given = {"importance": 7, "reason": self._text()} if self._chance(0.5) else {}
        return Deed("promote", who, (self._address(who, "fact", "note", "failure"),), given)

    # Taking back

    def _because(self) -> Given:
        return {"reason": "" if self._chance(0.05) else self._text(), "by": self._one(("", "lead"))}

    def _correct(self, who: Who) -> Deed:
        user = who[0]
        given = self._because() | {"only": self._chance(0.3), "dry_run": self._chance(0.2)}
        if self._chance(0.7):
            given |= {"event": self._event(user).position}
        else:
            given |= self._flags(who)
        then = "apply" if given["dry_run"] and self._chance(0.6) else ""
        if self._chance(0.3):
            void = [p for r in self._of(user, "corrected")[-8:] for p in Intervals(r.public.voids)]
            given |= {"event": self._one(void)} if void and "event" in given else {}
            return Deed("restore", None, (), given | {"user": user}, then=then)
        if self._chance(0.25):
            given |= {"cascade": self._one(("declared", "declared", "exposed", "session"))}
        return Deed("revert", None, (), given | {"user": user}, then=then)

    def _flags(self, who: Who) -> Given:
        recent = self._event(who[0])
        after = {"after": max(1, len(self.events) - self._draw.randrange(5, 400))}
        flags: tuple[Given, ...] = (
            {"source": self._one(("tool:curl", "tool", "user", "tool:*", "document:handbook"))} | after,
            {"kind": self._one(KINDS)} | after, {"session": who[1]} | after, {"run": recent.public.run or "run-0"},
            {"address": self._address(who)}, {"address": self._address(who), "last": True}, {"batch": recent.batch},
            {"op": recent.op}, {"text": "timeout"} | after, {"actor": "planner"} | after,
            {"event": sorted({self._event(who[0]).position for _ in range(3)})}, {"namespace": "prefs"} | after,
        )  # fmt: skip
        return self._one(flags)

    def _undo(self, who: Who) -> Deed:
        given = self._because() | {"user": who[0] if self._chance(0.5) else None}
        return Deed("undo", None, (self._event(who[0], "corrected").position,), given)

    def _roll_back(self, who: Who) -> Deed:
        user, session = who[0], who[1]
        to = self._event(user).position if self._chance(0.8) else -self._draw.randrange(1, 6)
        given = self._because() | {"user": user, "dry_run": self._chance(0.2)}
        match self._draw.randrange(6):
            case 0:
                return Deed("rollback", None, (to,), given | {"all_sessions": True})
            case 1:
                return Deed("rollback", None, (to,), given | {"session": session, "long_term": True})
            case 2 | 3:
                return Deed("rollback", None, (to,), given | {"session": session, "address": self._address(who)})
            case 4:
                chosen = {"session": session, "address": self._address(who), "to_version": self._draw.randrange(1, 4)}
                return Deed("rollback", None, (), given | chosen)
            case _:
                return Deed("rollback", None, (to,), given | {"session": session})

    def _erase(self, who: Who) -> Deed:
        given = self._because() | {"user": who[0], "dry_run": self._chance(0.15)}
        if self._chance(0.02):
            return Deed("erase", None, (), given | {"whole_user": True})
        if self._chance(0.1):
            return Deed("erase", None, (), given | {"expired_before": self._at})
        if self._chance(0.3):
            return Deed("erase", None, (), given | self._flags(who))
        return Deed("erase", None, (), given | {"event": self._event(who[0]).position})

    def _policy(self, who: Who) -> Deed:
        if self._chance(0.3):
            ours = [r for r in self.events if r.scope == LOG and r.tag in ("policy-set", "corrected")]
            if ours:
                verb = self._one(("revert", "restore"))
                return Deed(verb, None, (), self._because() | {"user": "", "event": ours[-1].position})
        policy: Given = {}
        for each in self._draw.sample(POLICIES, self._draw.randrange(4)):
            policy |= each
        return Deed("set_policy", None, (policy,), {"reason": self._one(("", *["as agreed"] * 9))})

    def _nonsense(self, who: Who) -> Deed:
        """Ask for what can't be, in one of many ways."""
        head = len(self.events)
        return self._one((
            Deed("write", who, ("k", float("nan"))), Deed("write", who, ("k", 2**70)), Deed("write", who, ("", 1)),
            Deed("write", who, ("k\x00", 1)), Deed("write", who, ("k", {"a": ["\ud800"]})), Deed("write", who, ("x" * 201, 1)),
            Deed("add_fact", who, ("k", 1), {"source": "gossip"}), Deed("add_fact", who, ("k", "x" * 2_001), {"source": "user"}),
            Deed("add_fact", who, ("k", 1), {"source": "user", "confidence": 1.5}), Deed("step", who, (99, "done")),
            Deed("remember", who, ("semantic:a%b", 1)), Deed("remember", who, ("fact:k", 1)), Deed("revise_plan", who, ([],)),
            Deed("remember", who, ("semantic:k", 1), {"importance": 11}), Deed("retract", who, ("note:never",), {"reason": "x"}),
            Deed("assume", who, ("k", 1), {"ttl": "soon"}), Deed("assume", who, ("k", 1), {"ttl": 1, "expires_at": START}),
            Deed("say", who, ("narrator", "x")), Deed("mark", who, ("120",)), Deed("write", who, ("k", 1), {"id": "7"}),
            Deed("say", who, ("user", "x"), {"ttl": 5}), Deed("write", who, ("k", 1), {"occurred_at": "yesterday"}),
            Deed("write", who, ("k", 1), {"derived_from": [head + 50]}), Deed("write", (who[0], None, None), ("k", 1)),
            Deed("set_policy", None, ({"nonsense": 1},), {"reason": "x"}), Deed("start", who, ("t",), {"continues": "no such"}),
            Deed("set_policy", None, ({"updates_per_turn": -1},), {"reason": "x"}), Deed("recall", who, ("x",), {"limit": -1}),
            Deed("rollback", None, (head + 50,), {"user": who[0], "session": who[1], "reason": "x"}),
            Deed("undo", None, (1,), {"reason": "x"}), Deed("revert", None, (), {"user": who[0], "reason": "x"}),
            Deed("revert", None, (), {"user": who[0], "reason": "x", "event": head + 50}),
            Deed("revert", None, (), {"user": "nobody", "reason": "x", "kind": "note"}),
            Deed("erase", None, (), {"user": who[0], "reason": " ", "event": head}),
            Deed("batch", who, parts=(Deed("observe", None, ("curl", "x" * 60_000)),) * 18), Deed("observe", who, ("curl",)),
            Deed("write", who, ("k", 1), {"force": True}),
            Deed("write", who, ("sk-ant-api03-Zk3vQ9xT7mB2nL5wR8yD1hJ4", 1)),
        ))  # fmt: skip

    _KINDS: ClassVar[dict[Callable[["Happenings", Who], Deed], float]] = {
        _write: 8, _fact: 9, _assume: 5, _remember: 9, _goal: 2, _constrain: 3, _plan: 4, _progress: 2, _ask: 3, _fail: 3,
        _replace: 8, _observe: 5, _say: 6, _compact: 2, _bound: 4, _read: 4, _look: 4, _batch: 3, _again: 2, _promote: 1,
        _correct: 6, _undo: 2.5, _roll_back: 2.5, _erase: 2, _policy: 0.8, _nonsense: 3, _repeat: 6,
    }  # fmt: skip


def do(log: belieflog.Log, deed: Deed) -> Any:
    """Do one deed; raises what it raises."""
    if deed.who is None:
        done = getattr(log, deed.verb)(*deed.args, **deed.given)
        return getattr(done, deed.then)() if deed.then else done
    memory = log.memory(*deed.who)
    if deed.verb != "batch":
        return getattr(memory, deed.verb)(*deed.args, **deed.given)
    with memory.batch() as batch:
        for part in deed.parts:
            getattr(batch, part.verb)(*part.args, **part.given)
    return batch.receipts


def _short(value: Any) -> str:
    told = ascii(value)
    return told if len(told) <= 70 else told[:67] + "..."
