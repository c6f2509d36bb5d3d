"""A server of chat completions that says what a test tells it to, and keeps what it was asked."""

import json
import threading
from contextlib import contextmanager

import serving as server


def completion(content, *, finish="stop", usage=(120, 40)):
    """Give the body of a chat completion that says *content*."""
    told = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    return server.completion(server.said(told), finish, usage)


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

    def answer(self, asked):
        """Give what was set."""
        self.asked.append(asked)
        if self.hold:
            self.release.wait(10)
        return server.Reply(self.bodies.pop(0) if self.bodies else self.body, self.status, self.type)


@contextmanager
def serving():
    """Run a scripted server; gives the script and the base URL."""
    script = Scripted()
    with server.serve(script.answer) as url:
        try:
            yield script, url
        finally:
            script.release.set()
