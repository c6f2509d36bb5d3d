"""A Claude Code transcript made up from a seed: of any size, in the shape of real ones."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

TOOLS = ("Bash", "Read", "Edit", "Grep", "Write", "WebFetch")
_TEXT = """the parser reads each line and keeps what it can use while tests say which of them failed and why a timeout
of ten seconds was too short for slow disks 我们 先 看看 日志 再 决定 是否 重试 return value if not None else default import os path"""
WORDS = _TEXT.split()
FAILS, PLANS = 0.02, 0.1  # of the calls, about as in the sessions that were looked at


class Transcript:
    """One session: a person asks, the model says something and calls tools, each call has a result."""

    def __init__(self, seed: int = 12) -> None:
        self._random = Random(seed)
        self._n = 0
        self._parent: str | None = None

    def lines(self) -> Iterator[bytes]:
        """Yield records for ever, as JSON Lines."""
        draw = self._random
        while True:
            yield self._record("user", self._text(5, 60))
            for _ in range(draw.randint(2, 12)):
                call = f"toolu_{draw.getrandbits(96):024x}"
                plan = draw.random() < PLANS
                name = "TodoWrite" if plan else draw.choice(TOOLS)
                input: dict[str, Any] = {"todos": self._todos()} if plan else {"command": self._text(3, 30)}
                use = {"type": "tool_use", "id": call, "name": name, "input": input}
                said = [{"type": "text", "text": self._text(5, 50)}] if draw.random() < 0.4 else []
                yield self._record("assistant", [*said, use])
                result = {"type": "tool_result", "tool_use_id": call, "content": self._output(plan)}
                failed = {"is_error": True} if not plan and draw.random() < FAILS else {}
                yield self._record("user", [result | failed])
            yield self._record("assistant", [{"type": "text", "text": self._text(20, 150)}])

    def _record(self, kind: str, content: Any) -> bytes:
        self._n += 1
        uuid = str(UUID(int=self._random.getrandbits(128), version=4))
        minutes, seconds = divmod(self._n, 60)
        hours, minutes = divmod(minutes, 60)
        told = {
            "parentUuid": self._parent, "isSidechain": False, "userType": "external", "cwd": "/repo", "sessionId": "bench",
            "version": "2.0.76", "gitBranch": "main", "type": kind,
            "message": {"role": kind, "content": content, "usage": {"input_tokens": self._n, "output_tokens": 7}},
            "uuid": uuid,
            "timestamp": f"2026-01-{1 + hours // 24:02}T{hours % 24:02}:{minutes:02}:{seconds:02}.{self._n % 1000:03}Z",
        }  # fmt: skip
        self._parent = uuid
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def _text(self, least: int, most: int) -> str:
        return " ".join(self._random.choices(WORDS, k=self._random.randint(least, most)))

    def _output(self, plan: bool) -> str:
        """Mostly short; a few fill screens."""
        return (
            "Todos have been modified successfully."
            if plan
            else self._text(5, 40 if self._random.random() < 0.7 else 1_500)
        )

    def _todos(self) -> list[dict[str, str]]:
        statuses = ["completed", "in_progress", "pending", "pending"]
        return [
            {"content": f"step {n}: {self._text(3, 8)}", "status": s, "activeForm": "x"} for n, s in enumerate(statuses)
        ]


def make(path: Path, size: int) -> int:
    """Write a transcript of about *size* bytes, and give how many lines it has."""
    written = count = 0
    with path.open("wb") as file:
        for line in Transcript().lines():
            file.write(line)
            written, count = written + len(line), count + 1
            if written >= size:
                break
    return count
