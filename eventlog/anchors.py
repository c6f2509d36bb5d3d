"""Anchors: where the log ended at some time, kept outside it, so that what a chain alone can't see is found.

A chain shows that nothing inside it was changed. It can't show that its newest events are gone, that an older
file was put back, that the file is an empty or another one, or that all its hashes were made anew. An anchor,
kept where the log's keeper can't write, shows all of these up to the time it was taken.
"""

import os
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct, structs

from eventlog import signing, times
from eventlog.errors import InvalidValue, NotFound
from eventlog.forking import birth
from eventlog.paths import path_of
from eventlog.store import Store
from eventlog.values import canonical

FORMAT = "belieflog/1 anchor"


class Anchor(Struct, frozen=True):
    """Where the log *log* ended at *recorded_at* (µs); *key* and *signature* say who took it, if anyone signed."""

    log: str
    epoch: int
    position: int
    hash: str
    recorded_at: int
    signature: str | None = None
    key: str | None = None
    format: str = FORMAT


class _Told(Struct):
    format: str
    log: str
    epoch: int
    position: int
    hash: str
    recorded_at: str
    signature: str | None = None
    key: str | None = None


def take(store: Store, now: int, key: str | os.PathLike[str] | None = None) -> Anchor:
    """Take an anchor of the log as it is; *key* is the file of an Ed25519 private key to sign it with."""
    with store.reading():
        head, born = store.head(), birth(store)
    anchor = Anchor(born.id, born.epoch, head.position, head.hash.hex(), now)
    if key is None:
        return anchor
    signer = signing.private_key(key)
    anchor = structs.replace(anchor, key=signing.name(signer))
    return structs.replace(anchor, signature=signing.sign(signer, _signed(anchor)))


def shape(anchor: Anchor) -> dict[str, Any]:
    """Write an anchor as it is printed and kept: one JSON object, its time in ISO 8601."""
    return {
        "format": anchor.format,
        "log": anchor.log,
        "epoch": anchor.epoch,
        "position": anchor.position,
        "hash": anchor.hash,
        "recorded_at": times.text(anchor.recorded_at),
        "signature": anchor.signature,
        "key": anchor.key,
    }


def read(given: Any) -> list[Anchor]:
    """Read anchors: a file of them (one or more JSON objects), an `Anchor`, its JSON object, or several of these."""
    if isinstance(given, Anchor):
        return [given]
    if isinstance(given, dict):
        return [_anchor(given, "anchor")]
    if isinstance(given, (str, os.PathLike)):
        return list(_in_file(os.fspath(given)))
    found = [anchor for each in given for anchor in read(each)]
    if not found:
        raise InvalidValue("anchor", "there is none: give one, or the file that holds it")
    return found


def signed_by(anchor: Anchor, key: str | None) -> str | None:
    """Say what is wrong with an anchor's signature, if anything; *key* names the one that must have signed."""
    if key is not None and anchor.signature is None:
        return "the anchor isn't signed"
    if key is not None and anchor.key != key:
        return f"the anchor is signed by {anchor.key}, not by {key}"
    if anchor.signature is not None and not signing.verified(anchor.key or "", anchor.signature, _signed(anchor)):
        return "the signature isn't that of what the anchor says"
    return None


def _signed(anchor: Anchor) -> bytes:
    """Give the bytes that are signed: the canonical JSON of the anchor without its signature."""
    told = shape(anchor)
    del told["signature"]
    return canonical(told)


def _in_file(path: str) -> Iterator[Anchor]:
    import json  # it alone can say where one of several documents ends

    try:
        with open(path_of(path, "anchor"), encoding="utf-8-sig") as file:
            rest = file.read().strip()
    except FileNotFoundError:
        raise NotFound(f"there is no anchor file '{path}': 'belieflog anchor' prints one to keep in it") from None
    except UnicodeDecodeError:
        raise InvalidValue("anchor", f"'{path}' isn't text: it holds what 'belieflog anchor' printed") from None
    if not rest:
        raise InvalidValue("anchor", f"'{path}' is empty: it holds what 'belieflog anchor' printed")
    while rest:
        try:
            document, end = json.JSONDecoder().raw_decode(rest)
        except (ValueError, RecursionError):
            line = rest.partition("\n")[0][:60]
            told = f"'{path}' holds {line!r}: it should hold what 'belieflog anchor' printed"
            raise InvalidValue("anchor", told) from None
        for each in document if isinstance(document, list) else [document]:
            yield _anchor(each, f"'{path}'")
        rest = rest[end:].lstrip()


def _anchor(given: Any, where: str) -> Anchor:
    try:
        told = msgspec.convert(given, _Told)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InvalidValue("anchor", f"{where} holds what is no anchor ({error})") from None
    if told.format != FORMAT:
        what = f"an anchor of format {told.format!r}: this version reads {FORMAT!r}"
        raise InvalidValue("anchor", f"{where} holds {what}")
    if told.position < 1 or told.epoch < 1:
        raise InvalidValue("anchor", f"{where} holds what is no anchor: positions and epochs count from 1")
    return Anchor(
        told.log,
        told.epoch,
        told.position,
        told.hash,
        times.parse(told.recorded_at, "anchor").at,
        told.signature,
        told.key,
    )
