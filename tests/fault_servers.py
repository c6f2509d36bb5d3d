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


def _row(name: str, server: object, losses: int, seed: int) -> Row:
    told, found, doubled, wrong = losing.lose(server, losses, seed)
    return Row(name, losses, Found(told, found, doubled, tuple(wrong)), wrong)


SERVERS = [Section("servers lost", "losses", postgres_lost)]
