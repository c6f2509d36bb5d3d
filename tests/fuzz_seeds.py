"""Where fuzzing begins: small cases of each format, and the real ones where they lie beside the project, cut to size."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import agent_transcripts
import runs
from fuzz_cases import Case, Line, case
from ticking import over

from belieflog import Log
from cli.catalogue import SUMMARIES
from eventlog.sqlite_store import SQLiteStore

DATA = Path(__file__).parent.parent.parent / "shared" / "data"
TABLES = Path(__file__).parent / "imports"
MOST = 8_000  # bytes of one seed
SERVERS = ("ui", "mcp", "demo")  # they go on until somebody ends them

GROUPS = {
    "transcripts": ("claude-code", "codex", "gemini", "opencode", "pi", "qwen-code", "kimi", "muse-code"),
    "runs": (
        "openhands-sdk", "specstory-markdown", "smolagents", "who-and-when", "memorybank", "agent-run-ledger",
        "agentdojo", "tau-bench", "swe-agent",
    ),
    "stores": (
        "mcp-memory", "mem0", "langgraph-store", "langgraph-checkpoints", "letta", "basic-memory", "markdown",
    ),
    "messages": ("anthropic-messages", "openai-messages"),
    "scratchpad": ("scratchpad",),
    "events": ("events",),
}  # fmt: skip

NOTE = """---
title: Retries
type: decision
permalink: main/retries
tags:
- payments
---

# Retries

- [decision] Retry three times #payments
- relates_to [[Gateway]]

Free words.
"""
PAGE = """# Project

Uses Python.

## Tests
- run `pytest -q` before a commit
- [ ] never skip a test

```bash
# no heading
```
"""
GRAPH = [
    {"type": "entity", "name": "Ann", "entityType": "person", "observations": ["likes tea", "lives in Ulm"]},
    {"type": "entity", "name": "Bob", "entityType": "person", "observations": []},
    {"type": "relation", "from": "Ann", "to": "Bob", "relationType": "knows"},
]
LETTA = {
    "agents": [{
        "name": "a", "agent_type": "x", "block_ids": ["b"], "messages": [
            {"role": "user", "content": [{"type": "text", "text": "hi"}], "created_at": "2026-01-22T02:07:00+00:00"},
            {"role": "assistant", "content": "", "tool_calls": [runs.openai_call("c1", "look", at="it")]},
            {"role": "tool", "tool_call_id": "c1", "content": '{"status": "OK", "message": "a cat"}'},
        ],
    }],
    "blocks": [{"id": "b", "label": "human", "value": "Ann"}],
}  # fmt: skip
CONVERSATION = [
    {"kind": "SystemPromptEvent", "id": "s", "timestamp": "2026-01-08T20:53:01", "source": "agent",
     "system_prompt": {"text": "Be brief."}, "tools": []},
    {"kind": "MessageEvent", "id": "m", "timestamp": "2026-01-08T20:53:02", "source": "user",
     "llm_message": {"role": "user", "content": [{"type": "text", "text": "mend it"}]}},
    {"kind": "ActionEvent", "id": "a", "timestamp": "2026-01-08T20:53:03", "source": "agent", "thought": [],
     "tool_name": "terminal", "tool_call_id": "c1", "action": {"kind": "TerminalAction", "command": "ls"}},
    {"kind": "ObservationEvent", "id": "o", "timestamp": "2026-01-08T20:53:04", "source": "environment",
     "tool_name": "terminal", "tool_call_id": "c1", "action_id": "a",
     "observation": {"kind": "TerminalObservation", "is_error": True, "content": [{"type": "text", "text": "no"}]}},
]  # fmt: skip

STORAGE = {
    "session/p/s.json": {"id": "s", "version": "1.0.0", "time": {"created": 1737979200000}, "directory": "/p"},
    "message/s/m1.json": {"id": "m1", "sessionID": "s", "role": "user", "time": {"created": 1737979200000}},
    "message/s/m2.json": {"id": "m2", "sessionID": "s", "role": "assistant", "time": {"created": 1737979500000}},
    "part/m1/p1.json": {"id": "p1", "messageID": "m1", "type": "text", "text": "mend it"},
    "part/m2/p2.json": {"id": "p2", "messageID": "m2", "type": "tool", "tool": "Read", "callID": "c1",
                        "state": {"status": "completed", "input": {"filePath": "a"}, "output": {"content": "x"}}},
}  # fmt: skip


def jsonl(*values: Any) -> bytes:
    """Write JSON Lines."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def begun() -> Log:
    """A log with something of most kinds in it, the same at every call."""
    log = over(SQLiteStore(":memory:"))
    mem = log.memory("u", "s")
    mem.set_goal("mend the build")
    mem.constrain("style", "no new dependencies")
    mem.revise_plan([("look", "done"), ("mend", "doing"), "test"])
    mem.write("a", {"b": [1, 2.5, None]}, description="a note")
    fact = mem.add_fact("api_timeout", "10 s", source="tool:curl#c1")
    mem.assume("os", "linux", source="agent", confidence=0.4)
    mem.ask("why", "why does it fail?")
    mem.mark_failure("build", "gcc is missing")
    mem.note_progress("half")
    mem.observe("curl", "ok", call="c2")
    mem.say("user", "hello")
    mem.say("assistant", "hello yourself")
    mem.remember("semantic:prefs/language", "Dutch", source="user")
    mem.add_fact("retries", 3, source="document:d", derived_from=[fact])
    log.revert(user="u", event=5, reason="wrong")
    log.erase(user="u", event=9, reason="asked")
    mem.mark("here")
    return log


