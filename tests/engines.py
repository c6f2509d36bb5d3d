"""Empty stores over every engine; servers are started when they are first asked for, and stop with the process."""

import atexit
import os
from functools import cache

import servers

from eventlog import places
from eventlog.memory_store import MemoryStore
from eventlog.sqlite_store import SQLiteStore


@cache
def postgres():
    """Give the PostgreSQL server of this process."""
    server = servers.postgres()
    atexit.register(server.__exit__, None, None, None)
    return server.__enter__()


@cache
def nats():
    """Give the NATS cluster of this process."""
    cluster = servers.nats()
    atexit.register(cluster.__exit__, None, None, None)
    return cluster.__enter__()


@cache
def one_node():
    """Give a NATS server of this process that is no cluster, on which a log is made and written three times as fast."""
    server = servers.nats(1)
    atexit.register(server.__exit__, None, None, None)
    return server.__enter__()


STORES = {
    "memory": MemoryStore,
    "sqlite": lambda: SQLiteStore(":memory:"),
    "postgres": lambda: places.store(postgres().url()),
    "jetstream": lambda: places.store(nats().url()),
}

QUICK = {**STORES, "jetstream": lambda: places.store(one_node().url())}  # for what is asked of a log, not its store
SERVERS = {"postgres", "jetstream"}


def under_law():
    """Give what makes the further stores to hold the laws to: those that BELIEFLOG_LAWS_ON names, as in 'postgres'."""
    return [STORES[name] for name in os.environ.get("BELIEFLOG_LAWS_ON", "").split(",") if name]


def places_for_logs(folder):
    """Give, by engine, what makes the place of a log that isn't there yet: a path or a URL."""
    return {
        "sqlite": lambda: str(folder / "agent.db"),
        "postgres": lambda: postgres().url(),
        "jetstream": lambda: one_node().url(),
    }
