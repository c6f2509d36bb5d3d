"""What every command passes first: force with a reason, premises that may be read, a session that is open."""

from eventlog import addresses, rules
from eventlog import commands as c
from eventlog.addresses import LONG_TERM
from eventlog.commands import Command
from eventlog.desk import Desk
from eventlog.errors import NotFound, Refused
from eventlog.events import LOG, Recorded
from eventlog.standing import last_voidable

_ENTRYLESS = (
    c.Start, c.End, c.Clear, c.Mark, c.Observe, c.Say, c.Compact, c.NoteRecall, c.SetPolicy, c.Retract,
)  # fmt: skip


def at_the_door(desk: Desk, command: Command) -> None:
    """Ask what is asked of every command, whatever it says; raises `Refused`."""
    given, index = desk.given, desk.store.index
    rules.forced_with_a_reason(given)
    if isinstance(command, _ENTRYLESS):
        rules.about_an_entry(given, isinstance(command, c.Retract))
    for premise in given.derived_from:
        found = desk.store.find(premise)
        if found is None or not _may_read(desk, found):
            raise NotFound(f"derived_from names no event that {given.user!r} may read: check its id or position")
    if isinstance(command, c.SetPolicy):
        rules.complete(index.status(LOG).incomplete_since)
        return
    if not isinstance(command, c.NoteRecall):
        rules.space_open(desk.policy, given)
    home = target = desk.home
    if isinstance(command, (c.Remember, c.Retract)):
        target = desk.scope_of(command.address, command.in_session)
    for scope in dict.fromkeys((home, target)):
        status = index.status(scope)
        rules.complete(status.incomplete_since)
        if scope.session and not isinstance(command, (c.Start, c.Mark, c.NoteRecall)):
            rules.open_session(given.session, status.ended)
    if given.expected_position is not None:
        found_last = last_voidable(index, target)
        if found_last != given.expected_position:
            raise Refused(
                "expected",
                f"the scope's last event is at {found_last}, not {given.expected_position}: read it again",
                found=found_last,
            )


def _may_read(desk: Desk, event: Recorded) -> bool:
    owner, user, policy = event.public.user, desk.given.user, desk.policy
    if owner not in (user, "") and not policy.may_read(owner, user):
        return False
    if not policy.namespaces or event.public.kind not in LONG_TERM or (where := event.address) is None:
        return True
    return not policy.closed_to(addresses.parse(where).namespace, desk.given.actor)
