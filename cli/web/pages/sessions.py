"""Who has memory here, and in which sessions."""

from starlette.responses import Response

from cli.web.asking import Ask, Page
from eventlog.errors import NotFound

USERS, NEWEST, SESSIONS = 20, 5, 40  # users on a page, sessions of each there, and on a page of their own


def everyone(ask: Ask) -> Response:
    """List the users, each with their newest sessions."""
    users, skip = ask.log.users(), ask.number("skip")
    told = [_sessions(ask, user, 0, NEWEST) for user in users[skip : skip + USERS]]
    return ask.page("sessions.html", told=told, skip=skip, step=USERS, count=len(users), alone=False)


def of_one(ask: Ask) -> Response:
    """List the sessions of one user, newest first."""
    if ask.user not in ask.log.users():
        raise NotFound(ask.say("there is no user {user}", user=ask.user))
    skip = ask.number("skip")
    told = _sessions(ask, ask.user, skip, SESSIONS)
    return ask.page("sessions.html", told=[told], skip=skip, step=SESSIONS, count=told["count"], alone=True)


def _sessions(ask: Ask, user: str, skip: int, limit: int) -> dict[str, object]:
    names = ask.log.session_names(user)[::-1]
    return {"user": user, "count": len(names), "sessions": ask.log.sessions(user, names[skip : skip + limit])[::-1]}


PAGES = (Page("/", everyone), Page("/u/{user}", of_one))
