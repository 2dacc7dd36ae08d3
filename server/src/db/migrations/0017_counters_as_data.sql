-- What is counted is data: a row of tally_source for each counter. And the counters read all that they are
-- asked for: one kind and one status, or all of them. The previous version asks with arrays; with more than
-- one value in them, of which only the first was read, they are now refused.

-- The rows of `source` for which `condition` holds, by hour, `kind` and status. A queue's own counter has its name.
create table tally_source (
  counter text primary key,
  source text not null,
  kind text not null,
  condition text not null default 'true'
);
insert into tally_source (counter, source, kind) values
  ('certification', 'certification', 'role_id'), ('project', 'project', '0'),
  ('video', 'video', 'type'), ('report', 'report', 'video_type');

-- Begins a counter beside those of the queues. What is there already is the caller's to count.
create function add_counter(counter text, source text, kind text, condition text) returns void
language plpgsql as $$
begin
  insert into tally_source values (counter, source, kind, condition);
  execute format($sql$
    create function tally_%1$s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then
        insert into tally_delta
          select %1$L, hour_of(create_time), %3$s, status, count(*) from new_rows where %4$s group by 2, 3, 4;
      elsif tg_op = 'DELETE' then
        insert into tally_delta
          select %1$L, hour_of(create_time), %3$s, status, -count(*) from old_rows where %4$s group by 2, 3, 4;
      else
        insert into tally_delta
          select %1$L, hour, kind, status, sum(n) from (
            select hour_of(create_time) as hour, %3$s as kind, status, 1 as n from new_rows where %4$s
            union all
            select hour_of(create_time), %3$s, status, -1 from old_rows where %4$s) changed
          group by hour, kind, status having sum(n) <> 0;
      end if;
      return null;
    end $body$;
    create trigger %1$s_inserted after insert on %2$I
      referencing new table as new_rows for each statement execute function tally_%1$s();
    create trigger %1$s_updated after update on %2$I
      referencing old table as old_rows new table as new_rows for each statement execute function tally_%1$s();
    create trigger %1$s_deleted after delete on %2$I
      referencing old table as old_rows for each statement execute function tally_%1$s();
  $sql$, counter, source, kind, condition);
end $$;

create function only_value(given anyarray) returns anyelement language plpgsql immutable as $$
begin
  if cardinality(given) <> 1 then
    raise exception 'counters are asked for one value or for all, not for %', given
      using errcode = 'invalid_parameter_value';
  end if;
  return given[1];
end $$;

-- Tree and unfolded deltas as one, on the caller's snapshot: exact while folding runs. Null: of every one.
create function tally_buckets(counter text, kind bigint, status smallint, lvl int, lo int, hi int)
returns table (bucket int, n bigint) language sql stable rows 64 as $$
  select b.bucket, sum(b.n)::bigint from (
    select t.bucket, t.n from tally t
     where t.queue = counter and t.kind = coalesce(tally_buckets.kind, -1)
       and t.status = coalesce(tally_buckets.status, -1::smallint)
       and t.level = lvl and t.bucket >= lo and t.bucket < hi
    union all
    select d.hour >> (5 * lvl), d.n from tally_delta d
     where d.queue = counter and d.hour >> (5 * lvl) >= lo and d.hour >> (5 * lvl) < hi
       and (tally_buckets.kind is null or d.kind = tally_buckets.kind)
       and (tally_buckets.status is null or d.status = tally_buckets.status)
  ) b group by b.bucket
$$;
create or replace function tally_buckets(q text, kinds bigint[], statuses smallint[], lvl int, lo int, hi int)
returns table (bucket int, n bigint) language sql stable rows 64 as $$
  select * from tally_buckets(q, only_value(kinds), only_value(statuses), lvl, lo, hi)
$$;

-- Rows of a part of an hour, counted where they are: only zones off the hour need it.
create function count_rows(counter text, kind bigint, status smallint, since timestamptz, until timestamptz)
returns bigint language plpgsql stable as $$
declare
  s record;
  n bigint;
begin
  if since >= until then return 0; end if;
  select * into strict s from tally_source t where t.counter = count_rows.counter;
  execute format(
    'select count(*) from %I where create_time >= $1 and create_time < $2 and %s%s%s', s.source, s.condition,
    case when kind is not null then format(' and %s = %L', s.kind, kind) end,
    case when status is not null then format(' and status = %L', status) end)
    into n using since, until;
  return n;
