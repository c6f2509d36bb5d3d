"""Telling an open page that something was written since it was made."""

from starlette.responses import Response

from cli.web.asking import Ask, Page


def show(ask: Ask) -> Response:
    """Say nothing while nothing is new; else tell where the log ends now, and set off ``news`` in the page."""
    head = ask.log.position
    if head <= ask.number("after"):
        return Response(status_code=204)
    answer = ask.page("live.html")
    answer.headers["HX-Trigger"] = "news"
    return answer


PAGE = Page("/live", show)
