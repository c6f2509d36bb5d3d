"""Bugs planted in what keeps a log whole through power cuts, kills, full disks and damage."""

from planting import Mutant

FAULTS = "test_faults.py"
NEWER = "test_newer_format.py"

MUTANTS = [
    Mutant(
        "full durability doesn't wait for the disk", FAULTS, "test_what_was_acknowledged_survives_a_power_cut",
        "eventlog/sqlite_connect.py", 'f"pragma synchronous = {self._durability}"', '"pragma synchronous = normal"',
    ),
    Mutant(
        "a copy takes its name before it is whole", FAULTS, "test_what_was_acknowledged_survives_kill_9",
        "eventlog/sqlite_files.py", "        yield part\n        _put(part, path)\n",
        "        os.link(part, path)\n        yield path\n",
    ),
    Mutant(
        "a copy's name isn't put on the disk", FAULTS, "test_a_copys_name",
        "eventlog/sqlite_files.py", "        _synced(os.path.dirname(os.path.abspath(path)))\n", "        pass\n",
    ),
    Mutant(
        "a purge leaves the -wal", FAULTS, "test_what_was_acknowledged_survives_a_power_cut",
        "eventlog/sqlite_purge.py", '        busy, left, _ = connection.execute("pragma wal_checkpoint(truncate)").fetchone()',
        "        busy, left = 0, 0",
    ),
    Mutant(
        "a full disk after an erasure is told as nothing written", FAULTS, "test_a_disk_that_is_full",
        "eventlog/sqlite_purge.py", "    sqlite3.SQLITE_FULL: ", "    -1: ",
    ),
    Mutant(
        "an imported file goes in by parts", FAULTS, "test_what_was_acknowledged_survives_kill_9",
        "eventlog/log.py", "                for ask in asks:\n                    batch = Batch(self)\n                    try:\n"
        "                        receipt",
        "                for ask in asks:\n                    self.store.connection().settled().execute('commit')\n"
        "                    self.store.connection().execute('begin immediate')\n"
        "                    batch = Batch(self)\n                    try:\n                        receipt",
    ),
    Mutant(
        "a damaged large output passes", "test_verify.py", "test_a_large_output",
        "eventlog/verify.py", "        elif blobs.MARK in private and", "        elif False and",
    ),
    Mutant(
        "damage that SQLite finds passes", FAULTS, "test_a_damaged_page",
        "eventlog/sqlite_views.py", '        if told != b"ok":', "        if False:",
    ),
    Mutant(
        "an error that is no text escapes", FAULTS, "test_a_damaged_name",
        "eventlog/sqlite_waiting.py", "    except (sqlite3.Error, UnicodeDecodeError) as error:\n        raise told",
        "    except sqlite3.Error as error:\n        raise told",
    ),
    Mutant(
        "a later file is written", NEWER, "test_a_later_file_is_never_written",
        "eventlog/sqlite_connect.py", "        if self.readonly and not lacking:", "        if not lacking:",
    ),
    Mutant(
        "a later file is read whatever it lacks", NEWER, "test_a_later_file_that_lacks",
        "eventlog/sqlite_schema.py", "    return sorted(wanted - _parts(connection))", "    return []",
    ),
    Mutant(
        "the fault run passes where nothing is lost without fsync", FAULTS, "test_the_fault_run_fails",
        "tests/fault_report.py", "        if section.loses and not lost:", "        if False:",
    ),
    Mutant(
        "a cut disk keeps what wasn't synced", FAULTS, "test_what_wasnt_synced",
        "tests/disk.py", '        if kind == "lost" or not self.since:', "        self.sync()\n        if not self.since:",
    ),
]  # fmt: skip
