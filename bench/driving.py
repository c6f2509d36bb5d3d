"""The workload's operations as calls of the public verbs."""

from collections.abc import Callable, Sequence
from typing import Any

import belieflog
from belieflog.writing import Writing
from bench.workload import Op
from eventlog.commands import Command, Given
from eventlog.log import EventLog


def write(mem: Writing[Any], op: Op) -> None:
    """Carry out one operation."""
    key, value = op["key"], op["value"]
    match op["op"]:
        case "put":
            mem.write(key, value)
        case "fact" if op["source"]["kind"] == "agent":
            mem.assume(key, value, via=op["source"]["ref"])
        case "fact":
            mem.add_fact(key, value, source=f"{op['source']['kind']}:web#{op['source']['ref']}")
        case "retract":
            mem.retract(address_of(key), reason=value["reason"], source="user")  # facts of users among them
        case "plan":
            mem.revise_plan(value)
        case "episode":
            where = "/".join((*op["namespace"], key))
            given = {} if op["ttl"] is None else {"ttl": op["ttl"]}
            mem.remember(f"episodic:{where}", value, in_session=True, **given)
        case "fail":
            mem.mark_failure(key, value, input=op["input"])
        case unknown:
            raise ValueError(f"no such operation: {unknown!r}")


def address_of(key: str) -> str:
    """Give the address of the note, fact or assumption with *key*."""
    return {"k": "note:", "f": "fact:", "a": "assumption:"}[key[0]] + key


def user_of(session: str) -> str:
    """Give the user whose session it is: each has one."""
    return f"user-{session}"


class Ours:
    """A log that takes operations as the yardsticks do."""

    def __init__(self, path: str, synchronous: str = "full") -> None:
        self.log = belieflog.open(path, durability=synchronous.lower())  # type: ignore[arg-type]
        self.events: EventLog = self.log._log
        self._memories: dict[str, belieflog.Memory] = {}
        self._collecting: dict[str, Collecting] = {}
        self._asks: list[tuple[Command, Given]] = []

    def memory(self, session: str) -> belieflog.Memory:
        """Give the memory a session writes to."""
        if session not in self._memories:
            self._memories[session] = self.log.memory(user_of(session), session)
        return self._memories[session]

    def append(self, op: Op) -> None:
        """Write one operation, durably."""
        write(self.memory(op["session"]), op)

    def append_all(self, ops: Sequence[Op]) -> None:
        """Write several, of any session, in one commit, as an import does."""
        for op in ops:
            session = op["session"]
            if session not in self._collecting:
                self._collecting[session] = Collecting(self.events, user_of(session), session, self._asks.append)
            write(self._collecting[session], op)
        self.events.append(self._asks)
        self._asks.clear()

    def close(self) -> None:
        """Close the log."""
        self.log.close()


class Collecting(Writing[None]):
    """A memory whose writes are collected, to be committed together with those of other sessions."""

    def __init__(
        self, log: EventLog, user: str, session: str, collect: Callable[[tuple[Command, Given]], None]
    ) -> None:
        super().__init__(log, user, session, None)
        self._collect = collect

    def _submit(self, command: Command, given: Given) -> None:
        self._collect((command, given))
