"""A new connection to a server of NATS that is fit to keep logs."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from eventlog.errors import BelieflogError, Refused, Unavailable
from eventlog.jetstream.failures import line
from eventlog.jetstream.place import Place

if TYPE_CHECKING:
    from nats.aio.client import Client

Heard = Callable[[Exception], Awaitable[None]]

OLDEST = (2, 12)  # the first with atomic batches
PAYLOAD = 1_048_576  # bytes that a message may have by a server's default, and must be allowed to have
_PATIENCE = 10.0
_TRIES = 5  # to hear why a server hangs up


async def connected(place: Place, heard: Heard, said: Callable[[], str]) -> "Client":
    """Connect to a server of *place*; *heard* is told of what goes wrong, and *said* gives the last of it."""
    client = await _heard_out(place, heard, said)
    client.options["max_reconnect_attempts"] = -1
    version = client.connected_server_version
    if (version.major, version.minor) < OLDEST:
        await client.close()
        raise Refused(
            "open",
            f"'{place.shown}' runs NATS {version.major}.{version.minor}: a log needs {OLDEST[0]}.{OLDEST[1]} or later, "
            "since older ones accept appends that contradict each other, or no write larger than a message",
        )
    if client.max_payload < PAYLOAD:
        await client.close()
        raise Refused(
            "open",
            f"'{place.shown}' takes messages of {client.max_payload} bytes at most: set max_payload to 1MB or more",
        )
    return client


async def _heard_out(place: Place, heard: Heard, said: Callable[[], str]) -> "Client":
    """Connect, trying again where the server hangs up: it does when it refuses a user, and its reason can be lost."""
    tries = 0
    while True:
        tries += 1
        errors: list[Exception] = []

        async def hear(error: Exception, errors: list[Exception] = errors) -> None:
            errors.append(error)
            await heard(error)

        try:
            return await _client(place, hear, said)
        except Unavailable:
            if tries == _TRIES or not errors or not isinstance(errors[-1], (ConnectionResetError, BrokenPipeError)):
                raise


async def _client(place: Place, heard: Heard, said: Callable[[], str]) -> "Client":
    import nats.errors
    from nats.aio.client import Client

    client = Client()
    try:
        await asyncio.wait_for(
            client.connect(
                servers=list(place.servers),
                name="belieflog",
                user=place.user,
                password=place.password,
                user_credentials=place.creds,
                tls=_tls(place),
                connect_timeout=3,
                reconnect_time_wait=0.1,  # type: ignore[arg-type]
                max_reconnect_attempts=1,  # of the first connection; one that was lost is always sought again
                ping_interval=3,
                max_outstanding_pings=2,
                error_cb=heard,
            ),
            _PATIENCE,
        )
    except ImportError as error:
        raise Refused("open", f"a user's creds need another package ({error}): install nkeys") from None
    except (nats.errors.Error, OSError, TimeoutError, ValueError) as error:
        raise _unconnected(place.shown, said() or line(error), error) from error
    return client


def _tls(place: Place) -> Any:
    if not (place.tls_ca or place.tls_cert):
        return None
    import ssl

    try:
        context = ssl.create_default_context(cafile=place.tls_ca)
        if place.tls_cert:
            context.load_cert_chain(place.tls_cert, place.tls_key)
    except OSError as error:
        raise Refused(
            "open", f"the certificates for '{place.shown}' can't be read ({error}): check the files"
        ) from None
    return context


def _unconnected(name: str, why: str, error: BaseException) -> BelieflogError:
    import nats.errors

    if isinstance(error, nats.errors.AuthorizationError) or "authorization" in why.lower():
        return Refused("open", f"'{name}' refuses this user or password ({why}): check the URL or the creds file")
    return Unavailable(f"'{name}' can't be reached ({why}): check that the servers run; nothing was written")
