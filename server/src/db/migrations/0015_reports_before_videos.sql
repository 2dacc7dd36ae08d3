lock table video, report, waiting in share row exclusive mode;

-- A report may be there before its video, or outlive it. While the video is missing its row cannot be the
-- gate for its reports, so an advisory lock replaces it: a change of reports on a missing video
-- holds it exclusively, an arriving video shares it. Each waits for the other's commit, then sees its rows.
-- The ids share 256 locks, so that a large import does not fill the lock table.
create function lock_missing_videos(ids bigint[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7263546, slot)
    from (select distinct (id & 255)::int as slot from unnest(ids) id order by 1) slots;
end $$;

-- Locks the videos of these reports, whether they are here or not.
create function lock_reported_videos(ids bigint[]) returns void language plpgsql as $$
declare
  here constant bigint[] := array(select id from video where id = any (ids) order by id for no key update);
  missing constant bigint[] := array(select unnest(ids) except select unnest(here));
begin
  if missing = '{}' then return; end if;
  perform lock_missing_videos(missing);
  -- What arrived while we waited.
  perform from video where id = any (missing) order by id for no key update;
end $$;

create function open_cases(ids bigint[]) returns void language plpgsql as $$
begin
  insert into waiting (queue, kind, subject_id, create_time)
    select 'report', v.type, v.id, r.oldest
      from video v cross join lateral (
        select min(create_time) as oldest from report where video_id = v.id and status = 0) r
     where v.id = any (ids) and r.oldest is not null
    on conflict do nothing;
end $$;

create or replace function count_reports() returns trigger language plpgsql as $$
begin
  perform lock_reported_videos(array(select distinct video_id from new_rows));
  update video v set report_count = v.report_count + n.reports
    from (select video_id, count(*)::int as reports from new_rows group by video_id) n
   where v.id = n.video_id;
  return null;
end $$;

-- For reports that are added, report_counted has locked the videos: its name comes first.
create or replace function wait_report() returns trigger language plpgsql as $$
declare
  closed bigint[];
  opened bigint[];
begin
  if tg_op = 'INSERT' then
    opened := array(select distinct video_id from new_rows where status = 0);
  elsif tg_op = 'DELETE' then
    closed := array(select distinct video_id from old_rows where status = 0);
  else
    closed := array(
      select video_id from (select id, video_id from old_rows where status = 0
        except select id, video_id from new_rows where status = 0) o);
    opened := array(
      select video_id from (select id, video_id from new_rows where status = 0
        except select id, video_id from old_rows where status = 0) n);
  end if;
  if tg_op <> 'INSERT' then perform lock_reported_videos(closed || opened); end if;
  delete from waiting w where w.queue = 'report' and w.subject_id = any (closed)
    and not exists (select from report r where r.video_id = w.subject_id and r.status = 0);
  perform open_cases(opened);
  return null;
end $$;

-- A video that arrives finds the reports that were there before it.
create function find_early_reports() returns trigger language plpgsql
-- One probe of an index for each video, also by a plan that was made while the table was small.
set enable_seqscan = off as $$
declare
  early bigint[];
begin
  perform pg_advisory_xact_lock_shared(7263546, slot)
    from (select distinct (id & 255)::int as slot from new_rows order by 1) slots;
  early := array(
    select n.id from new_rows n where (select true from report r where r.video_id = n.id limit 1));
  if early = '{}' then return null; end if;
  update video v set report_count = v.report_count + (select count(*) from report r where r.video_id = v.id)
   where v.id = any (early);
  perform open_cases(early);
  return null;
end $$;
create trigger video_arrived after insert on video
  referencing new table as new_rows for each statement execute function find_early_reports();

-- A case has its video's type.
create function retype_case() returns trigger language plpgsql as $$
begin
  update waiting set kind = new.type where queue = 'report' and subject_id = new.id;
  return null;
end $$;
create trigger video_retyped after update of type on video
  for each row when (old.type <> new.type) execute function retype_case();

-- What has to be waiting: a report's own type has no say in it.
create or replace view pending_item as
  select 'certification' as queue, role_id as kind, id as subject_id, create_time
    from certification where status = 0
  union all select 'project', 0, id, create_time from project where status = 0
  union all select 'video', type, id, create_time from video where type in (0, 1, 2) and status = 0
  union all select 'report', v.type, r.video_id, min(r.create_time)
    from report r join video v on v.id = r.video_id
   where r.status = 0 group by v.type, r.video_id;

-- Videos that came after their reports until now.
do $do$
declare
  late constant bigint[] := array(
    select distinct r.video_id from report r
     where r.status = 0 and exists (select from video v where v.id = r.video_id)
       and not exists (select from waiting w where w.queue = 'report' and w.subject_id = r.video_id));
begin
  update video v set report_count = greatest(v.report_count,
      (select count(*) from report r where r.video_id = v.id))
   where v.id = any (late);
  perform open_cases(late);
  update waiting w set kind = v.type from video v
   where w.queue = 'report' and v.id = w.subject_id and v.type <> w.kind;
end $do$;
