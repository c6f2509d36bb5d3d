"""The ``belieflog`` command: a group that imports a verb only when it runs."""

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from cli import errors
from cli.catalogue import SECTIONS, SUMMARIES, TITLES, summary
from cli.context import Call
from cli.options import everywhere
from cli.terminal import ready

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_NAME = "belieflog"
_COMPLETE = "_BELIEFLOG_COMPLETE"


class Door(click.Group):
    """The group of all verbs."""

    def main(self, args: Any = None, prog_name: str | None = None, *ignored: Any, **extra: Any) -> Any:
        """Run the command to its exit code; every error is explained in `cli.errors`."""
        ready()
        args = sys.argv[1:] if args is None else list(args)
        if _COMPLETE in os.environ:
            import_module("cli.completion")
        call = None
        try:
            call = Call(os.environ)
            code = super().main(args, _NAME, _COMPLETE, standalone_mode=False, obj=call)
        except (Exception, KeyboardInterrupt) as error:
            code = errors.explain(error, call, args)
        sys.exit(code or errors.DONE)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the verb; end quietly when nobody reads its output any more."""
        try:
            super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            ctx.exit(errors.hush())

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the verbs."""
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a verb."""
        if cmd_name not in SUMMARIES:
            return None
        module = "import_" if cmd_name == "import" else cmd_name.replace("-", "_")
        found: click.Command = import_module(f"cli.commands.{module}").command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the verb, or say which one may have been meant."""
        if args[0] not in SUMMARIES and not args[0].startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(args[0], SUMMARIES, 1)
            raise click.UsageError(f"no verb {args[0]!r}" + (f": did you mean {near[0]!r}?" if near else ""), ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the verbs by section."""
        lang = ctx.obj.lang if ctx.obj else "en"
        for section, verbs in SECTIONS.items():
            with formatter.section(TITLES[section][lang == "zh"]):
                formatter.write_dl([(verb, summary(verb, lang)) for verb in verbs])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Complete a verb without importing any."""
        from click.shell_completion import CompletionItem

        verbs = [CompletionItem(v, help=summary(v)) for v in SUMMARIES if v.startswith(incomplete)]
        return verbs + click.Command.shell_complete(self, ctx, incomplete)


def _version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from belieflog import __version__

        click.echo(f"{_NAME} {__version__}")
        ctx.exit()


cli = Door(
    _NAME,
    params=[
        *everywhere(),
        click.Option(
            ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
        ),
    ],
    help="A memory log for AI agents: write, read, audit and roll back what an agent believes.",
    epilog="Begin with 'belieflog demo'. Options may stand before or after the verb.",
    no_args_is_help=True,
)


def main() -> None:
    """Run the command on the words of the command line."""
    try:
        cli()
    finally:
        gc.disable()  # the process ends: what is left needs no last collection
