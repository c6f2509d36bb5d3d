"""What is done to a log while the power is cut or the program killed: each a folder to begin in, and what to do there.

Clock and randomness are the same in every run, so that what a broken run leaves can be held against a whole one,
hash for hash. After each thing that came back without an error a doing says so: from then on it must be there.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from older import take_back
from ticking import START, Ticking

import belieflog

BATCH, BIG, SECRET = 5, 70_000, "the code word is marzipan-on-tuesdays"
DAY = 86_400 * 1_000_000


class Promise(NamedTuple):
    """What was acknowledged: the log's head then, texts that are gone, copies with their heads; and of none, that it was done."""

    position: int
    head: str
    gone: tuple[str, ...] = ()
    copies: tuple[tuple[str, int, str], ...] = ()


Tell = Callable[[Promise], object]


class Place(NamedTuple):
    """The folder of a doing, and how its log is opened."""

    folder: Path
    durability: str = "full"

    @property
    def log(self) -> str:
        return str(self.folder / "agent.db")

    def open(self) -> belieflog.Log:
        """Open it with a clock and a randomness of their own for each length that it may have."""
        position = (end(self.log) or (0, ""))[0]
        clock, entropy = Ticking(START + position * DAY), Random(position).randbytes
        return belieflog.open(self.log, clock=clock, entropy=entropy, durability=self.durability)

    def beside(self, name: str) -> str:
        return str(self.folder / name)


class Doing(NamedTuple):
    """Something done to a log; *again* does it anew after it was broken off, to the same end."""

    name: str
    prepare: Callable[[Place], object]
    act: Callable[[Place, Tell], object]
    again: Callable[[Place], object] | None = None


def end(path: str) -> tuple[int, str] | None:
    """Read where a log ends, without belieflog, which may have to bring the file up first; leaves the -wal as it is."""
    if not os.path.exists(path):
        return None
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as other:
        if not other.execute("select 1 from sqlite_master where name = 'event'").fetchone():
            return None
        found = other.execute("select position, hash from event order by position desc limit 1").fetchone()
        return found and (found[0], found[1].hex())


def headed(log: belieflog.Log, **more: Any) -> Promise:
    return Promise(log.position, log.head, **more)


def nothing(place: Place) -> None:
    """Begin where no log is."""


def lived(place: Place) -> None:
    """Begin with a log that has some of everything."""
    with place.open() as log:
        mem = log.memory("u", "s")
        for n in range(12):
            mem.write(f"k{n % 4}", f"before {n}")
        mem.observe("curl", "x" * BIG, call="c1")
        mem.add_fact("tea", "green", source="user")
        mem.remember("semantic:a/b", "likes tea")
        mem.recall("tea")
        log.revert(user="u", event=4, reason="wrong")
        log.memory("v", "s").write("k", "theirs")


def create(place: Place, tell: Tell) -> None:
    for n in range(3):
        with place.open() as log:
            tell(headed(log))
            log.memory("u", "s").write("k", f"first {n}")
            tell(headed(log))


def append(place: Place, tell: Tell) -> None:
    with place.open() as log:
        mem = log.memory("u", "s")
        for n in range(8):
            if n % 2:
                with mem.batch() as batch:
                    for i in range(BATCH):
                        batch.write(f"k{i}", f"batch {n}.{i}")
            else:
                mem.write("single", f"single {n}")
            tell(headed(log))
        mem.observe("curl", "y" * BIG, call="c2")
        tell(headed(log))


def correct(place: Place, tell: Tell) -> None:
    with place.open() as log:
        mem = log.memory("u", "s")
        for act in (
            lambda: log.revert(user="u", event=3, reason="wrong"),
            lambda: log.undo(log.corrections("u")[0].event.position, reason="right", user="u"),
            lambda: log.rollback(8, user="u", session="s", reason="back"),
            lambda: mem.write("k", "after the rollback"),
            lambda: log.restore(user="u", kind="note", reason="forward"),
            lambda: mem.clear(),
        ):
            act()
            tell(headed(log))


def fill(place: Place, tell: Tell) -> None:
    """Write until the -wal is carried over into the file by itself, more than once."""
    with place.open() as log:
        mem = log.memory("u", "s")
        for n in range(8):
            with mem.batch() as batch:
                for i in range(20):
                    batch.write(f"k{i}", f"{n}.{i} " + "z" * 39_000)
            tell(headed(log))


