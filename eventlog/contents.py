"""What an event's content holds, for the tags whose content isn't a free value.

Notes, facts, assumptions and memories hold any JSON value; a constraint is a text. The rest have the
shapes below, stored as JSON objects without their defaults.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

StepStatus = Literal["todo", "doing", "done", "dropped"]


class Goal(Struct, frozen=True, omit_defaults=True):
    """What the session is for, and how one will know it is reached."""

    text: str
    criteria: tuple[str, ...] = ()


class Step(Struct, frozen=True):
    """One step of a plan; its id stays when the plan is revised, so that its fate can be followed."""

    id: str
    text: str
    status: StepStatus = "todo"


class Progress(Struct, frozen=True, omit_defaults=True):
    """What is done and what is next."""

    done: str
    next: str | None = None


class Question(Struct, frozen=True, omit_defaults=True):
    """What isn't known, and who has to answer: the agent, or a person."""

    text: str
    needs: Literal["agent", "user"] = "agent"


class Failure(Struct, frozen=True, omit_defaults=True):
    """What failed, on which input, why, and what to avoid."""

    what: str
    why: str = ""
    avoid: str = ""
    input: Any = None


class Observation(Struct, frozen=True, omit_defaults=True):
    """A tool's output and what it was called with: inline when short, else a blob, a file or a URL with its hash."""

    tool: str
    call: str | None = None
    output: Any = None
    ref: str | None = None
    size: int | None = None
    sha256: str | None = None
    input: Any = None


class Utterance(Struct, frozen=True, omit_defaults=True):
    """One turn of dialogue, and the *item* that a program keeps for it, where that is more than role and content."""

    role: str
    content: Any
    item: Any = None


class Start(Struct, frozen=True, omit_defaults=True):
    """The task of a session."""

    title: str


class End(Struct, frozen=True, omit_defaults=True):
    """How a session ended: the criteria that were met (the outcome stands beside the content)."""

    criteria_met: tuple[str, ...] = ()


class Summary(Struct, frozen=True, omit_defaults=True):
    """What older dialogue came to, and what the probe said of the summary."""

    summary: str
    verdict: dict[str, Any] | None = None


class Recall(Struct, frozen=True, omit_defaults=True):
    """What was asked of the memory, and how the answer was rendered: enough to render it again."""

    now: int
    policy: int = 0
    renderer: int = 0
    sha256: str | None = None
    lang: str = "en"
    budget: int | None = None
    sections: tuple[str, ...] | None = None
    position: int | None = None  # of the state that was read
    format: str = "markdown"


def plain(content: object) -> Any:
    """Turn a content struct into the plain JSON value that is stored."""
    return msgspec.json.decode(msgspec.json.encode(content))  # to_builtins would leave tuples as they are
