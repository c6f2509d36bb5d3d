"""Telling what an agent did, record by record, as operations: the one place where transcripts become events.

Ids come from where a record stands (user, session, the file's own name for itself, the record's name or
ordinal, and the place within the record), never from what it says.

A tool call is taken in with its result, as an observation that keeps the call's input. Calls and results pair
by id, in order, so that ids may repeat; a result whose call doesn't stand above it is of the tool ``unknown``;
a call without a result so far is counted and waits for the file to grow. A result marked as failed is also a
failure, derived from the observation; the input of a planning tool that succeeded is the plan.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from belieflog.importing.operations import Bad, Coordinates, Operation, Tally, Told, Untimed
from belieflog.importing.plans import TodoList
from belieflog.importing.times import moment
from belieflog.importing.tool_output import clipped, storable
from eventlog import commands as c
from eventlog import sources
from eventlog.addresses import Address
from eventlog.commands import Command, Given
from eventlog.contents import StepStatus
from eventlog.errors import InvalidValue
from eventlog.ids import uuid8
from eventlog.names import name
from eventlog.sources import Source
from eventlog.times import Moment
from eventlog.values import as_text

IN_FILE, IN_OUTPUT = "in the file", "in the observation"  # where the rest of a text stands that is clipped
USER, AGENT, IMPORT = Source("user"), Source("agent"), Source("import")


class _Call(Struct, frozen=True):
    tool: str
    input: Any


class Narrator:
    """Tells of one file: `at` goes to a record, and the other methods yield what the record comes to.

    *format* is the actor and begins each `via`; *origin* is the file's own name for itself (a session id,
    else its name after its folder's, as many files have one name); of a memory store
    `belieflog.importing.revisions.store_name`. *plans* names the tools that plan.
    """

    def __init__(
        self, format: str, origin: str, where: Coordinates, tally: Tally, plans: Mapping[str, TodoList] | None = None
    ) -> None:
        self.format, self.origin, self.tally = format, origin, tally
        self._where, self._plans, self._root = where, plans or {}, origin
        self._named: dict[str, int] = {}
        self._calls: dict[tuple[str, str], deque[_Call]] = {}
        self._planned: set[str] = set()
        self._said: dict[str, int] = {}
        self._line, self._record = 0, ""
        self._when: Moment | None = None
        self._parts: dict[str, int] = {}
        self.session = where.session or origin

    @property
    def system(self) -> Source:
        """The program itself as a source: for what is nobody's word."""
        return Source("system", self.format)

    def named(self, origin: str, root: str = "") -> None:
        """From here on the file calls itself *origin*, if not by no name; *root* is the session it lies within, if any."""
        if not origin:
            return
        self.origin, self._root = origin, root or origin
        self.within()

    def within(self, *path: str) -> None:
        """Go to the session itself, or to one within it: a sub-agent, a branch, one run of many."""
        self.session = "/".join((self._where.session or self._root, *path))

    def distinct(self, record: str) -> str:
        """Give a record's name, and another each time the file uses it again."""
        nth = self._named[record] = self._named.get(record, -1) + 1
        return f"{record}~{nth}" if nth else record

    def at(self, line: int, record: str, when: object = None) -> Told:
        """Go to a record, by its line and its name in the file; *when* is its time as the file tells it."""
        self._line, self._record, self._parts = line, record, {}
        self._when, wrong = moment(when)
        if wrong:
            yield Untimed(line, wrong)

    # What a record can tell

    def bad(self, why: str) -> Told:
        """Name a part that can't be taken in."""
        yield Bad(self._line, why)

    def started(self, title: str) -> Told:
        """The session had this task."""
        yield from self._told(c.Start(clipped(title, IN_FILE)), AGENT, "started")

    def ended(self, outcome: Any, source: Source = AGENT) -> Told:
        """The session ended so."""
        yield from self._told(c.End(as_text(clipped(outcome, IN_FILE))), source, "ended")

    def aimed(self, goal: str) -> Told:
        """The session's goal; blanks are none."""
        if goal.strip():
            yield from self._told(c.SetGoal(clipped(goal, IN_FILE)), USER, "aimed")

    def said(self, role: str, content: Any, source: Source | None = None) -> Told:
        """Someone said something: ``user``, ``assistant``, ``system`` or ``tool``; blanks say nothing."""
        if content is None or (isinstance(content, str) and not content.strip()):
            return
        by_role = {"user": USER, "assistant": AGENT}
        self.tally.turns += role in by_role
        self._said[self.session] = self._said.get(self.session, 0) + 1
        yield from self._told(c.Say(role, content), source or by_role.get(role, self.system), "said")

    def called(self, call: str, tool: str, input: Any = None) -> None:
        """The agent called a tool; nothing is written before its result."""
        self.tally.tool_calls += 1
        self.tally.unanswered += 1
        self._calls.setdefault((self.session, call), deque()).append(_Call(tool or "unknown", input))

    def answered(self, call: str, output: Any, *, failed: bool = False, tool: str = "", why: str = "") -> Told:
        """A tool gave its result to a call; *tool* names it where the call doesn't stand above."""
        waiting = self._calls.get((self.session, call))
        self.tally.unanswered -= bool(waiting)
        asked = waiting.popleft() if waiting else _Call(tool or "unknown", None)
        if waiting is not None and not waiting:  # most calls are answered once, and there may be very many
            del self._calls[self.session, call]
        yield from self.observed(asked.tool, output, call=call, input=asked.input, failed=failed, why=why)
        if not failed and (todos := self._plans.get(asked.tool)):
            yield from self.listed(asked.tool, todos, asked.input)

    def observed(
        self, tool: str, output: Any, *, call: str = "", input: Any = None, failed: bool = False, why: str = ""
    ) -> Told:
        """A tool put something out; where it *failed*, a failure rests on that."""
        try:
            source = sources.parse(Source("tool", tool, call))
        except InvalidValue as error:
            yield Bad(self._line, str(error))
            return
        told = "" if output is None else output
        seen = [*self._told(c.Observe(tool, told, call or None, input=storable(input, IN_FILE)), source, "observed")]
        yield from seen
        if failed:
            key = f"{tool}/{call or self._record}"
            yield from self.failed(key, as_text(told), why=why, input=input, source=source, rests_on=seen)

    def failed(
        self,
        key: str,
        what: str,
        *,
        why: str = "",
        input: Any = None,
        source: Source = AGENT,
        rests_on: Sequence[Operation | Bad] = (),
    ) -> Told:
        """Something failed, and shouldn't be tried again."""
        self.tally.failed += 1
        told = clipped(what.strip(), IN_OUTPUT if source.kind == "tool" else IN_FILE) or "failed without a word"
        command = c.MarkFailure(key, told, why, "", clipped(input, IN_OUTPUT))
        yield from self._told(command, source, "failed", rests_on=rests_on)

    def planned(self, steps: Sequence[tuple[str, StepStatus | None]]) -> Told:
        """The plan was made or replaced; without steps it is taken back, if there is one."""
        if steps:
            self._planned.add(self.session)
            self.tally.plan_updates += 1
            yield from self._told(c.RevisePlan(tuple(steps)), AGENT, "planned")
        elif self.session in self._planned:
            self._planned.remove(self.session)
            self.tally.plan_updates += 1
            yield from self._told(c.Retract(Address("plan")), AGENT, "planned", reason="the plan was emptied")

    def listed(self, tool: str, todos: TodoList, told: Any) -> Told:
        """The plan is what a planning tool was *told*, or told itself."""
        steps = todos.steps(told)
        if steps is None:
            yield from self.bad(f"{tool} has no list of todos that can be read: kept as an observation only")
        else:
            yield from self.planned(steps)

    def progressed(self, done: str) -> Told:
        """This much was done."""
        yield from self._told(c.NoteProgress(done), AGENT, "progressed")

    def noted(self, key: str, value: Any, description: str = "", source: Source = AGENT) -> Told:
        """Something was kept in mind."""
        yield from self._told(c.Write(key, value, description), source, "noted")

    def remembered(
        self, address: Address, content: Any, source: Source = IMPORT, *, reason: str = "", **more: Any
    ) -> Told:
        """Something was put into long-term memory; *more* are fields of `eventlog.commands.Remember`."""
        yield from self._told(c.Remember(address, content, **more), source, "remembered", reason=reason)

    def forgotten(self, address: Address, reason: str, source: Source = IMPORT) -> Told:
        """Something was taken out of long-term memory."""
        yield from self._told(c.Retract(address), source, "forgotten", reason=reason)

    def compacted(self, summary: str) -> Told:
        """A summary took the place of the dialogue so far, or of what came before this file."""
        if not summary.strip():
            return
        if self._said.get(self.session, 0) < 2:
            yield from self.noted(f"summary/{self._record}", summary, "what came before this session")
        else:
            yield from self._told(c.Compact(summary), AGENT, "compacted")

    def _told(
        self,
        command: Command,
        source: Source,
        kind: str,
        *,
        reason: str = "",
        rests_on: Sequence[Operation | Bad] = (),
    ) -> Told:
        try:
            session = name(self.session, "session")
        except InvalidValue as error:
            yield Bad(self._line, str(error))
            return
        nth = self._parts[kind] = self._parts.get(kind, -1) + 1
        id = uuid8(self.format, self._where.user, session, self.origin, self._record, kind, nth)
        premises = tuple(o.given.id for o in rests_on if isinstance(o, Operation) and o.given.id)
        given = Given(
            user=self._where.user, session=session, actor=self.format, source=source, reason=reason, id=id,
            via=f"{self.format}:{self.origin}:{self._line}", derived_from=premises, occurred_at=self._when,
        )  # fmt: skip
        yield Operation(self._line, command, given)
