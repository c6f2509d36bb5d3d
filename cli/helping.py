"""The help of a command in Chinese, where click itself speaks English."""

from collections.abc import Sequence

import click

from cli.context import Call
from cli.terminal import columns, pad, width, wrap

_WORDS = (("default: ", "默认 "), ("required", "必填"))  # what click adds in brackets
_WIDEST = 28  # columns of an option with its value; a wider one has a line of its own


def in_chinese(ctx: click.Context) -> bool:
    """Tell whether the help is to be in Chinese."""
    return isinstance(ctx.obj, Call) and ctx.obj.lang == "zh"


def usage(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """Write the line that says how the command is called."""
    formatter.write_usage(ctx.command_path, " ".join(command.collect_usage_pieces(ctx)), "用法：")


def options(command: click.Command, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    """List what the options are for."""
    given = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    rows = [(record[0], _told(param, record[1])) for param in given if (record := param.get_help_record(ctx))]
    formatter.write_paragraph()
    formatter.write("选项：\n")
    formatter.write("".join(f"{line}\n" for line in _listed(rows)))


def _told(param: click.Option, told: str) -> str:
    from cli.wording_options import OPTIONS

    help = " ".join((param.help or "").split())
    extra = told.removeprefix(help)
    for word, chinese in _WORDS:
        extra = extra.replace(word, chinese)
    return OPTIONS.get(help, help) + extra


def _listed(rows: Sequence[tuple[str, str]]) -> list[str]:
    room = min(_WIDEST, max(width(names) for names, _ in rows))
    lines = []
    for names, told in rows:
        first, *rest = wrap(told, columns() - room - 4)
        if width(names) > room:
            lines += [f"  {part}" for part in wrap(names, columns() - 2)]
            lines.append(f"  {' ' * room}  {first}")
        else:
            lines.append(f"  {pad(names, room)}  {first}")
        lines += [f"  {' ' * room}  {line}" for line in rest]
    return lines
