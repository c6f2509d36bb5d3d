-- The tables of belieflog's logs in PostgreSQL. Every key begins with the log, and tables are split by it, so that
-- logs can be spread over many disks or machines. Texts are stored as they were hashed.

create schema if not exists belieflog;

create table belieflog.format (version integer not null, readable integer not null);

create table belieflog.head (
    log text primary key,
    made uuid not null default gen_random_uuid(),
    position bigint not null default 0,
    hash bytea not null default decode(repeat('00', 32), 'hex'),
    epoch integer not null default 0,
    copied boolean not null default false
) with (fillfactor = 20);

create table belieflog.event (
    log text, position bigint, id bytea not null, public text not null, hash bytea not null,
    primary key (log, position), unique (log, id)
) partition by hash (log);

create table belieflog.private (
    log text, position bigint, salt bytea not null, body text not null, primary key (log, position)
) partition by hash (log);

create table belieflog.hole (
    log text, position bigint, commitment bytea not null, primary key (log, position)
) partition by hash (log);

create table belieflog.blob_salt (
    log text, whose text, salt bytea not null, primary key (log, whose)
) partition by hash (log);

create table belieflog.blob (
    log text, name text, whose text not null, body bytea not null, primary key (log, name)
) partition by hash (log);

-- Which roles reach which logs, for everyone but the owner of the tables.
create table belieflog.access (log text, role name, primary key (log, role));

-- What was written stays.

create function belieflog.never() returns trigger language plpgsql as $$
begin
    raise exception 'belieflog: % is refused on %: what was written stays', lower(tg_op), tg_table_name
        using errcode = 'restrict_violation';
end $$;

create function belieflog.only_alone() returns trigger language plpgsql as $$
begin
    if exists (select from belieflog.head where log = old.log and position = 1) and old.position = 1 then
        return old; -- the lone opening of a log in which nothing was written yet
    end if;
    raise exception 'belieflog: delete is refused on event: what was written stays' using errcode = 'restrict_violation';
end $$;

create function belieflog.only_erased() returns trigger language plpgsql as $$
begin
    if exists (select from belieflog.hole where log = old.log and position = old.position)
        or exists (select from belieflog.head where log = old.log and position = 1) and old.position = 1 then
        return old;
    end if;
    raise exception 'belieflog: private parts are deleted by erasing only' using errcode = 'restrict_violation';
end $$;

create function belieflog.not_erased() returns trigger language plpgsql as $$
begin
    if exists (select from belieflog.hole where log = new.log and position = new.position) then
        raise exception 'belieflog: an erased private part stays erased' using errcode = 'restrict_violation';
    end if;
    return new;
end $$;

create function belieflog.forward() returns trigger language plpgsql as $$
declare
    beyond bigint;
begin
    if new.position < old.position and not (old.position = 1 and new.position = 0) then
        raise exception 'belieflog: a head only moves forward' using errcode = 'restrict_violation';
    end if;
    if new.position > old.position then
        select count(*) into beyond from belieflog.event
            where log = new.log and position > old.position and position <= new.position;
        if beyond <> new.position - old.position or not exists (
            select from belieflog.event where log = new.log and position = new.position and hash = new.hash
        ) then
            raise exception 'belieflog: a head stands at its newest event' using errcode = 'restrict_violation';
        end if;
    end if;
    return new;
end $$;

create trigger stays before update on belieflog.event for each row execute function belieflog.never();
create trigger remains before delete on belieflog.event for each row execute function belieflog.only_alone();
create trigger stays before update on belieflog.private for each row execute function belieflog.never();
create trigger remains before delete on belieflog.private for each row execute function belieflog.only_erased();
create trigger is_new before insert on belieflog.private for each row execute function belieflog.not_erased();
create trigger stays before update on belieflog.hole for each row execute function belieflog.never();
create trigger remains before delete on belieflog.hole for each row execute function belieflog.never();
create trigger forward before update on belieflog.head for each row execute function belieflog.forward();
create trigger remains before delete on belieflog.head for each row execute function belieflog.never();
create trigger whole before truncate on belieflog.head for each statement execute function belieflog.never();

