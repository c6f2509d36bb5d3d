"""Print the table: ``python -m bench [--events N] [--rows a,b,c] [--json]``; ``python -m bench scale`` for planning."""

import argparse
import cProfile
import json
import os
import platform
import pstats
import sqlite3
import sys
from datetime import UTC, datetime

from bench import kept, progress, scaling
from bench.peers import all as peers
from bench.rows import BASE, ROWS, TARGETS, WITH
from bench.run import Run
from bench.table import HEADER, PEERS_HEADER, figures, peer_figures, peer_rows

QUICK = 10_000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="belieflog beside plain sqlite3, in one run")
    parser.add_argument(
        "what", nargs="?", choices=["table", "scale"], default="table", help="scale: figures for planning"
    )
    parser.add_argument(
        "--events", type=int, default=BASE, help="operations; above 100,000 the rows that depend on it too"
    )
    parser.add_argument("--quick", action="store_true", help="10,000 operations, for a try")
    parser.add_argument(
        "--rows",
        help="only these, as in a,c,d, or 'all', or 'targets': those of the plan (default: all; above 100,000 targets)",
    )
    parser.add_argument("--peers", help="only these, as in memtrail,mcp_memory; 'none' for none (default: all)")
    parser.add_argument("--dir", help="a folder on a real disk: filled logs stay there and are read again")
    parser.add_argument(
        "--server",
        help="a database or server to make logs in, as in postgresql://HOST/DB: for scale, and for row s (PostgreSQL)",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON document")
    parser.add_argument("--profile", action="store_true", help="print where the time went, instead of the table")
    given = parser.parse_args()
    n = QUICK if given.quick else given.events
    if n < 3_000:
        parser.error("--events is 3,000 at least: what is read lies between batches of 1,000")
    with kept.folders(given.dir) as folders:
        if given.what == "scale":
            scaling.printed(folders, n, given.server, machine(), given.json)
            return
        named = {"all": list(ROWS), "targets": list(TARGETS)}
        asked = given.rows or ("targets" if n > BASE else "all")
        rows = named.get(asked) or asked.split(",")
        if unknown := set(rows) - set(ROWS) - set(WITH) - {"s"}:
            parser.error(f"no such row: {', '.join(sorted(unknown))}")
        modules = given.peers.split(",") if given.peers else list(peers.MODULES)
        if unknown := set(modules) - set(peers.MODULES) - {"none"}:
            parser.error(f"no such peer: {', '.join(sorted(unknown))}")
        run = Run(folders, n, rows, [module for module in modules if module != "none"], given.server)
        if given.profile:
            profiler = cProfile.Profile()
            profiler.runcall(list, run.lines())
            pstats.Stats(profiler).sort_stats("tottime").print_stats(30)
        elif given.json:
            lines = [figures(line) for line in run.lines()]
            told = {"machine": machine(), "lines": lines, "peers": [peer_figures(each) for each in run.reached]}
            print(json.dumps({**told, "said": run.said}, ensure_ascii=False, indent=1))
        else:
            _table(run)


def _table(run: Run) -> None:
    print(f"{machine()}\n\n{HEADER}", flush=True)
    for line in run.lines():
        progress.over()
        print(line, flush=True)
    if run.reached:
        print(f"\n{PEERS_HEADER}")
        for row in peer_rows(run.reached):
            print(row)
    for told in run.said:
        print(f"\n{told}")


def machine() -> str:
    """Say where and when this runs."""
    versions = f"Python {sys.version.split()[0]}, SQLite {sqlite3.sqlite_version}"
    load = f"load {os.getloadavg()[0]:.1f}, " if hasattr(os, "getloadavg") else ""
    return f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores, {load}{platform.platform()}, {versions}"


if __name__ == "__main__":
    main()
