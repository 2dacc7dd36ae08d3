-- Quicker totals and places. Each counter is also kept for all kinds, all statuses and all of both (-1), so
-- that any filter is one row for each bucket; they stand side by side with their number, and are read from
-- the index alone.
alter table tally drop constraint tally_pkey;
insert into tally (queue, level, bucket, kind, status, n)
  select queue, level, bucket, coalesce(kind, -1), coalesce(status, -1), sum(n) from tally
   group by grouping sets ((queue, level, bucket, kind), (queue, level, bucket, status), (queue, level, bucket));
alter table tally add primary key (queue, kind, status, level, bucket) include (n);

-- At most one kind and one status are asked for.
create or replace function tally_buckets(q text, kinds bigint[], statuses smallint[], lvl int, lo int, hi int)
returns table (bucket int, n bigint) language sql stable rows 64 as $$
  select bucket, sum(n)::bigint from (
    select t.bucket, t.n from tally t
     where t.queue = q and t.kind = coalesce(kinds[1], -1) and t.status = coalesce(statuses[1], -1::smallint)
       and t.level = lvl and t.bucket >= lo and t.bucket < hi
    union all
    select d.hour >> (5 * lvl), d.n from tally_delta d
     where d.queue = q and d.hour >> (5 * lvl) >= lo and d.hour >> (5 * lvl) < hi
       and (kinds is null or d.kind = kinds[1]) and (statuses is null or d.status = statuses[1])
  ) b group by bucket
$$;

-- Folds at most this many deltas into the tree, in one statement: a reader sees all of it or none.
create or replace function fold_tallies(most int) returns int language sql as $$
  with taken as (
    delete from tally_delta where ctid = any (array(
      select ctid from tally_delta limit most for update skip locked))
    returning queue, hour, kind, status, n),
  added as (
    insert into tally as t (queue, level, bucket, kind, status, n)
    select queue, lvl, hour >> (5 * lvl), coalesce(kind, -1), coalesce(status, -1), sum(n)
      from taken cross join generate_series(0, 2) lvl
     group by queue, lvl, hour >> (5 * lvl), cube (kind, status)
    on conflict (queue, level, bucket, kind, status) do update set n = t.n + excluded.n)
  select count(*)::int from taken
$$;

-- How far the counters are off, hour by hour, all on one snapshot.
create or replace function tally_drift()
returns table (queue text, hour int, kind bigint, status smallint, off bigint) language sql stable as $$
  select queue, hour, kind, status, sum(n)::bigint from (
    select 'certification' as queue, hour_of(create_time) as hour, role_id as kind, status, 1::bigint as n from certification
    union all select 'project', hour_of(create_time), 0, status, 1 from project
    union all select 'video', hour_of(create_time), type, status, 1 from video
    union all select 'report', hour_of(create_time), video_type, status, 1 from report
    union all select queue, bucket, kind, status, -n from tally where level = 0 and kind <> -1 and status <> -1
    union all select queue, hour, kind, status, -n from tally_delta) all_rows
  group by 1, 2, 3, 4 having sum(n) <> 0
$$;

-- Sums that do not agree with the hours they are made of: there is no way in which that happens, unless
-- somebody changes the counters by hand.
create function tally_disagreement() returns table (queue text, kind bigint, status smallint, off bigint)
language sql stable as $$
  select queue, kind, status, sum(n)::bigint from (
    select queue, lvl as level, bucket >> (5 * lvl) as bucket, coalesce(kind, -1) as kind,
           coalesce(status, -1::smallint) as status, sum(n) as n
      from tally cross join generate_series(0, 2) lvl
     where level = 0 and kind <> -1 and status <> -1
     group by queue, lvl, bucket >> (5 * lvl), cube (kind, status)
    union all
    select queue, level, bucket, kind, status, -n from tally) compared
  group by queue, level, bucket, kind, status having sum(n) <> 0
$$;

