-- Which items hold these characters, newest first, at a cost that does not grow with the table.
-- A table of its own, since an index on the words of a reviewed table would be written by every decision.
-- part: a video's type (0, 1, 2); 3 certifications; 4 projects.

create table searchable (
  part smallint not null,
  id bigint not null,
  create_time timestamptz not null,
  -- What is searched, in lower case.
  words text not null,
  primary key (part, id)
);

-- The pieces of a text: pairs of characters where one is beyond ASCII (Chinese has no spaces and many
-- words of two characters), and runs of three where none is. A text of fewer has none.
-- Hashed with a seed, so that each part and each stretch of time has its own: a search reads
-- the newest stretch first and stops when it has enough, however common the word is.
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

-- 256 hours are a stretch: an item's words are found in its own only.
create function search_seed(part smallint, at timestamptz) returns bigint
language sql immutable strict parallel safe as $$
  select (floor(extract(epoch from at - timestamptz '1970-01-01 00:00:00+00') / 3600)::bigint >> 8) * 8 + part
$$;

-- Triggers, because nothing can forget them.
do $do$
declare
  q record;
begin
  for q in
    select * from (values
      ('video', 'type', $$lower(title)$$, 'title, type, create_time'),
      ('certification', '3', $$lower(nick_name || e'\n' || phone)$$, 'nick_name, phone, create_time'),
      ('project', '4', $$lower(title)$$, 'title, create_time'))
      as queues (name, part, words, columns)
  loop
    execute format($sql$
      insert into searchable select %2$s, id, create_time, %3$s from %1$s where %3$s <> '';

      create function search_added_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into searchable select %2$s, id, create_time, %3$s from new_rows where %3$s <> '';
        return null;
      end $body$;
      create trigger %1$s_search_added after insert on %1$s
        referencing new table as new_rows for each statement execute function search_added_%1$s();

      create function search_changed_%1$s() returns trigger language plpgsql as $body$
      begin
        delete from searchable s using (select old.*) o where s.part = %2$s and s.id = o.id;
        if tg_op = 'UPDATE' then
          insert into searchable select %2$s, id, create_time, %3$s from (select new.*) n where %3$s <> '';
        end if;
        return null;
      end $body$;
      -- A decision sets none of these columns, and so does not even ask.
      create trigger %1$s_search_changed after update of %4$s on %1$s
        for each row execute function search_changed_%1$s();
      create trigger %1$s_search_removed after delete on %1$s
        for each row execute function search_changed_%1$s();
    $sql$, q.name, q.part, q.words, q.columns);
  end loop;
end $do$;

-- Without a list of pending entries, which every search would have to read from end to end.
create index searchable_keys on searchable
  using gin (search_keys(words, search_seed(part, create_time))) with (fastupdate = off);

