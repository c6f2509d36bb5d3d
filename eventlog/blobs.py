"""Large outputs kept outside the event: which one an observation points to."""

from msgspec import Struct

from eventlog.chain import blob_name
from eventlog.events import Recorded
from eventlog.store import Store

MARK = b'"blob:'  # in each private text that points to one
_PREFIX = "blob:"


class Blob(Struct, frozen=True):
    """A large output: its name, the salt of its user that the name was made with, and its bytes."""

    name: str
    salt: bytes
    body: bytes


def pointed_to(recorded: Recorded) -> str | None:
    """Give the name of the blob that holds an observation's output, if one does."""
    if recorded.tag != "observed" or recorded.body is None or MARK not in recorded.body:
        return None
    private = recorded.private
    ref = private.content.get("ref") if private and isinstance(private.content, dict) else None
    return ref.removeprefix(_PREFIX) if isinstance(ref, str) and ref.startswith(_PREFIX) else None


def held(store: Store, recorded: Recorded) -> Blob | None:
    """Give the blob that *recorded* points to; None where it isn't there, is another's, or isn't what was stored."""
    name = pointed_to(recorded)
    body = store.blob(name) if name is not None else None
    salt = store.blob_salt(recorded.public.user) if body is not None else None
    if name is None or body is None or salt is None or blob_name(salt, body) != name:
        return None
    return Blob(name, salt, body)
