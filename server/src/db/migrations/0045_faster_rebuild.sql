-- The overview's counters at a fraction of the work: for a decision, and for a rebuild, which sums up each level from
-- the one below it and writes only what differs. Decision 34.

-- By way of UTC, which does not depend on the session's time zone: PostgreSQL then writes it into the statement that
-- calls it, instead of calling it for every row.
create or replace function quarter_of(at timestamptz) returns int language sql immutable as $$
  select floor(date_part('epoch', at at time zone 'UTC') / 900)::int
$$;

-- What an event changes by itself, at its own time. Part of the statement that calls it.
create function own_changes(
  action text, queue text, at timestamptz, actor bigint, waited int, watched smallint, in_hand int, reason_ids bigint[])
returns table (measure text, quarter int, person bigint, value bigint) language sql immutable as $$
  select m.measure, quarter_of(at), greatest(actor, 0), m.value from (
    select * from (values ('action', work_number(action)), ('wait', wait_step(waited)), ('watched', watched::bigint),
      ('inHand', wait_step(in_hand))) own (measure, value)
    union all
    select 'reason', unnest(reason_ids) where action = 'takeDown' and queue = 'video') m
   where m.value is not null and work_number(action) is not null
     and queue in ('certification', 'project', 'video', 'report')
$$;

-- What it changes elsewhere: an undo takes back what its decision had counted, at the decision's own time, and a
-- re-opening counts for the one whose decision was in force.
create view work_change_elsewhere as
  select e.id as event_id, m.measure, e.queue, quarter_of(d.at) as quarter, greatest(d.actor_id, 0) as person, m.value,
      -1 as n
    from event e join event d on d.id = undone_event(e.action, e.details)
      cross join lateral (
        select * from (values
          ('action', case when work_number(d.action) <= 4 then work_number(d.action) end),
          ('wait', wait_step(d.waited)), ('watched', d.watched::bigint), ('inHand', wait_step(d.in_hand)))
          of_decision (measure, value)
        union all
        select 'reason', unnest(d.reason_ids) where d.action = 'takeDown' and d.queue = 'video') m
   where e.action = 'undo' and m.value is not null and e.queue in ('certification', 'project', 'video', 'report')
  union all
  select e.id, 'action', e.queue, quarter_of(e.at), greatest(p.actor_id, 0), work_number('reopened'), 1
    from event e cross join lateral (
      select p.actor_id from event p
       where p.queue = e.queue and p.subject_id = e.subject_id and p.id < e.id and work_number(p.action) <= 4
         and not exists (
           select from event u
            where u.queue = p.queue and u.subject_id = p.subject_id and u.id > p.id and u.id < e.id
              and undone_event(u.action, u.details) = p.id)
       order by p.id desc limit 1) p
   where e.action = 'reopen' and p.actor_id <> e.actor_id
     and e.queue in ('certification', 'project', 'video', 'report');

-- What all events change, for a check and a rebuild: as above, but measure by measure, each in one plain scan.
create or replace view work_change as
  select c.event_id, c.measure, c.queue, c.quarter, greatest(c.person, 0) as person, c.value, c.n from (
    select e.id as event_id, 'action' as measure, e.queue, quarter_of(e.at) as quarter, e.actor_id as person,
        work_number(e.action) as value, 1 as n
      from event e where work_number(e.action) is not null
    union all
    select e.id, 'wait', e.queue, quarter_of(e.at), e.actor_id, wait_step(e.waited), 1
      from event e where work_number(e.action) is not null and e.waited is not null
    union all
    select e.id, 'watched', e.queue, quarter_of(e.at), e.actor_id, e.watched, 1
      from event e where work_number(e.action) is not null and e.watched is not null
    union all
    select e.id, 'inHand', e.queue, quarter_of(e.at), e.actor_id, wait_step(e.in_hand), 1
      from event e where work_number(e.action) is not null and e.in_hand is not null
    union all
    select e.id, 'reason', e.queue, quarter_of(e.at), e.actor_id, unnest(e.reason_ids), 1
      from event e where e.action = 'takeDown' and e.queue = 'video'
    union all
    select event_id, measure, queue, quarter, person, value, n from work_change_elsewhere) c
   where c.queue in ('certification', 'project', 'video', 'report');

