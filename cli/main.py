"""The ``belieflog`` command: a group that imports a verb only when it runs."""

import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from cli import errors, helping
from cli.catalogue import SECTIONS, SUMMARIES, TITLES, summary
from cli.context import Call
from cli.options import everywhere
from cli.terminal import ready

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_NAME = "belieflog"
_COMPLETE = "_BELIEFLOG_COMPLETE"
_WHAT = (
    "A memory log for AI agents: write, read, audit and roll back what an agent believes.",
    "AI 智能体的记忆日志：写入、查看、审计并撤回智能体所相信的内容。",
)
_BEGIN = (
    "Begin with 'belieflog demo'. Options may stand before or after the verb.",
    "先试试 'belieflog demo'。选项可以放在动词之前或之后。",
)


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
            if near:
                raise click.UsageError(
                    ctx.obj.say("no verb {verb!r}: did you mean {near!r}?", verb=args[0], near=near[0]), ctx
                )
            raise click.UsageError(ctx.obj.say("no verb {verb!r}", verb=args[0]), ctx)
        return super().resolve_command(ctx, args)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say how the command is called, in the language asked for."""
        if helping.in_chinese(ctx):
            helping.usage(self, ctx, formatter)
        else:
            super().format_usage(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the command is, in the language asked for."""
        if helping.in_chinese(ctx):
            with formatter.indentation():
                formatter.write_paragraph()
                formatter.write_text(_WHAT[1])
        else:
            super().format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options and the verbs, in the language asked for."""
        if helping.in_chinese(ctx):
            helping.options(self, ctx, formatter)
            self.format_commands(ctx, formatter)
        else:
            super().format_options(ctx, formatter)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say how to begin, in the language asked for."""
        formatter.write_paragraph()
        formatter.write_text(_BEGIN[helping.in_chinese(ctx)])

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
    help=_WHAT[0],
    no_args_is_help=True,
)


def main() -> None:
    """Run the command on the words of the command line."""
    try:
        cli()
    finally:
        gc.disable()  # the process ends: what is left needs no last collection
