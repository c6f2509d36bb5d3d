"""What is kept of a refused write where the policy wants refusals recorded: rule, tag and who, never what was said.

Kept are refusals by a rule of the house (those with a number) and writes in a session that has ended. Not kept are those
that say nothing of a writer's manners: values that can't be stored, nothing there to act on, an id in use, a batch
too large, and a Conflict by ``expected=``, which is how two honest writers take turns.
"""

from eventlog.commands import Command, Given
from eventlog.desk import Draft
from eventlog.errors import Refused
from eventlog.events import Private, Public
from eventlog.telling import told

TAG = "x-refused"


def noted(refused: Refused) -> bool:
    """Tell whether a refusal is of the kind that is kept."""
    return refused.rule.isdigit() or refused.rule == "ended"


def draft(command: Command, given: Given, refused: Refused) -> Draft:
    """Draft the event, in the log's own scope: it is an extension's, and no memory shows anything of it."""
    source = given.source.kind if given.source else "agent"
    public = Public(TAG, "", 0, given.user, given.session, "log", source=source, actor=given.actor)
    return public, Private(content={"rule": refused.rule, "tag": _tag(command, given)})


def _tag(command: Command, given: Given) -> str | None:
    try:
        return told(command, given).tag
    except Refused:
        return None  # refused before its words were looked at, and they wouldn't have passed either
