-- What was done, counted: by quarter-hour, queue, person, and action, time waited or reason of a take-down.
-- Decision 34. A quarter-hour, because every zone's days and hours begin with one.

-- In the order in which a decision takes them.
lock table waiting in share row exclusive mode;
lock table event in access exclusive mode;

-- The oldest and the overdue cases of reports; the other queues have such an index.
create index waiting_oldest_case on waiting (kind, since) where queue = 'report';

-- Of a decision on what was pending: seconds since it became so. Not part of the sealed text; null in rows that
-- are older than this.
alter table event add column waited int;

create function note_wait() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  since timestamptz;
begin
  case new.queue
    when 'certification' then
      select coalesce(x.pending_since, x.create_time) into since from certification x where x.id = new.subject_id;
    when 'project' then
      select coalesce(x.pending_since, x.create_time) into since from project x where x.id = new.subject_id;
    when 'video' then
      select coalesce(x.pending_since, x.create_time) into since from video x where x.id = new.subject_id;
    when 'report' then
      select x.create_time into since from report x where x.id = new.subject_id;
    else null;
  end case;
  new.waited := least(greatest(floor(extract(epoch from new.at - since)), 0), 2147483647);
  return new;
end $$;
create trigger event_wait before insert on event for each row
  when (new.before = 0 and new.action in ('approve', 'reject', 'takeDown', 'dismiss'))
  execute function note_wait();

-- When a day begins by the session's zone: where midnight comes twice, at the first one.
create function day_begins(wall timestamp) returns timestamptz language sql stable as $$
  select case when (wall::timestamptz - interval '1 hour')::timestamp = wall
    then wall::timestamptz - interval '1 hour' else wall::timestamptz end
$$;

create function quarter_of(at timestamptz) returns int language sql immutable as $$
  select floor(extract(epoch from at) / 900)::int
$$;

-- Actions as numbers: 1 to 4 decide. 9 is somebody's decision that somebody else re-opened.
create function work_number(action text) returns bigint language sql immutable as $$
  select array_position(
    array['approve', 'reject', 'takeDown', 'dismiss', 'reopen', 'resubmit', 'withdraw', 'undo', 'reopened'], action)
$$;

-- Times as steps, eight for each doubling: a step's middle is within 5 % of the times in it.
create function wait_step(seconds int) returns bigint language sql immutable as $$
  select case when seconds < 1 then 0 else 1 + floor(ln(seconds::float8) / ln(2::float8) * 8 + 1e-9)::bigint end
$$;

-- The event that an undo takes back. Details of other events may hold anything.
create function undone_event(action text, details jsonb) returns bigint language sql immutable as $$
  select case when action = 'undo' then (details ->> 'undoes')::bigint end
$$;

-- What each event changes. An undo takes back what its decision had counted, at the decision's own time, and is
-- counted itself. The platform, its keys and the operator are one person, 0.
create view work_change as
  select e.id as event_id, c.measure, e.queue, c.quarter, greatest(c.person, 0) as person, c.value, c.n
    from event e
    left join event d on d.id = undone_event(e.action, e.details)
    cross join lateral (
      select 'action' as measure, quarter_of(e.at) as quarter, e.actor_id as person, work_number(e.action) as value,
        1 as n
      union all
      select 'wait', quarter_of(e.at), e.actor_id, wait_step(e.waited), 1 where e.waited is not null
      union all
      select 'reason', quarter_of(e.at), e.actor_id, unnest(e.reason_ids), 1
       where e.action = 'takeDown' and e.queue = 'video'
      union all
      select 'action', quarter_of(d.at), d.actor_id, work_number(d.action), -1 where work_number(d.action) <= 4
      union all
      select 'wait', quarter_of(d.at), d.actor_id, wait_step(d.waited), -1 where d.waited is not null
      union all
      select 'reason', quarter_of(d.at), d.actor_id, unnest(d.reason_ids), -1
       where d.action = 'takeDown' and d.queue = 'video'
      union all
      -- The one whose decision was in force.
      (select 'action', quarter_of(e.at), p.actor_id, work_number('reopened'), 1
        from (
          select p.actor_id from event p
           where e.action = 'reopen' and p.queue = e.queue and p.subject_id = e.subject_id and p.id < e.id
             and work_number(p.action) <= 4
             and not exists (
               select from event u
                where u.queue = p.queue and u.subject_id = p.subject_id and u.id > p.id and u.id < e.id
                  and undone_event(u.action, u.details) = p.id)
           order by p.id desc limit 1) p
       where p.actor_id <> e.actor_id)) c
   where e.queue in ('certification', 'project', 'video', 'report') and work_number(e.action) is not null;

-- In blocks of 1, 4, 32 and 1024 quarter-hours, so that any range is few of them; of each person, and of
-- everybody (-1). They stand side by side with their number, and are read from the index alone.
create table work_tally (
  measure text not null,
  queue text not null,
  person bigint not null,
  level smallint not null,
  bucket int not null,
  value bigint not null,
  n bigint not null,
  primary key (measure, queue, person, level, bucket, value) include (n)
);
create function work_levels() returns table (level smallint, shift int) language sql immutable as $$
  values (0::smallint, 0), (1::smallint, 2), (2::smallint, 5), (3::smallint, 10)
