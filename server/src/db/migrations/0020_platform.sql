-- The platform's own machines: their keys, and the names that the platform gives to its things.

create table platform_key (
  id bigint generated always as identity primary key,
  name text not null,
  -- The part of the key that may be shown; it stays when the secret is replaced.
  prefix text not null unique,
  secret_hash bytea not null unique,
  -- The secret before the last rotation, which is valid for a day after it.
  previous_hash bytea unique,
  rotated_at timestamptz,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

-- The platform's name of a thing, and ours. A row may be here before the thing itself: something refers to
-- it, so its id is taken already. A table of its own and not a column: the large tables are not rewritten,
-- and a thing that has not arrived has no row there. `kind` is the name of the thing's table.
create table platform_id (
  kind text not null,
  external_id text not null,
  id bigint not null,
  primary key (kind, external_id),
  unique (kind, id)
);

-- An id that no row has, also where rows came with ids of their own.
create function free_platform_id(kind text) returns bigint language plpgsql as $$
declare
  fresh bigint;
  taken boolean;
begin
  loop
    fresh := nextval(pg_get_serial_sequence(kind, 'id'));
    execute format('select exists (select from %I where id = $1)', kind) into taken using fresh;
    if not taken then return fresh; end if;
    perform raise_sequences();
  end loop;
end $$;