end $$;
create or replace function count_rows(
  q text, kinds bigint[], statuses smallint[], since timestamptz, until timestamptz)
returns bigint language sql stable as $$
  select count_rows(q, only_value(kinds), only_value(statuses), since, until)
$$;

-- Where a page begins: the exact total, and "rows before this moment, after this many of them".
create function find_place(
  counter text, kind bigint, status smallint, since timestamptz, until timestamptz, skip bigint,
  near int default 500)
returns table (total bigint, before timestamptz, rest bigint) language plpgsql stable
-- Its statements are the same for all values; planning them again would cost more than running them.
set plan_cache_mode = force_generic_plan as $$
declare
  lo int := case when since is null then 0 else ceil(extract(epoch from since) / 3600) end;
  hi int := case when until is null then 1 << 30 else floor(extract(epoch from until) / 3600) end;
  top bigint := 0;
  bottom bigint := 0;
  levels int[];
  lows int[];
  highs int[];
  a1 int; b1 int; a2 int; b2 int;
  buckets int[];
  counts bigint[];
  place int;
  at int;
  -- Nothing waits to be folded that this filter would count: the tree alone is read, in its order.
  folded boolean := not exists (
    select from tally_delta d
     where d.queue = counter and (find_place.kind is null or d.kind = find_place.kind)
       and (find_place.status is null or d.status = find_place.status));
  kind_key constant bigint := coalesce(find_place.kind, -1);
  status_key constant smallint := coalesce(find_place.status, -1);
