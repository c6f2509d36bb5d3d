"""How is a view shown in a notebook? As plain HTML: tables and lists, no script, and everything stored is only text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from eventlog import times
from projections.entries import Entry, content_of
from projections.gist import gist
from projections.spelling import lines

if TYPE_CHECKING:
    from projections.history import Revision
    from projections.provenance import Node
    from projections.recall import Hits
    from projections.scratchpad import Scratchpad

# Notebooks set tables to the right.
STYLE = "<style>.belieflog th,.belieflog td{text-align:left;vertical-align:top}</style>"
MOST_ROWS, _MOST_SIGNS = 500, 1_000


def page(*parts: str) -> str:
    """Put parts of HTML together to what a notebook shows."""
    return f'<div class="belieflog">{STYLE}{"".join(parts)}</div>'


def text(told: object) -> str:
    r"""Write anything as text: nothing in it is HTML, nothing hides, and it isn't endless.

    >>> text("<b>\n\u202e&")
    '&lt;b&gt;<br>\\u202e&amp;'
    """
    full = "" if told is None else str(told)
    shown = full if len(full) <= _MOST_SIGNS else f"{full[:_MOST_SIGNS]} ... ({len(full) - _MOST_SIGNS} more)"
    return "<br>".join(map(_escaped, lines(shown)))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table of cells that are HTML already, at most so many rows of it, saying so."""
    head = "".join(f"<th>{text(each)}</th>" for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[:MOST_ROWS])
    more = f"<p>{len(rows) - MOST_ROWS} more</p>" if len(rows) > MOST_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def scratchpad(given: "Scratchpad") -> str:
    """Show what a session holds in mind."""
    ended = " (ended)" if given.ended else ""
    title = f"<p><strong>{text(f'{given.user}, session {given.session}')}</strong>{ended} at {given.position}</p>"
    rows = [
        [text(each.kind), text(each.key), said(each), text(each.source), text(each.version), text(each.position)]
        for each in given.entries
    ]
    heads = ("kind", "key", "content", "source", "version", "at")
    return page(title, table(heads, rows) if rows else "<p>nothing here yet</p>")


def hits(given: "Hits") -> str:
    """Show what was found, best first."""
    rows = [
        [text(each.address), said(each), text(each.source), _measured(each.score), text(each.because)] for each in given
    ]
    note = f"<p>{text(given.note)}</p>" if given.note else ""
    return page(table(("address", "content", "source", "score", "because"), rows) if rows else "", note)


def history(given: "Sequence[Revision]") -> str:
    """Show all that was said at an address, oldest first; what is void is struck out."""
    return page(table(("at", "version", "when", "state", "source", "content"), [_revision(each) for each in given]))


def node(given: "Node") -> str:
    """Show a tree of reasons or consequences; what is void is struck out."""
    return page(f"<ul>{_branch(given)}</ul>")


def said(entry: Entry) -> str:
    """Write what an entry says, and where what it rests on no longer holds, that."""
    lost = "" if entry.supported else " <em>(what it rests on no longer holds)</em>"
    return text(gist(entry.kind, entry.value)) + lost


def _revision(given: "Revision") -> list[str]:
    if not given.effective:
        state = f"void by {', '.join(map(str, given.corrections))}"
    else:
        state = "said again" if given.refresh else "current" if given.current else ""
    if given.erased:
        what = "<em>(erased)</em>"
    else:
        what = text(given.value if isinstance(given.value, str) else gist("", given.value) or given.reason)
    return [
        text(given.position),
        text(given.version),
        text(times.text(given.recorded_at)),
        text(state),
        text(given.source),
        what if given.effective else f"<del>{what}</del>",
    ]


def _branch(given: "Node") -> str:
    event = given.event
    what = text(event.address or event.tag)
    if event.body is not None and event.tag != "recalled":
        content = gist(event.public.kind or event.tag, content_of(event.private))
        what += f": {text(content)}" if content else ""
    if not given.effective:
        what = f"<del>{what}</del>"
    marks = "".join(f" <strong>[{text(mark)}]</strong>" for mark in given.marks)
    below = f"<ul>{''.join(map(_branch, given.children))}</ul>" if given.children else ""
    return f"<li>{event.position} {what}{marks} <small>{text(given.because)}</small>{below}</li>"


def _measured(score: float | None) -> str:
    return "" if score is None else f"{score:.3g}"


def _escaped(told: str) -> str:
    for sign, name in (("&", "amp"), ("<", "lt"), (">", "gt"), ('"', "quot"), ("'", "#39")):
        told = told.replace(sign, f"&{name};")
    return told
