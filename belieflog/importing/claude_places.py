"""Where a record of a Claude Code session stands: its session, its name, and the ids of what it comes to."""

from typing import Any

from msgspec import Struct

from belieflog.importing.operations import Operation, text_of
from eventlog.commands import Command, Given
from eventlog.errors import InvalidValue
from eventlog.ids import uuid8
from eventlog.names import name
from eventlog.sources import Source
from eventlog.times import Moment

ACTOR = "claude-code"


class Place(Struct, frozen=True):
    """Where a record stands: all that its operations share."""

    line: int
    user: str
    origin: str  # the file's own name for the session
    session: str
    record: str  # its uuid, or its ordinal among those without
    copy: int = 0  # how many other records had this uuid before it
    when: Moment | None = None

    def operation(
        self,
        command: Command,
        source: Source,
        *coordinates: object,
        reason: str = "",
        rests_on: Operation | None = None,
    ) -> Operation:
        """Make what stands here at *coordinates*, within the record, an operation."""
        id = uuid8(ACTOR, self.user, self.session, self.origin, self.record, self.copy, *coordinates)
        premises = (rests_on.given.id,) if rests_on and rests_on.given.id else ()
        given = Given(
            user=self.user, session=self.session, actor=ACTOR, source=source, reason=reason, id=id,
            via=f"{ACTOR}:{self.origin}:{self.line}", derived_from=premises, occurred_at=self.when,
        )  # fmt: skip
        return Operation(self.line, command, given)


class Places:
    """All the places of a file so far; *session* goes before the file's own name for it."""

    def __init__(self, user: str, session: str | None) -> None:
        self._user, self._session = user, session
        self._origin = ""
        self._unnamed = 0
        self._seen: dict[str, tuple[str, list[int]]] = {}  # uuid → session, digests of its records
        self._agents: dict[str, str] = {}  # a sub-agent's record → the agent

    def turn_to(self, record: dict[str, Any]) -> None:
        """Take the file's session from *record*, if it names one."""
        self._origin = text_of(record.get("sessionId")) or self._origin

    def find(self, line: int, record: dict[str, Any], when: Moment | None) -> Place | None:
        """Find where *record* stands; None for one that stands there already, word for word.

        Raises `InvalidValue` where there is no session, or it can't be called so.
        """
        session = self._session or self._origin
        if not session:
            raise InvalidValue("session", "no sessionId here or above: say which session it is")
        uuid = text_of(record.get("uuid"))
        if not uuid:
            self._unnamed += 1
        stands_as = uuid or f"#{self._unnamed}"
        if record.get("isSidechain") is True:
            above = self._agents.get(text_of(record.get("parentUuid")))
            agent = self._agents[stands_as] = text_of(record.get("agentId")) or above or stands_as
            session = f"{session}/agent-{agent}"
        session = name(session, "session")
        digests = self._seen.setdefault(stands_as, (session, []))[1]
        digest = hash(repr(record.get("message")))
        if digest in digests:
            return None
        digests.append(digest)
        return Place(line, self._user, self._origin, session, stands_as, len(digests) - 1, when)

    def known(self, line: int, record: str, when: Moment | None) -> Place | None:
        """Give the place of the *record* above with that uuid, for a line that speaks of it."""
        if record not in self._seen:
            return None
        return Place(line, self._user, self._origin, self._seen[record][0], record, when=when)
