"""Changing a case as one who knows what it is: JSON by its values, a database by its rows, a text by its lines.

Everything follows from the *random* given. *Blind* changes bytes without knowing what they are.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import fuzz_seeds
from fuzz_cases import INPUT, PART, Case, case, line

from cli.catalogue import SUMMARIES
from eventlog.chain import GENESIS, commitment, leaf, link

Blind = Callable[[bytes], bytes]

WORDS = (
    "", " ", "x", "user", "assistant", "tool", "system", "\0", "a\u2028b", "é", "e\u0301", "\U0001f600", "x" * 300, "[1",
    '{"a":1}', "9" * 5_000, "-1", "0", "1e999", "a/b:c", "../x", "2026-13-99T00:00:00Z", "2026-01-08T20:53:01Z", "@here",
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "fact:a", "semantic:%", "semantic:a%2Fb/c", "tool:curl#c1",
    "\ud800", "{x}", "%s", "[bold]", "\x1b[31m", "password=hunter2", "sk-ant-api03-" + "a" * 40, "\u202e", "\r", "\t", "-", "--",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 0.5, -0.0, 1e300, 1e-320, 2**63 - 1, 2**63, 2**64, -(2**63), -(2**63) - 1, 10**17, 10**30,
    1_767_905_603_476, 253_402_300_800_000, [], {}, [None], ["x"], [[]], [{}], {"": None}, {"type": "text"},
    {"type": 5}, [{"type": "text", "text": 5}], {"id": "a", "output": []}, {"role": "user", "content": None},
)  # fmt: skip
RAW = (
    b"NaN", b"1e999", b'"\\ud800"', b'"\\udc00\\ud800"', b"[" * 3_000, b"[" * 900 + b"]" * 900, b'{"a":' * 150 + b"1" + b"}" * 150,
    b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\x00", b'{"a":1,"a":2}', b"9" * 400, b"\xed\xa0\x80",
)  # fmt: skip
TEXTS = (
    "# ", "## a", "- ", "- [x] ", "  - ", "```", "~~~", "---", "<!--", "-->", "> ", "1. ", "| a | b |", "[[", "]]", "(", ")", "#a",
    "title: a", "permalink: a/b", "tags:", "<details>", "</details>", "<tool-use data-tool-name=\"x\">", "</tool-use>",
    "_**User (2026-02-20 16:33:05Z)**_", "_**Agent**_", "@source", "<command-name>", "\f", "\x85", "\u2028",
)  # fmt: skip
TIMES = (2, 2, 2, 3, 3, 5, 20, 60, 400)  # how often something is told again


def mutated(data: bytes, most: int, random: Random, blind: Blind) -> bytes:
    """Change a case in a few places; what is none, or now and then any, blindly."""
    given = case(data)
    if given is None or random.random() < 0.1:
        return blind(data)[:most]
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        given = _changed(given, most, random, blind)
    return given.packed()[:most]


def _changed(given: Case, most: int, random: Random, blind: Blind) -> Case:
    others = fuzz_seeds.cases().get(given.format, [])
    if random.random() < 0.03 and others and (other := case(random.choice(others))) is not None:
        return other
    if not given.is_folder:
        return given._replace(body=_body(given, given.body, most, random, blind))
    parts = list(given.parts)
    if not parts:
        return given
    n = random.randrange(len(parts))
    name, body = parts[n]
    match random.randrange(12):
        case 0:
            del parts[n]
        case 1:
            parts.append((random.choice((name + "x", "index.jsonl", "x/" + name, name.upper())), body))
        case 2:
            parts[n] = (random.choice(parts)[0], body)
        case _:
            parts[n] = (name, _body(given, body, most, random, blind))
    return given._replace(parts=tuple(parts))


def _body(given: Case, body: bytes, most: int, random: Random, blind: Blind) -> bytes:
    if given.format == "events" and random.random() < 0.8:
        return rechained(body, random)
    if body.startswith(b"SQLite format 3\0") and random.random() < 0.7:
        return _rows(body, random)
    if random.random() < 0.1:
        return _raw(body, random)
    if random.random() < 0.1:
        return blind(body)
    if (found := _json(body)) is not _NONE:
        return json.dumps(meddled(found, random, most)).encode()
    return _lines(body, most, random)


# JSON

_NONE = object()


def _json(text: bytes | str) -> Any:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return _NONE
    return found if isinstance(found, (dict, list)) else _NONE


def spots(value: Any, deep: int = 0) -> Iterator[tuple[Any, Any]]:
    """Yield each place in JSON, as what holds it and its key or index there."""
    if isinstance(value, (dict, list)) and deep < 60:
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from spots(value[key], deep + 1)


def meddled(value: Any, random: Random, most: int = fuzz_seeds.MOST) -> Any:
    """Change one place of JSON: another value there, none, one twice or many times, two swapped, a key renamed."""
    places = list(spots(value))
    if not places:
        return random.choice(VALUES)
    holder, key = random.choice(places)
    here = holder[key]
    match random.randrange(14):
        case 0 | 1 | 2:
            holder[key] = random.choice(VALUES)
        case 3 | 4 | 5:
            holder[key] = random.choice(WORDS)
        case 6:
            del holder[key]
        case 7 | 8 if isinstance(holder, list):
            room = most // (len(json.dumps(here)) + 1)
            holder[key:key] = [here] * min(random.choice(TIMES), max(room, 1))
        case 9 if isinstance(holder, list):
            other = random.randrange(len(holder))
            holder[key], holder[other] = holder[other], holder[key]
        case 9 | 10 if isinstance(holder, dict):
            _, named = random.choice(places)
            holder[str(named)] = here
        case 11:
            other, where = random.choice(places)
            holder[key] = json.loads(json.dumps(other[where]))
        case 12 if isinstance(here, str):
            holder[key] = _packed_in(here, random)
        case 13:
            holder[key] = [here] if random.random() < 0.5 else {"type": "text", "text": here}
        case _:
            holder[key] = here + here if isinstance(here, (str, list)) else random.choice(VALUES)
    return value


def _packed_in(text: str, random: Random) -> str:
    """Change a text: JSON within it, or words put amid it."""
    if (found := _json(text)) is not _NONE:
        return json.dumps(meddled(found, random))
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice((*WORDS, *TEXTS)) + text[at:]


def _raw(body: bytes, random: Random) -> bytes:
    """Put what JSON can't hold, or no text can, in the place of a value or between two bytes."""
    at = random.randrange(len(body) + 1)
    if (colon := body.find(b":", at)) != -1 and random.random() < 0.7:
        end = next((n for n in range(colon, len(body)) if body[n] in b",}]"), len(body))
        return body[: colon + 1] + random.choice(RAW) + body[end:]
    return body[:at] + random.choice(RAW) + body[at + random.choice((0, 0, 1, 30)) :]


