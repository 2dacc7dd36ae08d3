-- Which items hold these characters, newest first, at a cost that does not grow with the table.
-- A table of its own, since an index on the words of a reviewed table would be written by every decision.
-- part: a video's type (0, 1, 2); 3 certifications; 4 projects.

create table searchable (
  part smallint not null,
  id bigint not null,
  kind bigint not null,
  status smallint not null,
  create_time timestamptz not null,
  -- What is searched, in lower case.
  words text not null,
  primary key (part, id)
);

-- A decision only notes here that an item's status is another one now; the index follows in the
-- background. Until then a search asks the item itself, and so is exact at any moment.
create table search_stale (
  part smallint not null,
  id bigint not null
);

-- The pieces of a text: pairs of characters where one is beyond ASCII (Chinese has no spaces and many
-- words of two characters), and runs of three where none is. A text of fewer has none.
-- Hashed with a seed, so that each part, stretch of time and status has its own: a search reads
-- the newest stretch first and stops when it has enough, however common the word is and however
-- few items have that status.
create function search_keys(words text, seed bigint) returns bigint[]
language plpgsql immutable strict parallel safe
-- Dear enough that no plan computes it for one row after the other.
cost 5000 as $$
declare
  letters constant text[] := string_to_array(words, null);
  keys bigint[] := '{}';
  pair text;
begin
  for i in 1 .. cardinality(letters) - 1 loop
    pair := letters[i] || letters[i + 1];
    if octet_length(pair) > 2 then
      keys := keys || hashtextextended(pair, seed);
    elsif octet_length(letters[i + 2]) = 1 then
      keys := keys || hashtextextended(pair || letters[i + 2], seed);
    end if;
  end loop;
  return keys;
end $$;

-- 256 hours are a stretch. Statuses share four classes, so that one nobody has heard of is in one too.
create function search_seed(part smallint, status smallint, at timestamptz) returns bigint
language sql immutable strict parallel safe as $$
  select ((floor(extract(epoch from at - timestamptz '1970-01-01 00:00:00+00') / 3600)::bigint >> 8) * 8 + part) * 4
    + (status & 3)
$$;

-- Triggers, because nothing can forget them.
do $do$
declare
  q record;
begin
  for q in
    select * from (values
      ('video', 'type', 'type', $$lower(title)$$, 'title, type, create_time'),
      ('certification', '3', 'role_id', $$lower(nick_name || e'\n' || phone)$$,
        'nick_name, phone, role_id, create_time'),
      ('project', '4', '0', $$lower(title)$$, 'title, create_time'))
      as queues (name, part, kind, words, columns)
  loop
    execute format($sql$
      insert into searchable
        select %2$s, id, %3$s, status, create_time, %4$s from %1$s where %4$s <> '';

      create function search_added_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into searchable
          select %2$s, id, %3$s, status, create_time, %4$s from new_rows where %4$s <> '';
        return null;
      end $body$;
      create trigger %1$s_search_added after insert on %1$s
        referencing new table as new_rows for each statement execute function search_added_%1$s();

      create function search_changed_%1$s() returns trigger language plpgsql as $body$
      begin
        delete from searchable s using (select old.*) o where s.part = %2$s and s.id = o.id;
        if tg_op = 'UPDATE' then
          insert into searchable
            select %2$s, id, %3$s, status, create_time, %4$s from (select new.*) n where %4$s <> '';
        end if;
        return null;
      end $body$;
      create trigger %1$s_search_changed after update of %5$s on %1$s
        for each row execute function search_changed_%1$s();
      create trigger %1$s_search_removed after delete on %1$s
        for each row execute function search_changed_%1$s();

      create function search_decided_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into search_stale select %2$s, id from (select new.*) n;
        return null;
      end $body$;
      create trigger %1$s_search_decided after update of status on %1$s
        for each row when (old.status is distinct from new.status) execute function search_decided_%1$s();
    $sql$, q.name, q.part, q.kind, q.words, q.columns);
  end loop;
end $do$;

-- Without a list of pending entries, which every search would have to read from end to end.
create index searchable_keys on searchable
  using gin (search_keys(words, search_seed(part, status, create_time))) with (fastupdate = off);

-- Brings the index up to date with at most so many changes, in one statement: a reader sees all or none.
create function fold_search(most int) returns int language sql as $$
  with taken as (
    delete from search_stale where ctid = any (array(
      select ctid from search_stale limit most for update skip locked))
    returning part, id),
  changed as (
    update searchable s set status = now_is.status
      from (select distinct part, id from taken) t
      cross join lateral (
        select v.status from video v where t.part < 3 and v.id = t.id
        union all select c.status from certification c where t.part = 3 and c.id = t.id
        union all select p.status from project p where t.part = 4 and p.id = t.id) now_is
     where s.part = t.part and s.id = t.id and s.status <> now_is.status)
  select count(*)::int from taken
$$;

-- The newest items that hold `needle`, or whose id it is: their ids in the list's order, and whether
-- these are all.
create function search_items(
  q text, of_part smallint, of_kind bigint, of_status smallint, since timestamptz, until timestamptz,
  needle text, most int)
