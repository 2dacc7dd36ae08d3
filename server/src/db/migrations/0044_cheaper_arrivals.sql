-- Arrivals at a fraction of the cost: to the search, to the counters, and to the platform's names.

-- New keys are first written one after the other, and sorted in by the hundred: a fifth of the work. A search
-- reads the unsorted ones as well, so there are never many: one that comes to a full list sorts it in, and the
-- servers do so every few seconds.
alter index searchable_keys set (fastupdate = on, gin_pending_list_limit = 64);

-- With the owner's rights, as the index is the owner's.
create function sort_search() returns void language plpgsql security definer as $$
begin
  perform gin_clean_pending_list('searchable_keys'::regclass);
end $$;

-- While a file fills a store that nobody uses yet, the list may be long.
create or replace function defer_search() returns void language plpgsql security definer as $$
begin
  alter index searchable_keys set (gin_pending_list_limit = 65536);
end $$;
create or replace function settle_search() returns void language plpgsql security definer as $$
begin
  if exists (
    select from pg_class where oid = 'searchable_keys'::regclass and 'gin_pending_list_limit=64' = any (reloptions))
  then return; end if;
  alter index searchable_keys set (gin_pending_list_limit = 64);
  perform gin_clean_pending_list('searchable_keys'::regclass);
end $$;
do $do$
begin
  execute format('alter function sort_search() set search_path = %I, pg_temp', current_schema());
  execute format('alter function defer_search() set search_path = %I, pg_temp', current_schema());
  execute format('alter function settle_search() set search_path = %I, pg_temp', current_schema());
end $do$;

-- By way of UTC, which does not depend on the session's time zone: PostgreSQL then writes it into the statement
-- that calls it, instead of calling it for every row.
create or replace function hour_of(at timestamptz) returns int language sql immutable as $$
  select floor(extract(epoch from at at time zone 'UTC') / 3600)::int
$$;

-- Connections keep their plans, and one that was made while a table was small reads all of it when it is large.
-- PostgreSQL finds out by itself, about a minute late; an import brings 100,000 rows in that time.
create function analyze_grown() returns int language plpgsql security definer as $$
declare
  n int := 0;
  grown record;
begin
  -- With their names, only the columns are looked at, and not the keys of the search.
  for grown in
    select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ') as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and pg_relation_size(c.oid) / current_setting('block_size')::int >= 4 * greatest(c.relpages, 2)
     group by c.oid
  loop
    execute format('analyze (skip_locked) %s (%s)', grown.name, grown.columns);
    n := n + 1;
  end loop;
  return n;
end $$;
do $do$
begin
  execute format('alter function analyze_grown() set search_path = %I, pg_temp', current_schema());
end $do$;

-- As before, and for names that are all new, as in an import, in one pass: no look before each is added, and
-- none after it.
create or replace function take_names(kind text, names text[], locked boolean)
returns table (ids bigint[], added bigint[]) language plpgsql as $$
declare
  numbers constant regclass := pg_get_serial_sequence(kind, 'id');
  most bigint;
  taken bigint[];
  -- In the order of the locks.
  fresh text[];
  places bigint[];
  in_order boolean;
begin
  select coalesce(array_agg(w.name), '{}'), coalesce(array_agg(w.place), '{}') into fresh, places from (
    select u.name, u.place from unnest(names) with ordinality u (name, place)
     where (select p.id from platform_id p where p.kind = take_names.kind and p.external_id = u.name) is null
     order by u.name) w;
  added := array(select nextval(numbers) from unnest(fresh));
  in_order := cardinality(fresh) = cardinality(names);
  begin
    insert into platform_id (kind, external_id, id) select take_names.kind, w.name, w.id from unnest(fresh, added) w (name, id);
  exception when unique_violation then
    -- Another call gave out some of them meanwhile.
    in_order := false;
    with new_names as (
      insert into platform_id as p (kind, external_id, id)
        select take_names.kind, w.name, w.id from unnest(fresh, added) w (name, id)
        on conflict do nothing returning p.external_id, p.id)
    select coalesce(array_agg(n.id), '{}'), coalesce(array_agg(n.external_id), '{}') into added, fresh
      from new_names n;
  end;
  -- Rows that came with ids of their own may be ahead of the sequence.
  execute format('select max(id) from %I', kind) into most;
  while most >= any (added) loop
    execute format('select array(select id from %I where id = any ($1))', kind) into taken using added;
    exit when taken = '{}';
    in_order := false;
    perform raise_sequences();
    with moved as (
      update platform_id p set id = nextval(numbers)
       where p.kind = take_names.kind and p.id = any (taken) returning p.id)
    select array(select unnest(added) except select unnest(taken)) || array_agg(m.id) into added from moved m;
  end loop;
  if in_order then
    ids := array(select w.id from unnest(added, places) w (id, place) order by w.place);
    return next;
    return;
  end if;
  if locked and cardinality(fresh) < cardinality(names) then
    perform lock_names(kind, array(select unnest(names) except select unnest(fresh)));
  end if;
  ids := array(
    select (select p.id from platform_id p where p.kind = take_names.kind and p.external_id = w.name)
      from unnest(names) with ordinality w (name, place) order by w.place);
  return next;
end $$;
