-- What waits to be reviewed, and who holds it. A table of its own and not columns of the reviewed ones:
-- it is as small as what is pending, so handing out costs the same however large they grow.
-- For reports, the subject is the video: all pending reports on it are one case.
-- kind as in tally; of a case, the video's type.

create table waiting (
  queue text not null,
  kind bigint not null,
  subject_id bigint not null,
  create_time timestamptz not null,
  -- All of these, or none. What is past `until` may be taken by anybody, and stays the holder's until then.
  lease_id uuid,
  desk text,
  holder_id bigint,
  holder_name text,
  claimed_at timestamptz,
  until timestamptz,
  primary key (queue, subject_id)
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02);
-- Free and held apart: whoever looks for a free one does not walk over those that others hold.
create index waiting_free on waiting (queue, kind, create_time, subject_id) where until is null;
create index waiting_held on waiting (queue, kind, until) where until is not null;
-- Only certifications are also asked for without a kind.
create index waiting_free_of_any_role on waiting (create_time, subject_id)
  where until is null and queue = 'certification';
create index waiting_held_of_any_role on waiting (until)
  where until is not null and queue = 'certification';
create index waiting_desk on waiting (holder_id, desk) where until is not null;

-- What each lease was for: whoever comes with a lost one is told what became of the item.
create table lease (
  id uuid primary key,
  user_id bigint not null,
  queue text not null,
  subject_id bigint not null,
  at timestamptz not null default now()
);
create index lease_old on lease (at);

-- Put aside by one person; to all others it is as it was.
create table skipped (
  user_id bigint not null,
  queue text not null,
  subject_id bigint not null,
  at timestamptz not null default now(),
  primary key (user_id, queue, subject_id)
);
create index skipped_old on skipped (at);

-- What a submitter handed in before.
create index video_uploader on video (uploader_id, status);
create index project_owner on project (owner_id, status);
create index certification_submitter on certification (member_id, status);
drop index certification_member;

-- What has to be waiting. A report on a video that does not exist is nobody's case.
create view pending_item as
  select 'certification' as queue, role_id as kind, id as subject_id, create_time
    from certification where status = 0
  union all select 'project', 0, id, create_time from project where status = 0
  union all select 'video', type, id, create_time from video where type in (0, 1, 2) and status = 0
  union all select 'report', v.type, r.video_id, min(r.create_time)
    from report r join video v on v.id = r.video_id
   where r.video_type in (0, 1, 2) and r.status = 0 group by v.type, r.video_id;

insert into waiting (queue, kind, subject_id, create_time)
  select queue, kind, subject_id, create_time from pending_item;
analyze waiting;

-- Triggers, because nothing can forget them. Sets and arrays, whose plans suit one row and a million.
do $do$
declare
  q record;
begin
  for q in
    select * from (values ('certification', 'role_id'), ('project', '0'), ('video', 'type')) as queues (name, kind)
  loop
    execute format($sql$
      create function wait_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then
          insert into waiting (queue, kind, subject_id, create_time)
            select %1$L, %2$s, id, create_time from new_rows where status = 0
            on conflict (queue, subject_id) do update set kind = excluded.kind, create_time = excluded.create_time;
        elsif tg_op = 'DELETE' then
          delete from waiting where queue = %1$L and subject_id = any (array(select id from old_rows));
        else
          delete from waiting where queue = %1$L and subject_id = any (array(
            select id from old_rows where status = 0 except select id from new_rows where status = 0));
          insert into waiting (queue, kind, subject_id, create_time)
            select %1$L, kind, id, create_time from (
              select %2$s as kind, id, create_time from new_rows where status = 0
              except select %2$s, id, create_time from old_rows where status = 0) n
            on conflict (queue, subject_id) do update set kind = excluded.kind, create_time = excluded.create_time;
        end if;
        return null;
      end $body$;
      create trigger %1$s_waits_added after insert on %1$s
        referencing new table as new_rows for each statement execute function wait_%1$s();
      create trigger %1$s_waits_changed after update on %1$s
        referencing old table as old_rows new table as new_rows for each statement execute function wait_%1$s();
      create trigger %1$s_waits_removed after delete on %1$s
        referencing old table as old_rows for each statement execute function wait_%1$s();
    $sql$, q.name, q.kind);
  end loop;
end $do$;

-- The video's row is the gate: whoever adds, closes or removes a report has it before the case is looked at.
-- For those that add, report_counted takes it, whose name comes first.
create function wait_report() returns trigger language plpgsql as $$
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
  if tg_op <> 'INSERT' then
    perform from video where id = any (closed || opened) order by id for no key update;
  end if;
  delete from waiting w where w.queue = 'report' and w.subject_id = any (closed)
    and not exists (select from report r where r.video_id = w.subject_id and r.status = 0);
  insert into waiting (queue, kind, subject_id, create_time)
    select 'report', v.type, v.id, (select min(r.create_time) from report r where r.video_id = v.id and r.status = 0)
      from video v where v.id = any (opened)
    on conflict do nothing;
  return null;
end $$;
create trigger report_waits_added after insert on report
  referencing new table as new_rows for each statement execute function wait_report();
create trigger report_waits_changed after update on report
  referencing old table as old_rows new table as new_rows for each statement execute function wait_report();
create trigger report_waits_removed after delete on report
  referencing old table as old_rows for each statement execute function wait_report();

create function drop_case() returns trigger language plpgsql as $$
begin
  delete from waiting where queue = 'report' and subject_id = any (array(select id from old_rows));
  return null;
end $$;
create trigger video_waits_removed_case after delete on video
  referencing old table as old_rows for each statement execute function drop_case();

-- What waits and should not (-1), or should and does not (1), on one snapshot.
create function waiting_drift() returns table (queue text, kind bigint, subject_id bigint, off int)
language sql stable as $$
  select queue, kind, subject_id, sum(n)::int from (
    select queue, kind, subject_id, 1 as n from pending_item
    union all select queue, kind, subject_id, -1 from waiting) both_sides
  group by queue, kind, subject_id having sum(n) <> 0
$$;

-- Puts it right while decisions wait. Leases of what rightly waits are kept.
create function rebuild_waiting() returns void language plpgsql as $$
begin
  lock table waiting in share row exclusive mode;
  delete from waiting w where not exists (
    select from pending_item p where p.queue = w.queue and p.kind = w.kind and p.subject_id = w.subject_id);
  insert into waiting (queue, kind, subject_id, create_time)
    select queue, kind, subject_id, create_time from pending_item on conflict do nothing;
end $$;
