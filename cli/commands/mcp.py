"""``belieflog mcp``."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from belieflog.tools.profiles import DEFAULT, chosen
from cli.context import Call
from cli.options import Verb, by_meaning, by_profile


@click.command("mcp", cls=Verb)
@by_profile
@click.option(
    "--compat", type=click.Choice(["knowledge-graph"]), help="The tools of the MCP memory server instead, nine of them."
)
@click.option("--read-only", is_flag=True, help="Only the tools that read; the log is opened for reading.")
@click.option(
    "--per-call",
    multiple=True,
    type=click.Choice(["session", "user"]),
    help="What a call may say for itself; repeatable.",
)
@click.option(
    "--allow-user",
    "users",
    multiple=True,
    metavar="U",
    help="Which users a call may name; repeatable [any but team:…].",
)
@click.option("--http", "where", metavar="[HOST:]PORT", help="Serve over HTTP instead of standard input and output.")
@click.option("--token-file", metavar="FILE", help="Holds the token to be shown [env BELIEFLOG_MCP_TOKEN].")
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    metavar="H",
    help="A host that requests may name; repeatable [this machine].",
)
@by_meaning
def command(
    call: Call,
    profiles: tuple[str, ...],
    compat: str | None,
    read_only: bool,
    per_call: tuple[str, ...],
    users: tuple[str, ...],
    where: str | None,
    token_file: str | None,
    hosts: tuple[str, ...],
) -> None:
    """Serve the memory to an MCP host.

    Over standard input and output, as hosts start it, or with --http over HTTP: on this machine, unless a HOST is named
    that others can reach; then a token and --allow-host are required. A call works on --user and --session; with
    --per-call it may name its own. Profiles are scratchpad, memory, beliefs, audit and observations; --profile may be
    repeated.
    """
    if compat and profiles:
        raise click.UsageError(
            call.say("--compat brings its own tools: leave out --profile"), click.get_current_context()
        )
    if where is None and (token_file or hosts):
        raise click.UsageError(call.say("--token-file and --allow-host are for --http"), click.get_current_context())
    if users and "user" not in per_call:
        raise click.UsageError(call.say("--allow-user is for --per-call user"), click.get_current_context())
    from belieflog.mcp import Serving, Whose
    from belieflog.mcp.place import Place, parse, token

    place = Place(*parse(where), hosts, token(token_file, os.environ)) if where else None
    chosen(profiles)  # one that isn't there is refused before a log is made
    with call.reading() if read_only else call.writing() as log:
        mem = call.memory(log)
        whose = Whose(log, mem.user, mem.session or "", mem.actor, per_call, users)
        serving = Serving(whose, profiles or DEFAULT, compat=compat, lang=call.lang)
        if place is None:
            with _loading():
                from belieflog.mcp import stdio
            stdio.serve(serving)
        else:
            with _loading():
                from belieflog.mcp import http
            http.serve(serving, place, lambda url: click.echo(call.say("serving at {url}", url=url), err=True))


@contextmanager
def _loading() -> Iterator[None]:
    """Load what stays: to look through it for garbage, now and later, costs a tenth of the start."""
    gc.disable()
    try:
        yield
        gc.freeze()
    finally:
        gc.enable()
