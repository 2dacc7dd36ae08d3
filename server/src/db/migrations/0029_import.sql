-- Many rows at once: what the platform names, counts and searches is written for a whole chunk of them.

-- Until the transaction ends no other call adds or changes these things, whether they are here or not. In one
-- order, so that two calls with the same names wait for each other and never in a circle.
create function lock_names(kind text, names text[]) returns void language plpgsql as $$
begin
  perform from (select unnest(names) as name order by 1) w cross join lateral (
    select from platform_id p where p.kind = lock_names.kind and p.external_id = w.name for no key update) l;
end $$;

-- The ids of these names, in their order; a name that has none gets one, in the order of the locks. `locked`:
-- they are locked as well, those that are new by being new. Names are looked up one by one and not joined: a
-- plan that was made while the table was small would read all names of a kind.
create function take_names(kind text, names text[], locked boolean)
returns table (ids bigint[], added bigint[]) language plpgsql as $$
declare
  numbers constant regclass := pg_get_serial_sequence(kind, 'id');
  most bigint;
  taken bigint[];
  fresh text[];
begin
  with new_names as (
    insert into platform_id as p (kind, external_id, id)
      select take_names.kind, w.name, nextval(numbers) from (
        select w.name from unnest(names) w (name)
         where (select p.id from platform_id p where p.kind = take_names.kind and p.external_id = w.name) is null
         order by w.name) w
      on conflict do nothing returning p.external_id, p.id)
  select coalesce(array_agg(n.id), '{}'), coalesce(array_agg(n.external_id), '{}') into added, fresh
    from new_names n;
  -- Rows that came with ids of their own may be ahead of the sequence.
  execute format('select max(id) from %I', kind) into most;
  while most >= any (added) loop
    execute format('select array(select id from %I where id = any ($1))', kind) into taken using added;
    exit when taken = '{}';
    perform raise_sequences();
    with moved as (
      update platform_id p set id = nextval(numbers)
       where p.kind = take_names.kind and p.id = any (taken) returning p.id)
    select array(select unnest(added) except select unnest(taken)) || array_agg(m.id) into added from moved m;
  end loop;
  if locked and cardinality(fresh) < cardinality(names) then
    perform lock_names(kind, array(select unnest(names) except select unnest(fresh)));
  end if;
  ids := array(
    select (select p.id from platform_id p where p.kind = take_names.kind and p.external_id = w.name)
      from unnest(names) with ordinality w (name, place) order by w.place);
  return next;
end $$;

lock table certification, project, video, waiting in access exclusive mode;

-- An item that arrives brings its priority along; only where none is given it is looked up, row by row.
alter table waiting alter column priority drop default;
drop trigger waiting_ranked on waiting;
create trigger waiting_ranked before insert on waiting for each row
  when (new.priority is null) execute function rank_waiting();
do $do$
declare
  q text;
  was text;
begin
  foreach q in array array['wait_certification()', 'wait_project()', 'wait_video()'] loop
    was := pg_get_functiondef(q::regprocedure);
    -- The first of two statements: the one for rows that are added.
    execute regexp_replace(
      regexp_replace(was, 'create_time, since\)', 'create_time, since, priority)'),
      'coalesce\(pending_since, create_time\) from new_rows', 'coalesce(pending_since, create_time), priority from new_rows');
  end loop;
end $do$;

-- The same for cases of reports, whose video is at hand.
create or replace function open_cases(ids bigint[]) returns void language plpgsql as $$
begin
  insert into waiting as w (queue, kind, subject_id, create_time, since, reports, priority)
    select 'report', v.type, v.id, r.oldest, r.oldest, r.n, v.priority
      from video v cross join lateral (
        select min(create_time) as oldest, count(*)::int as n from report where video_id = v.id and status = 0) r
     where v.id = any (ids) and r.n > 0
     order by v.id
    on conflict (queue, subject_id) do update set since = excluded.since, reports = excluded.reports
     where (w.since, w.reports) is distinct from (excluded.since, excluded.reports);
end $$;

create or replace view pending_item as
  select 'certification' as queue, role_id as kind, id as subject_id, create_time,
      coalesce(pending_since, create_time) as since, 0 as reports, priority
    from certification where status = 0
  union all select 'project', 0, id, create_time, coalesce(pending_since, create_time), 0, priority
    from project where status = 0
  union all select 'video', type, id, create_time, coalesce(pending_since, create_time), 0, priority
    from video where type in (0, 1, 2) and status = 0
  union all select 'report', v.type, r.video_id, min(r.create_time), min(r.create_time), count(*)::int, v.priority
    from report r join video v on v.id = r.video_id
   where r.status = 0 group by v.type, r.video_id, v.priority;

create or replace function rebuild_waiting() returns void language plpgsql as $$
begin
  lock table waiting in share row exclusive mode;
  delete from waiting w where not exists (
    select from pending_item p where p.queue = w.queue and p.kind = w.kind and p.subject_id = w.subject_id);
  insert into waiting as w (queue, kind, subject_id, create_time, since, reports, priority)
    select queue, kind, subject_id, create_time, since, reports, priority from pending_item
    on conflict (queue, subject_id) do update set since = excluded.since, reports = excluded.reports
     where (w.since, w.reports) is distinct from (excluded.since, excluded.reports);
end $$;

-- While a file fills a store that nobody uses yet, the index of the search takes its keys down in a list and
-- sorts them in by the hundred thousand. A search reads that list to its end, so it is right at any moment, and
-- slow. With the owner's rights, as the index is the owner's.
create function defer_search() returns void language plpgsql security definer as $$
begin
  alter index searchable_keys set (fastupdate = on, gin_pending_list_limit = 65536);
end $$;
create function settle_search() returns void language plpgsql security definer as $$
begin
  if not exists (
    select from pg_class where oid = 'searchable_keys'::regclass and 'fastupdate=on' = any (reloptions))
  then return; end if;
  alter index searchable_keys set (fastupdate = off);
  alter index searchable_keys reset (gin_pending_list_limit);
  perform gin_clean_pending_list('searchable_keys'::regclass);
end $$;
do $do$
begin
  execute format('alter function defer_search() set search_path = %I, pg_temp', current_schema());
  execute format('alter function settle_search() set search_path = %I, pg_temp', current_schema());
end $do$;

-- Counters and search begin with the earliest hour there can be: what is dated before 1970 is in them, too.
do $do$
declare
  f record;
  was text;
begin
  for f in
    select p.oid from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and p.proname in ('find_place', 'find_hours', 'search_items')
  loop
    was := pg_get_functiondef(f.oid);
    was := replace(was, 'case when since is null then 0 else hour_of(since) >> 10 end',
      'case when since is null then -(1 << 20) else hour_of(since) >> 10 end');
    execute replace(was, 'case when since is null then 0 else', 'case when since is null then -(1 << 30) else');
  end loop;
end $do$;
