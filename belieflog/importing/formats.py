"""The formats that can be imported, and telling which one is meant."""

from importlib import import_module

from belieflog.importing.bringing import Direct
from belieflog.importing.inputs import Input
from belieflog.importing.operations import Format
from eventlog.errors import InvalidValue, Refused

# Asked in this order: what only one format has comes before what several could have.
FORMATS: dict[str, str] = {
    "events": "a whole log that belieflog exported, into an empty one (JSON Lines)",
    "scratchpad": "a scratchpad that belieflog exported and somebody edited (Markdown, JSON)",
    "claude-code": "Claude Code sessions (JSON Lines)",
    "codex": "Codex rollouts (JSON Lines)",
    "gemini": "Gemini CLI chats (JSON, JSON Lines) and its log of prompts (logs.json)",
    "opencode": "OpenCode storage folders, sessions in them, and exports (JSON)",
    "pi": "Pi sessions (JSON Lines)",
    "qwen-code": "Qwen Code sessions (JSON Lines)",
    "kimi": "Kimi Code wire files (JSON Lines)",
    "muse-code": "Muse Code sessions (JSON Lines)",
    "openhands-sdk": "OpenHands SDK runs (a folder of events)",
    "specstory-markdown": "SpecStory histories (Markdown)",
    "smolagents": "smolagents runs (JSON)",
    "who-and-when": "Who&When: failed runs with an annotated mistake (JSON)",
    "memorybank": "MemoryBank memory files (JSON)",
    "agent-run-ledger": "ledgers of agents' runs (a folder, or decisions.jsonl and events.jsonl)",
    "agentdojo": "AgentDojo runs (JSON Lines, or a JSON file a run)",
    "tau-bench": "tau-bench trajectories (many runs in a JSON file)",
    "swe-agent": "SWE-agent trajectories (.traj)",
    "mcp-memory": "the MCP memory server's memory.jsonl, or a folder of its revisions",
    "mem0": "mem0's history of memories (SQLite)",
    "langgraph-store": "LangGraph's store of items (SQLite)",
    "langgraph-checkpoints": "LangGraph's checkpoints (SQLite)",
    "letta": "Letta's agent files (.af)",
    "anthropic-messages": "message lists in Anthropic's shape (JSON, JSON Lines)",
    "openai-messages": "message lists in OpenAI's shape (JSON, JSON Lines)",
    "basic-memory": "basic-memory's notes: a folder of them, or one",
    "markdown": "a memory file such as CLAUDE.md, with its history in git, or a folder of its revisions",
}

LISTED = "'belieflog import --list' lists"


def format_of(name: str) -> Format | Direct:
    """Give the module of a format."""
    module: Format | Direct = import_module(f"belieflog.importing.{name.replace('-', '_')}")
    return module


def is_known(given: Input, name: str = "auto") -> bool:
    """Tell whether *given* is of the format called so, or of any."""
    return any(format_of(title).recognises(given) for title in FORMATS if name in ("auto", title))


def recognised(given: Input, name: str = "auto") -> tuple[str, str]:
    """Tell which format *given* is of, and by what; a format that was named is taken as it is."""
    if name != "auto" and name not in FORMATS:
        raise InvalidValue("format", f"unknown format {name!r}: use auto, or one that {LISTED}")
    if not given.exists():
        raise Refused("file", f"can't read {given.name!r} (there is no such file): check the path")
    if name in FORMATS:
        return name, ""
    for title in FORMATS:
        if because := format_of(title).recognises(given):
            return title, because
    raise InvalidValue("format", f"{given.name!r} is of no format this can tell: name its format, one that {LISTED}")
