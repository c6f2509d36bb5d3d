"""The web viewer: how beliefs evolved, in a browser, on this machine only.

**A page is one module in `cli.web.pages`.** It has a function from an `Ask` (one request: `ask.log`, `ask.mem`,
`ask.user`, `ask.session`, `ask.query`, `ask.say`) to a response, and names its pages::

    def show(ask: Ask) -> Response:
        return ask.page("search.html", hits=ask.mem.recall(ask.query.get("q"), audit=False))

    PAGES = (Page("/u/{user}/s/{session}/search", show, link="Search"),)

and is listed in `cli.web.site.MODULES`. With *link* it stands in the bar of every page of a session. Its template,
in `templates/`, begins with ``{% extends "page.html" %}`` and fills the blocks *title* and *main*; in it are `say`
(words, in the language asked for), `link` (a path with names and a query put into it), `ask`, and the macros of
`parts.html` (an address as a link to its entry, a value, an entry, a time). Each text that is said stands in
`cli.web.wording`, with its Chinese. Whatever a template puts out is escaped, marks that hide or reorder text included.

- `Page(…, show, post=change)` takes a form too; the form holds ``{{ csrf_field() }}``, and the viewer must have been
  started with ``--allow-corrections`` (`ask.may_correct` says so), else it is refused before the page hears of it.
- A function runs in a thread of its own and sees one state of the log; what it raises as `BelieflogError` becomes a
  page that says so. `ask.fragment` tells that htmx asked for a part: give only that (``ask.page("part.html")``).
- The point that a reader looks at is ``?at=120`` in every address: `ask.at()` gives it (None: now), and
  `cli.web.standing.stand` finds it among the points of the session.
- A part with ``hx-get="…" hx-trigger="news from:body"`` is fetched again when something was written.
- No script and no style stands in a page (the policy that is sent with it forbids both): ``static/`` has them.
"""