-- Counts every row anew, on one snapshot: the deltas it sees are in what it counts, and those that it does
-- not see come on top. The caller keeps the folder away.
create function rebuild_tallies() returns void language sql as $$
  with hours as (
    select 'certification' as queue, hour_of(create_time) as hour, role_id as kind, status, count(*) as n
      from certification group by 1, 2, 3, 4
    union all select 'project', hour_of(create_time), 0, status, count(*) from project group by 1, 2, 3, 4
    union all select 'video', hour_of(create_time), type, status, count(*) from video group by 1, 2, 3, 4
    union all select 'report', hour_of(create_time), video_type, status, count(*) from report group by 1, 2, 3, 4),
  counted as materialized (
    select queue, lvl::smallint as level, hour >> (5 * lvl) as bucket, coalesce(kind, -1) as kind,
           coalesce(status, -1::smallint) as status, sum(n) as n
      from hours cross join generate_series(0, 2) lvl
     group by queue, lvl, hour >> (5 * lvl), cube (kind, status)),
  emptied as (delete from tally_delta),
  removed as (
    delete from tally t where not exists (
      select from counted c where c.queue = t.queue and c.kind = t.kind and c.status = t.status
        and c.level = t.level and c.bucket = t.bucket))
  insert into tally as t (queue, level, bucket, kind, status, n)
  select queue, level, bucket, kind, status, n from counted
  on conflict (queue, level, bucket, kind, status) do update set n = excluded.n where t.n <> excluded.n
$$;

-- One statement for all its buckets, instead of one for each kind of them.

create or replace function find_place(
  q text, kinds bigint[], statuses smallint[], since timestamptz, until timestamptz, skip bigint)
returns table (total bigint, before timestamptz, rest bigint) language plpgsql stable
-- Its statements are the same for all values; planning them again would cost more than running them.
set plan_cache_mode = force_generic_plan as $$
declare
  lo int := case when since is null then 0 else ceil(extract(epoch from since) / 3600) end;
  hi int := case when until is null then 1 << 30 else floor(extract(epoch from until) / 3600) end;
  top bigint := 0;
  bottom bigint := 0;
  levels int[];
  los int[];
  his int[];
  a1 int; b1 int; a2 int; b2 int;
  buckets int[];
  counts bigint[];
  place int;
  at int;
  -- Nothing waits to be folded that this filter would count: the tree alone is read, in its order.
  folded boolean := not exists (
    select from tally_delta d
     where d.queue = q and (kinds is null or d.kind = kinds[1]) and (statuses is null or d.status = statuses[1]));
  of_kind bigint := coalesce(kinds[1], -1);
  of_status smallint := coalesce(statuses[1], -1);
