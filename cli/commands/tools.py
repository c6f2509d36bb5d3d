"""``belieflog tools``."""

import click

from belieflog.tools.profiles import DEFAULT
from cli import render, terminal
from cli.context import Call
from cli.options import Verb, by_profile


@click.command("tools", cls=Verb)
@click.option(
    "--format", type=click.Choice(["openai", "anthropic", "mcp"]), default="openai", help="For whose endpoint [openai]."
)
@by_profile
@click.option("--instructions", is_flag=True, help="Print what a model is to be told of them instead.")
def command(call: Call, format: str, profiles: tuple[str, ...], instructions: bool) -> None:
    """Print the tools for a model, or what it is to be told.

    Profiles are scratchpad, memory, beliefs, audit and observations; --profile may be repeated. The tools come as the
    JSON that a model's endpoint takes; belieflog.tools.Toolbox runs what the model calls, and belieflog mcp serves the
    same tools to any MCP host.
    """
    from belieflog import tools

    wanted = profiles or DEFAULT
    if instructions:
        told = tools.instructions(wanted, call.lang)
        if call.output == "text":
            terminal.write_exact(told)
        else:
            render.result(call, {"instructions": told}, lambda: ())
        return
    found = tools.schemas(tools.chosen(wanted), format, call.lang)
    render.result(call, found, lambda: [render.json_text(found, indent=2)])
