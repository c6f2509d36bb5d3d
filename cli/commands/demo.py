"""``belieflog demo``."""

import os

import click

from cli.context import Call
from cli.options import Verb


@click.command("demo", cls=Verb)
def command(call: Call) -> None:
    """See it work, in ten seconds, offline.

    The log is left for you to explore: --log PATH says where, else it is belieflog-demo.db in this folder.
    """
    from belieflog import demo

    demo.run(call.told.get("log") or _free("belieflog-demo", ".db"), click.echo, call.lang)


def _free(stem: str, ending: str) -> str:
    """Give the first name that isn't taken."""
    path, n = stem + ending, 1
    while os.path.exists(path):
        n += 1
        path = f"{stem}-{n}{ending}"
    return path
