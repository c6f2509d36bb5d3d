"""The tables of a log in SQLite, brought up to date by sqlite-utils migrations.

`event`, `private`, `hole` and `blob` are the log; the rest is an index that `rebuild` makes anew from it.
`PRAGMA user_version` says which migrations a file has had, so that opening a current file needs no
sqlite-utils at all (its import alone takes longer than a read).

A migration that changes what a column means gives it another name. So an older version may read a file of a later
one in which it finds all tables, columns and indexes that it knows (`lacking`); it never writes one.
"""

import contextlib
import sqlite3

from eventlog.events import decode_private
from eventlog.looks import digest

VERSION = 4
APPLICATION_ID = 0x42_45_4C_46  # "BELF"

INDEX_TABLES = """
create table scope (
    id integer primary key, user text not null, session text not null,
    entries integer not null default 0, ended integer not null default 0, incomplete integer,
    unique (user, session)
);
create table member (
    scope integer, position integer, tag integer not null, entry integer,
    primary key (scope, position)
) without rowid;
create index member_tag on member (scope, tag, position) where entry is null;
create table entry (
    scope integer, number integer, kind text not null, address text,
    versions integer not null, shows integer,
    primary key (scope, number)
) without rowid;
create unique index entry_address on entry (scope, address);
create table change (
    scope integer, entry integer, at integer, shows integer, digest integer,
    primary key (scope, entry, at)
) without rowid;
create table rest (
    premise integer, position integer, primary key (premise, position)
) without rowid;
create table void (
    scope integer, low integer, high integer not null, primary key (scope, low)
) without rowid;
create table unpurged (position integer primary key);
"""

SEARCH_TABLES = """
create table words (
    position integer primary key, scope integer not null, entry integer not null, at integer not null,
    kind blob not null, namespace blob not null, importance integer not null, confidence real not null, expires_at integer,
    length integer not null
);
create unique index words_entry on words (scope, entry);
create index words_weight on words (scope, importance, confidence, position);
create table corpus (
    scope integer primary key, reach integer not null, documents integer not null default 0,
    length integer not null default 0
);
create virtual table words_fts using fts5 (text, content = '', tokenize = 'ascii');
create index entry_failure on entry (scope, number) where kind = 'failure';
create index change_look on change (scope, digest) where digest & 4294967296;
update change set digest = digest_of(
    (select kind from entry where entry.scope = change.scope and number = change.entry),
    (select body from private where position = at)
) where digest is not null;
"""

VECTOR_TABLES = """
alter table words add column split integer not null default 0;
create index words_unsplit on words (scope) where split = 0;
create index words_story on words (scope, namespace, position) where kind = x'657069736f646963';
create table piece (
    number integer primary key autoincrement, scope integer not null, position integer not null, fingerprint blob not null
);
create index piece_scope on piece (scope);
create index piece_position on piece (position);
create index piece_fingerprint on piece (fingerprint);
create table model (id integer primary key, name text not null unique, dimension integer not null);
create table vector (
    id integer primary key, fingerprint blob not null, model integer not null, vector blob not null,
    unique (fingerprint, model)
)
"""

COPIED_TABLE = "create table copied (one integer primary key check (one = 1))"

