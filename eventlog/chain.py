"""The hash chain: each event commits to its private part, its public text, and all events before it."""

from hashlib import sha256

GENESIS = bytes(32)
_PRIVATE, _EVENT = b"belieflog/1 private", b"belieflog/1 event"


def commitment(salt: bytes, private: bytes) -> bytes:
    """Commit to a private text; the random salt keeps a short text from being guessed after it is erased."""
    return sha256(_PRIVATE + salt + private).digest()


def blob_name(salt: bytes, body: bytes) -> str:
    """Name a large output kept outside its event."""
    return sha256(b"belieflog/1 blob" + salt + body).hexdigest()


def leaf(public: bytes, commitment: bytes) -> bytes:
    """Identify one event by what is stored of it, wherever it stands."""
    return sha256(_EVENT + public + commitment).digest()


def link(previous: bytes, leaf: bytes) -> bytes:
    """Chain *leaf* onto the hash of the event before it."""
    return sha256(previous + leaf).digest()


def chained(previous: bytes, public: bytes, salt: bytes, private: bytes) -> bytes:
    """Work out the hash of a whole event in one go, as a walk over many does."""
    return link(previous, leaf(public, commitment(salt, private)))
