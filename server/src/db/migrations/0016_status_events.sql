-- A status of a reviewed row changes only together with its event: a transaction that changes one without
-- the other is refused when it commits, also when it comes from SQL typed by hand or from an import.

-- In the order in which a decision takes them.
lock table certification, project, video, report in share row exclusive mode;
lock table event in access exclusive mode;

-- The transaction that wrote the event. Not part of the sealed text; null in rows that are older.
alter table event add column tx xid8;
alter table event alter column tx set default pg_current_xact_id();

create function require_status_event() returns trigger language plpgsql as $$
begin
  if not exists (
    select from event e
     where e.queue = tg_table_name and e.subject_id = new.id and e.tx = pg_current_xact_id()
       and e.before = old.status and e.after = new.status)
  then
    raise exception 'the status of % % changed from % to % without an event',
      tg_table_name, new.id, old.status, new.status
      using errcode = 'integrity_constraint_violation',
        hint = 'Insert the event in the same transaction, or decide through the server.';
  end if;
  return null;
end $$;

do $do$
declare
  reviewed text;
begin
  foreach reviewed in array array['certification', 'project', 'video', 'report'] loop
    execute format($sql$
      create constraint trigger %1$s_status_recorded after update of status on %1$s
        deferrable initially deferred for each row
        when (old.status is distinct from new.status) execute function require_status_event()
    $sql$, reviewed);
  end loop;
end $do$;
