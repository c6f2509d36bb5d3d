"""Serving over standard input and output: the way of hosts that start the server themselves."""

import io
import signal
import sys
from collections import Counter

import anyio
import mcp_types as types
from mcp.server.stdio import stdio_server
from mcp.shared.dispatcher import as_request_id, coerce_request_id
from mcp.shared.message import SessionMessage

from belieflog.mcp.lines import Unreadable, read
from belieflog.mcp.server import build
from belieflog.mcp.serving import Serving


def serve(serving: Serving) -> None:
    """Serve until standard input ends and what was asked is answered."""
    # A thread waits for the next line, and no interrupt reaches it. To be killed is harmless: what was answered is in.
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    anyio.run(_serve, serving)


async def _serve(serving: Serving) -> None:
    server, open_ = build(serving), _Open()
    async with stdio_server(anyio.wrap_file(io.StringIO())) as (nothing, out):  # lines are read here, written there
        await nothing.aclose()
        into, asked = anyio.create_memory_object_stream[SessionMessage | Exception]()
        answers, told = anyio.create_memory_object_stream[SessionMessage]()

        async def hear() -> None:
            async with into:
                async for line in anyio.wrap_file(sys.stdin.buffer):
                    try:
                        message = read(line)
                    except Unreadable as error:
                        await out.send(SessionMessage(error.answer))
                        continue
                    if message is not None:
                        open_.ask(message)
                        await into.send(SessionMessage(message))
                await open_.closed()  # the SDK drops what still runs when its stream ends

        async def tell() -> None:
            async with told:
                async for each in told:
                    await out.send(each)
                    open_.answer(each.message)
            await out.aclose()

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(hear)
            tasks.start_soon(tell)
            await server.run(asked, answers, server.create_initialization_options())


class _Open:
    """The requests that wait for an answer; one that its host gave up is never answered."""

    def __init__(self) -> None:
        self._waiting: Counter[types.RequestId] = Counter()
        self._none = anyio.Event()

    def ask(self, message: types.JSONRPCMessage) -> None:
        """Note what came in."""
        match message:
            case types.JSONRPCRequest(id=number):
                self._waiting[coerce_request_id(number)] += 1
            case types.JSONRPCNotification(method="notifications/cancelled", params={"requestId": given}):
                self._settle(as_request_id(given))
            case _:
                pass

    def answer(self, message: types.JSONRPCMessage) -> None:
        """Note what went out."""
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            self._settle(message.id)

    async def closed(self) -> None:
        """Wait until none is left."""
        while self._waiting:
            self._none = anyio.Event()
            await self._none.wait()

    def _settle(self, number: types.RequestId | None) -> None:
        if number is not None:
            self._waiting -= Counter((coerce_request_id(number),))  # drops what comes to nought
        if not self._waiting:
            self._none.set()
