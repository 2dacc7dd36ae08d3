-- The overview's other figures: the share watched before a decision, the time an item was in hand, reports by their
-- reason, and what waited at each hour. Decision 41.

-- In the order in which a decision takes them.
lock table report, waiting in share row exclusive mode;
lock table event in access exclusive mode;

-- Of a decision with a receipt: how much of the video was watched, in hundredths, and for how many seconds the item
-- was in hand. Not part of the sealed text; null in rows that are older than this.
alter table event add column watched smallint, add column in_hand int;

-- Seconds of a film that were played while visible, each counted once, as `secondsWatched` in contract/ counts them;
-- of its length, in whole hundredths. Details may hold anything.
create function watched_share(details jsonb) returns int language sql immutable as $$
  select case when l.length > 0 then least(100, floor(coalesce((
      select sum(greatest(0, p.until - greatest(p.since, coalesce(p.seen, p.since)))) from (
        select t.since, t.until,
          max(t.until) over (order by t.since, t.until rows between unbounded preceding and 1 preceding) as seen
        from (
          select (r ->> 'from')::numeric as since, (r ->> 'to')::numeric as until
            from jsonb_array_elements(l.played) r
           where r -> 'visible' = 'true' and jsonb_typeof(r -> 'from') = 'number' and jsonb_typeof(r -> 'to') = 'number'
        ) t where t.until > t.since) p), 0) * 100 / l.length + 1e-9)::int) end
  from (select
    case when jsonb_typeof(details -> 'receipt' -> 'duration') = 'number'
      then (details -> 'receipt' ->> 'duration')::numeric end as length,
    case when jsonb_typeof(details -> 'receipt' -> 'played') = 'array'
      then details -> 'receipt' -> 'played' else '[]' end as played) l
$$;

create function note_evidence() returns trigger language plpgsql as $$
begin
  new.watched := watched_share(new.details);
  if jsonb_typeof(new.details -> 'claimedAt') = 'string' then
    begin
      new.in_hand := least(greatest(floor(extract(epoch from new.at - (new.details ->> 'claimedAt')::timestamptz)), 0),
        2147483647);
    exception when data_exception then
      new.in_hand := null;
    end;
  end if;
  return new;
end $$;
create trigger event_evidence before insert on event for each row
  when (new.details ? 'receipt' and new.action in ('approve', 'reject', 'takeDown', 'dismiss'))
  execute function note_evidence();

-- "At most this share was watched" goes by an index of decisions that have a share.
create index event_watched on event (at desc, id desc) where watched is not null;

-- As in migration 34, with two measures more.
create or replace view work_change as
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
      select 'watched', quarter_of(e.at), e.actor_id, e.watched, 1 where e.watched is not null
      union all
      select 'inHand', quarter_of(e.at), e.actor_id, wait_step(e.in_hand), 1 where e.in_hand is not null
      union all
      select 'action', quarter_of(d.at), d.actor_id, work_number(d.action), -1 where work_number(d.action) <= 4
      union all
      select 'wait', quarter_of(d.at), d.actor_id, wait_step(d.waited), -1 where d.waited is not null
      union all
      select 'reason', quarter_of(d.at), d.actor_id, unnest(d.reason_ids), -1
       where d.action = 'takeDown' and d.queue = 'video'
      union all
      select 'watched', quarter_of(d.at), d.actor_id, d.watched, -1 where d.watched is not null
      union all
      select 'inHand', quarter_of(d.at), d.actor_id, wait_step(d.in_hand), -1 where d.in_hand is not null
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

-- Whether an undo took this decision back.
create function was_undone(e event) returns bool language sql stable as $$
  select exists (
    select from event u
     where u.queue = e.queue and u.subject_id = e.subject_id and u.id > e.id
       and undone_event(u.action, u.details) = e.id)
$$;

-- Reports by their reason and what became of them.
select add_counter('report_reason', 'report', 'reason_id', 'true');
insert into tally_delta (queue, hour, kind, status, n)
  select 'report_reason', hour_of(create_time), reason_id, status, count(*) from report group by 2, 3, 4;

