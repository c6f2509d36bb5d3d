"""A user's files in a memory: read from its entries, and edited as one step with what was read."""

from collections.abc import Callable

from belieflog.batch import Batch
from belieflog.files import editing, paths, viewing
from belieflog.files.editing import Drop, Edit, Move, Put
from belieflog.files.paths import FOLDER, Path
from belieflog.memory import Memory
from belieflog.writing import Circumstances
from eventlog import addresses
from eventlog.noticing import MASKED, warning
from eventlog.values import canonical
from projections.entries import Entry

KIND, SPACE = "semantic", "memories"


class Shelf:
    """Files and folders over *memory*: ``/memories/a/b`` is ``semantic:memories/a/b`` of its long-term part.

    A folder is there with the files below it; one that is emptied has an entry of its own, at the key ``.``. With
    *audit* a view keeps that the file was shown. Each command gives its reply, and raises `Refused` where it can't be
    done.
    """

    def __init__(self, memory: Memory, audit: bool = True) -> None:
        self._memory, self._audit = memory, audit
        self._long_term = memory.long_term  # what a session holds for itself is no file
        self._policy = memory._reader.log.policy

    # What is there

    def text(self, path: Path) -> str | None:
        """Give the text of a file, None where there is no file."""
        entry = self._entry(path)
        return None if entry is None else _text(entry)

    def within(self, folder: Path) -> dict[Path, str]:
        """Give all that is below a folder, with its text; nothing where there is no such folder."""
        found = self._long_term.below(addresses.path((SPACE, *folder)), (KIND,))
        return {(*e.namespace[1:], e.key): _text(e) for e in found}

    # Commands

    def view(self, path: object, lines: object = None) -> str:
        """Show a file, or *lines* of it, or list a folder."""
        with self._long_term.reading():
            entry = self._entry(paths.parse(path))
            if entry is None:
                return viewing.folder(self, path)
        reply = viewing.file(path, _text(entry), lines)
        if self._audit:
            self._memory.note_shown([entry])
        return reply

    def create(self, path: object, text: object) -> str:
        """Make a new file."""
        return self._edit("create", lambda: editing.create(self, path, text, self._cap()))

    def replace(self, path: object, old: object, new: object) -> str:
        """Put *new* where *old* stands in a file."""
        return self._edit("str_replace", lambda: editing.replace(self, path, old, new, self._cap()))

    def insert(self, path: object, line: object, text: object) -> str:
        """Put *text* after a line of a file."""
        return self._edit("insert", lambda: editing.insert(self, path, line, text, self._cap()))

    def delete(self, path: object) -> str:
        """Take away a file, or a folder with all that is in it."""
        return self._edit("delete", lambda: editing.delete(self, path))

    def rename(self, old: object, new: object) -> str:
        """Move a file or a folder."""
        return self._edit("rename", lambda: editing.rename(self, old, new))

    def clear(self) -> str:
        """Take away all files and folders."""
        return self._edit("clear", lambda: editing.clear(self))

    def _edit(self, word: str, decide: Callable[[], Edit]) -> str:
        batches: list[Batch] = []

        def act(batch: Batch) -> str:
            batches.append(batch)
            edit = decide()
            for change in edit.changes:
                self._carry_out(change, batch, f"memory:{word}")
            return edit.reply

        reply = self._memory.transact(act)
        told = dict.fromkeys(w for batch in batches for r in batch.receipts for w in r.warnings)
        masked = [each.removeprefix(warning(MASKED, "")) for each in told if each.startswith(warning(MASKED, ""))]
        return f"{reply}\nNot kept, since it is secret: {', '.join(masked)}." if masked else reply

    def _carry_out(self, change: Put | Move | Drop, batch: Batch, via: str) -> None:
        match change:
            case Put(path, text):
                self._named_openly(path)
                batch.remember(_address(path), text, via=via, echo=True)
            case Drop(path, reason):
                batch.retract(_address(path), reason=reason, via=via)
            case Move(path, to):
                self._named_openly(to)
                entry = self._entry(path)
                assert entry is not None
                kept: Circumstances = {"source": entry.source, "derived_from": [entry], "via": via}
                if entry.expires_at is not None:
                    kept["expires_at"] = entry.expires_at
                moved = batch.remember(
                    _address(to),
                    entry.value,
                    confidence=entry.confidence,
                    importance=entry.importance,
                    participants=entry.participants,
                    outcome=entry.outcome,
                    **kept,
                )
                reason = f"renamed to {paths.shown([name for name in to if name != FOLDER])}"
                batch.retract(_address(path), reason=reason, successor=moved, via=via)

    def _named_openly(self, path: Path) -> None:
        """Refuse a secret as a name: masked, it would be another file's."""
        if any(self._memory.kept(name) != name for name in path):
            raise paths.refused(f"Path {paths.shown(path)} holds a secret: choose another name")

    def _entry(self, path: Path) -> Entry | None:
        return self._long_term.get(_address(path)) if path else None

    def _cap(self) -> int:
        return self._policy().size_cap(KIND)


def _address(path: Path) -> str:
    return str(addresses.address(KIND, path[-1], (SPACE, *path[:-1])))


def _text(entry: Entry) -> str:
    return entry.value if isinstance(entry.value, str) else canonical(entry.value).decode()
