"""What a log holds already, as far as an importer may ask: for formats that tell how things stand, not what was done."""

from eventlog import commands as c
from eventlog import policy as policies
from eventlog.addresses import Address
from eventlog.commands import Given
from eventlog.events import Recorded, Scope, is_set
from eventlog.log import EventLog
from eventlog.sources import Source
from eventlog.standing import policy_set
from eventlog.values import canonical, check


class Held:
    """A look into a user's long-term memory at the moment at which the next operation is to be decided.

    This one holds nothing and takes everything: what a file comes to by itself.
    """

    def kept(self, text: str) -> str:
        """Give a text as it will be stored, without secrets."""
        return text

    def find(self, id: str) -> Recorded | None:
        """Find the event named *id*, whatever became of it since."""
        return None

    def took(self, id: str) -> bool:
        """Tell whether the operation named *id*, just given, was taken in."""
        return True

    def says(self, recorded: Recorded, content: object) -> bool:
        """Tell whether an event says *content*, as it would have been masked then; an erased one does: say it no more."""
        return False

    def shown(self, address: Address) -> Recorded | None:
        """Give the event that shows at an address."""
        return None

    def below(self, prefix: str) -> list[Recorded]:
        """List what shows at addresses that begin with *prefix*, which ends in ``:`` or ``/``."""
        return []

    def written(self, actor: str, source: Source) -> list[Recorded]:
        """List what *actor* wrote from *source*, by position, whatever became of it since."""
        return []


class Holding(Held):
    """What *log* holds of *user*; to be asked inside the transaction that takes the import in."""

    def __init__(self, log: EventLog, user: str) -> None:
        self._log, self._user, self._scope = log, user, Scope(user)

    def kept(self, text: str) -> str:
        return self._log.mask(self._log.policy()).kept(text)

    def find(self, id: str) -> Recorded | None:
        return self._log.store.find(id)

    def took(self, id: str) -> bool:
        return self._log.store.find(id) is not None

    def says(self, recorded: Recorded, content: object) -> bool:
        private = recorded.private
        if private is None:
            return True
        if not is_set(private.content):
            return False
        stored = canonical(private.content)
        if stored == canonical(check(content)):
            return True
        then = policies.in_force(policy_set(self._log.store.index, recorded.position - 1))
        command = c.Remember(Address("semantic", (), "k"), content)
        masked = self._log.mask(then).command(command, Given(user=self._user))[0]
        return isinstance(masked, c.Remember) and stored == canonical(masked.content)

    def shown(self, address: Address) -> Recorded | None:
        entry = self._log.store.index.entry(self._scope, str(address))
        return entry.shows if entry else None

    def below(self, prefix: str) -> list[Recorded]:
        return self._log.store.index.below(self._scope, prefix)

    def written(self, actor: str, source: Source) -> list[Recorded]:
        found = self._log.store.index.members(self._scope, ("memory-written",))
        return [r for r in found if r.public.actor == actor and r.public.source == source.kind and r.source == source]


NOTHING = Held()