TRIGGERS = {
    "event_stays": "create trigger event_stays before update on event"
    " begin select raise(abort, 'events are never changed'); end",
    "event_remains": "create trigger event_remains before delete on event"
    " begin select raise(abort, 'events are never deleted'); end",
    "event_is_new": "create trigger event_is_new before insert on event when exists"
    " (select 1 from event where position = new.position) or exists (select 1 from event where id = new.id)"
    " begin select raise(abort, 'events are never replaced'); end",
    "private_stays": "create trigger private_stays before update on private"
    " begin select raise(abort, 'private parts are never changed'); end",
    "private_remains": "create trigger private_remains before delete on private when not exists"
    " (select 1 from hole where position = old.position)"
    " begin select raise(abort, 'private parts are deleted by erasing only'); end",
    "private_is_new": "create trigger private_is_new before insert on private when exists"
    " (select 1 from private where position = new.position)"
    " or exists (select 1 from hole where position = new.position)"
    " begin select raise(abort, 'private parts are never replaced'); end",
    "hole_is_new": "create trigger hole_is_new before insert on hole when exists"
    " (select 1 from hole where position = new.position)"
    " begin select raise(abort, 'holes are never replaced'); end",
    "hole_stays": "create trigger hole_stays before update on hole"
    " begin select raise(abort, 'holes are never changed'); end",
    "hole_remains": "create trigger hole_remains before delete on hole"
    " begin select raise(abort, 'holes are never filled'); end",
}


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an empty or older file to `VERSION`, inside the caller's transaction.

    The caller holds ``BEGIN IMMEDIATE``, so that two programs opening a new file at once don't both try.
    """
    import sqlite_utils

    migrations = sqlite_utils.Migrations("belieflog")

    @migrations(name="0001_log_and_index")
    def _(db: sqlite_utils.Database) -> None:
        event = {"position": int, "id": bytes, "public": str, "hash": bytes}
        db.table("event").create(event, pk="position", not_null=event)
        db.table("event").create_index(["id"], index_name="event_id", unique=True)
        private = {"position": int, "salt": bytes, "body": str}
        db.table("private").create(private, pk="position", not_null=private)
        hole = {"position": int, "commitment": bytes}
        db.table("hole").create(hole, pk="position", not_null=hole)
        db.table("blob_salt").create({"user": str, "salt": bytes}, pk="user", not_null=["salt"])
        blob = {"name": str, "user": str, "body": bytes}
        db.table("blob").create(blob, pk="name", not_null=blob)
        words = db.table("words").create({"position": int, "text": str}, pk="position")
        words.enable_fts(["text"], tokenize="unicode61 remove_diacritics 2")
        db.executescript(INDEX_TABLES)
        for trigger in TRIGGERS.values():
            db.execute(trigger)

    @migrations(name="0002_search")
    def _(db: sqlite_utils.Database) -> None:
        connection.create_function("digest_of", 2, _digest_of, deterministic=True)
        db.table("words").disable_fts()
        db.table("words").drop()
        for statement in SEARCH_TABLES.split(";\n"):
            db.execute(statement)

    @migrations(name="0003_vectors")
    def _(db: sqlite_utils.Database) -> None:
        for statement in VECTOR_TABLES.split(";\n"):
            db.execute(statement)

    @migrations(name="0004_copied")
    def _(db: sqlite_utils.Database) -> None:
        db.execute(COPIED_TABLE)

    migrations.apply(sqlite_utils.Database(connection, execute_plugins=False))
    connection.execute(f"pragma application_id = {APPLICATION_ID}")
    connection.execute(f"pragma user_version = {VERSION}")


def vacate(connection: sqlite3.Connection) -> None:
    """Take back the lone opening of a log in which nothing was written yet, inside the caller's transaction."""
    guarding = ("event_remains", "private_remains")
    for name in guarding:
        connection.execute(f"drop trigger {name}")
    connection.execute("delete from private where position = 1")
    connection.execute("delete from event where position = 1")
    for name in guarding:
        connection.execute(TRIGGERS[name])


def _digest_of(kind: str, body: str | bytes) -> int:
    content = decode_private(body.encode() if isinstance(body, str) else body, 0).content
    return digest(kind, content)


def lacking(connection: sqlite3.Connection) -> list[str]:
    """List the tables, columns and indexes of this version that a file doesn't have."""
    with contextlib.closing(sqlite3.connect(":memory:")) as ours:
        migrate(ours)
        wanted = _parts(ours)
    return sorted(wanted - _parts(connection))


def _parts(connection: sqlite3.Connection) -> set[str]:
    named = "m.name not glob '*sqlite_*' and m.name not glob '*_fts_*'"  # not SQLite's and sqlite-utils' own
    sql = (
        f"select cast('index ' || m.name as blob) from sqlite_master m where m.type = 'index' and {named} union"
        " select cast('column ' || m.name || '.' || c.name as blob) from sqlite_master m, pragma_table_info(m.name) c"
        f" where m.type = 'table' and {named}"
    )
    return {name.decode() for (name,) in connection.execute(sql)}


def missing_triggers(connection: sqlite3.Connection) -> list[str]:
    """List the append-only triggers that are gone or changed."""
    # cast, because a connection may hand out text as str or as bytes
    rows = connection.execute("select cast(name as blob), cast(sql as blob) from sqlite_master where type = 'trigger'")
    found = {name.decode(): sql.decode().lower() for name, sql in rows}
    return [name for name, sql in TRIGGERS.items() if found.get(name) != sql.lower()]
