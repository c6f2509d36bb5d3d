"""One user's memory, as a session of it sees it: the verbs that write, and the views."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from belieflog.batch import Batch
from belieflog.memory_audit import Audit
from belieflog.memory_care import Care
from belieflog.memory_views import Views
from belieflog.reader import Reader
from belieflog.writing import Writing
from eventlog.commands import Command, Given
from eventlog.log import Ask, EventLog
from eventlog.receipts import Receipt

if TYPE_CHECKING:
    from belieflog.meanings import Meanings


class Memory(Views, Audit, Care, Writing[Receipt]):
    """A user's memory; without a session, the long-term part of it.

    Views take *at*, a point (position, ``-n``, time, mark) as known then, and *now*, the time that decides
    what has expired (default: the clock's, or at a point that point's).
    """

    def __init__(
        self,
        log: EventLog,
        user: str,
        session: str | None = None,
        actor: str | None = None,
        meanings: "Meanings | None" = None,
    ) -> None:
        super().__init__(log, user, session, actor)
        self._reader = Reader(log, self.user, self.session, self.actor, meanings)

    def batch(self) -> Batch:
        """Collect writes and commit them together: ``with mem.batch() as b: b.write(…)``."""
        return Batch(self._log, self.user, self.session, self.actor)

    def _submit(self, command: Command, given: Given) -> Receipt:
        return self._log.append([(command, given)])[0]

    def _submit_all(self, batches: Iterable[Sequence[Ask]]) -> Receipt:
        return self._log.append_each(batches)[0]
