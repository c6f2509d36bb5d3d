"""Empty stores over every engine; servers are started when they are first asked for, and stop with the process."""

import atexit
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


STORES = {
    "memory": MemoryStore,
    "sqlite": lambda: SQLiteStore(":memory:"),
    "postgres": lambda: places.store(postgres().url()),
}
