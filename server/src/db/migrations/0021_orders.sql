-- What waits longest and what is reported most can be listed: what waits knows since when, and a case how
-- many pending reports it has. And a report reason has the text of the policy behind it.

lock table certification, project, video, report, report_reason, waiting in access exclusive mode;

-- Null: since it was created. Set by a re-opening; an undone decision leaves it as it was.
alter table certification add column pending_since timestamptz;
alter table project add column pending_since timestamptz;
alter table video add column pending_since timestamptz;

alter table waiting
  add column since timestamptz,
  add column reports int not null default 0;
update waiting set since = create_time where queue <> 'report';
update waiting w set (since, reports) = (
    select coalesce(min(r.create_time), w.create_time), count(*)
      from report r where r.video_id = w.subject_id and r.status = 0)
 where w.queue = 'report';
alter table waiting alter column since set not null;

create index waiting_longest on waiting (queue, kind, since, subject_id) where queue in ('certification', 'video');
-- Certifications are also asked for without a kind, and projects have none.
create index waiting_longest_of_any_kind on waiting (queue, since, subject_id) where queue in ('certification', 'project');
create index waiting_most_reported on waiting (kind, reports desc, since, subject_id) where queue = 'report';

alter table report_reason add column policy text, add column policy_en text;

do $do$
declare
  q record;
begin
  for q in
    select * from (values ('certification', 'role_id'), ('project', '0'), ('video', 'type')) as queues (name, kind)
  loop
    execute format($sql$
      create or replace function wait_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          insert into waiting (queue, kind, subject_id, create_time, since)
            select %1$L, %2$s, id, create_time, coalesce(pending_since, create_time) from new_rows where status = 0
            on conflict (queue, subject_id) do update
              set kind = excluded.kind, create_time = excluded.create_time, since = excluded.since;
        elsif tg_op = 'DELETE' then
          delete from waiting where queue = %1$L and subject_id = any (array(select id from old_rows));
        else
          delete from waiting where queue = %1$L and subject_id = any (array(
            select id from old_rows where status = 0 except select id from new_rows where status = 0));
          insert into waiting (queue, kind, subject_id, create_time, since)
            select %1$L, kind, id, create_time, coalesce(pending_since, create_time) from (
              select %2$s as kind, id, create_time, pending_since from new_rows where status = 0
              except select %2$s, id, create_time, pending_since from old_rows where status = 0) n
            on conflict (queue, subject_id) do update
              set kind = excluded.kind, create_time = excluded.create_time, since = excluded.since;
        end if;
        return null;
      end $body$
    $sql$, q.name, q.kind);
  end loop;
end $do$;

-- Opens the cases of these videos, and counts the pending reports of those that are open. In the order in
-- which everybody locks what waits.
create or replace function open_cases(ids bigint[]) returns void language plpgsql as $$
begin
  insert into waiting as w (queue, kind, subject_id, create_time, since, reports)
    select 'report', v.type, v.id, r.oldest, r.oldest, r.n
      from video v cross join lateral (
        select min(create_time) as oldest, count(*)::int as n from report where video_id = v.id and status = 0) r
     where v.id = any (ids) and r.n > 0
     order by v.id
    on conflict (queue, subject_id) do update set since = excluded.since, reports = excluded.reports
     where (w.since, w.reports) is distinct from (excluded.since, excluded.reports);
end $$;

-- For reports that are added, report_counted has locked the videos: its name comes first.
create or replace function wait_report() returns trigger language plpgsql as $$
declare
  closed bigint[] := '{}';
  opened bigint[] := '{}';
begin
  if tg_op = 'INSERT' then
    opened := array(select distinct video_id from new_rows where status = 0);
  elsif tg_op = 'DELETE' then
    closed := array(select distinct video_id from old_rows where status = 0);
  else
    closed := array(
      select video_id from (select id, video_id, create_time from old_rows where status = 0
        except select id, video_id, create_time from new_rows where status = 0) o);
    opened := array(
      select video_id from (select id, video_id, create_time from new_rows where status = 0
        except select id, video_id, create_time from old_rows where status = 0) n);
  end if;
  if tg_op <> 'INSERT' then perform lock_reported_videos(closed || opened); end if;
  delete from waiting w where w.queue = 'report' and w.subject_id = any (closed)
    and not exists (select from report r where r.video_id = w.subject_id and r.status = 0);
  perform open_cases(closed || opened);
  return null;
end $$;

create or replace view pending_item as
  select 'certification' as queue, role_id as kind, id as subject_id, create_time,
      coalesce(pending_since, create_time) as since, 0 as reports
    from certification where status = 0
  union all select 'project', 0, id, create_time, coalesce(pending_since, create_time), 0
    from project where status = 0
  union all select 'video', type, id, create_time, coalesce(pending_since, create_time), 0
    from video where type in (0, 1, 2) and status = 0
  union all select 'report', v.type, r.video_id, min(r.create_time), min(r.create_time), count(*)::int
    from report r join video v on v.id = r.video_id
   where r.status = 0 group by v.type, r.video_id;

-- What waits and should not (-1), should and does not (1), or waits in a wrong place (0), on one snapshot.
create or replace function waiting_drift() returns table (queue text, kind bigint, subject_id bigint, off int)
language sql stable as $$
  select queue, kind, subject_id, sum(n)::int from (
    select queue, kind, subject_id, since, reports, 1 as n from pending_item
    union all select queue, kind, subject_id, since, reports, -1 from waiting) both_sides
  group by queue, kind, subject_id
  having sum(n) <> 0 or min(since) <> max(since) or min(reports) <> max(reports)
$$;

create or replace function rebuild_waiting() returns void language plpgsql as $$
begin
  lock table waiting in share row exclusive mode;
  delete from waiting w where not exists (
    select from pending_item p where p.queue = w.queue and p.kind = w.kind and p.subject_id = w.subject_id);
  insert into waiting as w (queue, kind, subject_id, create_time, since, reports)
    select queue, kind, subject_id, create_time, since, reports from pending_item
    on conflict (queue, subject_id) do update set since = excluded.since, reports = excluded.reports
     where (w.since, w.reports) is distinct from (excluded.since, excluded.reports);
end $$;