@cache
def exported(format: str, ending: str = "jsonl") -> bytes:
    """What the log of `begun` exports."""
    with begun() as log, TemporaryDirectory() as folder:
        path = Path(folder) / f"e.{ending}"
        log.export(path, format=format, **({} if format == "events" else {"user": "u", "session": "s"}))
        return path.read_bytes()


def database(table: str, columns: str, *rows: tuple[Any, ...]) -> bytes:
    """An SQLite file of one table."""
    made = sqlite3.connect(":memory:")
    made.execute("PRAGMA page_size = 512")
    made.execute(f"CREATE TABLE {table} ({columns})")
    if rows:
        made.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    made.commit()
    body = made.serialize()
    made.close()
    return body


def _checkpoint() -> bytes:
    state = {"v": 1, "id": "1", "ts": "2026-01-01T10:00:00+00:00", "channel_values": {"n": 1, "messages": ["hi"]}}
    return json.dumps(state).encode()


def small() -> Iterator[Case]:
    """Yield what the tests wrote themselves, for every format."""
    for name, records in agent_transcripts.LINES.items():
        yield Case(name.split()[0], "x.jsonl", jsonl(*records))
    for name, document in agent_transcripts.DOCUMENTS.items():
        yield Case(name.split()[0], "x.json", json.dumps(document).encode())
    for format, value, made in runs.WHOLE.values():
        given = made(value)
        yield Case(format, given.name, given.body)
    yield Case("specstory-markdown", "s.md", runs.STORY.encode())
    yield Case(
        "agent-run-ledger",
        "run/",
        parts=(("decisions.jsonl", jsonl(*runs.DECISIONS)), ("events.jsonl", jsonl(*runs.LEDGER))),
    )
    events = tuple(
        (f"events/event-{n:05}-{each['id']}.json", json.dumps(each).encode()) for n, each in enumerate(CONVERSATION)
    )
    yield Case("openhands-sdk", "run/", parts=events)
    yield Case("opencode", "storage/", parts=tuple((name, json.dumps(each).encode()) for name, each in STORAGE.items()))
    yield Case("letta", "a.af", json.dumps(LETTA).encode())
    yield Case("mcp-memory", "memory.jsonl", jsonl(*GRAPH))
    yield Case("mcp-memory", "m/", parts=(("memory.01.jsonl", jsonl(*GRAPH)), ("memory.02.jsonl", jsonl(*GRAPH[1:]))))
    listed = jsonl(
        {"rev": 1, "file": "a.md", "committed": "2026-01-01T10:00:00+00:00"},
        {"rev": 2, "file": None, "deleted": True},
        {"rev": 3, "file": "b.md"},
    )
    yield Case("markdown", "m/", parts=(("index.jsonl", listed), ("a.md", PAGE.encode()), ("b.md", PAGE[30:].encode())))
    yield Case("markdown", "CLAUDE.md", PAGE.encode())
    yield Case("basic-memory", "retries.md", NOTE.encode())
    yield Case(
        "basic-memory",
        "n/",
        parts=(("retries.md", NOTE.encode()), ("a/gateway.md", NOTE.replace("etries", "ateway").encode())),
    )
    at = "2026-03-01T09:00:00+00:00"
    history = "id, memory_id, old_memory, new_memory, event, created_at, updated_at, is_deleted, actor_id, role"
    changes = [
        ("1", "m", None, "likes tea", "ADD", at, None, 0, None, None),
        ("2", "m", "likes tea", "likes coffee", "UPDATE", at, at, 0, None, None),
    ]
    yield Case("mem0", "history.db", database("history", history, *changes))
    columns = "prefix, key, value, created_at, updated_at, expires_at, ttl_minutes"
    yield Case(
        "langgraph-store",
        "store.sqlite",
        database("store", columns, ("prefs.u", "lang", '{"is": "nl"}', at, at, None, None)),
    )
    columns = "thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, checkpoint, metadata"
    yield Case(
        "langgraph-checkpoints",
        "c.sqlite",
        database("checkpoints", columns, ("t", "", "1", None, "json", _checkpoint(), b"{}")),
    )
    yield Case("scratchpad", "page.md", exported("markdown", "md"))
    yield Case("scratchpad", "page.json", exported("json", "json"))
    yield Case("events", "e.jsonl", exported("events"))


