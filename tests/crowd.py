"""Writers and readers on one log for some seconds; each writer tells what was acknowledged, each reader what it saw wrong.

python tests/crowd.py write LOG NAME SECONDS
python tests/crowd.py read LOG NAME SECONDS
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import belieflog

BATCH = 5
ROOT = Path(__file__).parent.parent


def write(path: str, name: str, until: float) -> None:
    """Write single notes and batches by turns, each batch one number under five keys."""
    n = 0
    with belieflog.open(path) as log:
        mem = log.memory("u", name)
        while time.monotonic() < until:
            if n % 2:
                with mem.batch() as batch:
                    for i in range(BATCH):
                        batch.write(f"k{i}", f"{name} {n}")
                events = [receipt.event for receipt in batch.receipts]
            else:
                events = [mem.write("single", f"{name} {n}").event]
            sys.stdout.writelines(f"{event.position} {event.id}\n" for event in events)
            n += 1


def read(path: str, name: str, until: float) -> None:
    """Read on from where it was, and what each writer's keys say: no gap, nothing changed, no half of a batch."""
    seen, looks = 0, 0
    last: tuple[int, str] | None = None
    while time.monotonic() < until:
        with belieflog.open(path, readonly=True) as log:
            for _ in range(20):
                if last is not None:
                    assert log.event(last[0]).id == last[1], "an event changed"
                events = list(log.events(seen))
                assert [e.position for e in events] == list(range(seen + 1, seen + 1 + len(events))), "a gap"
                sizes: dict[int, int] = {}
                for event in events:
                    sizes[event.batch] = sizes.get(event.batch, 0) + 1
                assert set(sizes.values()) <= {1, BATCH}, f"batches of {set(sizes.values())}"
                if events:
                    seen, last = events[-1].position, (events[-1].position, events[-1].id)
                for writer in log.session_names("u"):
                    notes = log.memory("u", writer).scratchpad().notes
                    assert len({note.value for note in notes if note.key != "single"}) <= 1, "half of a batch"
                looks += 1
        assert belieflog.verify(path).ok
    print(looks)


def gather(path: str, writers: int, readers: int, seconds: float) -> tuple[list[tuple[int, str]], int, list[str]]:
    """Let them loose; give what was acknowledged, how often readers looked, and what went wrong."""
    with belieflog.open(path):
        pass
    doing = [("write", n) for n in range(writers)] + [("read", n) for n in range(readers)]
    running = [
        subprocess.Popen(
            [sys.executable, __file__, what, path, f"s{n}", str(seconds)],
            env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for what, n in doing
    ]  # fmt: skip
    told: list[tuple[int, str]] = []
    looks, wrong = 0, list[str]()
    for (what, n), one in zip(doing, running, strict=True):
        out, err = one.communicate(timeout=seconds + 120)
        if one.returncode or err:
            wrong.append(f"{what} {n}: {err.strip().splitlines()[-1] if err else one.returncode}")
        elif what == "write":
            told += [(int(position), id) for position, id in map(str.split, out.splitlines())]
        else:
            looks += int(out)
    return told, looks, wrong


if __name__ == "__main__":
    what, path, name, seconds = sys.argv[1:]
    {"write": write, "read": read}[what](path, name, time.monotonic() + float(seconds))
