"""A log's file as an earlier version would have left it."""

import sqlite3

_VECTORS = "drop table copied; drop table piece; drop table model; drop table vector;"
_BACK = {
    3: "drop table copied;",
    2: f"{_VECTORS} drop index words_unsplit; drop index words_story; alter table words drop column split;",
    1: f"{_VECTORS} drop table words_fts; drop table words; drop table corpus;"
    "drop index entry_failure; drop index change_look;"
    "create table words (position integer primary key, text text);"
    "create virtual table words_fts using fts5 (text, content=[words], tokenize='unicode61 remove_diacritics 2');"
    "update change set digest = 7 where digest is not null;",
}


def take_back(path: str, version: int) -> None:
    """Make the tables of the log at *path* those of an earlier *version*."""
    connection = sqlite3.connect(path)
    connection.executescript(
        f"{_BACK[version]} delete from _sqlite_migrations where name > '000{version + 1}';"
        f"pragma user_version = {version};"
    )
    connection.close()
