"""What a tool answered, in the parts that Gemini CLI and Qwen Code keep of it."""

import re
from typing import Any

from belieflog.importing.tool_output import exited, plain

SHELL = "run_shell_command"
_EXIT = re.compile(r"^Exit Code: (-?\d{1,15})\s*$", re.MULTILINE)


def output_of(parts: Any, shown: Any) -> Any:
    """Give what a tool answered the model, or what was *shown* to the user where it answered nothing.

    >>> output_of([{"functionResponse": {"name": "ls", "response": {"output": "a.py"}}}], "Listed 1 item(s).")
    'a.py'
    """
    answers = [_answer(part) for part in (parts if isinstance(parts, list) else [parts])]
    told = [answer for answer in answers if answer not in (None, "")]
    if not told:
        return shown
    return told[0] if told == [answers[0]] and _is_answer(parts) else plain(told)


def _is_answer(parts: Any) -> bool:
    first = parts[0] if isinstance(parts, list) else parts
    return isinstance(first, str) or (isinstance(first, dict) and "functionResponse" in first)


def _answer(part: Any) -> Any:
    held = part.get("functionResponse") if isinstance(part, dict) else None
    if not isinstance(held, dict):
        return part
    response = held.get("response")
    if isinstance(response, dict) and len(response) == 1:
        return next((response[key] for key in ("output", "error") if key in response), response)
    return response


def shell_failed(tool: Any, output: Any) -> str:
    """Say by what exit code, written by the shell tool below what a command put out, that failed; nothing if it didn't."""
    if tool != SHELL or not isinstance(output, str) or not output.startswith(("Command:", "Output:")):
        return ""
    codes = _EXIT.findall(output)
    return exited(int(codes[-1])) if codes else ""
