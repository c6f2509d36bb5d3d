"""A connection to a cluster of NATS, kept up in a thread of its own."""

import asyncio
import os
import selectors
import threading
import time
from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from eventlog.errors import Refused
from eventlog.jetstream.client import connected
from eventlog.jetstream.failures import Failed, Lost, NotSent, Silent, line, told
from eventlog.jetstream.place import Place

if TYPE_CHECKING:
    from nats.aio.client import Client
    from nats.aio.msg import Msg

Result = TypeVar("Result")
Headers = Mapping[str, str]

PATIENCE = 12.0  # seconds in which a question must be answered, by whichever node
TRY = 2.0  # seconds to wait for one answer before it is asked again
_PAUSE = 0.05
_STATUS = "Status"
_left_behind: list[object] = []  # by a fork: what the child holds of its parent's connections, never to be touched


class Link:
    """The connection of this process to the servers of *place*, made anew in a process that forked."""

    def __init__(self, place: Place) -> None:
        try:
            import nats  # noqa: F401
        except ImportError as error:
            raise Refused(
                "open", f"a log in NATS needs nats-py ({error}): install it with the extra belieflog[nats]"
            ) from None
        self.place, self.name = place, place.shown
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._client: Client | None = None
        self._connecting: asyncio.Lock | None = None
        self._process = os.getpid()
        self._denied: list[str] = []
        self._why = ""

    # From the caller's thread

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Do *work* in the connection's thread, and wait for it."""
        future = asyncio.run_coroutine_threadsafe(work, self._running())
        try:
            return future.result()
        except Failed as failed:
            raise told(failed, self.name) from failed
        except BaseException:
            future.cancel()
            raise

    def soon(self, work: Coroutine[Any, Any, object]) -> None:
        """Begin *work*, whose outcome is of no consequence."""
        asyncio.run_coroutine_threadsafe(work, self._running())

    def close(self) -> None:
        """Close what this process opened."""
        with self._lock:
            loop, thread = self._loop, self._thread
            if loop is None or thread is None or self._process != os.getpid():
                return
            asyncio.run_coroutine_threadsafe(self._hang_up(), loop).result()
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
            self._loop = self._thread = self._client = None

    def _running(self) -> asyncio.AbstractEventLoop:
        if self._process != os.getpid():
            _left_behind.extend((self._loop, self._thread, self._client, self._connecting))
            self._lock, self._loop, self._client, self._process = threading.Lock(), None, None, os.getpid()
        with self._lock:
            if self._loop is None:
                # Not epoll, whose list of what it watches a forked child would share with its parent.
                chosen = getattr(selectors, "PollSelector", selectors.SelectSelector)
                self._loop = asyncio.SelectorEventLoop(chosen())
                self._connecting = asyncio.Lock()
                self._thread = threading.Thread(target=self._loop.run_forever, name="belieflog-nats", daemon=True)
                self._thread.start()
            return self._loop

    # In the connection's thread

    async def request(
        self, subject: str, body: bytes = b"", headers: Headers | None = None, deadline: float | None = None
    ) -> "Msg":
        """Ask what can be asked twice, until it is answered or the patience is over."""
        deadline = deadline or self.deadline()
        while True:
            try:
                return await self.once(subject, body, headers, timeout=min(TRY, deadline - time.monotonic()))
            except (Silent, NotSent):
                await self.pause(deadline)

    async def once(self, subject: str, body: bytes, headers: Headers | None = None, *, timeout: float = TRY) -> "Msg":
        """Ask once. Raises `NotSent` where it can't have reached anyone, else `Silent`."""
        import nats.errors

        client = await self._connected()
        try:
            return await client.request(subject, body, timeout=max(timeout, 0.05), headers=dict(headers or {}) or None)
        except nats.errors.NoRespondersError:
            self._why = "no node is ready to answer: has the cluster a quorum, and JetStream enabled?"
            raise NotSent from None
        except nats.errors.MaxPayloadError:
            raise Refused(
                "open", f"'{self.name}' takes no message of {len(body)} bytes: raise its max_payload"
            ) from None
        except (nats.errors.OutboundBufferLimitError, nats.errors.ConnectionClosedError) as error:
            self._why = line(error)
            raise NotSent from None
        except (nats.errors.Error, OSError) as error:
            self._refuse_denied(subject)
            self._why = self._why or line(error)
            raise Silent from None

    async def publish(self, subject: str, body: bytes, headers: Headers) -> None:
        """Send a message that nobody answers."""
        import nats.errors

        client = await self._connected()
        try:
            await client.publish(subject, body, headers=dict(headers) or None)
        except nats.errors.Error as error:
            self._why = line(error)
            raise NotSent from None

    async def api(self, call: str, deadline: float | None = None, **ask: object) -> bytes:
        """Ask JetStream's own interface; what it can't answer for want of a leader is asked again."""
        deadline, body = deadline or self.deadline(), msgspec.json.encode(ask) if ask else b""
        while True:
            answer = (await self.request(f"$JS.API.{call}", body, deadline=deadline)).data
            error = _error.decode(answer).error
            if error is None:
                return answer
            failed = Failed(error)
            if failed.code != 503 or failed.number in (10039, 10076):
                raise failed
            await self.pause(deadline, str(failed))

    async def many(self, stream: str, **ask: object) -> "list[Msg]":
        """Get many messages of *stream* at once, from any node; perhaps only the first of them."""
        deadline = self.deadline()
        while True:
            found, status = await self._gather(f"$JS.API.DIRECT.GET.{stream}", msgspec.json.encode(ask))
            if found or status in ("204", "404"):
                return found
            self._refuse_denied(f"$JS.API.DIRECT.GET.{stream}")
            await self.pause(deadline, f"a node answers {status}" if status else "")

    async def _gather(self, subject: str, ask: bytes) -> "tuple[list[Msg], str | None]":
        client = await self._connected()
        found: list[Msg] = []
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        async def take(message: "Msg") -> None:
            status = (message.headers or {}).get(_STATUS)
            if status is None:
                found.append(message)
            elif not ended.done():
                ended.set_result(status)

        inbox = client.new_inbox()
        subscribed = await client.subscribe(inbox, cb=take, pending_msgs_limit=-1, pending_bytes_limit=-1)
        try:
            await client.publish(subject, ask, reply=inbox)
            before = -1
            while before < len(found) or before < 0:
                before = len(found)
                done, _ = await asyncio.wait([ended], timeout=TRY)
                if done:
                    return found, ended.result()
            return found, None
        finally:
            await subscribed.unsubscribe()

    async def subscribed(self, subject: str) -> "tuple[asyncio.Event, Any]":
        """Hear of messages: give what is set by each, and what ends it by its ``unsubscribe``."""
        client, heard = await self._connected(), asyncio.Event()

        async def hear(_: "Msg") -> None:
            heard.set()

        return heard, await client.subscribe(subject, cb=hear)

    def deadline(self) -> float:
        """Say when the patience with a question asked now is over."""
        return time.monotonic() + PATIENCE

    async def version(self) -> str:
        """Name the version of the server that this program is connected to."""
        found = (await self._connected()).connected_server_version
        return f"{found.major}.{found.minor}.{found.patch}"

    async def listen(self, subject: str, hear: Callable[[bytes], None]) -> None:
        """Hear of every message on *subject* from now on."""

        async def take(message: "Msg") -> None:
            hear(message.data)

        await (await self._connected()).subscribe(subject, cb=take)

    async def rest(self, seconds: float) -> None:
        """Let others go on for a while."""
        await asyncio.sleep(seconds)

    async def pause(self, deadline: float, why: str = "") -> None:
        """Wait a little before something is tried again, which *why* says, unless the patience is over."""
        self._why = why or self._why
        if time.monotonic() + _PAUSE > deadline:
            raise self.lost()
        await asyncio.sleep(_PAUSE)

    def lost(self) -> Lost:
        """Say that nobody answered."""
        why = self._why or "no node answered in time"
        return Lost(f"'{self.name}' can't be reached ({why}): check that most of its nodes run; nothing was written")

    async def _connected(self) -> "Client":
        assert self._connecting is not None
        client = self._client
        if client is not None and not client.is_closed:
            return client
        async with self._connecting:
            if self._client is None or self._client.is_closed:
                self._client = await connected(self.place, self._heard, lambda: self._why)
                self._why = ""
            return self._client

    async def _heard(self, error: Exception) -> None:
        """Remember what went wrong: errors of a connection come apart from what they are about."""
        why = line(error)
        if "permissions violation" in why.lower():
            self._denied = [*self._denied[-9:], why.lower()]
        else:
            self._why = why

    def _refuse_denied(self, subject: str) -> None:
        if any(f'"{subject.lower()}"' in told for told in self._denied):
            self._denied = []
            raise Refused(
                "permission",
                f"'{self.name}' lets this user not publish to '{subject}': see docs/jetstream.md for what to allow",
            )

    async def _hang_up(self) -> None:
        if self._client is not None:
            await self._client.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()
        await asyncio.sleep(0)


class _Answer(msgspec.Struct):
    error: dict[str, Any] | None = None


_error = msgspec.json.Decoder(_Answer)