create function count_elsewhere(ids bigint[]) returns void language plpgsql
-- Events are found by id, also by a plan that was made while the table was small.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  insert into work_delta (measure, queue, quarter, person, value, n)
    select measure, queue, quarter, person, value, n from work_change_elsewhere where event_id = any (ids);
end $$;

-- Most events change nothing elsewhere, and need no look at the table.
create or replace function count_work() returns trigger language plpgsql as $$
begin
  insert into work_delta (measure, queue, quarter, person, value, n)
    select c.measure, e.queue, c.quarter, c.person, c.value, 1
      from new_rows e cross join lateral own_changes(
        e.action, e.queue, e.at, e.actor_id, e.waited, e.watched, e.in_hand, e.reason_ids) c;
  if exists (select from new_rows e where e.action in ('undo', 'reopen')) then
    perform count_elsewhere(array(select e.id from new_rows e where e.action in ('undo', 'reopen')));
  end if;
  return null;
end $$;
alter function count_work() reset all;

create or replace function count_earlier_work(most int) returns int language plpgsql as $$
declare
  top constant bigint := (select below from work_backlog for update);
  bottom constant bigint := greatest(top - most, 1);
begin
  if top <= 1 then return 0; end if;
  insert into work_delta (measure, queue, quarter, person, value, n)
    select c.measure, e.queue, c.quarter, c.person, c.value, count(*)
      from event e cross join lateral own_changes(
        e.action, e.queue, e.at, e.actor_id, e.waited, e.watched, e.in_hand, e.reason_ids) c
     where e.id >= bottom and e.id < top
     group by 1, 2, 3, 4, 5;
  perform count_elsewhere(array(
    select e.id from event e where e.id >= bottom and e.id < top and e.action in ('undo', 'reopen')));
  update work_backlog set below = bottom;
  return (top - bottom)::int;
end $$;

-- Counts every event anew, one measure after the other, each on one snapshot: the deltas it sees are in what it
-- counts, and those that it does not see come on top. The caller keeps the folder away; readers and decisions go on.
create or replace function rebuild_work() returns void language plpgsql
-- A merge join would sort everything by all columns, twice.
set work_mem = '64MB' set enable_mergejoin = off as $$
declare
  -- In the order of the index: rows that come in its order are added at its end, without a way down from its root.
  measures constant text[] := array['action', 'inHand', 'reason', 'wait', 'watched'];
  one text;
begin
  -- First, so that an earlier event is not counted twice.
  update work_backlog set below = 0;
  delete from work_tally where measure <> all (measures);
  delete from work_delta where measure <> all (measures);
  foreach one in array measures loop
    with quarters as materialized (
      select queue, person, quarter as bucket, value, sum(n) as n from work_change
       where measure = one group by 1, 2, 3, 4),
    hours as materialized (
      select queue, person, bucket >> 2 as bucket, value, sum(n)::bigint as n from quarters group by 1, 2, 3, 4),
    shifts as materialized (
      select queue, person, bucket >> 3 as bucket, value, sum(n)::bigint as n from hours group by 1, 2, 3, 4),
    spans as materialized (
      select queue, person, bucket >> 5 as bucket, value, sum(n)::bigint as n from shifts group by 1, 2, 3, 4),
    by_level as not materialized (
      select 0::smallint as level, q.* from quarters q union all select 1, h.* from hours h
      union all select 2, s.* from shifts s union all select 3, s.* from spans s),
    counted as (
      select queue, person, level, bucket, value, n from by_level where n <> 0
      union all
      select queue, -1, level, bucket, value, sum(n)::bigint from by_level
       group by 1, 3, 4, 5 having sum(n) <> 0),
    wrong as materialized (
      select t.ctid as place, queue, person, level, bucket, value, c.n
        from counted c full join (select t.ctid, t.* from work_tally t where t.measure = one) t
          using (queue, person, level, bucket, value)
       where c.n is distinct from t.n),
    emptied as (delete from work_delta where measure = one),
    removed as (
      delete from work_tally t using wrong w where w.place is not null and w.n is null and t.ctid = w.place),
    mended as (
      update work_tally t set n = w.n from wrong w
       where w.place is not null and w.n is not null and t.ctid = w.place)
    insert into work_tally (measure, queue, person, level, bucket, value, n)
    select one, queue, person, level, bucket, value, n from wrong where place is null
     order by 2, 3, 4, 5, 6;
  end loop;
end $$;
