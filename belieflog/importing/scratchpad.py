"""A scratchpad that was exported and edited, in Markdown or JSON: what was changed is written, by a user.

The page says which events it showed, so that each entry is compared with what stood there when it was exported. What
a person changed, added or took out is written in one batch with source ``user``; where the log has moved an edited entry
since, all of it is refused. An entry that was left as it was is left alone, and so is one that was erased since: what
the page still says of it is not written back.
"""

import msgspec

from belieflog.exporting.page import FORMAT, Item, Page, item_of
from belieflog.importing import markdown_page
from belieflog.importing.bringing import Bringing, Brought, Change, refused
from belieflog.importing.edits import command_of, words_of
from belieflog.importing.inputs import Input
from belieflog.importing.narrating import USER
from belieflog.importing.operations import BOM, Bad
from eventlog import addresses
from eventlog import commands as c
from eventlog.addresses import WORKING
from eventlog.commands import Given
from eventlog.errors import Conflict, InvalidValue, Refused
from eventlog.events import Recorded, Scope
from eventlog.log import Ask, EventLog
from eventlog.standing import unexpired
from projections import entries

ACTOR = "scratchpad"
REASON = "taken out of an edited scratchpad"


def recognises(given: Input) -> str | None:
    """Say by what *given* can be told to be a scratchpad that was exported."""
    head = given.head.removeprefix(BOM).lstrip()
    if head.startswith(f"<!-- {FORMAT} ".encode()):
        return "its first line names the format, as belieflog writes it"
    if head[:1] == b"{" and f'"{FORMAT}"'.encode() in head and isinstance(given.document, dict):
        return "it names the format, as belieflog writes it" if given.document.get("format") == FORMAT else None
    return None


def bring(log: EventLog, given: Input, asked: Bringing) -> Brought:
    """Write what was edited, in one batch, or say what would be."""
    page, lines = _read(given)
    editing = _Editing(log, page, asked, given.name)
    with log.store.reading():
        editing.compare(lines)
    if asked.strict and editing.passed_over:
        raise Refused("strict", f"{editing.passed_over[0].why}: nothing was imported")
    brought = Brought(len(page.entries), changes=editing.changes, bad=editing.passed_over)
    if not editing.asks:
        return brought
    if asked.dry_run:
        receipts = log.rehearse(editing.asks)
        if denied := [each for each in receipts if isinstance(each, Refused)]:
            raise denied[0]
    else:
        receipts = [*log.append(editing.asks)]
        brought.run = asked.run
    done = [each for each in receipts if not isinstance(each, Refused)]
    brought.added = sum(len(each.events) for each in done)
    brought.warnings = [*dict.fromkeys(warning for each in done for warning in each.warnings)]
    return brought


def _read(given: Input) -> tuple[Page, dict[str, int]]:
    body = given.body.removeprefix(BOM)
    try:
        if body.lstrip()[:1] != b"{":
            return markdown_page.read(body.decode())
        page = msgspec.json.decode(body, type=Page)
        if page.format != FORMAT:
            raise InvalidValue("format", f"{given.name!r} is of format {page.format!r}: this version reads {FORMAT!r}")
        return page, {}
    except markdown_page.Wrong as wrong:
        raise refused(given.name, wrong.bad.line, wrong.bad.why) from None
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("import", f"{given.name!r} isn't a scratchpad as belieflog writes it ({error})") from None


