-- Who did what, on what, when and why: written in the decision's own transaction, never changed.

create table event (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id bigint not null,
  actor_name text not null,
  action text not null,
  queue text not null,
  subject_id bigint not null,
  before smallint,
  after smallint,
  reason text not null default '',
  reason_ids bigint[] not null default '{}',
  details jsonb not null default '{}',
  request_id text not null default ''
);
create index event_subject on event (queue, subject_id, id desc);

-- Filled beside each event, emptied by the sealer: finding what is unsealed costs nothing.
create table event_unsealed (
  event_id bigint primary key
);
create function queue_event() returns trigger language plpgsql as $$
begin
  insert into event_unsealed select id from new_rows;
  return null;
end $$;
create trigger event_queued after insert on event
  referencing new table as new_rows for each statement execute function queue_event();

-- The chain: each hash covers the one before it and the whole event.
create table event_seal (
  position bigint primary key,
  event_id bigint not null unique,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger event_kept before update or delete or truncate on event
  for each statement execute function refuse_change();
create trigger event_seal_kept before update or delete or truncate on event_seal
  for each statement execute function refuse_change();

-- An event as the chain reads it. Every column takes part, in a form no setting of the session changes.
create function event_text(e event) returns text language sql stable as $$
  select jsonb_build_array(
    e.id, extract(epoch from e.at)::text, e.actor_id, e.actor_name, e.action, e.queue, e.subject_id,
    e.before, e.after, e.reason, to_jsonb(e.reason_ids), e.details, e.request_id)::text
$$;

-- Seals a batch in order of id; the caller holds the sealer's lock. Answers how many it sealed.
create function seal_events(most int) returns int language plpgsql as $$
declare
  place bigint;
  chained bytea;
  e event;
  sealed int := 0;
begin
  select position, hash into place, chained from event_seal order by position desc limit 1;
  place := coalesce(place, 0);
  chained := coalesce(chained, '\x'::bytea);
  for e in
    select event.* from event_unsealed u join event on event.id = u.event_id order by u.event_id limit most
  loop
    place := place + 1;
    chained := sha256(chained || convert_to(event_text(e), 'UTF8'));
    insert into event_seal (position, event_id, hash) values (place, e.id, chained);
    delete from event_unsealed where event_id = e.id;
    sealed := sealed + 1;
  end loop;
  return sealed;
end $$;
