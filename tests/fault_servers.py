"""Servers that die under their writers, and come back: what was acknowledged is there, once."""

from collections.abc import Iterator

import losing
import servers
from fault_report import Asked, Row, Section
from promises import Found


def postgres_lost(asked: Asked) -> Iterator[Row]:
    """Kill PostgreSQL and all its processes, and start it again on the disk it left."""
    with servers.postgres(settings=()) as server:
        yield _row("PostgreSQL", server, asked.losses, asked.seed)


def cluster_lost(asked: Asked) -> Iterator[Row]:
    """Kill the node that leads the log, and start it again after a second, while the others go on."""
    with servers.nats() as cluster:
        yield _row("JetStream, its leader", cluster, asked.losses, asked.seed)


def _row(name: str, server: object, losses: int, seed: int) -> Row:
    told, found, doubled, wrong = losing.lose(server, losses, seed)
    return Row(name, losses, Found(told, found, doubled, tuple(wrong)), wrong)


SERVERS = [
    Section("servers lost", "server losses", postgres_lost),
    Section("leaders lost", "cluster losses", cluster_lost),
]
