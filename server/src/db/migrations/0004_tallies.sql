-- Exact totals and any page at a cost that does not grow with the table: counters per UTC hour,
-- 32 hours and 1024 hours. Any range at hour boundaries, in any zone, is a handful of buckets.
-- kind: a certification's role, a video's type, a report's video type; 0 for projects.

create table tally (
  queue text not null,
  level smallint not null,
  bucket int not null,
  kind bigint not null,
  status smallint not null,
  n bigint not null,
  primary key (queue, level, bucket, kind, status)
);

-- Each change appends what it changed; a folder adds it up in the background. Totals read both.
create table tally_delta (
  queue text not null,
  hour int not null,
  kind bigint not null,
  status smallint not null,
  n bigint not null
);

create function hour_of(at timestamptz) returns int language sql immutable as $$
  select floor(extract(epoch from at) / 3600)::int
$$;

-- Triggers, because nothing can forget them.
do $do$
declare
  q record;
begin
  for q in
    select * from (values ('certification', 'role_id'), ('project', '0'), ('video', 'type'), ('report', 'video_type'))
      as queues (name, kind)
  loop
    execute format($sql$
      create function tally_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          insert into tally_delta
            select %1$L, hour_of(create_time), %2$s, status, count(*) from new_rows group by 2, 3, 4;
        elsif tg_op = 'DELETE' then
          insert into tally_delta
            select %1$L, hour_of(create_time), %2$s, status, -count(*) from old_rows group by 2, 3, 4;
        else
          insert into tally_delta
            select %1$L, hour, kind, status, sum(n) from (
              select hour_of(create_time) as hour, %2$s as kind, status, 1 as n from new_rows
              union all
              select hour_of(create_time), %2$s, status, -1 from old_rows) changed
            group by hour, kind, status having sum(n) <> 0;
        end if;
        return null;
      end $body$;
      create trigger %1$s_inserted after insert on %1$s
        referencing new table as new_rows for each statement execute function tally_%1$s();
      create trigger %1$s_updated after update on %1$s
        referencing old table as old_rows new table as new_rows for each statement execute function tally_%1$s();
      create trigger %1$s_deleted after delete on %1$s
        referencing old table as old_rows for each statement execute function tally_%1$s();
    $sql$, q.name, q.kind);
  end loop;
end $do$;

-- Tree and unfolded deltas as one, on the caller's snapshot: exact while folding runs.
create function tally_buckets(q text, kinds bigint[], statuses smallint[], lvl int, lo int, hi int)
returns table (bucket int, n bigint) language sql stable rows 64 as $$
  select bucket, sum(n)::bigint from (
    select t.bucket, t.n from tally t
     where t.queue = q and t.level = lvl and t.bucket >= lo and t.bucket < hi
       and (kinds is null or t.kind = any (kinds)) and (statuses is null or t.status = any (statuses))
    union all
    select d.hour >> (5 * lvl), d.n from tally_delta d
     where d.queue = q and d.hour >> (5 * lvl) >= lo and d.hour >> (5 * lvl) < hi
       and (kinds is null or d.kind = any (kinds)) and (statuses is null or d.status = any (statuses))
  ) b group by bucket
$$;

-- Rows of a part of an hour, counted where they are: only zones off the hour need it.
create function count_rows(q text, kinds bigint[], statuses smallint[], since timestamptz, until timestamptz)
returns bigint language plpgsql stable as $$
declare
  kind text := case q when 'certification' then 'role_id' when 'video' then 'type'
                      when 'report' then 'video_type' else '0::bigint' end;
  n bigint;
