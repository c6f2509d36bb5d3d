"""The formats that can be exported."""

from importlib import import_module

from belieflog.exporting.asked import Exporter
from eventlog.errors import InvalidValue

FORMATS: dict[str, str] = {
    "events": "the whole log, event by event, nothing lost (JSON Lines)",
    "markdown": "a session's scratchpad, to be read, edited and imported again (Markdown)",
    "json": "a session's scratchpad, to be edited and imported again (JSON)",
    "mcp-memory": "long-term memory as the MCP memory server reads it (memory.jsonl)",
    "openai-messages": "a session's dialogue and tool calls as chat messages (JSON)",
    "parquet": "all events as a table for analysis (Parquet, extra 'parquet')",
}


def exporter_of(name: str) -> Exporter:
    """Give the module of a format."""
    if name not in FORMATS:
        raise InvalidValue("format", f"unknown format {name!r}: use one of {', '.join(FORMATS)}")
    module: Exporter = import_module(f"belieflog.exporting.{name.replace('-', '_')}")
    return module
