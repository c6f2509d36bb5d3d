"""Completion in the shell: click's own for bash, zsh and fish, and one for PowerShell."""

import os

from click.shell_completion import CompletionItem, ShellComplete, add_completion_class, get_completion_class

_NAME, _VARIABLE = "belieflog", "_BELIEFLOG_COMPLETE"

_POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $env:%(complete_var)s = "powershell_complete"
    $env:COMP_WORDS = ($commandAst.CommandElements | ForEach-Object { $_.ToString() }) -join "`n"
    $env:COMP_WORD = $wordToComplete
    try {
        %(prog_name)s | ForEach-Object {
            $value, $help = $_ -split "`t", 2
            if (-not $help) { $help = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, "ParameterValue", $help)
        }
    } finally {
        Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_WORD
    }
}
"""


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell 5 and later."""

    name = "powershell"
    source_template = _POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """Give the words before the one being typed, and that one."""
        words = os.environ["COMP_WORDS"].split("\n")[1:]
        typed = os.environ["COMP_WORD"]
        return (words[:-1] if typed and words and words[-1] == typed else words), typed

    def format_completion(self, item: CompletionItem) -> str:
        """Write a completion, and what it is for."""
        return f"{item.value}\t{item.help}" if item.help else str(item.value)


add_completion_class(PowerShellComplete)


def script(shell: str) -> str:
    """Write the completion script of *shell*."""
    from cli.main import cli

    found = get_completion_class(shell)
    assert found is not None
    completer = found(cli, {}, _NAME, _VARIABLE)
    return completer.source_template % completer.source_vars()
