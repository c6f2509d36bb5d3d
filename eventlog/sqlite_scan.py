"""Look through files for parts of what was erased: a program of its own, run by `sqlite_purge`.

SQLite's locks on a file are the process's: any other descriptor of the same file that is closed drops them all, and then
two programs write over each other (https://www.sqlite.org/howtocorrupt.html, 2.2). So a process that has the log open
never opens its files itself. Standard input holds JSON: files, and parts in hexadecimal; standard output, the files found.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence

CHUNK, MOST, BYTES = 1 << 22, 64, 1 << 32  # at most so many parts, and bytes compared


class Unsearched(Exception):
    """The files couldn't be looked through."""


def holding(files: Sequence[str], parts: Sequence[bytes]) -> list[str]:
    """List those of *files* that hold one of *parts*; raises `Unsearched` where no program can be started."""
    asked = json.dumps({"files": list(files), "parts": [part.hex() for part in parts]})
    try:
        done = subprocess.run(
            [sys.executable, "-I", __file__], input=asked, capture_output=True, text=True, encoding="utf-8", check=True
        )
        found: list[str] = json.loads(done.stdout)
        return found
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        raise Unsearched(f"{type(error).__name__} when starting Python for it") from error


def holds(path: str, parts: Sequence[bytes]) -> bool:
    """Tell whether a file holds one of *parts*; of very many only some are looked for, evenly spaced."""
    most = max(4, min(MOST, BYTES // max(os.path.getsize(path), 1)))
    wanted = parts[:: max(1, -(-len(parts) // most))]
    overlap = max(map(len, wanted), default=1) - 1
    tail = b""
    with open(path, "rb") as file:
        while wanted and (chunk := file.read(CHUNK)):
            if any(part in tail + chunk for part in wanted):
                return True
            tail = chunk[-overlap:] if overlap else b""
    return False


if __name__ == "__main__":
    told = json.loads(sys.stdin.buffer.read())
    json.dump([each for each in told["files"] if holds(each, [bytes.fromhex(p) for p in told["parts"]])], sys.stdout)
