"""Whose memory a call is about: the server's own, or, where the server lets it, the one that the call names."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from belieflog.log import Log
from belieflog.memory import Memory
from belieflog.tools.tool import Schema
from eventlog.errors import InvalidValue, Refused
from eventlog.policy import SHARED

PARTS = ("session", "user")
_WORDS = {
    "en": {"session": "The session this call is about [{own}].", "user": "The user this call is about [{own}]."},
    "zh": {"session": "本次调用针对的会话 [{own}]。", "user": "本次调用针对的用户 [{own}]。"},
}


class Whose(Struct, frozen=True):
    """The memory that is served, which of *session* and *user* a call may name (*per_call*), and which users.

    Where no *users* are listed a call may name any, but no shared space: who is a space's user reads and writes there
    whatever the policy says of its readers.
    """

    log: Log
    user: str
    session: str
    actor: str | None = None
    per_call: tuple[str, ...] = ()
    users: tuple[str, ...] = ()

    def own(self) -> Memory:
        """Give the server's own memory."""
        return self.log.memory(self.user, self.session, self.actor)

    def of(self, arguments: Mapping[str, Any]) -> tuple[Memory, dict[str, Any]]:
        """Give the memory that a call is about, and what else the call says."""
        rest = dict(arguments)
        named = {part: rest.pop(part) for part in PARTS if part in self.per_call and part in rest}
        for part, text in named.items():
            if not isinstance(text, str):
                raise InvalidValue(part, f"is no text: name the {part}, or leave it out")
        user, session = named.get("user", self.user), named.get("session", self.session)
        if user not in self._users() and (self.users or user.startswith(SHARED)):
            raise Refused("user", f"user: {user!r} isn't one that this server may name: {self._may_name()}")
        return self.log.memory(user, session, self.actor), rest

    def takes(self, schema: Schema, lang: str) -> Schema:
        """Add to the arguments of a tool those that say whose memory a call is about."""
        added = {part: self._described(part, lang) for part in PARTS if part in self.per_call}
        return {**schema, "properties": {**schema["properties"], **added}} if added else schema

    def _described(self, part: str, lang: str) -> Schema:
        own = self.user if part == "user" else self.session
        told: Schema = {"type": "string", "description": _WORDS[lang][part].format(own=own)}
        return {**told, "enum": list(self._users())} if part == "user" and self.users else told

    def _may_name(self) -> str:
        return ", ".join(self._users()) if self.users else f"any but spaces ({SHARED}…)"

    def _users(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.user, *self.users)))
