"""A server of chat completions that says what a test tells it to, and keeps what it was asked."""

import json
import threading
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def completion(content, *, finish="stop", usage=(120, 40)):
    """Give the body of a chat completion that says *content*."""
    told = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    tokens = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    choice = {"index": 0, "message": {"role": "assistant", "content": told}, "finish_reason": finish}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "m-2026",
        "choices": [choice],
        "usage": tokens,
    }
    return json.dumps(body, ensure_ascii=False).encode()


class Scripted:
    """What the server answers next, and what it was asked."""

    def __init__(self):
        self.status, self.body, self.type = 200, completion({"candidates": []}), "application/json"
        self.bodies = []  # answered one after the other, before the body
        self.asked = []
        self.release = threading.Event()
        self.hold = False

    def says(self, *candidates):
        """Let it answer with findings: each is completed with what a test doesn't care about."""
        beside = {"about": "user", "key": "name", "confidence": 0.8, "importance": 7}
        self.body = completion({"candidates": [{**beside, **each} for each in candidates]})

    @property
    def request(self):
        """The body of the last request, read."""
        return json.loads(self.asked[-1][1])


@contextmanager
def serving():
    """Run a scripted server; gives the script and the base URL."""
    script = Scripted()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            script.asked.append(({k.lower(): v for k, v in self.headers.items()}, body, self.path))
            if script.hold:
                script.release.wait(10)
            body = script.bodies.pop(0) if script.bodies else script.body
            self.send_response(script.status)
            self.send_header("Content-Type", script.type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(OSError):  # the client may have gone
                self.wfile.write(body)

        def log_message(self, *ignored):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield script, f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        script.release.set()
        server.shutdown()
        thread.join()
        server.server_close()
