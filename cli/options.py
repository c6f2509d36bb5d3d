"""What the verbs share: the global options, those of every write, selectors, points."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

import click

from cli import helping
from cli.catalogue import summary
from cli.context import Call

F = TypeVar("F", bound=Callable[..., Any])

_WANTED = "wanted_"  # keeps a selector's flag apart from the global option of the same name
COUNT = click.IntRange(1, 1_000_000)  # more is a slip of the finger, and too much for some machines
_NEGATIVE = re.compile(r"-\d+(\.\d+)?")


class Verb(click.Command):
    """A verb: its function is handed the `Call` first; it takes the global options too."""

    def __init__(self, name: str | None, **attributes: Any) -> None:
        super().__init__(name, **attributes)
        own = {param.name for param in self.params}
        self.params += [option for option in everywhere() if option.name not in own]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the line; ``-3`` is a point or a value, not an option."""
        ctx.ignore_unknown_options = any(map(_NEGATIVE.fullmatch, args))
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the verb's function."""
        assert self.callback is not None
        return ctx.invoke(self.callback, ctx.obj, **ctx.params)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say how the verb is called, in the language asked for."""
        if helping.in_chinese(ctx):
            helping.usage(self, ctx, formatter)
        else:
            super().format_usage(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options, in the language asked for."""
        if helping.in_chinese(ctx):
            helping.options(self, ctx, formatter)
        else:
            super().format_options(ctx, formatter)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the verb does, in the language asked for."""
        if helping.in_chinese(ctx) and self.name:
            with formatter.indentation():
                formatter.write_paragraph()
                formatter.write_text(summary(self.name, "zh"))
            return
        super().format_help_text(ctx, formatter)


# Options of every verb


def everywhere() -> list[click.Parameter]:
    """Give the options that stand before or after any verb."""

    def tell(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is not None and param.name:
            ctx.find_root().obj.tell(param.name, value)

    def output(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            ctx.find_root().obj.output = param.name

    def option(*names: str, **attributes: Any) -> click.Option:
        return click.Option(names, expose_value=False, **attributes)

    return [
        option("--log", callback=tell, metavar="PATH|URL", help="The log [env BELIEFLOG_LOG]."),
        option("--user", callback=tell, metavar="U", help="Whose memory [env BELIEFLOG_USER; me]."),
        option("--session", callback=tell, metavar="S", help="Which session [env BELIEFLOG_SESSION; main]."),
        option("--actor", callback=tell, metavar="A", help="Who is writing [env BELIEFLOG_ACTOR]."),
        option(
            "--lang",
            callback=tell,
            is_eager=True,
            type=click.Choice(["en", "zh"]),
            help="English or Chinese [env BELIEFLOG_LANG; en].",
        ),
        option("--json", callback=output, is_flag=True, help="Print one JSON document [env BELIEFLOG_JSON]."),
        option(
            "--jsonl",
            callback=output,
            is_flag=True,
            help="Print JSON, a line per item [env BELIEFLOG_JSONL].",
        ),
    ]


# Events, addresses, views


def event(text: str) -> int | str:
    """Read an event: a position (``12``, ``@12``) or an id."""
    bare = text.removeprefix("@")
    return int(bare) if re.fullmatch(r"\d{1,18}", bare) else text


def address(text: str) -> str:
    """Read an address; a bare key is a note's."""
    from eventlog.addresses import KINDS

    return text if ":" in text or text in KINDS else f"note:{text}"


def viewing(*, hindsight: bool = False) -> Callable[[F], F]:
    """Add the options of a view of the past; the function gets those given as *view*."""
    extra = [click.Option(["--hindsight"], is_flag=True, help="What had happened by --at, as known today.")]
    return _bundle(
        "view",
        [
            click.Option(["--at"], metavar="POINT", help="As known at a position, -N, ISO time or mark."),
            click.Option(["--now"], metavar="TIME", help="The time that decides what has expired."),
            *(extra if hindsight else []),
        ],
    )