-- Of the reports that were made in each range: by reason and status. Whole hours from the counters, in blocks of 1, 32
-- and 1024 hours; of a part of an hour, the rows are counted.
create function reports_by_reason(since int[], until int[])
returns table (range int, reason bigint, status smallint, n bigint) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set join_collapse_limit = 1 as $$
  with ranges as materialized (
    select r.since, r.until, r.range::int,
        ceil(r.since / 4.0)::int as lo, greatest(ceil(r.since / 4.0), floor(r.until / 4.0))::int as hi
      from unnest(since, until) with ordinality r (since, until, range)),
  cuts as materialized (
    select r.*, least(r.hi, ((r.lo + 31) >> 5) << 5) as a1, greatest(least(r.hi, ((r.lo + 31) >> 5) << 5),
        (r.hi >> 5) << 5) as b1
      from ranges r),
  deeper as materialized (
    select c.*, least(c.b1, ((c.a1 + 1023) >> 10) << 10) as a2,
        greatest(least(c.b1, ((c.a1 + 1023) >> 10) << 10), (c.b1 >> 10) << 10) as b2
      from cuts c),
  blocks as materialized (
    select d.range, b.level::smallint, b.lo, b.hi from deeper d cross join lateral (values
      (0, d.lo, d.a1), (0, d.b1, d.hi), (1, d.a1 >> 5, d.a2 >> 5), (1, d.b2 >> 5, d.b1 >> 5),
      (2, d.a2 >> 10, d.b2 >> 10)) b (level, lo, hi) where b.lo < b.hi),
  parts as materialized (
    select d.range, p.since, p.until from deeper d cross join lateral (values
      (d.since, least(d.lo * 4, d.until)), (greatest(d.hi * 4, least(d.lo * 4, d.until)), d.until)) p (since, until)
     where p.since < p.until)
  select c.range, c.reason, c.status, sum(c.n)::bigint from (
    select b.range, t.kind as reason, t.status, t.n
      from blocks b cross join lateral (
          select t.kind, t.status, t.n from tally t
           where t.queue = 'report_reason' and t.level = b.level and t.bucket >= b.lo and t.bucket < b.hi
             and t.kind <> -1 and t.status <> -1 offset 0) t
    union all
    select d.range, t.kind, t.status, t.n
      from (select kind, status, hour, n from tally_delta where queue = 'report_reason') t
        join deeper d on t.hour >= d.lo and t.hour < d.hi
    union all
    select p.range, r.reason_id, r.status, 1
      from parts p cross join unnest('{0,1,2}'::smallint[]) k (kind) cross join lateral (
        select r.reason_id, r.status from report r
         where r.video_type = k.kind and r.create_time >= to_timestamp(p.since::float8 * 900)
           and r.create_time < to_timestamp(p.until::float8 * 900) offset 0) r) c
   group by 1, 2, 3 having sum(c.n) <> 0
$$;

-- How long something has waited: under 4 hours, under a day, under three, under a week, and longer.
create function wait_band(waited interval) returns smallint language sql immutable as $$
  select width_bucket(extract(epoch from waited) / 3600, array[4, 24, 72, 168]::numeric[])::smallint
$$;

-- What waited at the beginning of each hour, by how long it had: of reports, the videos. It cannot be counted from
-- events afterwards, since an import brings items with times of long ago. A queue in which nothing waits has a row, too.
create table backlog (
  queue text not null,
  at timestamptz not null,
  band smallint not null,
  n bigint not null,
  primary key (queue, at, band)
);

create function note_backlog() returns int language plpgsql as $$
declare
  hour constant timestamptz := to_timestamp(floor(extract(epoch from now()) / 3600) * 3600);
  noted int;
begin
  if exists (select from backlog where queue = 'video' and at = hour) then return 0; end if;
  insert into backlog (queue, at, band, n)
    select q.queue, hour, b.band, count(w.subject_id)
      from unnest(array['certification', 'project', 'video', 'report']) q (queue)
        cross join generate_series(0, 4) b (band)
        left join waiting w on w.queue = q.queue and wait_band(now() - w.since) = b.band
     group by 1, 3
    on conflict do nothing;
  get diagnostics noted = row_count;
  return noted;
end $$;

-- The last that was noted in each range of quarter-hours.
create function backlog_in(since int[], until int[]) returns table (range int, queue text, band smallint, n bigint)
language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  select r.range::int, q.queue, b.band, b.n
    from unnest(since, until) with ordinality r (since, until, range)
      cross join unnest(array['certification', 'project', 'video', 'report']) q (queue)
      cross join lateral (
        select l.at from backlog l
         where l.queue = q.queue and l.at >= to_timestamp(r.since::float8 * 900)
           and l.at < to_timestamp(r.until::float8 * 900)
         order by l.at desc limit 1) l
      join backlog b on b.queue = q.queue and b.at = l.at
$$;

-- What had waited at a moment, from items and their events; it reads them all. Of reports, the videos.
create function backlog_at(moment timestamptz) returns table (queue text, band smallint, n bigint)
language sql stable as $$
  with item as (
    select 'certification' as queue, id, status, create_time, id as subject from certification
    union all select 'project', id, status, create_time, id from project
    union all select 'video', id, status, create_time, id from video
    union all select 'report', id, status, create_time, video_id from report where exists (
      select from video v where v.id = report.video_id)),
  pending as (
    select i.queue, i.subject, greatest(i.create_time, coalesce((
        select max(e.at) from event e
         where e.queue = i.queue and e.subject_id = i.id and e.action in ('reopen', 'resubmit') and e.at <= moment), '-infinity'))
        as since
      from item i
     where i.create_time <= moment and coalesce((
        select e.before from event e
         where e.queue = i.queue and e.subject_id = i.id and e.after is not null and e.at > moment
         order by e.id limit 1), i.status) = 0),
  subjects as (select p.queue, p.subject, min(p.since) as since from pending p group by 1, 2)
  select s.queue, wait_band(moment - s.since), count(*) from subjects s group by 1, 2
$$;