$$;

-- Each event appends what it changes; a folder adds it up in the background. Figures read both.
create table work_delta (
  measure text not null,
  queue text not null,
  quarter int not null,
  person bigint not null,
  value bigint not null,
  n bigint not null
);

create function count_work() returns trigger language plpgsql
-- Events are found by id, also by a plan that was made while the table was small.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into work_delta (measure, queue, quarter, person, value, n)
    select measure, queue, quarter, person, value, sum(n) from work_change
     where event_id = any (array(select id from new_rows))
     group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger event_work after insert on event
  referencing new table as new_rows for each statement execute function count_work();

-- Events from before this are counted in the background, the latest first: those below this one are still to come.
create table work_backlog (
  only_row boolean primary key default true check (only_row),
  below bigint not null
);
insert into work_backlog (below) select coalesce(max(id), 0) + 1 from event;

create function count_earlier_work(most int) returns int language plpgsql as $$
declare
  top constant bigint := (select below from work_backlog for update);
  bottom constant bigint := greatest(top - most, 1);
begin
  if top <= 1 then return 0; end if;
  insert into work_delta (measure, queue, quarter, person, value, n)
    select measure, queue, quarter, person, value, sum(n) from work_change
     where event_id >= bottom and event_id < top
     group by 1, 2, 3, 4, 5;
  update work_backlog set below = bottom;
  return (top - bottom)::int;
end $$;

-- Folds at most this many deltas, in one statement: a reader sees all of it or none.
create function fold_work(most int) returns int language sql as $$
  with taken as (
    delete from work_delta where ctid = any (array(
      select ctid from work_delta limit most for update skip locked))
    returning measure, queue, quarter, person, value, n),
  added as (
    insert into work_tally as t (measure, queue, person, level, bucket, value, n)
    select measure, queue, coalesce(person, -1), level, quarter >> shift, value, sum(n)
      from taken cross join work_levels()
     group by measure, queue, level, quarter >> shift, value, grouping sets ((person), ())
    on conflict (measure, queue, person, level, bucket, value) do update set n = t.n + excluded.n)
  select count(*)::int from taken
$$;

-- The blocks that make up the quarter-hours from `since` to before `until`.
create function work_blocks(since int, until int) returns table (level smallint, lo int, hi int)
language plpgsql immutable rows 4 as $$
declare
  widths constant int[] := array[4, 8, 32];
  a int := since;
  b int := until;
  width int;
begin
  for lvl in 0 .. 3 loop
    width := widths[lvl + 1];
    level := lvl;
    -- A division of negative numbers rounds up; a shift does not.
    if lvl = 3 or ceil(a::numeric / width) >= floor(b::numeric / width) then
      lo := a; hi := b;
      if a < b then return next; end if;
      return;
    end if;
    lo := a; hi := ceil(a::numeric / width) * width;
    if lo < hi then return next; end if;
    lo := floor(b::numeric / width) * width; hi := b;
    if lo < hi then return next; end if;
    a := ceil(a::numeric / width);
    b := floor(b::numeric / width);
  end loop;
end $$;

-- What was counted in each range, for each of these people; both kinds of rows on one snapshot.
create function work_in(measure text, people bigint[], since int[], until int[])
returns table (range int, queue text, person bigint, value bigint, n bigint) language sql stable
-- One probe of the index for each block, in the order written here, also by a plan made while the table was small.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set join_collapse_limit = 1 as $$
  with ranges as materialized (
    select r.since, r.until, r.range::int from unnest(since, until) with ordinality r (since, until, range)),
  blocks as materialized (
    select r.range, b.level, b.lo, b.hi from ranges r cross join lateral work_blocks(r.since, r.until) b),
  unfolded as materialized (
    select d.queue, p.person, d.quarter, d.value, sum(d.n) as n
      from unnest(people) p (person) join work_delta d
        on d.measure = work_in.measure and (p.person = -1 or p.person = d.person)
     group by 1, 2, 3, 4)
  select c.range, c.queue, c.person, c.value, sum(c.n)::bigint from (
    select b.range, t.queue, t.person, t.value, t.n
      from blocks b
        cross join unnest(people) p (person)
        cross join unnest(array['certification', 'project', 'video', 'report']) q (queue)
        cross join lateral (
          select t.queue, t.person, t.value, t.n from work_tally t
           where t.measure = work_in.measure and t.queue = q.queue and t.person = p.person
             and t.level = b.level and t.bucket >= b.lo and t.bucket < b.hi offset 0) t
    union all
    select r.range, d.queue, d.person, d.value, d.n
      from unfolded d join ranges r on d.quarter >= r.since and d.quarter < r.until) c
   group by 1, 2, 3, 4 having sum(c.n) <> 0
$$;