-- Of these candidates, in their order, the ones that the list's filters want.
create function search_sifted(q text, wanted text, candidates bigint[], times timestamptz[])
returns table (ids bigint[], at timestamptz[]) language plpgsql stable as $$
begin
  return query execute format(
    'select coalesce(array_agg(c.id order by c.place), ''{}''), coalesce(array_agg(c.at order by c.place), ''{}'')
       from unnest($1, $2) with ordinality c (id, at, place) join %I x on x.id = c.id %s', q, wanted)
    using candidates, times;
end $$;

-- The newest items that hold `needle`, or whose id it is: their ids in the list's order, and whether
-- these are all. There are two ways, from the words to the items by the index above, or along the
-- list's own index with a look at each item's words; it begins with the first and changes to the second
-- where the word is more common than what is wanted (a word in every tenth title, and the few pending).
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
  few constant int := 2000;
  -- So many are checked against the list's filters at a time.
  batch constant int := 1500;
  low constant text := lower(needle);
  kinds constant bigint[] := case when of_kind is not null then array[of_kind] end;
  statuses constant smallint[] := case when of_status is not null then array[of_status] end;
  -- Where the words alone say that an item is wanted; a video's type is its part.
  by_words constant boolean := of_status is null and (of_kind is null or q = 'video');
  words_of constant text :=
    case q when 'certification' then $w$lower(x.nick_name || e'\n' || x.phone)$w$ else 'lower(x.title)' end;
  wanted constant text := concat(
    case when of_kind is not null then
      format(' and x.%I = %L', case q when 'video' then 'type' else 'role_id' end, of_kind) end,
    case when of_status is not null then format(' and x.status = %L', of_status) end);
  from_time constant timestamptz := coalesce(since, '-infinity');
  to_time constant timestamptz := coalesce(until, 'infinity');
  first_bucket constant int := case when since is null then 0 else hour_of(since) >> 10 end;
  end_bucket constant int :=
    case when until is null then 1 << 20 else (hour_of(until - interval '1 microsecond') >> 10) + 1 end;
  times timestamptz[] := '{}';
  more_ids bigint[] := '{}';
  more_times timestamptz[] := '{}';
  some_ids bigint[];
  some_times timestamptz[];
  items bigint;
  seen bigint := 0;
  passed bigint := 0;
  period record;
  stretch bigint;
  start timestamptz;
  walk_before timestamptz;
  walk_most int;
  hit_time timestamptz;
begin
  ids := '{}';
  complete := true;
  select f.total into items from find_place(q, kinds, statuses, since, until, 0) f;

  if cardinality(search_keys(low, 0)) = 0 then
    walk_before := to_time;
    walk_most := short_walk;
    complete := items <= short_walk;
  elsif items <= few then
    walk_before := to_time;
  else
    for period in
      select b.bucket, b.n from tally_buckets(q, kinds, statuses, 2, first_bucket, end_bucket) b
       where b.n > 0 order by b.bucket desc
    loop
      for part_of_it in reverse 3 .. 0 loop
        stretch := period.bucket * 4 + part_of_it;
        start := to_timestamp(stretch * 256 * 3600);
        continue when start >= to_time or start + interval '256 hours' <= from_time;
        select array_agg(f.id), array_agg(f.create_time) into some_ids, some_times from (
          select s.id, s.create_time from searchable s
           where search_keys(s.words, search_seed(s.part, s.create_time)) @> search_keys(low, stretch * 8 + of_part)
             -- Said so that no plan reads a whole part of the primary key for it.
             and s.part + 0 = of_part and strpos(s.words, low) > 0
             and s.create_time >= from_time and s.create_time < to_time
           order by s.create_time desc, s.id desc limit case when by_words then most end) f;
        continue when some_ids is null;
        more_ids := more_ids || some_ids;
        more_times := more_times || some_times;
        seen := seen + cardinality(some_ids);
        continue when not by_words and cardinality(more_ids) < batch;
        if not by_words then
          select * into more_ids, more_times from search_sifted(q, wanted, more_ids, more_times);
        end if;
        ids := ids || more_ids;
        times := times || more_times;
        more_ids := '{}';
        more_times := '{}';
        exit when cardinality(ids) >= most;
      end loop;
      exit when cardinality(ids) >= most;
      passed := passed + period.n;
      -- To look at the rest one by one costs less than to sift what the words find there.
      if not by_words and seen * 2 > passed then
        walk_before := least(to_time, to_timestamp(period.bucket::bigint * 1024 * 3600));
        exit;
      end if;
    end loop;
    if cardinality(more_ids) > 0 then
      select * into some_ids, some_times from search_sifted(q, wanted, more_ids, more_times);
      ids := ids || some_ids;
      times := times || some_times;
    end if;
  end if;

  if walk_before is not null and cardinality(ids) < most then
    execute format(
      'select array_agg(f.id), array_agg(f.create_time) from (
         select x.id, x.create_time from (
           select * from %I x where x.create_time < $1 and x.create_time >= $2 %s
            order by x.create_time desc, x.id desc limit $3) x
          where strpos(%s, $4) > 0 order by x.create_time desc, x.id desc limit $5) f', q, wanted, words_of)
      into some_ids, some_times using walk_before, from_time, walk_most, low, most - cardinality(ids);
    ids := ids || some_ids;
    times := times || some_times;
  end if;

  if needle ~ '^[1-9][0-9]{0,17}$' then
    execute format(
      'select x.create_time from %I x
        where x.id = $1 and x.id <> all ($2) and x.create_time < $3 and x.create_time >= $4 %s', q, wanted)
      into hit_time using needle::bigint, ids, to_time, from_time;
    if hit_time is not null then
      select array_agg(f.id order by f.at desc, f.id desc) into ids
        from unnest(ids || needle::bigint, times || hit_time) f (id, at);
    end if;
  end if;
  complete := complete and cardinality(ids) < most;
  ids := ids[:most];
  return next;
end $$;

-- Reports are found by a number: their own, their video's or their reporter's.
-- Those of a video are few, and have their index.
create index report_of_reporter on report (reporter_id, create_time desc, id desc);

-- Searches ask for totals as well, so find_place has to be quick: now with one statement for all its
-- buckets, instead of one for each kind of them.

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
    select coalesce(sum(b.n), 0) into total
      from unnest(levels, los, his) p (lvl, lo, hi), tally_buckets(q, kinds, statuses, p.lvl, p.lo, p.hi) b;
    total := total + top + bottom;
    rest := skip;
    return next;
    return;
  end if;

  -- The total, and the bucket in which the page begins.
  with counted as materialized (
    select p.place, p.lvl, b.bucket, b.n,
           sum(b.n) over (order by p.place, b.bucket desc) as running
      from unnest(levels, los, his) with ordinality p (lvl, lo, hi, place),
           tally_buckets(q, kinds, statuses, p.lvl, p.lo, p.hi) b)
  select s.total, c.lvl, c.bucket, skip - top - (c.running - c.n) into total, lvl, at, rest
    from (select coalesce(sum(counted.n), 0) as total from counted) s
    left join lateral (
      select * from counted where counted.running > skip - top
       order by counted.place, counted.bucket desc limit 1) c on true;
  total := total + top + bottom;

  if skip >= total then
    before := '-infinity';
    rest := 0;
  elsif skip < top then
    rest := skip;
  elsif at is null then
    -- Beyond the last whole hour.
    before := to_timestamp(lo::float8 * 3600);
    rest := skip - (total - bottom);
  else
    while lvl > 0 loop
      lvl := lvl - 1;
      select w.bucket, w.running - w.n into at, n from (
        select b.bucket, b.n, sum(b.n) over (order by b.bucket desc) as running
          from tally_buckets(q, kinds, statuses, lvl, at << 5, (at << 5) + 32) b) w
       where w.running > rest order by w.bucket desc limit 1;
      rest := rest - n;
    end loop;
    before := to_timestamp((at + 1)::float8 * 3600);
  end if;
  return next;
end $$;