begin
  before := coalesce(until, 'infinity');
  if lo >= hi then
    -- Within one hour, or across one boundary: count the rows themselves.
    total := count_rows(counter, find_place.kind, find_place.status, coalesce(since, '-infinity'), before);
    rest := skip;
    return next;
    return;
  end if;
  if until is not null then top := count_rows(counter, find_place.kind, find_place.status, to_timestamp(hi::float8 * 3600), until); end if;
  if since is not null then bottom := count_rows(counter, find_place.kind, find_place.status, since, to_timestamp(lo::float8 * 3600)); end if;

  -- Newest first: hours, then 32 hours, then 1024 hours, and down again on the older side.
  a1 := (lo + 31) >> 5;
  b1 := hi >> 5;
  a2 := (a1 + 31) >> 5;
  b2 := b1 >> 5;
  if a1 >= b1 then
    levels := array[0]; lows := array[lo]; highs := array[hi];
  elsif a2 >= b2 then
    levels := array[0, 1, 0]; lows := array[b1 << 5, a1, lo]; highs := array[hi, b1, a1 << 5];
  elsif since is null and until is null then
    levels := array[2]; lows := array[a2]; highs := array[b2];
  else
    levels := array[0, 1, 2, 1, 0];
    lows := array[b1 << 5, b2 << 5, a2, a1, lo];
    highs := array[hi, b1, b2, a2 << 5, a1 << 5];
  end if;

  -- Near the beginning, walking the index is the cheapest.
  if skip <= near then
    if folded then
      select coalesce(sum(t.n), 0) into total from unnest(levels, lows, highs) p (lvl, lo, hi)
        join tally t on t.queue = counter and t.kind = kind_key and t.status = status_key
         and t.level = p.lvl and t.bucket >= p.lo and t.bucket < p.hi;
    else
      select coalesce(sum(b.n), 0) into total
        from unnest(levels, lows, highs) p (lvl, lo, hi), tally_buckets(counter, find_place.kind, find_place.status, p.lvl, p.lo, p.hi) b;
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
              from unnest(levels, lows, highs) with ordinality p (lvl, lo, hi, place)
              join tally t on t.queue = counter and t.kind = kind_key and t.status = status_key
               and t.level = p.lvl and t.bucket >= p.lo and t.bucket < p.hi
             order by p.place, t.bucket desc) c;
  else
    select array_agg(c.lvl), array_agg(c.bucket), array_agg(c.n), coalesce(sum(c.n), 0) + top + bottom
      into levels, buckets, counts, total
      from (select p.lvl, b.bucket, b.n
              from unnest(levels, lows, highs) with ordinality p (lvl, lo, hi, place),
                   tally_buckets(counter, find_place.kind, find_place.status, p.lvl, p.lo, p.hi) b
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
                   where t.queue = counter and t.kind = kind_key and t.status = status_key
                     and t.level = lvl and t.bucket >= at << 5 and t.bucket < (at << 5) + 32
                   order by t.bucket desc) c;
        else
          select array_agg(c.bucket), array_agg(c.n) into buckets, counts
            from (select * from tally_buckets(counter, find_place.kind, find_place.status, lvl, at << 5, (at << 5) + 32) b
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
create or replace function find_place(
  q text, kinds bigint[], statuses smallint[], since timestamptz, until timestamptz, skip bigint)
returns table (total bigint, before timestamptz, rest bigint) language sql stable as $$
  select * from find_place(q, only_value(kinds), only_value(statuses), since, until, skip)
$$;

-- For a filter without an index: the hours in which the rows of a page are, newest first, and how many of
-- their first rows come before it. However rare a value is, a page reads no more hours than it has rows.
create function find_hours(
  counter text, kind bigint, status smallint, since timestamptz, until timestamptz, skip bigint, most int)
returns table (total bigint, hours int[], rest bigint) language plpgsql stable
set plan_cache_mode = force_generic_plan as $$
declare
  lo constant int := case when since is null then 0 else hour_of(since) end;
  hi int;
  before timestamptz;
  missing bigint;
  period record;
  stretch record;
  one record;
begin
  select p.total, p.before, p.rest into total, before, rest
    from find_place(counter, find_hours.kind, find_hours.status, since, until, skip, 0) p;
  hours := '{}';
  missing := rest + most;
  if total <= skip then
    return next;
    return;
  end if;
  hi := case when before = 'infinity' then 1 << 30 else hour_of(before - interval '1 microsecond') + 1 end;
  <<newest_first>>
  for period in
    select b.bucket from tally_buckets(counter, find_hours.kind, find_hours.status, 2, lo >> 10, ((hi - 1) >> 10) + 1) b
     where b.n > 0 order by b.bucket desc
  loop
    for stretch in
      select b.bucket from tally_buckets(counter, find_hours.kind, find_hours.status, 1,
          greatest(period.bucket << 5, lo >> 5), least((period.bucket + 1) << 5, ((hi - 1) >> 5) + 1)) b
       where b.n > 0 order by b.bucket desc
    loop
      for one in
        select b.bucket, b.n from tally_buckets(counter, find_hours.kind, find_hours.status, 0,
            greatest(stretch.bucket << 5, lo), least((stretch.bucket + 1) << 5, hi)) b
         where b.n > 0 order by b.bucket desc
      loop
        hours := hours || one.bucket;
        -- Of an hour at the edge of the range only a part counts.
        continue when one.bucket = lo or to_timestamp((one.bucket + 1)::float8 * 3600) > until;
        missing := missing - one.n;
        exit newest_first when missing <= 0;
      end loop;
    end loop;
  end loop;
  return next;
end $$;

-- How far the counters are off, hour by hour, all on one snapshot.
create or replace function tally_drift()
returns table (queue text, hour int, kind bigint, status smallint, off bigint) language plpgsql stable as $$
begin
  return query execute format($sql$
    select a.queue, a.hour, a.kind, a.status, sum(a.n)::bigint from (
      %s
      union all select queue, bucket, kind, status, -n from tally where level = 0 and kind <> -1 and status <> -1
      union all select queue, hour, kind, status, -n from tally_delta) a (queue, hour, kind, status, n)
    group by 1, 2, 3, 4 having sum(a.n) <> 0 $sql$,
    (select string_agg(format('select %L, hour_of(create_time), (%s)::bigint, status, 1::bigint from %I where %s',
       s.counter, s.kind, s.source, s.condition), ' union all ') from tally_source s));
end $$;

-- Counts every row anew, on one snapshot: the deltas it sees are in what it counts, and those that it does
-- not see come on top. The caller keeps the folder away.
create or replace function rebuild_tallies() returns void language plpgsql as $$
begin
  execute format($sql$
    with hours (queue, hour, kind, status, n) as (%s),
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
    on conflict (queue, level, bucket, kind, status) do update set n = excluded.n where t.n <> excluded.n $sql$,
    (select string_agg(format('select %L, hour_of(create_time), (%s)::bigint, status, count(*) from %I where %s group by 1, 2, 3, 4',
       s.counter, s.kind, s.source, s.condition), ' union all ') from tally_source s));
end $$;
