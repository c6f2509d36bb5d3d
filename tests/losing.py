"""Writers on a log whose server is lost again and again; each tells what was acknowledged, each says a write again.

python tests/losing.py URL NAME        write until standard input ends
"""

import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from random import Random

import belieflog
from belieflog import Unavailable
from eventlog.ids import uuid8

BATCH = 3
ROOT = Path(__file__).parent.parent


def write(url: str, name: str) -> None:
    """Write single notes and batches by turns, each under an id of its own, and again until it is acknowledged.

    The server can be lost while the log is opened, too.
    """
    ended = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), ended.set()), daemon=True).start()
    n, tries, log = 0, 0, None
    while not ended.is_set() or tries:
        try:
            log = log or belieflog.open(url)
            mem = log.memory("u", name)
            if n % 2:
                with mem.batch() as batch:
                    for i in range(BATCH):
                        batch.write(f"k{i}", f"{name} {n}", id=uuid8(name, n, i))
                events = [receipt.event for receipt in batch.receipts]
            else:
                events = [mem.write("single", f"{name} {n}", id=uuid8(name, n)).event]
        except Unavailable as error:
            assert error.committed is not True
            tries += 1
            assert tries < 400, f"given up: {error}"
            time.sleep(0.05)
            continue
        sys.stdout.writelines(f"{event.position} {event.id}\n" for event in events)
        sys.stdout.flush()
        n, tries = n + 1, 0
    if log:
        log.close()


def lose(server, losses: int, seed: int, writers: int = 3, pause: float = 0.4):
    """Lose the *server* so many times while they write; give what was acknowledged, found, doubled, and what went wrong."""
    name, random = f"losing-{seed}-{losses}", Random(seed)
    belieflog.open(server.url(name)).close()
    running = [
        subprocess.Popen(
            [sys.executable, __file__, server.url(name), f"w{n}"],
            env=os.environ | {"PYTHONPATH": str(ROOT)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )
        for n in range(writers)
    ]  # fmt: skip
    told: list[tuple[int, str]] = []
    readers = [threading.Thread(target=_listen, args=(one.stdout, told)) for one in running]
    for reader in readers:
        reader.start()
    for _ in range(losses):
        before = len(told)
        deadline = time.monotonic() + 60
        while len(told) < before + 5 * writers and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(random.random() * pause)
        server.lose(name)
    wrong = []
    for one in running:
        one.stdin.close()
    for one, reader in zip(running, readers, strict=True):
        reader.join(120)
        if one.wait(timeout=60):
            wrong.append(one.stderr.read().strip().splitlines()[-1])
        one.stdout.close()
        one.stderr.close()
    with belieflog.open(server.url(name)) as log:
        events = list(log.events())
        if not log.verify(views=True).ok:
            wrong.append("verify says no")
        sizes = {size for size in Counter(e.batch for e in events[1:]).values()}
        if sizes - {1, BATCH}:
            wrong.append(f"batches of {sizes}")
        if [e.position for e in events] != list(range(1, len(events) + 1)):
            wrong.append("a gap")
        said = Counter((e.public.session, e.private.address, e.private.content) for e in events[1:])
    there = {event.position: event.id for event in events}
    doubled = sum(n - 1 for n in said.values()) + sum(n - 1 for n in Counter(told).values())
    return len(told), sum(there.get(position) == id for position, id in told), doubled, wrong


def _listen(lines, told):
    for line in lines:
        position, id = line.split()
        told.append((int(position), id))


if __name__ == "__main__":
    write(*sys.argv[1:])
