"""The verbs that write, one method each: words into a command, and the command to whoever takes it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Generic, Literal, TypedDict, TypeVar, Unpack

from eventlog import addresses, ids, selectors, sources, times
from eventlog import commands as c
from eventlog.commands import Command, Given
from eventlog.contents import StepStatus
from eventlog.errors import InvalidValue, NotFound
from eventlog.events import Ranges, Scope
from eventlog.log import Ask, EventLog
from eventlog.names import name
from eventlog.points import Point
from eventlog.sources import Source

Written = TypeVar("Written")
StepLike = str | tuple[str, StepStatus]
Time = str | int | datetime

AGENT, USER = Source("agent"), Source("user")


class _Common(TypedDict, total=False):
    via: str
    derived_from: Any
    ttl: str | int | float | timedelta
    expires_at: Time
    expected: int
    expected_position: int
    id: str
    occurred_at: Time | times.Moment
    run: str
    force: bool
    echo: bool


class Sourceless(_Common, total=False):
    """What a write takes that demands its source beside it."""

    reason: str


class Reasonless(_Common, total=False):
    """What a write takes that demands its reason beside it."""

    source: str | Source


ROLES = ("user", "assistant", "system", "tool")  # who can have said something


class Circumstances(Sourceless, Reasonless, total=False):
    """What any write takes beside its own words.

    With ``echo=True`` what is said again word for word rests on what it repeats, and isn't evidence of its own.
    """


class Writing(Generic[Written]):
    """The write verbs of a memory. Each takes the keywords of `Circumstances` and may raise `Refused`."""

    def __init__(self, log: EventLog, user: str, session: str | None, actor: str | None) -> None:
        self._log = log
        self.user = name(user, "user")
        self.session = name(session, "session") if session is not None else None
        self.actor = name(actor, "actor") if actor is not None else None

    def _submit(self, command: Command, given: Given) -> Written:
        raise NotImplementedError

    def _submit_all(self, batches: Iterable[Sequence[Ask]]) -> Written:
        """Write all of *batches* or none, and give what the first write gives."""
        raise NotImplementedError

    # Session

    def start(
        self,
        title: str,
        continues: str | tuple[str, Point] | None = None,
        *,
        take_over: Sequence[str] | None = None,
        **given: Unpack[Circumstances],
    ) -> Written:
        """Start the session, or start it again; *continues* another session, or (session, point).

        From there come its goal, constraints, open steps, facts, questions and failures, each an entry that rests on
        its origin and keeps its source, confidence and expiry. *take_over* names the kinds instead; ``()`` takes
        nothing. What this session already shows or has retracted, and what was taken back since, stays as it is.
        The run of the receipt's event takes all of it back.
        """
        if continues is None:
            if take_over is not None:
                raise InvalidValue("take_over", "takes over from another session: name it with continues= (--from)")
            return self._do(c.Start(title), given)
        from belieflog import continuing

        return self._submit_all(
            continuing.batches(self._log, title, continues, self._given(**given), take_over=take_over)
        )

    def end(self, outcome: str, criteria_met: Sequence[str] = (), **given: Unpack[Circumstances]) -> Written:
        """End the session: it stays readable, and writes are refused until it is started again."""
        return self._do(c.End(outcome, tuple(criteria_met)), given)

    def clear(self, **given: Unpack[Circumstances]) -> Written:
        """Retire the session's entries of working kind."""
        return self._do(c.Clear(), given)

    def mark(self, title: str, **given: Unpack[Circumstances]) -> Written:
        """Name this point, to use the name wherever a point is taken."""
        return self._do(c.Mark(title), given)

    # Working memory

    def set_goal(self, text: str, criteria: Sequence[str] = (), **given: Unpack[Circumstances]) -> Written:
        """Say what the session is for."""
        return self._do(c.SetGoal(text, tuple(criteria)), given)

    def constrain(self, key: str, text: str, **given: Unpack[Circumstances]) -> Written:
        """Lay down what must be kept to."""
        return self._do(c.Constrain(key, text), given)

    def revise_plan(self, steps: Sequence[StepLike], **given: Unpack[Circumstances]) -> Written:
        """Replace the plan whole; a step is a text or ``(text, status)``, and keeps its id while its text stays."""
        if isinstance(steps, str):
            raise InvalidValue("steps", "is one text: give a list of steps")
        return self._do(c.RevisePlan(tuple(map(_step, steps))), given)

    def step(self, n: int, status: StepStatus, **given: Unpack[Circumstances]) -> Written:
        """Set the status of step *n* (from 1): ``todo``, ``doing``, ``done`` or ``dropped``."""
        return self._do(c.StepPlan(n, status), given)

    def note_progress(self, done: str, next: str | None = None, **given: Unpack[Circumstances]) -> Written:
        """Say what is done and what is next."""
        return self._do(c.NoteProgress(done, next), given)

    def write(self, key: str, value: Any, description: str = "", **given: Unpack[Circumstances]) -> Written:
        """Write a note; *value* is any JSON value."""
        return self._do(c.Write(key, value, description), given)

    def add_fact(
        self,
        key: str,
        value: Any,
        *,
        source: str | Source,
        confidence: float | None = None,
        **given: Unpack[Sourceless],
    ) -> Written:
        """Add what *source* said; the agent's own inference is no fact, see `assume`."""
        return self._do(c.AddFact(key, value, confidence), {**given, "source": source})

    def assume(
        self, key: str, statement: Any, confidence: float | None = None, **given: Unpack[Circumstances]
    ) -> Written:
        """Add what the agent supposes."""
        return self._do(c.Assume(key, statement, confidence), given)

    def confirm(self, key: str, *, source: str | Source, **given: Unpack[Sourceless]) -> Written:
        """Make assumption *key* a fact, on the evidence of *source*."""
        return self._do(c.Confirm(key), {**given, "source": source})

    def ask(
        self, key: str, text: str, needs: Literal["agent", "user"] = "agent", **given: Unpack[Circumstances]
    ) -> Written:
        """Raise a question, for the agent or for a person."""
        return self._do(c.Ask(key, text, needs), given)

    def answer(
        self,
        key: str,
        value: Any,
        *,
        source: str | Source,
        confidence: float | None = None,
        **given: Unpack[Sourceless],
    ) -> Written:
        """Answer question *key*: the answer is a fact, or an assumption where the agent itself is the source."""
        return self._do(c.Answer(key, value, confidence), {**given, "source": source})

    def mark_failure(
        self, key: str, what: str, *, why: str = "", avoid: str = "", input: Any = None, **given: Unpack[Circumstances]
    ) -> Written:
        """Record what failed, on which *input*, *why*, and what to *avoid*."""
        return self._do(c.MarkFailure(key, what, why, avoid, input), given)

    def lift_failure(self, key: str, *, reason: str, **given: Unpack[Reasonless]) -> Written:
        """Take a failure back, since it no longer fails."""
        return self.retract(f"failure:{key}", reason=reason, **given)

    # Long-term memory, and what is common

    def remember(
        self,
        address: str,
        content: Any,
        *,
        in_session: bool = False,
        confidence: float | None = None,
        importance: int | None = None,
        participants: Sequence[str] = (),
        outcome: str | None = None,
        **given: Unpack[Circumstances],
    ) -> Written:
        """Write to long-term memory at ``kind:namespace/key``, or *in_session* keep the memory with the session."""
        where = addresses.parse(address)
        command = c.Remember(where, content, in_session, confidence, importance, tuple(participants), outcome)
        return self._do(command, given)

    def retract(
        self,
        address: str,
        *,
        reason: str,
        in_session: bool = False,
        successor: Any = None,
        **given: Unpack[Reasonless],
    ) -> Written:
        """Take back what an entry says; what rests on it alone loses its support.

        Not so where it is only said elsewhere now: *successor* is the write (or its event) that says it there.
        """
        by = None if successor is None else self._premise(successor)
        return self._do(c.Retract(addresses.parse(address), in_session, by), {**given, "reason": reason})

    # What happened

    def observe(
        self,
        tool: str,
        content: Any = None,
        *,
        call: str | None = None,
        ref: str | None = None,
        input: Any = None,
        **given: Unpack[Circumstances],
    ) -> Written:
        """Keep what *tool* put out, and which *call* and *input* it answers; *ref* is a file or URL that holds it."""
        if content is None and ref is None:
            raise InvalidValue("content", f"nothing was observed of {tool!r}: pass content=, or ref= where it is kept")
        if "source" not in given:
            given["source"] = Source("tool", name(tool, "tool"), name(call, "call") if call else "")
        return self._do(c.Observe(tool, content, call, ref, input), given)

    def say(self, role: str, content: Any, *, item: Any = None, **given: Unpack[Circumstances]) -> Written:
        """Keep one turn of dialogue, of a role in `ROLES`; what ``user`` says has the user as its source.

        *item* is any JSON value that a program keeps with it, such as the message it came in.
        """
        if role not in ROLES:
            raise InvalidValue("role", f"{role!r} is none of {', '.join(ROLES)}: what a person says is 'user'")
        if "source" not in given and role == "user":
            given["source"] = USER
        return self._do(c.Say(role, content, item), given)

    def compact(
        self,
        summary: str,
        answers: Mapping[str, str] | None = None,
        *,
        covered: Ranges = (),
        **given: Unpack[Circumstances],
    ) -> Written:
        """Put *summary* in the place of older dialogue: of the positions *covered*, else of all but the last turn.

        *answers* are those that someone who read the summary alone gives to the questions of `Memory.probe`: where
        they lost something the compaction is refused, unless forced with a reason. The verdict is kept with it.
        """
        verdict = None
        if answers is not None:
            from belieflog import probing

            verdict = probing.verdict(self._log, self._given(**given), answers)
        return self._do(c.Compact(summary, covered, verdict), given)

    def _do(self, command: Command, told: Mapping[str, Any]) -> Written:
        return self._submit(command, self._given(**told) if told else self._plain())

    def _plain(self) -> Given:
        return Given(user=self.user, session=self.session or "", actor=self.actor or "", source=AGENT)

    def _given(
        self,
        *,
        source: str | Source | None = None,
        via: str = "",
        reason: str = "",
        derived_from: Any = (),
        ttl: str | int | float | timedelta | None = None,
        expires_at: Time | None = None,
        expected: int | None = None,
        expected_position: int | None = None,
        id: str | None = None,
        occurred_at: Time | times.Moment | None = None,
        run: str | None = None,
        force: bool = False,
        echo: bool = False,
    ) -> Given:
        if ttl is not None and expires_at is not None:
            raise InvalidValue("ttl", "was given together with expires_at: use one of them")
        if not isinstance(derived_from, (list, tuple, set, frozenset)):
            derived_from = [derived_from]
        return Given(
            user=self.user,
            session=self.session or "",
            actor=self.actor or "",
            source=sources.parse(source) if source is not None else AGENT,
            via=words(via, "via"),
            reason=words(reason, "reason"),
            derived_from=tuple(dict.fromkeys(map(self._premise, derived_from))),
            expires_at=times.parse(expires_at, "expires_at").at if expires_at is not None else None,
            ttl=times.duration(ttl) if ttl is not None else None,
            expected=expected,
            expected_position=expected_position,
            id=ids.parse(id) if id is not None else None,
            occurred_at=times.parse(occurred_at, "occurred_at") if occurred_at is not None else None,
            run=name(run, "run") if run is not None else None,
            force=force,
            echo=echo,
        )

    def _premise(self, told: Any) -> str:
        """Give the id of what something rests on: a receipt, an event, an id, a position or an address."""
        told = getattr(told, "event", told)  # a receipt's event; an entry's event is its id
        if isinstance(id := getattr(told, "id", None), str):
            return id
        if isinstance(told, str) and told.partition(":")[0] in addresses.KINDS:
            return self._premise_at(told)
        return selectors.find(self._log.store, told)[0].id

    def _premise_at(self, address: str) -> str:
        where = str(addresses.parse(address))
        for scope in (Scope(self.user, self.session or ""), Scope(self.user)):
            entry = self._log.store.index.entry(scope, where)
            if entry and entry.shows:
                return entry.shows.id
        raise NotFound(
            f"derived_from names '{where}', which shows nothing: 'belieflog keys' and 'show' list what is there"
        )


def _step(told: Any) -> tuple[str, StepStatus | None]:
    match told:
        case str():
            return told, None
        case (str(text), status):
            return text, status
        case _:
            raise InvalidValue("step", f"{told!r} is no step: give a text, or (text, status)")


def words(text: str, what: str) -> str:
    """Return *text* if it is one that the log can hold."""
    if not isinstance(text, str):
        raise InvalidValue(what, f"{text!r} is no text")
    if text and not text.isascii():
        from eventlog.values import check

        check(text, what)
    return text