def by_meaning(function: F) -> F:
    """Add the option of a search that goes by meaning too; the call has an embedder then."""

    def tell(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        ctx.find_root().obj.meaning = value

    return click.option(
        "--meaning",
        is_flag=True,
        expose_value=False,
        envvar="BELIEFLOG_MEANING",
        callback=tell,
        help="By meaning as well as by words [env BELIEFLOG_MEANING].",
    )(function)


def by_profile(function: F) -> F:
    """Add the option that chooses tools for a model."""
    return click.option(
        "--profile",
        "profiles",
        multiple=True,
        metavar="P",
        help="A profile, or a single tool [scratchpad, memory].",
    )(function)


# Options of every write


def writing(source: str | None = "user", *, needs: Sequence[str] = ()) -> Callable[[F], F]:
    """Add the options of a write; the function gets those given as *given*, with *source* as the default.

    *needs* names options without which the verb makes no sense, with what to say where one is missing.
    """

    def tell_json(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        ctx.find_root().obj.json_value = value

    def option(name: str, help: str, **attributes: Any) -> click.Option:
        key = name.removeprefix("--").replace("-", "_")
        if key == "source" and source is not None:
            attributes["default"] = source
        return click.Option([name], required=key in needs, help=help, **attributes)

    return _bundle(
        "given",
        [
            option("--source", "Where it comes from, as in tool:curl#call_3.", metavar="KIND[:NAME][#REF]"),
            option("--via", "The call, file or line it came through."),
            option("--reason", "Why."),
            option("--derived-from", "What it rests on.", multiple=True, type=event, metavar="EVENT|ADDRESS"),
            option("--ttl", "How long it holds: 90s, 15m, 2h, 7d, 1w.", metavar="TIME"),
            option("--expires-at", "When it ceases to hold.", metavar="TIME"),
            option("--expected", "The version you have read; 0 for none.", type=int, metavar="VERSION"),
            option("--occurred-at", "When it happened in the world.", metavar="TIME"),
            option("--id", "The event's id: the same id again is the same write.", metavar="UUID"),
            option("--force", "Overrule a better source, with a reason.", is_flag=True),
            click.Option(
                ["--json-value"],
                is_flag=True,
                expose_value=False,
                callback=tell_json,
                help="Take the value as JSON.",
            ),
        ],
    )


def filtering() -> Callable[[F], F]:
    """Add what narrows a list of events; the function gets those given as *selector*."""

    def many(name: str, help: str, flag: str | None = None) -> click.Option:
        flag = flag or name[2:]
        return click.Option([name, f"{_WANTED}{flag}"], multiple=True, help=help, metavar=name[2:].upper())

    return _bundle(
        "selector",
        [
            many("--tag", "Only such events: fact-added, corrected, ..."),
            many("--source", "Only what came from a source."),
            many("--via", "Only what came through a call; a prefix with *."),
            many("--by-actor", "Only what an actor wrote.", "actor"),
            many("--written-in", "Only what was written in a session.", "session"),
            many("--text", "Only what contains a text."),
            click.Option(["--after"], metavar="POINT", help="Only what came after a point."),
            click.Option(["--before"], metavar="POINT", help="Only what came before a point."),
        ],
    )


# Options of corrections


def selecting() -> Callable[[F], F]:
    """Add the selectors; the function gets those given as *selector*."""

    def many(name: str, flag: str, help: str, **attributes: Any) -> click.Option:
        return click.Option([name, f"{_WANTED}{flag}"], multiple=True, help=help, **attributes)

    return _bundle(
        "selector",
        [
            many("--event", "event", "An event, by position or id.", type=event, metavar="EVENT"),
            many("--op", "op", "All events of one call.", type=event, metavar="EVENT"),
            many("--batch", "batch", "All events committed together.", type=event, metavar="EVENT"),
            many("--run", "run", "All events of one import or turn."),
            many("--address", "address", "The events of one entry.", type=address, metavar="ADDRESS"),
            click.Option(["--last"], is_flag=True, default=None, help="Only the last of them."),
            many(
                "--by-source",
                "source",
                "What came from a source: tool:curl, tool:curl#call_3, user.",
                metavar="SOURCE",
            ),
            many("--via", "via", "What came through a call, file or line; a prefix with *.", metavar="VIA"),
            many("--by-actor", "actor", "What an actor wrote.", metavar="ACTOR"),
            many("--written-in", "session", "What was written in a session.", metavar="SESSION"),
            many("--kind", "kind", "What is of a kind: fact, note, semantic, ...", metavar="KIND"),
            many("--namespace", "namespace", "What lies in a namespace of long-term memory.", metavar="SEG/SEG"),
            many("--text", "text", "What contains a text.", metavar="TEXT"),
            click.Option(["--after"], metavar="POINT", help="What came after a point."),
            click.Option(["--before"], metavar="POINT", help="What came before a point."),
        ],
    )


def correcting(function: F) -> F:
    """Add the options that every correction has."""
    function = click.option("--reason", required=True, help="Why.")(function)
    function = click.option("--all-users", is_flag=True, help="Not only the user's: everyone's.")(function)
    return click.option("--dry-run", is_flag=True, help="Print what would change, and change nothing.")(function)


def _bundle(name: str, options: list[click.Option]) -> Callable[[F], F]:
    """Add *options* to a verb; its function gets one dict *name* of those that were given."""

    def decorate(function: F) -> F:
        @wraps(function)
        def bundled(call: Call, **arguments: Any) -> Any:
            told = {o.name: arguments.pop(o.name) for o in options if o.name in arguments}
            arguments[name] = {
                k.removeprefix(_WANTED): v for k, v in told.items() if v not in (None, ()) and v is not False
            }
            return function(call, **arguments)

        bundled.__dict__.setdefault("__click_params__", []).extend(reversed(options))
        return bundled  # type: ignore[return-value]

    return decorate