-- How many were decided in each hour of the week, by the clock of the session's zone. `shift` 2 reads whole hours,
-- 0 quarter-hours, for zones off the hour.
create function work_week(since int, until int, shift int)
returns table (queue text, day int, hour int, n bigint) language sql stable
set enable_seqscan = off as $$
  select c.queue, extract(isodow from c.at)::int, extract(hour from c.at)::int, sum(c.n)::bigint from (
    select queue, to_timestamp((bucket << shift)::float8 * 900) as at, sum(n) as n from (
      select t.queue, t.bucket, t.n
        from unnest(array['certification', 'project', 'video', 'report']) q (queue)
          join work_tally t on t.measure = 'action' and t.queue = q.queue and t.person = -1
            and t.level = case when shift = 0 then 0 else 1 end
            and t.bucket >= since >> shift and t.bucket < until >> shift and t.value <= 4
      union all
      select queue, quarter >> shift, n from work_delta
       where measure = 'action' and value <= 4 and quarter >= since and quarter < until) b
    group by queue, bucket) c
  group by 1, 2, 3 having sum(c.n) <> 0
$$;

-- How many items were handed in in each range, from the counters by hour; of a part of an hour, the rows are counted.
create function handed_in(since int[], until int[]) returns table (range int, queue text, n bigint)
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  with parts as materialized (
    select q.queue, e.edge, count_rows(q.queue, null::bigint, null::smallint,
        to_timestamp(((e.edge >> 2) << 2)::float8 * 900), to_timestamp(e.edge::float8 * 900)) as n
      from unnest(array['certification', 'project', 'video', 'report']) q (queue)
        cross join (select distinct unnest(since || until) as edge) e
     where e.edge & 3 <> 0),
  unfolded as materialized (select d.queue, d.hour, sum(d.n) as n from tally_delta d group by 1, 2)
  select r.range::int, q.queue,
    (coalesce((
        select sum(t.n) from tally t
         where t.queue = q.queue and t.kind = -1 and t.status = -1 and t.level = 0
           and t.bucket >= r.since >> 2 and t.bucket < r.until >> 2), 0)
      + coalesce((
        select sum(d.n) from unfolded d
         where d.queue = q.queue and d.hour >= r.since >> 2 and d.hour < r.until >> 2), 0)
      + coalesce((select p.n from parts p where p.queue = q.queue and p.edge = r.until), 0)
      - coalesce((select p.n from parts p where p.queue = q.queue and p.edge = r.since), 0))::bigint
    from unnest(since, until) with ordinality r (since, until, range)
      cross join unnest(array['certification', 'project', 'video', 'report']) q (queue)
$$;

-- How far the counters are off, all on one snapshot.
create function work_drift()
returns table (measure text, queue text, quarter int, person bigint, value bigint, off bigint)
language sql stable as $$
  select measure, queue, quarter, person, value, sum(n)::bigint from (
    select measure, queue, quarter, person, value, n::bigint from work_change
     where event_id >= (select below from work_backlog)
    union all
    select measure, queue, bucket, person, value, -n from work_tally where level = 0 and person <> -1
    union all
    select measure, queue, quarter, person, value, -n from work_delta) c
  group by 1, 2, 3, 4, 5 having sum(n) <> 0
$$;

-- Blocks that do not agree with the quarter-hours they are made of.
create function work_disagreement()
returns table (measure text, queue text, person bigint, value bigint, off bigint) language sql stable as $$
  select measure, queue, person, value, sum(n)::bigint from (
    select measure, queue, level, bucket >> shift as bucket, coalesce(person, -1) as person, value, sum(n) as n
      from (select t.measure, t.queue, t.bucket, t.person, t.value, t.n from work_tally t
             where t.level = 0 and t.person <> -1) t cross join work_levels()
     group by measure, queue, level, bucket >> shift, value, grouping sets ((person), ())
    union all
    select measure, queue, level, bucket, person, value, -n from work_tally) compared
  group by measure, queue, level, bucket, person, value having sum(n) <> 0
$$;

-- Counts every event anew, on one snapshot: the deltas it sees are in what it counts, and those that it does not
-- see come on top. The caller keeps the folder away.
create function rebuild_work() returns void language plpgsql as $$
begin
  -- First, so that an earlier event is not counted twice.
  update work_backlog set below = 0;
  with changes as (
    select measure, queue, quarter, person, value, sum(n) as n from work_change group by 1, 2, 3, 4, 5),
  counted as materialized (
    select measure, queue, coalesce(person, -1) as person, level, quarter >> shift as bucket, value, sum(n) as n
      from changes cross join work_levels()
     group by measure, queue, level, quarter >> shift, value, grouping sets ((person), ())),
  emptied as (delete from work_delta),
  removed as (
    delete from work_tally t where not exists (
      select from counted c where c.measure = t.measure and c.queue = t.queue and c.person = t.person
        and c.level = t.level and c.bucket = t.bucket and c.value = t.value))
  insert into work_tally as t (measure, queue, person, level, bucket, value, n)
  select measure, queue, person, level, bucket, value, n from counted
  on conflict (measure, queue, person, level, bucket, value) do update set n = excluded.n where t.n <> excluded.n;
end $$;
