"""The extractor that asks a model, through any endpoint that speaks OpenAI's chat completions.

The user's words go out as data in a JSON document. What comes back has the shape asked for or isn't taken: each finding must
name turns that were given and quote one of them, and its address is made here, from a short list of namespaces.
"""

import os
import re
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from belieflog.extracting.candidates import Candidate, Extraction, Extractor, ExtractorFailed, Turn
from eventlog import addresses
from eventlog.errors import InvalidValue, Refused
from eventlog.terms import fold
from eventlog.values import canonical

TIMEOUT = 60.0  # seconds, for one answer
SUREST = 0.9  # a model may be sure of what it has misread
LONGEST = 300  # characters of a finding: what is longer isn't one
_CLIPPED = 500  # characters of a server's own words that an error repeats


class Finding(Struct, forbid_unknown_fields=True):
    """One thing that a model found, as it has to say it."""

    about: Literal["user", "preferences", "goals", "entities", "facts"]
    key: str
    content: str
    turns: list[int]
    quote: str
    confidence: Annotated[float, Meta(ge=0, le=1)]
    importance: Annotated[int, Meta(ge=1, le=10)]


class Findings(Struct, forbid_unknown_fields=True):
    """The answer asked for."""

    candidates: list[Finding]


class _Message(Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Completion(Struct):
    choices: list[_Choice]
    model: str | None = None
    usage: _Usage | None = None


class Endpoint:
    """Finds what is worth keeping by asking *model*; needs the extra ``openai``.

    *base_url* and *api_key* default to the environment (``BELIEFLOG_EXTRACTOR_URL``, ``BELIEFLOG_EXTRACTOR_KEY``), then to
    what the ``openai`` package itself finds there. Each answer is kept in the log with its tokens; the key never is. Where
    the endpoint fails, `ExtractorFailed` says how, or *fallback* is asked instead, such as `belieflog.extracting.rules`.
    """

    def __init__(
        self,
        model: str | None = None,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        lang: str = "en",
        timeout: float = TIMEOUT,
        fallback: Extractor | None = None,
    ) -> None:
        named = model or os.environ.get("BELIEFLOG_EXTRACTOR_MODEL")
        if not named:
            raise InvalidValue("model", "say which model to ask: model=, or BELIEFLOG_EXTRACTOR_MODEL")
        if lang not in ("en", "zh"):
            raise InvalidValue("lang", f"{lang!r} is no language of a prompt: use 'en' or 'zh'")
        self.model, self._lang, self._timeout, self._fallback = named, lang, timeout, fallback
        self._url = base_url or os.environ.get("BELIEFLOG_EXTRACTOR_URL") or None
        self._key = api_key or os.environ.get("BELIEFLOG_EXTRACTOR_KEY") or None

    def __repr__(self) -> str:
        return f"Endpoint({self.model!r})"

    def digest(self, turns: Sequence[Turn]) -> str:
        """Name what would be asked: the model and every word that would be sent."""
        return sha256(canonical([self.model, self._messages(turns)])).hexdigest()

    def recalled(self, call: dict[str, Any], turns: Sequence[Turn]) -> Extraction:
        """Read an answer given before out of the record of its call, and check it again."""
        try:
            found = msgspec.convert({"candidates": call["candidates"]}, Findings)
        except (KeyError, msgspec.ValidationError) as error:
            raise ExtractorFailed(
                f"the answer kept from {self.model!r} can't be read ({error}): revert its event"
            ) from None
        candidates, notes = grounded(found.candidates, turns)
        return Extraction(candidates, None, notes)

    def __call__(self, turns: Sequence[Turn]) -> Extraction:
        """Ask the endpoint what is worth keeping of *turns*."""
        try:
            return self._asked(turns)
        except ExtractorFailed as failed:
            if self._fallback is None:
                raise
            found = self._fallback(turns)
            told = found if isinstance(found, Extraction) else Extraction(tuple(found))
            return Extraction(told.candidates, failed.call, (f"{failed}; the fallback was asked instead", *told.notes))

    def _asked(self, turns: Sequence[Turn]) -> Extraction:
        call = {
            "model": self.model,
            "asked": self.digest(turns),
            "turns": len(turns),
            "tokens": {"in": None, "out": None},
        }
        completion = self._completion(self._sent(turns), call)
        if completion.usage is not None:
            call["tokens"] = {"in": completion.usage.prompt_tokens, "out": completion.usage.completion_tokens}
        if completion.model:
            call["answered_by"] = completion.model
        found = self._findings(completion, call)
        candidates, notes = grounded(found.candidates, turns)
        kept = {**call, "outcome": "answered", "candidates": msgspec.to_builtins(found.candidates)}
        return Extraction(candidates, kept, notes)

    def _sent(self, turns: Sequence[Turn]) -> bytes:
        """Send the question and give the body of the answer, whatever it is."""
        try:
            openai: Any = import_module("openai")
        except ModuleNotFoundError:
            raise Refused(
                "extra", "asking an endpoint needs the extra 'openai': pip install -e '.[openai]' in the clone"
            ) from None
        key = self._key if self._key or not self._url else "none"  # a server of one's own needs none
        try:
            with openai.OpenAI(api_key=key, base_url=self._url, timeout=self._timeout, max_retries=0) as client:
                answer = client.chat.completions.with_raw_response.create(
                    model=self.model,
                    messages=self._messages(turns),
                    response_format={
                        "type": "json_schema",
                        "json_schema": {"name": "candidates", "schema": schema(), "strict": True},
                    },
                )
                return bytes(answer.content)
        except openai.APITimeoutError:
            raise self._failed(f"gave no answer in {self._timeout:g} s") from None
        except openai.APIStatusError as error:
            raise self._failed(f"answered with HTTP {error.status_code}: {self._clean(error.response.text)}") from None
        except openai.OpenAIError as error:
            raise self._failed(f"couldn't be asked ({self._clean(str(error))})") from None

    def _completion(self, body: bytes, call: dict[str, Any]) -> _Completion:
        try:
            completion = msgspec.json.decode(body, type=_Completion)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise self._failed(f"sent no chat completion ({self._clean(str(error))})", call) from None
        if not completion.choices:
            raise self._failed("sent a chat completion without a choice", call)
        return completion

    def _findings(self, completion: _Completion, call: dict[str, Any]) -> Findings:
        choice = completion.choices[0]
        text = choice.message.content
        if choice.finish_reason == "length":
            raise self._failed("broke off: its answer was longer than it may be", call)
        if not text:
            raise self._failed("gave no answer" + (", it refused" if choice.message.refusal else ""), call)
        try:
            return msgspec.json.decode(text, type=Findings)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise self._failed(
                f"gave an answer of another shape than was asked for ({self._clean(str(error))})", call
            ) from None

    def _failed(self, how: str, call: dict[str, Any] | None = None) -> ExtractorFailed:
        kept = None if call is None else {**call, "outcome": "failed", "why": how}
        return ExtractorFailed(f"the model {self.model!r} {how}: nothing is lost, try again, or use the rules", kept)

    def _messages(self, turns: Sequence[Turn]) -> list[dict[str, str]]:
        said = {"turns": [{"position": turn.position, "text": turn.text} for turn in turns]}
        return [
            {"role": "system", "content": _prompt(self._lang)},
            {"role": "user", "content": canonical(said).decode()},
        ]

    def _clean(self, text: str) -> str:
        """Shorten what a server said, and take out whatever may be a key."""
        if self._key:
            text = text.replace(self._key, "***")
        text = re.sub(r"(?i)\b(?:sk-|bearer )\S+", "***", " ".join(text.split()))
        return text if len(text) <= _CLIPPED else text[: _CLIPPED - 1] + "…"


def grounded(found: Sequence[Finding], turns: Sequence[Turn]) -> tuple[tuple[Candidate, ...], tuple[str, ...]]:
    """Keep what names turns that were given and quotes one of them; say of the rest why it is left out."""
    said = {turn.position: fold(turn.text) for turn in turns}
    kept: list[Candidate] = []
    notes: list[str] = []
    for each in found:
        named = tuple(dict.fromkeys(each.turns))
        strangers = [p for p in named if p not in said]
        quote = fold(each.quote)
        try:
            address = str(addresses.address("semantic", fold(each.key), (each.about,)))
        except InvalidValue as error:
            notes.append(f"left out: {error}")
            continue
        if not named or strangers:
            which = f"position {strangers[0]}, which it wasn't given" if strangers else "no turn"
            notes.append(f"left out '{address}': the model named {which}")
        elif len(quote) < 2 or not any(quote in said[p] for p in named):
            notes.append(f"left out '{address}': what the model quoted isn't in turn {named[0]}")
        elif not 0 < len(each.content.strip()) <= LONGEST:
            notes.append(
                f"left out '{address}': it says {len(each.content.strip())} characters, 1 to {LONGEST} are wanted"
            )
        else:
            confidence = min(round(each.confidence, 2), SUREST)
            kept.append(Candidate(address, each.content, named, "the user said so", confidence, each.importance))
    return tuple(kept), tuple(notes)


def schema() -> dict[str, Any]:
    """Give the JSON schema of the answer, an object at its root."""
    found = msgspec.json.schema(Findings)
    name = found.pop("$ref").rpartition("/")[2]
    definitions: dict[str, Any] = found.pop("$defs")
    root: dict[str, Any] = definitions.pop(name)
    return {**root, "$defs": definitions}


def _prompt(lang: str) -> str:
    from importlib.resources import files

    return files("belieflog.extracting").joinpath("prompts", f"{lang}.txt").read_text("utf-8")
