"""``belieflog probe``."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from cli import errors, render
from cli.context import Call, file_text
from cli.options import Verb
from cli.terminal import columns, faint, safe, strong, wrap
from projections import as_json

if TYPE_CHECKING:
    from projections.probe import Judgement, Question


@click.command("probe", cls=Verb)
@click.option("--answers", "path", metavar="FILE", help="Judge the answers in a JSON file: ids to texts; - is stdin.")
def command(call: Call, path: str | None) -> None:
    """Print what a summary must still answer.

    Give the summary alone to someone and put these questions to them; with --answers what they said is judged: numbers and
    names must be there, and most of the words. Ends with 1 where something was lost.
    """
    answers = None if path is None else read_answers(path)
    with call.reading() as log:
        memory = call.memory(log)
        if answers is None:
            asked = memory.probe(call.lang)
            render.result(call, [as_json.question(each) for each in asked], lambda: _questions(call, asked))
            return
        judged = memory.check_probe(answers, call.lang)
    render.result(call, as_json.judgement(judged), lambda: _losses(call, judged))
    if not judged.passed:
        click.get_current_context().exit(errors.REFUSED)


def read_answers(path: str) -> Mapping[str, str]:
    """Read the answers to the questions of the probe from a JSON file."""
    from eventlog.errors import InvalidValue
    from eventlog.values import parse_json

    answers = parse_json(file_text(path), "answers")
    if not isinstance(answers, dict):
        raise InvalidValue("answers", "are no JSON object: write each question's id with its answer")
    return answers


def _questions(call: Call, asked: "tuple[Question, ...]") -> Iterator[str]:
    if not asked:
        yield call.say("nothing to ask: there is no goal, constraint, failure or fact")
    for each in asked:
        yield from wrap(strong(safe(each.question)), columns())
        yield faint(f"  {safe(each.id)}")


def _losses(call: Call, judged: "Judgement") -> Iterator[str]:
    if judged.passed:
        yield call.say("all {n} answers kept what they must", n=judged.asked)
    else:
        lost = call.say("{lost} of {n} answers lost what they must keep", lost=len(judged.lost), n=judged.asked)
        yield strong(lost)
    for each in judged.lost:
        head, *rest = wrap(safe(each.message), columns() - 2)
        yield from (f"  {head}", *(f"    {text}" for text in rest))
