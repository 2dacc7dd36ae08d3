-- What the platform says of an item beside its content, and in which order it wants items handed out.

lock table certification, project, video, waiting in access exclusive mode;

-- Constant defaults: no row is written.
alter table certification add column attributes jsonb, add column signals jsonb,
  add column priority smallint not null default 0;
alter table project add column attributes jsonb, add column signals jsonb,
  add column priority smallint not null default 0;
alter table video add column attributes jsonb, add column signals jsonb,
  add column priority smallint not null default 0;
alter table waiting add column priority smallint not null default 0;

-- The indexes by age alone stay: servers of the previous release hand out by them while they run beside this one.
create index waiting_first on waiting (queue, kind, priority desc, create_time, subject_id) where until is null;
create index waiting_first_of_any_role on waiting (priority desc, create_time, subject_id)
  where until is null and queue = 'certification';

-- Whatever puts an item among what waits, it comes with its priority; a case of reports with its video's.
create function rank_waiting() returns trigger language plpgsql as $$
begin
  new.priority := coalesce(case new.queue
    when 'certification' then (select priority from certification where id = new.subject_id)
    when 'project' then (select priority from project where id = new.subject_id)
    else (select priority from video where id = new.subject_id) end, 0);
  return new;
end $$;
create trigger waiting_ranked before insert on waiting for each row execute function rank_waiting();

-- In the order in which everybody locks what waits: a video before the case of its reports.
create function rank_item() returns trigger language plpgsql as $$
begin
  update waiting set priority = new.priority where queue = tg_table_name and subject_id = new.id;
  if tg_table_name = 'video' then
    update waiting set priority = new.priority where queue = 'report' and subject_id = new.id;
  end if;
  return null;
end $$;
do $do$
declare
  ranked text;
begin
  foreach ranked in array array['certification', 'project', 'video'] loop
    execute format($sql$
      create trigger %1$s_ranked after update of priority on %1$s for each row
        when (old.priority <> new.priority) execute function rank_item()
    $sql$, ranked);
  end loop;
end $do$;

-- The platform may send a tag before its category. Until that is there, nothing shows the tag.
alter table tag drop constraint tag_category_id_fkey;