do $$
declare
    name text;
    part integer;
begin
    foreach name in array array['event', 'private', 'hole', 'blob_salt', 'blob'] loop
        for part in 0..15 loop
            execute format('create table belieflog.%I partition of belieflog.%I for values with (modulus 16, remainder %s)',
                name || '_' || part, name, part);
            if name in ('event', 'private', 'hole') then
                execute format('create trigger whole before truncate on belieflog.%I for each statement'
                    ' execute function belieflog.never()', name || '_' || part);
            end if;
        end loop;
        execute format('alter table belieflog.%I enable row level security', name);
        execute format('create policy reached on belieflog.%I using (log in (select log from belieflog.access))', name);
    end loop;
end $$;

alter table belieflog.head enable row level security;
create policy reached on belieflog.head using (log in (select log from belieflog.access));
alter table belieflog.access enable row level security;
create policy reached on belieflog.access for select using (pg_has_role(current_user, role, 'member'));

-- One round trip for a write: columns as JSON, bytes in hexadecimal, and of an erased private part no salt and its
-- commitment in place of the body. (Arrays take psycopg ten times as long to write as JSON.)

create function belieflog.append(
    which text, first bigint, ids json, publics json, hashes json, salts json, bodies json, opened integer
) returns void language plpgsql as $$
declare
    newest bigint := first + json_array_length(ids) - 1;
begin
    insert into belieflog.event
        select which, first + n - 1, decode(id, 'hex'), public, decode(hash, 'hex')
        from rows from (
            json_array_elements_text(ids), json_array_elements_text(publics), json_array_elements_text(hashes)
        ) with ordinality as r (id, public, hash, n);
    insert into belieflog.private
        select which, first + n - 1, decode(salt, 'hex'), body
        from rows from (json_array_elements_text(salts), json_array_elements_text(bodies)) with ordinality as r (salt, body, n)
        where salt is not null;
    if not found or exists (select from json_array_elements_text(salts) as r (salt) where salt is null) then
        insert into belieflog.hole
            select which, first + n - 1, decode(body, 'hex')
            from rows from (json_array_elements_text(salts), json_array_elements_text(bodies)) with ordinality as r (salt, body, n)
            where salt is null;
    end if;
    update belieflog.head
        set position = newest, hash = decode(hashes ->> -1, 'hex'), epoch = coalesce(opened, epoch) where log = which;
end $$;

-- Who may do what: belieflog.let_read('auditor', 'team-a'), and so on, by the owner of the tables.

create function belieflog.let_read(who name, which text) returns void language plpgsql as $$
begin
    execute format('grant usage on schema belieflog to %I', who);
    execute format('grant select on belieflog.format, belieflog.head, belieflog.event, belieflog.private,'
        ' belieflog.hole, belieflog.blob_salt, belieflog.blob, belieflog.access to %I', who);
    insert into belieflog.access values (which, who) on conflict do nothing;
end $$;

create function belieflog.let_append(who name, which text) returns void language plpgsql as $$
begin
    perform belieflog.let_read(who, which);
    execute format('grant insert on belieflog.event, belieflog.private, belieflog.blob_salt, belieflog.blob to %I', who);
    execute format('grant insert (log), update (position, hash, epoch) on belieflog.head to %I', who);
end $$;

create function belieflog.let_erase(who name, which text) returns void language plpgsql as $$
begin
    perform belieflog.let_append(who, which);
    execute format('grant insert on belieflog.hole to %I', who);
    execute format('grant delete on belieflog.private, belieflog.blob_salt, belieflog.blob to %I', who);
end $$;

create function belieflog.let_go(who name, which text) returns void language sql as $$
    delete from belieflog.access where role = who and log = which;
$$;
