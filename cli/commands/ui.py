"""``belieflog ui``."""

import sys
from importlib.util import find_spec

import click

from cli import render
from cli.context import Call
from cli.options import Verb


@click.command("ui", cls=Verb)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8360, metavar="N", help="Where to listen; 0: any [8360]."
)
@click.option("--no-open", "quiet", is_flag=True, help="Only print the address.")
@click.option("--allow-corrections", "correcting", is_flag=True, help="Let the pages revert and restore, too.")
def command(call: Call, port: int, quiet: bool, correcting: bool) -> None:
    """Look at the memory in a browser.

    On this machine only, at an address with a secret of its own; Ctrl-C ends it. Nothing is written, unless
    --allow-corrections is given.
    """
    if missing := next((name for name in ("jinja2", "starlette", "uvicorn") if find_spec(name) is None), None):
        from eventlog.errors import Unavailable

        raise Unavailable(f"{missing} isn't installed: pip install -e '.[web]' in the clone")
    from cli.web import serving
    from cli.web.site import Site

    with call.correcting() if correcting else call.reading() as log:
        opened = serving.listening(port)
        site = Site(
            log, lang=call.lang, actor=call.actor, may_correct=correcting, target=call.told.get("log", ""),
            words=call.take_in,
        )  # fmt: skip
        address = serving.address(site, opened)
        render.result(
            call,
            {"address": address},
            lambda: (call.say("open {address}", address=address), call.say("Ctrl-C ends it")),
        )
        sys.stdout.flush()
        if not quiet:
            serving.show(address)
        serving.run(site, opened)