returns table (ids bigint[], complete boolean) language plpgsql stable
-- Estimates know nothing of the words: without these it would plan anew, or read whole tables.
set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  -- A word too short for the index is looked for in this many of the newest.
  short_walk constant int := 20000;
  -- So few are looked through sooner than searched for.
  few constant int := 1000;
  low constant text := lower(needle);
  kinds constant bigint[] := case when of_kind is not null then array[of_kind] end;
  statuses constant smallint[] := case when of_status is not null then array[of_status] end;
  class constant int := of_status & 3;
  words_of constant text :=
    case q when 'certification' then $w$lower(x.nick_name || e'\n' || x.phone)$w$ else 'lower(x.title)' end;
  from_time constant timestamptz := coalesce(since, '-infinity');
  to_time constant timestamptz := coalesce(until, 'infinity');
  -- The list's own filters, on its own table.
  wanted constant text := concat(
    'x.create_time < $1 and x.create_time >= $2',
    case when of_kind is not null then
      format(' and x.%I = %L', case q when 'video' then 'type' else 'role_id' end, of_kind) end,
    case when of_status is not null then format(' and x.status = %L', of_status) end);
  times timestamptz[] := '{}';
  stale bigint[] := '{}';
  some_ids bigint[];
  some_times timestamptz[];
  items bigint;
  period record;
  stretch bigint;
  seed bigint;
  start timestamptz;
  walk int;
begin
  ids := '{}';
  complete := true;
  select f.total into items from find_place(q, kinds, statuses, since, until, 0) f;
  if cardinality(search_keys(low, 0)) = 0 then
    walk := short_walk;
    complete := items <= short_walk;
  elsif items <= few then
    walk := few;
  end if;

  if walk is not null then
    execute format(
      'select array_agg(f.id), array_agg(f.create_time) from (
         select x.id, x.create_time from (
           select * from %I x where %s order by x.create_time desc, x.id desc limit $3) x
          where strpos(%s, $4) > 0 order by x.create_time desc, x.id desc limit $5) f', q, wanted, words_of)
      into some_ids, some_times using to_time, from_time, walk, low, most;
    ids := ids || some_ids;
    times := times || some_times;
  else
    if of_status is not null then
      select coalesce(array_agg(distinct s.id), '{}') into stale from search_stale s where s.part = of_part;
    end if;
    <<newest_first>>
    for period in
      select b.bucket from tally_buckets(q, kinds, statuses, 2,
          case when since is null then 0 else hour_of(since) >> 10 end,
          case when until is null then 1 << 20 else (hour_of(until - interval '1 microsecond') >> 10) + 1 end) b
       where b.n > 0 order by b.bucket desc
    loop
      for quarter in reverse 3 .. 0 loop
        stretch := period.bucket::bigint * 4 + quarter;
        start := to_timestamp(stretch * 256 * 3600);
        continue when start >= to_time or start + interval '256 hours' <= from_time;
        seed := (stretch * 8 + of_part) * 4;
        -- The part is said so that no plan reads a whole part of the primary key for it.
        if of_status is not null then
          select array_agg(f.id), array_agg(f.create_time) into some_ids, some_times from (
            select s.id, s.create_time from searchable s
             where search_keys(s.words, search_seed(s.part, s.status, s.create_time))
                     @> search_keys(low, seed + class)
               and s.part + 0 = of_part and s.status = of_status and s.id <> all (stale)
               and (of_kind is null or s.kind = of_kind) and strpos(s.words, low) > 0
               and s.create_time >= from_time and s.create_time < to_time
             order by s.create_time desc, s.id desc limit most) f;
        else
          select array_agg(f.id), array_agg(f.create_time) into some_ids, some_times from (
            select s.id, s.create_time from searchable s
             where (search_keys(s.words, search_seed(s.part, s.status, s.create_time)) @> search_keys(low, seed)
                 or search_keys(s.words, search_seed(s.part, s.status, s.create_time)) @> search_keys(low, seed + 1)
                 or search_keys(s.words, search_seed(s.part, s.status, s.create_time)) @> search_keys(low, seed + 2)
                 or search_keys(s.words, search_seed(s.part, s.status, s.create_time)) @> search_keys(low, seed + 3))
               and s.part + 0 = of_part
               and (of_kind is null or s.kind = of_kind) and strpos(s.words, low) > 0
               and s.create_time >= from_time and s.create_time < to_time
             order by s.create_time desc, s.id desc limit most) f;
        end if;
        ids := ids || some_ids;
        times := times || some_times;
        exit newest_first when cardinality(ids) >= most;
      end loop;
    end loop;
  end if;

  -- What the index does not know yet, and the item whose id it is: both asked of the list itself.
  if needle ~ '^[1-9][0-9]{0,17}$' or stale <> '{}' then
    execute format(
      'select array_agg(x.id), array_agg(x.create_time) from %1$I x
        where (x.id = any ($3) and strpos(%2$s, $4) > 0 or x.id = $5) and x.id <> all ($6) and %3$s',
      q, words_of, wanted)
      into some_ids, some_times
      using to_time, from_time, stale, low, case when needle ~ '^[1-9][0-9]{0,17}$' then needle::bigint end, ids;
    if some_ids is not null then
      select array_agg(f.id order by f.at desc, f.id desc) into ids
        from unnest(ids || some_ids, times || some_times) f (id, at);
    end if;
  end if;
  complete := complete and cardinality(ids) < most;
  ids := ids[:most];
  return next;
end $$;

-- Reports are found by a number: their own, their video's or their reporter's.
-- Those of a video are few, and have their index.
create index report_of_reporter on report (reporter_id, create_time desc, id desc);