class _Editing:
    """What a page comes to, put to the log as it is now."""

    def __init__(self, log: EventLog, page: Page, asked: Bringing, name: str) -> None:
        for what, said, told in (("user", asked.user, page.user), ("session", asked.session, page.session)):
            if said not in (None, told):
                raise Refused(
                    what, f"{name!r} is the scratchpad of {what} {told!r}, not of {said!r}: say --{what} {told!r}"
                )
        self._log, self._page, self._run, self._name = log, page, asked.run, name
        self._scope = Scope(page.user, page.session)
        self.asks: list[Ask] = []
        self.changes: list[Change] = []
        self.passed_over: list[Bad] = []

    def compare(self, lines: dict[str, int]) -> None:
        """Work out what was edited, entry by entry, as they stand on the page, then what was taken out."""
        was = self._exported()
        there: set[str] = set()
        for item in self._page.entries:
            line = lines.get(item.address, 1)
            address = self._address(item.address, line)
            if address in there:
                raise refused(self._name, line, f"'{address}' is there twice")
            there.add(address)
            self._edit(msgspec.structs.replace(item, address=address), was.get(address), line)
        for address, (recorded, item_was) in was.items():
            if address not in there and item_was is not None:
                self._remove(address, recorded, item_was)

    def _edit(self, item: Item, was: tuple[Recorded, Item | None] | None, line: int) -> None:
        recorded, old = was or (None, None)
        if was is not None and old is None:
            self.passed_over.append(Bad(line, f"'{item.address}' was erased since it was exported: left as it is"))
            return
        if item.source not in ("", old.source if old else ""):
            raise refused(self._name, line, f"who edits '{item.address}' is its source: leave the source as it is")
        if old is not None and old.says == item.says:
            return
        now = self._current(item.address)
        says = self._item(now) if now else None
        if says is not None and says.says == item.says:
            return
        self._unmoved(item.address, recorded, now, item.value)
        expires_at = recorded.public.expires_at if recorded else None
        self._ask(command_of(item), recorded, expires_at=expires_at, line=line)
        kind = "changed" if old else "added"
        self.changes.append(Change(item.address, kind, words_of(old, item), old.value if old else None, item.value))

    def _remove(self, address: str, recorded: Recorded, was: Item) -> None:
        now = self._current(address)
        if now is None:
            return
        self._unmoved(address, recorded, now, None)
        self._ask(c.Retract(addresses.parse(address)), recorded, reason=REASON)
        self.changes.append(Change(address, "removed", words_of(was, None), was.value))

    def _ask(
        self,
        command: c.Command,
        base: Recorded | None,
        *,
        reason: str = "",
        expires_at: int | None = None,
        line: int = 1,
    ) -> None:
        given = Given(
            user=self._scope.user, session=self._scope.session, actor=ACTOR, source=USER, reason=reason, run=self._run,
            via=f"{ACTOR}:{self._name.rpartition('/')[2]}:{line}",
            expected=(base.version or 0) if base else 0, expires_at=expires_at,
        )  # fmt: skip
        self.asks.append((command, given))

    def _exported(self) -> dict[str, tuple[Recorded, Item | None]]:
        """Give what the page showed: each event, and what it said; None where it was erased since."""
        store, page = self._log.store, self._page
        row = next(iter(store.rows(page.position - 1, page.position)), None)
        if row is None or row.hash.hex() != page.hash:
            raise Refused(
                "import",
                f"{self._name!r} was exported from another log, or from events this one doesn't have: export again",
            )
        found: dict[str, tuple[Recorded, Item | None]] = {}
        for address, position in page.shown.items():
            recorded = next(iter(store.recorded((position,))), None)
            if recorded is None or recorded.scope != self._scope or recorded.address not in (None, address):
                raise Refused("import", f"{self._name!r} says of '{address}' what was never exported: export again")
            found[address] = (recorded, None if recorded.body is None else self._item(recorded))
        return found

    def _current(self, address: str) -> Recorded | None:
        entry = self._log.store.index.entry(self._scope, address)
        return unexpired(entry.shows, self._log.now()) if entry else None

    def _item(self, recorded: Recorded) -> Item | None:
        return next((item_of(entry) for entry in entries.read([recorded], now=0)), None)

    def _unmoved(self, address: str, base: Recorded | None, now: Recorded | None, mine: object) -> None:
        version, found = ((each.version or 0) if each else 0 for each in (base, now))
        if version != found:
            theirs = now.private.content if now and now.private else None
            raise Conflict(
                "expected",
                f"'{address}' has moved since {self._name!r} was exported (to version {found}, from {version}): "
                "export again, and edit that",
                mine=mine,
                theirs=theirs,
            )

    def _address(self, told: str, line: int) -> str:
        try:
            address = addresses.parse(told)
            if address.kind not in WORKING:
                raise InvalidValue("address", f"'{address}' isn't of a scratchpad")
        except InvalidValue as error:
            raise refused(self._name, line, str(error)) from None
        return str(address)