begin
  before := coalesce(until, 'infinity');
  if lo >= hi then
    -- Within one hour, or across one boundary: count the rows themselves.
    total := count_rows(q, kinds, statuses, coalesce(since, '-infinity'), before);
    rest := skip;
    return next;
    return;
  end if;
  if until is not null then top := count_rows(q, kinds, statuses, to_timestamp(hi::float8 * 3600), until); end if;
  if since is not null then bottom := count_rows(q, kinds, statuses, since, to_timestamp(lo::float8 * 3600)); end if;

  -- Newest first: hours, then 32 hours, then 1024 hours, and down again on the older side.
  a1 := (lo + 31) >> 5;
  b1 := hi >> 5;
  a2 := (a1 + 31) >> 5;
  b2 := b1 >> 5;
  if a1 >= b1 then
    levels := array[0]; los := array[lo]; his := array[hi];
  elsif a2 >= b2 then
    levels := array[0, 1, 0]; los := array[b1 << 5, a1, lo]; his := array[hi, b1, a1 << 5];
  elsif since is null and until is null then
    levels := array[2]; los := array[a2]; his := array[b2];
  else
    levels := array[0, 1, 2, 1, 0];
    los := array[b1 << 5, b2 << 5, a2, a1, lo];
    his := array[hi, b1, b2, a2 << 5, a1 << 5];
  end if;

  -- Near the beginning, walking the index is the cheapest.
  if skip <= 500 then
    if folded then
      select coalesce(sum(t.n), 0) into total from unnest(levels, los, his) p (lvl, lo, hi)
        join tally t on t.queue = q and t.kind = of_kind and t.status = of_status
         and t.level = p.lvl and t.bucket >= p.lo and t.bucket < p.hi;
    else
      select coalesce(sum(b.n), 0) into total
        from unnest(levels, los, his) p (lvl, lo, hi), tally_buckets(q, kinds, statuses, p.lvl, p.lo, p.hi) b;
    end if;
    total := total + top + bottom;
    rest := skip;
    return next;
    return;
  end if;

  -- All buckets, newest first: their sum is the total, and the page begins in one of them.
  if folded then
    select array_agg(c.lvl), array_agg(c.bucket), array_agg(c.n), coalesce(sum(c.n), 0) + top + bottom
      into levels, buckets, counts, total
      from (select p.lvl, t.bucket, t.n
              from unnest(levels, los, his) with ordinality p (lvl, lo, hi, place)
              join tally t on t.queue = q and t.kind = of_kind and t.status = of_status
               and t.level = p.lvl and t.bucket >= p.lo and t.bucket < p.hi
             order by p.place, t.bucket desc) c;
  else
    select array_agg(c.lvl), array_agg(c.bucket), array_agg(c.n), coalesce(sum(c.n), 0) + top + bottom
      into levels, buckets, counts, total
      from (select p.lvl, b.bucket, b.n
              from unnest(levels, los, his) with ordinality p (lvl, lo, hi, place),
                   tally_buckets(q, kinds, statuses, p.lvl, p.lo, p.hi) b
             order by p.place, b.bucket desc) c;
  end if;
  rest := skip;
  if skip >= total then
    before := '-infinity';
    rest := 0;
  elsif skip >= top then
    rest := skip - top;
    place := 1;
    while place <= cardinality(counts) and rest >= counts[place] loop
      rest := rest - counts[place];
      place := place + 1;
    end loop;
    -- Beyond the last bucket is the part of an hour at the end of the range.
    at := lo - 1;
    if place <= cardinality(counts) then
      at := buckets[place];
      for lvl in reverse levels[place] - 1 .. 0 loop
        if folded then
          select array_agg(c.bucket), array_agg(c.n) into buckets, counts
            from (select t.bucket, t.n from tally t
                   where t.queue = q and t.kind = of_kind and t.status = of_status
                     and t.level = lvl and t.bucket >= at << 5 and t.bucket < (at << 5) + 32
                   order by t.bucket desc) c;
        else
          select array_agg(c.bucket), array_agg(c.n) into buckets, counts
            from (select * from tally_buckets(q, kinds, statuses, lvl, at << 5, (at << 5) + 32) b
                   order by b.bucket desc) c;
        end if;
        place := 1;
        while rest >= counts[place] loop
          rest := rest - counts[place];
          place := place + 1;
        end loop;
        at := buckets[place];
      end loop;
    end if;
    before := to_timestamp((at + 1)::float8 * 3600);
  end if;
  return next;
end $$;

-- Seals a batch at once: event by event it took longer under load than a statement may take.
create or replace function seal_events(most int) returns int language plpgsql as $$
declare
  place bigint;
  chained bytea;
  ids bigint[];
  texts text[];
  hashes bytea[] := '{}';
begin
  select position, hash into place, chained from event_seal order by position desc limit 1;
  select array_agg(u.event_id) into ids
    from (select event_id from event_unsealed order by event_id limit most) u;
  if ids is null then return 0; end if;
  select array_agg(event_text(e) order by e.id) into texts from event e where e.id = any (ids);
  for i in 1 .. cardinality(ids) loop
    chained := sha256(coalesce(chained, '\x'::bytea) || convert_to(texts[i], 'UTF8'));
    hashes := hashes || chained;
  end loop;
  insert into event_seal (position, event_id, hash)
    select coalesce(place, 0) + s.nr, s.id, s.hash from unnest(ids, hashes) with ordinality s (id, hash, nr);
  delete from event_unsealed where event_id = any (ids);
  return cardinality(ids);
end $$;
