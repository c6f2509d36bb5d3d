"""The memory tool of Anthropic's package, kept in a belieflog memory: ``BelieflogMemoryTool(mem)``."""

from collections.abc import Callable
from typing import Any

from belieflog.files.shelf import Shelf
from belieflog.memory import Memory
from belieflog.tools.remedies import for_model
from eventlog.errors import Refused

try:
    from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
    from anthropic.types.beta import BetaCacheControlEphemeralParam
    from anyio import to_thread
except ImportError:
    raise Refused(
        "extra", "the memory tool needs Anthropic's package: pip install -e '.[anthropic]' in the clone"
    ) from None

__all__ = ["BelieflogAsyncMemoryTool", "BelieflogMemoryTool"]


class BelieflogMemoryTool(BetaAbstractMemoryTool):
    """Anthropic's memory tool over *memory*: each file is an entry of its long-term part, each edit an event.

    With *audit* a view leaves an event that says which file the model was shown.
    """

    def __init__(
        self, memory: Memory, *, audit: bool = True, cache_control: BetaCacheControlEphemeralParam | None = None
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._shelf = Shelf(memory, audit)

    def view(self, command: Any) -> str:
        """Show a file, or list a folder."""
        return _reply(self._shelf, command)

    def create(self, command: Any) -> str:
        """Make a new file."""
        return _reply(self._shelf, command)

    def str_replace(self, command: Any) -> str:
        """Replace a text that stands once in a file."""
        return _reply(self._shelf, command)

    def insert(self, command: Any) -> str:
        """Insert a text after a line of a file."""
        return _reply(self._shelf, command)

    def delete(self, command: Any) -> str:
        """Delete a file or a folder."""
        return _reply(self._shelf, command)

    def rename(self, command: Any) -> str:
        """Rename or move a file or a folder."""
        return _reply(self._shelf, command)

    def clear_all_memory(self) -> str:
        """Delete all files and folders."""
        return self._shelf.clear()


class BelieflogAsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """`BelieflogMemoryTool` for Anthropic's asynchronous client: each command runs in a thread, and runs to its end."""

    def __init__(
        self, memory: Memory, *, audit: bool = True, cache_control: BetaCacheControlEphemeralParam | None = None
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._shelf = Shelf(memory, audit)

    async def view(self, command: Any) -> str:
        """Show a file, or list a folder."""
        return await to_thread.run_sync(_reply, self._shelf, command)

    async def create(self, command: Any) -> str:
        """Make a new file."""
        return await to_thread.run_sync(_reply, self._shelf, command)

    async def str_replace(self, command: Any) -> str:
        """Replace a text that stands once in a file."""
        return await to_thread.run_sync(_reply, self._shelf, command)

    async def insert(self, command: Any) -> str:
        """Insert a text after a line of a file."""
        return await to_thread.run_sync(_reply, self._shelf, command)

    async def delete(self, command: Any) -> str:
        """Delete a file or a folder."""
        return await to_thread.run_sync(_reply, self._shelf, command)

    async def rename(self, command: Any) -> str:
        """Rename or move a file or a folder."""
        return await to_thread.run_sync(_reply, self._shelf, command)

    async def clear_all_memory(self) -> str:
        """Delete all files and folders."""
        return await to_thread.run_sync(self._shelf.clear)


def _reply(shelf: Shelf, command: Any) -> str:
    """Carry out a command as a model sent it, so that anything may be missing, or be of another type."""
    told: Callable[[str], Any] = lambda name: getattr(command, name, None)
    try:
        match command.command:
            case "view":
                return shelf.view(told("path"), told("view_range"))
            case "create":
                return shelf.create(told("path"), told("file_text"))
            case "str_replace":
                return shelf.replace(told("path"), told("old_str"), told("new_str"))
            case "insert":
                return shelf.insert(told("path"), told("insert_line"), told("insert_text"))
            case "delete":
                return shelf.delete(told("path"))
            case _:
                return shelf.rename(told("old_path"), told("new_path"))
    except Refused as refused:
        raise ToolError(for_model(str(refused))) from refused