def real() -> Iterator[Case]:
    """Yield what lies beside the project, cut to size; nothing where it doesn't."""
    rows = [row.split("\t") for table in sorted(TABLES.glob("*.tsv")) for row in table.read_text("utf-8").splitlines()]
    for path, format in ((DATA / row[0], row[1]) for row in rows if len(row) > 1 and not row[0].startswith("#")):
        if path.is_file() and "storage" not in path.parts:  # by itself that is nothing
            body = path.read_bytes()
            cut = body if body.startswith(b"SQLite") else _cut(body)
            if len(cut) <= 3 * MOST or cut.startswith(b"SQLite"):
                yield Case(format, path.name, cut)
        elif path.is_dir():
            files = [each for each in sorted(path.rglob("*")) if each.is_file()][:12]
            share = MOST // max(len(files), 1)
            told = ((each.relative_to(path).as_posix(), _cut(each.read_bytes(), share)) for each in files)
            yield Case(format, f"{path.name}/", parts=tuple(told))


def _cut(body: bytes, most: int = MOST) -> bytes:
    """Give the beginning of a file: of a document less of each list and text, of lines fewer."""
    if len(body) <= most:
        return body
    try:
        document = json.loads(body)
    except ValueError:
        lines = body[: most * 40].splitlines(keepends=True)
        return b"".join(_shorter(each) for each in lines[:40])[:most]
    for longest, items in ((400, 8), (200, 4), (80, 2)):
        cut = json.dumps(_less(document, longest, items)).encode()
        if len(cut) <= most:
            break
    return cut


def _shorter(line: bytes) -> bytes:
    try:
        return json.dumps(_less(json.loads(line), 400, 8)).encode() + b"\n"
    except ValueError:
        return line


def _less(value: Any, longest: int, items: int) -> Any:
    if isinstance(value, str):
        return _packed(value, longest, items)
    if isinstance(value, list):
        return [_less(each, longest, items) for each in value[:items]]
    if isinstance(value, dict):
        return {key: _less(each, longest, items) for key, each in list(value.items())[:40]}
    return value


def _packed(text: str, longest: int, items: int) -> str:
    """Give less of a text, of a document in it too."""
    if len(text) > longest and text.startswith(("{", "[", '"')):
        with suppress(ValueError):
            return json.dumps(_less(json.loads(text), longest, items))
    return text[:longest]


@cache
def cases() -> dict[str, list[bytes]]:
    """Give the seeds of each format."""
    found: dict[str, list[bytes]] = {}
    for each in (*small(), *real()):
        packed = each.packed()
        assert case(packed) is not None, each.name
        found.setdefault(each.format, []).append(packed)
    return found


LINES = [
    ("write", "k", "v", "--description", "d"), ("write", "k", "-"), ("write", "k", '{"a": 1}', "--json-value"),
    ("goal", "ship"), ("constrain", "c", "no"), ("plan", "one", "two"), ("progress", "half"),
    ("fact", "f", "10 s", "--source", "tool:curl#c1"), ("assume", "x", "y", "--confidence", "0.5"),
    ("confirm", "assumption:os", "--source", "user"), ("ask", "q", "why?"), ("answer", "why", "so"), ("fail", "k", "v"),
    ("remember", "semantic:a/b", "c", "--ttl", "7d"), ("retract", "note:a"), ("observe", "curl", "out", "--call", "c9"),
    ("say", "user", "hi"), ("compact", "all of it"), ("start", "again"), ("end", "done"), ("mark", "there"),
    ("show",), ("show", "--at", "5", "--json"), ("get", "fact:api_timeout"), ("prompt", "--budget", "200"),
    ("recall", "timeout", "--limit", "3"), ("why-not", "note:a", "timeout"), ("log", "--jsonl"), ("event", "5"),
    ("history", "note:a"), ("timeline",), ("blame", "fact:retries"), ("why", "fact:retries"), ("impact", "fact:api_timeout"),
    ("diff", "3", "9"), ("replay",), ("bisect", "fact:retries"), ("what-if", "--event", "6"), ("check",), ("about",),
    ("handover",), ("users",), ("sessions", "--lang", "zh"), ("sources",), ("corrections",), ("stats", "--json"),
    ("revert", "--event", "6", "--reason", "r"), ("revert", "--source", "tool:curl", "--reason", "r", "--dry-run"),
    ("rollback", "--to", "@here", "--reason", "r"), ("undo", "16"), ("erase", "--event", "6", "--reason", "r"),
    ("verify",), ("anchor",), ("rebuild",), ("fork", "f.db"), ("backup", "b.db"), ("export", "events", "x.jsonl"),
    ("export", "markdown", "x.md"), ("import", "chat.json"), ("import", "-", "--dry-run"), ("import", "codex", "-"),
    ("import", "--list"), ("policy",), ("doctor",), ("report", "r.html"), ("tools",), ("--help",), ("--version",), (),
]  # fmt: skip


@cache
def lines() -> list[bytes]:
    """Give the lines of the command to begin with: each verb, alone, with its help, and as it is meant."""
    verbs = [verb for verb in SUMMARIES if verb not in SERVERS]
    chat = json.dumps(runs.OPENAI).encode()
    return [
        *(Line(words, chat).packed() for words in LINES),
        *(Line((verb, *more)).packed() for verb in verbs for more in ((), ("--help",), ("a", "b", "c"))),
    ]
