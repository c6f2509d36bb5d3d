"""Serving over standard input and output: the way of hosts that start the server themselves."""

import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from belieflog.mcp.server import build
from belieflog.mcp.serving import Serving

Item = SessionMessage | Exception


def serve(serving: Serving) -> None:
    """Serve until standard input ends."""
    # The SDK's reader waits in a thread that no interrupt reaches. To be killed is harmless: what was answered is in.
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(_serve, serving)


async def _serve(serving: Serving) -> None:
    server = build(serving)
    async with stdio_server() as (lines, answers), _read_again(lines, answers) as read:
        await server.run(read, answers, server.create_initialization_options())


@asynccontextmanager
async def _read_again(lines: Any, answers: Any) -> AsyncIterator[MemoryObjectReceiveStream[Item]]:
    """Read again what the SDK's parser gave up on (it stops 200 levels deep) and would leave without an answer."""
    into: MemoryObjectSendStream[Item]
    into, read = anyio.create_memory_object_stream[Item]()

    async def relay() -> None:
        async with into:
            async for item in lines:
                found = _again(item) if isinstance(item, ValidationError) else item
                if isinstance(found, types.JSONRPCError):
                    await answers.send(SessionMessage(found))
                else:
                    await into.send(found)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(relay)
        yield read
        tasks.cancel_scope.cancel()


def _again(error: ValidationError) -> Item | types.JSONRPCError:
    """Read a line once more, or say why it can't be read."""
    line = error.errors()[0]["input"]
    if not isinstance(line, str) or not line.strip():
        return error
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_python(json.loads(line), by_name=False))
    except (ValueError, RecursionError) as problem:
        told = "not a JSON-RPC message" if isinstance(problem, ValidationError) else f"no JSON: {problem}"
        return types.JSONRPCError(jsonrpc="2.0", id=None, error=types.ErrorData(code=types.PARSE_ERROR, message=told))