def crashed(place: Place) -> None:
    """Begin with a log whose newest events are in its -wal only, as a killed program leaves it."""
    lived(place)
    with place.open() as log:
        for n in range(6):
            log.memory("u", "s").write(f"k{n}", f"before the crash {n}")
        left = {each: Path(place.log + each).read_bytes() for each in ("", "-wal")}
    for each, content in left.items():
        Path(place.log + each).write_bytes(content)


def told_secrets(place: Place) -> None:
    lived(place)
    with place.open() as log:
        mem = log.memory("u", "hush")
        mem.write("secret", SECRET)
        mem.observe("curl", SECRET * 2_000, call="c3")
        mem.recall("marzipan", audit=False)
        log.memory("u", "s").write("k", "after the secret")


def erase(place: Place, tell: Tell) -> None:
    with place.open() as log:
        mem = log.memory("u", "s")
        mem.write("k", "before the erasure")
        tell(headed(log))
        made = log.erase(user="u", reason="asked", session="hush")
        if made.left:
            raise belieflog.Unavailable(made.left[0], committed=True)
        tell(headed(log, gone=(SECRET,)))
        mem.write("k", "after the erasure")
        tell(headed(log, gone=(SECRET,)))


def erase_again(place: Place) -> None:
    with place.open() as log:
        with contextlib.suppress(belieflog.NotFound):  # all done before
            log.erase(user="u", reason="asked", session="hush")


def older(version: int) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        lived(place)
        take_back(place.log, version)

    return prepare


def migrate(place: Place, tell: Tell) -> None:
    with place.open() as log:
        tell(headed(log))
        log.memory("u", "s").write("k", "after the migration")
        tell(headed(log))
        log.memory("u", "s").recall("tea", audit=False)


def rebuild(place: Place, tell: Tell) -> None:
    with place.open() as log:
        tell(headed(log))
        log.rebuild()
        tell(headed(log))
        log.memory("u", "s").write("k", "after the rebuild")
        tell(headed(log))


def rebuild_again(place: Place) -> None:
    with place.open() as log:
        log.rebuild()


def copying(
    make: Callable[[Place, belieflog.Log], Any],
) -> tuple[Callable[[Place, Tell], None], Callable[[Place], None]]:
    def act(place: Place, tell: Tell) -> None:
        with place.open() as log:
            tell(headed(log))
            made = make(place, log)
            tell(headed(log, copies=(("copy.db", made.position, made.hash),)))

    def again(place: Place) -> None:
        if not (place.folder / "copy.db").exists():
            act(place, lambda _: None)

    return act, again


def recover(place: Place, log: belieflog.Log) -> Any:
    return belieflog.recover(
        place.beside("kept.db"),
        place.beside("copy.db"),
        clock=Ticking(START + 1_000 * DAY),
        entropy=Random(6).randbytes,
    )


def backed_up(place: Place) -> None:
    lived(place)
    with place.open() as log:
        log.backup(place.beside("kept.db"))


def with_a_chat(place: Place) -> None:
    lived(place)
    said = [{"role": ("user", "assistant")[n % 2], "content": f"message {n}"} for n in range(60)]
    (place.folder / "chat.json").write_text(json.dumps(said))


def bring_in(place: Place, tell: Tell) -> None:
    with place.open() as log:
        tell(headed(log))
        log.import_(place.beside("chat.json"), user="u", session="chat")
        tell(headed(log))
        log.memory("u", "s").write("k", "after the import")
        tell(headed(log))


def bring_in_again(place: Place) -> None:
    with place.open() as log:
        log.import_(place.beside("chat.json"), user="u", session="chat")
        said = [r for r in log.events(user="u", session="chat") if r.tag == "said"]
        assert len(said) == 60, f"{len(said)} of 60 messages after the import was run again"


DOINGS = [
    Doing("create", nothing, create),
    Doing("append", lived, append),
    Doing("append after a crash", crashed, append),
    Doing("correct", lived, correct),
    Doing("fill", lived, fill),
    Doing("erase", told_secrets, erase, erase_again),
    Doing("migrate from 1", older(1), migrate),
    Doing("migrate from 2", older(2), migrate),
    Doing("migrate from 3", older(3), migrate),
    Doing("rebuild", lived, rebuild, rebuild_again),
    Doing("backup", lived, *copying(lambda place, log: log.backup(place.beside("copy.db")))),
    Doing("fork", lived, *copying(lambda place, log: log.fork(place.beside("copy.db"), 9))),
    Doing("recover", backed_up, *copying(recover)),
    Doing("import", with_a_chat, bring_in, bring_in_again),
]