begin
  if since >= until then return 0; end if;
  execute format(
    'select count(*) from %I where create_time >= $1 and create_time < $2
       and ($3 is null or %s = any ($3)) and ($4 is null or status = any ($4))', q, kind)
    into n using since, until, kinds, statuses;
  return n;
end $$;

-- Where a page begins: the exact total, and "rows before this moment, after this many of them".
create function find_place(
  q text, kinds bigint[], statuses smallint[], since timestamptz, until timestamptz, skip bigint)
returns table (total bigint, before timestamptz, rest bigint) language plpgsql stable as $$
declare
  lo int := case when since is null then 0 else ceil(extract(epoch from since) / 3600) end;
  hi int := case when until is null then 1 << 30 else floor(extract(epoch from until) / 3600) end;
  top bigint := 0;
  bottom bigint := 0;
  levels int[];
  los int[];
  his int[];
  sums bigint[] := '{}';
  a1 int; b1 int; a2 int; b2 int;
  n bigint;
  at int;
  lvl int;
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
  if a1 >= b1 then
    levels := array[0]; los := array[lo]; his := array[hi];
  else
    a2 := (a1 + 31) >> 5;
    b2 := b1 >> 5;
    if a2 >= b2 then
      levels := array[0, 1, 0]; los := array[b1 << 5, a1, lo]; his := array[hi, b1, a1 << 5];
    else
      levels := array[0, 1, 2, 1, 0];
      los := array[b1 << 5, b2 << 5, a2, a1, lo];
      his := array[hi, b1, b2, a2 << 5, a1 << 5];
    end if;
  end if;
  total := top + bottom;
  for i in 1 .. array_length(levels, 1) loop
    select coalesce(sum(b.n), 0) into n from tally_buckets(q, kinds, statuses, levels[i], los[i], his[i]) b;
    sums := sums || n;
    total := total + n;
  end loop;

  -- Near the beginning, walking the index is the cheapest.
  if skip <= 500 then
    rest := skip;
    return next;
    return;
  end if;
  if skip >= total then
    before := '-infinity';
    rest := 0;
    return next;
    return;
  end if;
  if skip < top then
    rest := skip;
    return next;
    return;
  end if;
  rest := skip - top;
  for i in 1 .. array_length(levels, 1) loop
    if rest >= sums[i] then
      rest := rest - sums[i];
      continue;
    end if;
    lvl := levels[i];
    lo := los[i];
    hi := his[i];
    loop
      select w.bucket, w.running - w.n into at, n from (
        select b.bucket, b.n, sum(b.n) over (order by b.bucket desc) as running
          from tally_buckets(q, kinds, statuses, lvl, lo, hi) b) w
       where w.running > rest order by w.bucket desc limit 1;
      rest := rest - n;
      exit when lvl = 0;
      lvl := lvl - 1;
      lo := at << 5;
      hi := lo + 32;
    end loop;
    before := to_timestamp((at + 1)::float8 * 3600);
    return next;
    return;
  end loop;
  before := to_timestamp(lo::float8 * 3600);
  return next;
end $$;

-- Folds at most this many deltas into the tree, in one statement: a reader sees all of it or none.
create function fold_tallies(most int) returns int language sql as $$
  with taken as (
    delete from tally_delta where ctid = any (array(
      select ctid from tally_delta limit most for update skip locked))
    returning queue, hour, kind, status, n),
  added as (
    insert into tally as t (queue, level, bucket, kind, status, n)
    select queue, lvl, hour >> (5 * lvl), kind, status, sum(n)
      from taken cross join generate_series(0, 2) lvl
     group by 1, 2, 3, 4, 5
    on conflict (queue, level, bucket, kind, status) do update set n = t.n + excluded.n)
  select count(*)::int from taken
$$;

-- How far the counters are off, hour by hour, all on one snapshot. Appending the difference as deltas
-- repairs them while the system runs.
create function tally_drift() returns table (queue text, hour int, kind bigint, status smallint, off bigint)
language sql stable as $$
  select queue, hour, kind, status, sum(n)::bigint from (
    select 'certification' as queue, hour_of(create_time) as hour, role_id as kind, status, 1::bigint as n from certification
    union all select 'project', hour_of(create_time), 0, status, 1 from project
    union all select 'video', hour_of(create_time), type, status, 1 from video
    union all select 'report', hour_of(create_time), video_type, status, 1 from report
    union all select queue, bucket, kind, status, -n from tally where level = 0
    union all select queue, hour, kind, status, -n from tally_delta) all_rows
  group by 1, 2, 3, 4 having sum(n) <> 0
$$;
