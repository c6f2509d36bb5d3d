"""``belieflog completion``."""

import click

from cli.context import Call
from cli.options import Verb


@click.command("completion", cls=Verb)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish", "powershell"]))
def command(call: Call, shell: str) -> None:
    """Print the completion script of a shell.

    \b
    bash        belieflog completion bash > ~/.local/share/bash-completion/completions/belieflog
    zsh         belieflog completion zsh > ~/.zfunc/_belieflog   (a folder of your fpath)
    fish        belieflog completion fish > ~/.config/fish/completions/belieflog.fish
    powershell  belieflog completion powershell >> $PROFILE
    """
    from cli.completion import script

    click.echo(script(shell))
