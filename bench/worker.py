"""One child process of the bench: writes for a while, counts, replays or verifies, and prints what it came to."""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from time import perf_counter


def write(path: str, kind: str, begin: str, seconds: str, number: str) -> dict[str, float]:
    """Append one by one from *begin* on, and tell how many went in and what the longest took."""
    from bench.driving import Ours
    from bench.workload import Workload
    from bench.yardsticks import Plain

    ops = list(Workload(10, 1_000 + int(number), f"w{number}").take(20_000))
    log = Ours(path) if kind == "ours" else Plain(path, "full")
    while time.time() < float(begin):
        time.sleep(0.001)
    done, errors, worst = 0, 0, 0.0
    start = perf_counter()
    for op in ops:
        before = perf_counter()
        try:
            log.append(op)
            done += 1
        except Exception:
            errors += 1
        now = perf_counter()
        worst = max(worst, now - before)
        if now - start > float(seconds):
            break
    took = perf_counter() - start
    log.close()
    return {"done": done, "errors": errors, "worst": worst, "seconds": took}


def open(path: str) -> dict[str, float]:
    """Make the log, so that no writer has to."""
    import belieflog

    belieflog.open(path).close()
    return {}


def count(path: str) -> dict[str, float]:
    """Count the events of a sound log, its opening apart."""
    import belieflog

    with belieflog.open(path, readonly=True) as log:
        return {"events": log.position - 1 if log.verify().ok else -1}


def replay(path: str) -> dict[str, float]:
    """Replay the log scope by scope, and tell the peak of memory."""
    import belieflog
    from eventlog.replay import final

    with belieflog.open(path, readonly=True) as log:
        for _, shown in final(log._store):
            for recorded in shown.values():
                recorded.private  # noqa: B018
    return _peak()


def verify(path: str) -> dict[str, float]:
    """Verify the log, and tell the peak of memory."""
    import belieflog

    with belieflog.open(path, readonly=True) as log:
        log.verify()
    return _peak()


def take(path: str, file: str) -> dict[str, float]:
    """Import a transcript, and tell how many events that made, what it took, and the peak of memory."""
    import belieflog

    with belieflog.open(path) as log:
        start = perf_counter()
        report = log.import_(file, user="u")
        took = perf_counter() - start
    return {"events": report.added, "seconds": took, **_peak()}


def _peak() -> dict[str, float]:
    """Give the most memory that this program held; what the one that started it held is in Linux's own maximum too."""
    status = Path("/proc/self/status")
    if status.exists():
        return {"peak_mb": int(status.read_text().split("VmHWM:")[1].split()[0]) * 1024 / 1e6}
    unit = 1 if sys.platform == "darwin" else 1024
    return {"peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6}


TASKS: dict[str, Callable[..., dict[str, float]]] = {
    "write": write, "open": open, "count": count, "replay": replay, "verify": verify,
    "take": take,
}  # fmt: skip

if __name__ == "__main__":
    task, *arguments = sys.argv[1:]
    print(json.dumps(TASKS[task](*arguments)))
