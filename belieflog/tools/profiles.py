"""Which tools there are, by profile; an agent is given few."""

from collections.abc import Sequence

from belieflog.tools import audit, beliefs, memory, observations, scratchpad
from belieflog.tools.tool import Tool
from eventlog.errors import InvalidValue

PROFILES: dict[str, tuple[type[Tool], ...]] = {
    "scratchpad": scratchpad.TOOLS,
    "memory": memory.TOOLS,
    "beliefs": beliefs.TOOLS,
    "audit": audit.TOOLS,
    "observations": observations.TOOLS,
}
DEFAULT = ("scratchpad", "memory")


def chosen(profiles: Sequence[str]) -> list[type[Tool]]:
    """List the tools of *profiles*, in their order; a tool can be named by itself too."""
    single = {tool.name: (tool,) for tools in PROFILES.values() for tool in tools}
    there = {**single, **PROFILES}
    if unknown := [each for each in profiles if each not in there]:
        raise InvalidValue("profile", f"{unknown[0]!r} is none of {', '.join(PROFILES)}, and no tool")
    return list(dict.fromkeys(tool for each in profiles for tool in there[each]))
