"""The plan in a planning tool's input: a list of steps, each with how far it is."""

from typing import Any

from msgspec import Struct

from belieflog.importing.fields import text_of
from eventlog.contents import StepStatus

STATUSES: dict[str, StepStatus] = {
    "pending": "todo",
    "in_progress": "doing",
    "completed": "done",
    "done": "done",
    "cancelled": "dropped",
}


class TodoList(Struct, frozen=True):
    """Where a tool's input has the *steps* of the plan, and where each says what is to be done.

    >>> TodoList("plan", "step").steps({"plan": [{"step": "read it", "status": "in_progress"}]})
    [('read it', 'doing')]
    """

    key: str = "todos"
    step: str = "content"

    def steps(self, input: Any) -> list[tuple[str, StepStatus]] | None:
        """Give the steps with their status (an unknown one is to do), or None where there is no such list."""
        todos = input.get(self.key) if isinstance(input, dict) else None
        if not isinstance(todos, list) or not all(isinstance(t, dict) and text_of(t.get(self.step)) for t in todos):
            return None
        return [(todo[self.step], STATUSES.get(text_of(todo.get("status")), "todo")) for todo in todos]
