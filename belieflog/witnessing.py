"""What stands behind a source that a model names: what was observed or said in its session."""

from collections.abc import Iterator

from msgspec import Struct

from belieflog.reader import Reader
from eventlog import sources
from eventlog.backwards import backwards
from eventlog.blobs import pointed_to
from eventlog.errors import Refused
from eventlog.events import Recorded, Scope
from eventlog.sources import Source
from eventlog.values import as_text, decode
from projections.entries import content_of, source_of

_NAMED, _LINKS = 8, 20


class Evidence(Struct, frozen=True):
    """A source as it was seen, and the events that something said by it rests on."""

    source: Source
    premises: tuple[Recorded, ...] = ()


def evidence(reader: Reader, told: str | None, what: str, over: str | None = None) -> Evidence:
    """Find what a model names as the source of *what*; refused where nothing of it was observed or said.

    Where *over* is an address that the user wrote at since they last spoke, what they said before is no evidence.
    """
    if not told:
        raise Refused("2", f"{what} has no source: {_choice(reader)}; a guess of your own is an assumption")
    named = sources.parse(told)
    if named.kind == "agent":
        raise Refused("2", f"{what}: what you suppose yourself is an assumption; for a fact, {_choice(reader)}")
    found = next((each for each in seen(reader) if _is(named, each)), None)
    if found is None:
        raise Refused("source", f"{what}: nothing was observed or said by '{named}' here: {_choice(reader)}")
    if found.public.source == "user" and over is not None and _set_since(reader, over, found):
        raise Refused("source", f"{what}: the user has set '{over}' since they last spoke here: ask them first")
    return Evidence(source_of(found.public, found.private) if named.kind != "document" else named, (found,))


def text(reader: Reader, event: Recorded) -> str:
    """Give in full what was observed or said at *event*; an output kept elsewhere is named, not fetched."""
    content = content_of(event.private)
    if not isinstance(content, dict):
        return as_text(content)
    if event.tag != "observed":
        return as_text(content.get("content"))
    ref = content.get("ref")
    if "output" in content or not isinstance(ref, str):
        return as_text(content.get("output"))
    name = pointed_to(event)
    body = None if name is None else reader.store.blob(name)
    return f"[kept in {ref}]" if body is None else as_text(decode(body))


def seen(reader: Reader) -> Iterator[Recorded]:
    """Yield what was observed and said in the session and in those that it continues, newest first."""
    index, scope, upto = reader.store.index, reader.session_scope(), reader.store.head().position
    for _ in range(_LINKS):
        effective = backwards(index, scope, ("observed", "said"), upto=upto, skip=index.void(scope))
        yield from (each for each in effective if each.private is not None)
        starts = index.members(scope, ("session-started",), upto=upto, newest=1)
        link = starts[0].public.parent if starts else None
        if link is None:
            return
        scope, upto = Scope(scope.user, link.session), link.position


def _set_since(reader: Reader, address: str, said: Recorded) -> bool:
    """Tell whether the user wrote at an address after they said something, other than on the strength of that."""
    index = reader.store.index
    for scope in reader.scopes_of(address):
        if (entry := index.entry(scope, address)) is not None:
            void = index.void(scope)
            later = (r for r in index.touching(scope, entry.number) if r.position > said.position)
            return any(
                r.public.source == "user" and r.position not in void and said.id not in r.public.derived_from
                for r in later
            )
    return False


def _is(named: Source, recorded: Recorded) -> bool:
    """Tell whether an observation or utterance is what a source names; one without a ref means any of that name."""
    private = recorded.private
    if private is None:
        return False
    source = source_of(recorded.public, private)
    if str(source) == str(named):
        return True
    if source.kind == named.kind and named.name in ("", source.name) and named.ref in ("", source.ref):
        return named.kind != "tool" or named.name != ""
    content = private.content
    if named.kind != "document" or not isinstance(content, dict) or named.name.startswith("blob:"):
        return False
    return content.get("ref") == named.name


def _choice(reader: Reader) -> str:
    """Say which sources could be named, the newest first."""
    found: dict[str, None] = {}
    for recorded in seen(reader):
        source = str(source_of(recorded.public, recorded.private))
        if source != "agent":
            found[source] = None
        if len(found) == _NAMED:
            break
    if not found:
        return "pass source= naming what a tool put out or the user said (nothing was observed or said here yet)"
    return f"pass source=, as in {', '.join(repr(each) for each in found)}"