# Lines


def _lines(body: bytes, most: int, random: Random) -> bytes:
    lines = body.splitlines(keepends=True) or [b""]
    n = random.randrange(len(lines))
    if (found := _json(lines[n])) is not _NONE and random.random() < 0.8:
        lines[n] = json.dumps(meddled(found, random, most)).encode() + b"\n"
        return b"".join(lines)
    match random.randrange(8):
        case 0:
            del lines[n]
        case 1:
            other = random.randrange(len(lines))
            lines[n], lines[other] = lines[other], lines[n]
        case 2:
            lines[n : n + 1] = [lines[n]] * min(random.choice(TIMES), most // (len(lines[n]) + 1) + 1)
        case 3:
            lines[n] = lines[n][: random.randrange(len(lines[n]) + 1)]
        case 4:
            lines[n] = _bytes(random.choice(TEXTS)) + lines[n]
        case 5:
            lines.insert(n, _bytes(random.choice((*TEXTS, *WORDS)) * random.choice((1, 1, 2, 200))) + b"\n")
        case 6:
            lines[n] = _bytes(_packed_in(lines[n].decode("utf-8", "replace"), random))
        case _:
            lines[n] = random.choice(lines) + lines[n]
    return b"".join(lines)


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


# Databases


def _rows(body: bytes, random: Random) -> bytes:
    """Change a row of a database, or its tables, as SQLite itself writes it; give it back where SQLite can't."""
    made = sqlite3.connect(":memory:")
    try:
        made.deserialize(body)
        made.text_factory = bytes
        tables = [name.decode() for (name,) in made.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        table = random.choice([each for each in tables if not each.startswith("sqlite_")])
        columns = [row[1].decode() for row in made.execute(f'PRAGMA table_info("{table}")')]
        rows = [row for (row,) in made.execute(f'SELECT rowid FROM "{table}" LIMIT 200')]
        column = random.choice(columns)
        match random.randrange(12):
            case 0:
                made.execute(f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO "{column}_"')
            case 1:
                names = ", ".join(f'"{each}"' for each in columns)
                made.execute(f'INSERT OR IGNORE INTO "{table}" ({names}) SELECT {names} FROM "{table}" LIMIT 50')
            case 2:
                made.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (random.choice(rows),))
            case _:
                row = random.choice(rows)
                ((old,),) = made.execute(f'SELECT "{column}" FROM "{table}" WHERE rowid = ?', (row,))
                made.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (_cell(old, random), row))
        made.commit()
        return made.serialize()
    except (sqlite3.Error, IndexError, UnicodeError, OverflowError):
        return body
    finally:
        made.close()


def _cell(old: Any, random: Random) -> Any:
    if isinstance(old, bytes) and random.random() < 0.6:
        if (found := _json(old)) is not _NONE:
            return json.dumps(meddled(found, random)).encode()
        at = random.randrange(len(old) + 1)
        return old[:at] + random.randbytes(random.choice((0, 1, 4))) + old[at + random.choice((0, 1, 4)) :]
    plain = [value for value in VALUES if value is None or type(value) in (str, float)]
    return random.choice((*plain, *WORDS, 0, -1, 2**63 - 1, b"", b"\xff\xfe", *RAW))


# Whole logs


def rechained(body: bytes, random: Random) -> bytes:
    """Change an event of an exported log and make all hashes anew, as one who knows the format can."""
    lines = [found for text in body.splitlines() if (found := _json(text)) is not _NONE and isinstance(found, dict)]
    events = [each for each in lines if isinstance(each.get("public"), str)]
    if not events or not isinstance(lines[0], dict):
        return _raw(body, random)
    chosen = random.choice(events)
    match random.randrange(10):
        case 0:
            at = lines.index(chosen)
            lines.insert(at, json.loads(json.dumps(random.choice(events))))
        case 1:
            lines.remove(chosen)
        case 2:
            other = random.choice(events)
            chosen["private"], other["private"] = other.get("private"), chosen.get("private")
        case _:
            which = random.choice(("public", "public", "private"))
            chosen[which] = _text(chosen, which, random)
    previous, position = GENESIS, 0
    for each in lines[1:]:
        try:
            if "blob" in each:
                continue
            position += 1
            each["position"] = position
            if isinstance(each.get("private"), str):
                each.pop("commitment", None)
                each["salt"] = each.get("salt") or "00" * 16
                committed = commitment(bytes.fromhex(each["salt"]), each["private"].encode())
            else:
                committed = bytes.fromhex(each["commitment"])
            previous = link(previous, leaf(each["public"].encode(), committed))
            each["hash"] = previous.hex()
        except (KeyError, TypeError, ValueError, AttributeError):
            continue
    lines[0] |= {"position": position, "hash": previous.hex()}
    return b"".join(json.dumps(each).encode() + b"\n" for each in lines)


_PUBLIC = {
    "tag": ("opened", "erased", "corrected", "recalled", "marked", "said", "retracted", "plan-revised", "x-mine", "unknown"),
    "entry": (0, 1, -1, 99, 2**40), "version": (0, 1, 2, -1, 99, 2**40), "claim": (0, 1, 99, -1), "batch": (0, 1, 3, 99, -1),
    "op": (0, 1, 3, 99, -1), "scope": ("session", "long-term", "log"), "kind": ("fact", "note", "plan", "semantic", "x"),
    "source": ("user", "tool", "agent", "x", ""), "derived_from": ([], ["x"]),
    "voids": ([[1, 1]], [[3, 4]], [[4, 3]], [[1, 2**62]], [[0, -1]]),
    "restores": ([[5, 5]], [[99, 99]]), "shown": ([[1, 9]], [[2, 2**62]]), "covered": ([[11, 12]], [[1, 99]]),
    "erased": ([[6, 6]], [[1, 1]]),
    "at": (0, -1, 2**63 - 1, 2**70), "expires_at": (0, -1, 2**63 - 1, 2**80), "occurred_at": (-(2**63), 2**63 - 1, 2**90),
    "occurred_offset": (0, 10**9, -(10**9), 2**70), "occurred_precision": ("day", "x"), "v": (0, 1, 2, 99, -1), "ttl": (0, -1, 2**62),
    "user": ("", "u", "v", "x" * 300, "a\nb"), "session": ("", "s", "t", "\u2028"), "policy": ({}, {"x": 1}, {"rules": 5}),
    "successor": ("x", ""), "parent": ({"session": "s", "position": 99}, {"session": "s", "position": 1}), "run": ("", "r"),
    "id": ("x", "00000000-0000-0000-0000-000000000000"), "actor": ("", "a"),
}  # fmt: skip


def _text(event: Any, which: str, random: Random) -> Any:
    """Change a public or private text, mostly into one that a log could hold."""
    found = _json(event[which]) if isinstance(event.get(which), str) else _NONE
    if not isinstance(found, dict):
        return random.choice((None, "{}", "[]", ""))
    if which == "public" and random.random() < 0.7:
        key = random.choice(list(_PUBLIC))
        found[key] = random.choice(_PUBLIC[key])
    else:
        meddled(found, random)
    return (
        json.dumps(found, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode("utf-8", "replace").decode()
    )


# Lines of the command


def meddled_line(data: bytes, most: int, random: Random, blind: Blind, options: Sequence[str]) -> bytes:
    """Change a line of the command: a word put in, left out, changed or swapped, another verb, or what it reads."""
    if random.random() < 0.08:
        return blind(data)[:most]
    told = line(data)
    words = list(told.words)
    for _ in range(random.choice((1, 1, 2, 3))):
        n = random.randrange(len(words) + 1)
        match random.randrange(10):
            case 0 if n < len(words):
                del words[n]
            case 1 if n < len(words):
                words[n] = _packed_in(words[n], random)
            case 2 if n < len(words):
                words[n] = random.choice(WORDS)
            case 3 | 4:
                words[n:n] = [random.choice(options)]
            case 5:
                words[n:n] = [random.choice(options), random.choice((*WORDS, *(str(n) for n in range(-2, 20))))]
            case 6 if words:
                words[0] = random.choice([verb for verb in SUMMARIES if verb not in fuzz_seeds.SERVERS])
            case 7:
                words[n:n] = [
                    random.choice(("agent.db", "chat.jsonl", "events.jsonl", "page.md", "new.db", "-", ".", "none"))
                ]
            case 8:
                words[n:n] = [
                    random.choice(("fact:api_timeout", "note:a", "5", "-3", "@here", "plan", "assumption:os"))
                ]
            case _:
                words[n:n] = [random.choice(WORDS)]
    given = told.input
    if random.random() < 0.1:
        other = case(random.choice(random.choice(list(fuzz_seeds.cases().values()))))
        given = other.body if other is not None else given
    if given and random.random() < 0.2:
        given = _lines(given, most, random) if random.random() < 0.7 else _raw(given, random)
    return (
        PART.join(w.encode("utf-8", "surrogateescape" if _is_escaped(w) else "replace") for w in words) + INPUT + given
    )[:most]


def _is_escaped(word: str) -> bool:
    try:
        word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True
