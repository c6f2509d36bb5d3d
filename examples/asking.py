"""Asking a model behind an endpoint that speaks OpenAI's chat completions, whole or as a stream; used by the examples."""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import uuid4

from serving import Message, Model, serve, speaking

HOW = """nowhere to ask. Either
    python {program} --offline
or, with a model behind any endpoint that speaks OpenAI's chat completions,
    OPENAI_API_KEY=… python {program} --model NAME
    OPENAI_BASE_URL=http://localhost:8000/v1 python {program} --model NAME
"""
PAUSES = (1, 5)  # seconds before what passes is asked again: 429, 5xx, a broken stream


class EndpointFailed(Exception):
    """No answer that can be used; *passing* where it may be there when asked again."""

    def __init__(self, told: str, passing: bool = False) -> None:
        super().__init__(told)
        self.passing = passing


class Endpoint:
    """A model to ask."""

    def __init__(self, client: Any, model: str, stream: bool) -> None:
        self._client, self._model, self._stream = client, model, stream

    def ask(self, messages: Sequence[Message], tools: Sequence[Message]) -> Message:
        """Give the assistant's message; raises `EndpointFailed`, where asking again didn't help either."""
        for pause in PAUSES:
            try:
                return self._asked(messages, tools)
            except EndpointFailed as failed:
                if not failed.passing:
                    raise
                time.sleep(pause)
        return self._asked(messages, tools)

    def _asked(self, messages: Sequence[Message], tools: Sequence[Message]) -> Message:
        import openai

        request = {"model": self._model, "messages": messages, "tools": tools}
        try:
            if self._stream:
                with self._client.chat.completions.create(**request, stream=True) as chunks:
                    return _gathered(chunks)
            choice = self._client.chat.completions.create(**request).choices[0]
            return _message(choice.message.to_dict(), choice.finish_reason)
        except openai.APIStatusError as error:
            passing = error.status_code in (408, 409, 429) or error.status_code >= 500
            raise EndpointFailed(f"it answered with HTTP {error.status_code}: {_clean(str(error))}", passing) from None
        except EndpointFailed:
            raise
        except Exception as error:  # the package lets errors of its transport and of its JSON through as they are
            told = f"it gave no answer that can be read ({type(error).__name__}: {_clean(str(error))})"
            raise EndpointFailed(told, passing=True) from None


def _gathered(chunks: Any) -> Message:
    """Put the pieces of a stream together; one that doesn't say why it ended has broken off."""
    content, calls, finish = "", dict[int, Message](), None
    for chunk in chunks:
        for choice in chunk.choices:
            content += choice.delta.content or ""
            finish = choice.finish_reason or finish
            for n, piece in enumerate(choice.delta.tool_calls or ()):
                number = n if piece.index is None else piece.index
                call = calls.setdefault(number, {"id": "", "function": {"name": "", "arguments": ""}})
                call["id"] = piece.id or call["id"]
                if piece.function is not None:  # the name comes first, the arguments in pieces
                    call["function"]["name"] += piece.function.name or ""
                    call["function"]["arguments"] += piece.function.arguments or ""
    if finish is None:
        raise EndpointFailed("its stream broke off", passing=True)
    return _message({"content": content, "tool_calls": [calls[n] for n in sorted(calls)]}, finish)


def _message(told: Message, finish: str) -> Message:
    """Keep of an assistant's message what goes back with the next request."""
    if finish == "length":
        raise EndpointFailed("its answer was cut off: it is longer than the endpoint allows")
    calls = [_call(call["function"], call.get("id") or "") for call in told.get("tool_calls") or ()]
    return {"role": "assistant", "content": told.get("content") or "", **({"tool_calls": calls} if calls else {})}


def _call(function: Message, id: str) -> Message:
    """Give a call with an id that can name it in a log: some endpoints give none."""
    named = id if id.isprintable() and 0 < len(id) <= 100 else f"call_{uuid4().hex[:12]}"
    told = {"name": function.get("name") or "", "arguments": function.get("arguments") or "{}"}
    return {"id": named, "type": "function", "function": told}


def sendable(message: Message) -> Message:
    """Give *message* as an endpoint takes it back: arguments that are no JSON, which some refuse, become none."""
    calls = [
        {**call, "function": {**call["function"], "arguments": _readable(call["function"]["arguments"])}}
        for call in message.get("tool_calls", ())
    ]
    return {**message, **({"tool_calls": calls} if calls else {})}


def _readable(arguments: str) -> str:
    try:
        return arguments if isinstance(json.loads(arguments), dict) else "{}"
    except ValueError:
        return "{}"


def _clean(text: str) -> str:
    """Shorten what a server said, and take out whatever may be a key."""
    if key := os.environ.get("OPENAI_API_KEY"):
        text = text.replace(key, "***")
    text = re.sub(r"(?i)\b(?:sk-|bearer )\S+", "***", " ".join(text.split()))
    return text if len(text) <= 300 else f"{text[:299]}…"


def options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say whom to ask."""
    parser.add_argument("--offline", action="store_true", help="ask a scripted model on this machine: no key needed")
    parser.add_argument("--model", default=os.environ.get("OPENAI_MODEL"), help="the model's name at the endpoint")
    parser.add_argument("--base-url", default=os.environ.get("OPENAI_BASE_URL"), help="the endpoint's address")
    parser.add_argument("--stream", action="store_true", help="take the answers in pieces")


@contextmanager
def chosen(told: argparse.Namespace, offline: Model) -> Iterator[Endpoint]:
    """Open the endpoint that the options name; ends the program, saying how to run it, where there is none."""
    key = os.environ.get("OPENAI_API_KEY")
    if not told.offline and (not told.model or not (key or told.base_url)):
        sys.exit(HOW.format(program=sys.argv[0]))
    try:
        import openai
    except ModuleNotFoundError:
        sys.exit("the package 'openai' isn't installed: pip install -e '.[openai]' in the clone")
    with ExitStack() as stack:
        url = stack.enter_context(serve(speaking(offline))) if told.offline else told.base_url
        direct = openai.DefaultHttpxClient(trust_env=False) if told.offline else None  # no proxy on this machine
        key = "none" if told.offline or not key else key  # a server of one's own needs none
        client = openai.OpenAI(api_key=key, base_url=url, max_retries=0, timeout=120, http_client=direct)
        stack.enter_context(client)
        yield Endpoint(client, told.model or "offline", told.stream)
