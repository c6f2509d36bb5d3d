"""A server on this machine that speaks OpenAI's chat completions: examples and tests run on it without a model."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Message = dict[str, Any]
Model = Callable[[Mapping[str, Any]], Message]  # what was asked in, the assistant's message out


class Asked(NamedTuple):
    """A request as it came."""

    headers: dict[str, str]
    body: bytes
    path: str


class Reply(NamedTuple):
    """What is sent back; a *length* longer than the body breaks the answer off in the middle."""

    body: bytes
    status: int = 200
    type: str = "application/json"
    length: int | None = None


@contextmanager
def serve(answer: Callable[[Asked], Reply]) -> Iterator[str]:
    """Run a server that gives each request to *answer*; gives its base URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            reply = answer(Asked({k.lower(): v for k, v in self.headers.items()}, body, self.path))
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.type)
            self.send_header("Content-Length", str(len(reply.body) if reply.length is None else reply.length))
            self.end_headers()
            with suppress(OSError):  # the client may have gone
                self.wfile.write(reply.body)

        def log_message(self, *ignored: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def speaking(model: Model) -> Callable[[Asked], Reply]:
    """Let *model* answer, whole or as a stream, as it is asked to."""

    def answer(asked: Asked) -> Reply:
        request = json.loads(asked.body)
        message = model(request)
        if request.get("stream"):
            return Reply(stream(message), type="text/event-stream")
        return Reply(completion(message))

    return answer


def said(content: str | None, *calls: tuple[str, Mapping[str, Any]], prefix: str = "call") -> Message:
    """Make an assistant's message: what it says, and the tools it calls, each by name and arguments."""
    made = [
        {
            "id": f"{prefix}_{n}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)},
        }
        for n, (name, arguments) in enumerate(calls, 1)
    ]
    return {"role": "assistant", "content": content, **({"tool_calls": made} if made else {})}


def outputs(messages: Sequence[Message]) -> Iterator[tuple[str, Message]]:
    """Yield what the tools answered in the messages of a request, by tool, for a model that reads it."""
    names = {call["id"]: call["function"]["name"] for m in messages for call in m.get("tool_calls") or ()}
    for message in messages:
        if message["role"] == "tool":
            yield names[message["tool_call_id"]], json.loads(message["content"])


def completion(message: Message, finish: str | None = None, usage: tuple[int, int] = (120, 40)) -> bytes:
    """Write a chat completion."""
    choice = {"index": 0, "message": message, "finish_reason": finish or _finish(message)}
    tokens = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return _json({**_about("chat.completion"), "choices": [choice], "usage": tokens})


def stream(message: Message, pieces: int = 7) -> bytes:
    """Write a completion as events: texts and arguments in pieces of so many characters, then why it ended."""
    deltas: list[Message] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": piece} for piece in _cut(message.get("content") or "", pieces)]
    for n, call in enumerate(message.get("tool_calls", ())):
        function = call["function"]
        deltas.append({"tool_calls": [{**call, "index": n, "function": {"name": function["name"], "arguments": ""}}]})
        deltas += [
            {"tool_calls": [{"index": n, "function": {"arguments": piece}}]}
            for piece in _cut(function["arguments"], pieces)
        ]
    chunks: list[Message] = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
    chunks.append({"index": 0, "delta": {}, "finish_reason": _finish(message)})
    events = [_json({**_about("chat.completion.chunk"), "choices": [chunk]}) for chunk in chunks]
    return b"".join(b"data: " + event + b"\n\n" for event in [*events, b"[DONE]"])


def _about(object: str) -> Message:
    return {"id": "c1", "object": object, "created": 1, "model": "m-2026"}


def _finish(message: Message) -> str:
    return "tool_calls" if message.get("tool_calls") else "stop"


def _cut(text: str, length: int) -> list[str]:
    return [text[n : n + length] for n in range(0, len(text), length)]


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
