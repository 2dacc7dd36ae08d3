-- A member's personal data can be erased without breaking the sealed chain. Decision 21.

-- In the order in which a decision takes them.
lock table member, certification, project, video, event in access exclusive mode;

alter table member add column erased_at timestamptz;
alter table certification add column erased_at timestamptz;
alter table project add column erased_at timestamptz;
alter table video add column erased_at timestamptz;

-- An event's texts are sealed by a salted hash, so that they can go and the seal still verifies. `salt` is there
-- as long as the texts are; their hash takes its place when they go. Events without either were sealed with
-- their texts: they keep format 1. Two statements, so that no row is written.
alter table event add column salt bytea, add column text_hash bytea, add column erased_by bigint;
alter table event alter column salt set default uuid_send(gen_random_uuid());

-- What stays of an event's details: numbers and ids. Part of seal format 2, so this list never changes; a field that
-- is not in it is sealed by the salted hash alone, and goes with the texts.
create function lasting_details(queue text, details jsonb) returns jsonb language sql immutable as $$
  select case
    when queue not in ('certification', 'project', 'video', 'report') then details
    when jsonb_typeof(details) <> 'object' then '{}'
    else coalesce((
      select jsonb_object_agg(d.key, case when d.key = 'marks' and jsonb_typeof(d.value) = 'array' then (
          select coalesce(jsonb_agg(jsonb_build_object('from', m -> 'from', 'to', m -> 'to') order by place), '[]')
            from jsonb_array_elements(d.value) with ordinality marked (m, place))
        else d.value end)
      from jsonb_each(details) d
      where d.key in ('decision', 'lease', 'desk', 'claimedAt', 'receipt', 'marks', 'version', 'changed', 'undoes',
        'videoId', 'videoType', 'from', 'to', 'erased')), '{}') end
$$;

create function event_text_hash(e event) returns bytea language sql stable as $$
  select case when e.salt is null then e.text_hash
    else sha256(e.salt || convert_to(jsonb_build_array(e.reason, e.details)::text, 'UTF8')) end
$$;

-- An event as the chain reads it, in the format in which it was sealed.
create or replace function event_text(e event) returns text language sql stable as $$
  select case when e.salt is null and e.text_hash is null
    then jsonb_build_array(
      e.id, extract(epoch from e.at)::text, e.actor_id, e.actor_name, e.action, e.queue, e.subject_id,
      e.before, e.after, e.reason, to_jsonb(e.reason_ids), e.details, e.request_id)::text
    else jsonb_build_array(
      'format 2', e.id, extract(epoch from e.at)::text, e.actor_id, e.actor_name, e.action, e.queue, e.subject_id,
      e.before, e.after, encode(event_text_hash(e), 'hex'), to_jsonb(e.reason_ids),
      lasting_details(e.queue, e.details), e.request_id)::text end
$$;

-- The event without its texts.
create function without_texts(e event) returns event language plpgsql stable as $$
begin
  e.text_hash := event_text_hash(e);
  e.salt := null;
  e.reason := '';
  e.details := lasting_details(e.queue, e.details);
  return e;
end $$;

-- What an erase event says of an event whose texts it removes. Of format 1, whose seal cannot be computed
-- without them: the seal, which was right until then, and the hash of what is left.
create function erasure_note(e event) returns jsonb language sql stable as $$
  select case when e.salt is not null then to_jsonb(true) else jsonb_build_array(
    (select encode(s.hash, 'hex') from event_seal s where s.event_id = e.id),
    encode(sha256(convert_to(event_text(without_texts(e)), 'UTF8')), 'hex')) end
$$;

-- Events stay append-only. The one change is that texts go, together with the erase event that lists them.
create function refuse_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('screening_room.erasing', true) = 'on' then return null; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create function refuse_other_change() returns trigger language plpgsql as $$
declare
  wanted event := without_texts(old);
begin
  wanted.erased_by := new.erased_by;
  if old.erased_by is not null or new is distinct from wanted or not exists (
    select from event x where x.id = new.erased_by and x.action = 'erase' and x.tx = pg_current_xact_id()
      and x.details -> 'erased' ? old.id::text)
  then
    raise exception 'event is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
drop trigger event_kept on event;
create trigger event_kept before update or delete or truncate on event
  for each statement execute function refuse_event_change();
create trigger event_texts_only before update on event
  for each row execute function refuse_other_change();

-- Removes the texts of the events that an erase event of this transaction lists. With the owner's rights: the
-- application may only add events. Not `set` beside the function's head: only a superuser may do that.
create function erase_texts(erase_event bigint) returns int language plpgsql security definer as $$
declare
  n int;
begin
  perform set_config('screening_room.erasing', 'on', true);
  update event e
     set reason = '', details = lasting_details(e.queue, e.details), text_hash = event_text_hash(e), salt = null,
       erased_by = erase_event
    from event x
   where x.id = erase_event
     and e.id = any (array(select key::bigint from jsonb_object_keys(x.details -> 'erased') key));
  get diagnostics n = row_count;
  perform set_config('screening_room.erasing', 'off', true);
  return n;
end $$;

-- PostgreSQL keeps samples of columns for its planner, texts among them. After an erasure they are drawn anew, one
-- table at a time: each takes a moment, and holds up a vacuum of that table alone.
create function forget_samples(name text) returns void language plpgsql security definer as $$
begin
  case name
    when 'member' then analyze member (nick_name, phone);
    when 'certification' then
      analyze certification (nick_name, phone, introduce, pictures, attributes, signals);
    when 'project' then analyze project (title, introduction, cover, attributes, signals);
    when 'video' then analyze video (title, introduction, banner, image, media, attributes, signals);
    when 'item_version' then analyze item_version (title, introduction, media, pictures);
    when 'searchable' then analyze searchable (words);
    when 'platform_id' then analyze platform_id (external_id);
    when 'event' then analyze event (reason, details);
    when 'outbox' then analyze outbox (last_error);
    when 'delivery' then analyze delivery (error, answer);
    when 'action_request' then analyze action_request (answer);
    when 'erased_file' then analyze erased_file (path);
  end case;
end $$;
do $do$
begin
  execute format('alter function erase_texts(bigint) set search_path = %I, pg_temp', current_schema());
  execute format('alter function forget_samples(text) set search_path = %I, pg_temp', current_schema());
end $do$;

-- Volatile, so that it sees an erasure that commits while a statement waits for a row.
create function is_erased(queue text, id bigint) returns boolean language plpgsql volatile as $$
begin
  return case queue
    when 'certification' then (select erased_at is not null from certification x where x.id = is_erased.id)
    when 'project' then (select erased_at is not null from project x where x.id = is_erased.id)
    when 'video' then (select erased_at is not null from video x where x.id = is_erased.id)
    when 'report' then (select v.erased_at is not null from report r join video v on v.id = r.video_id
      where r.id = is_erased.id)
    else false end;
end $$;

-- One row for each member that was erased, or is being erased: it is taken up again after a kill.
create table erasure (
  member_id bigint primary key,
  actor_id bigint not null,
  actor_name text not null,
  request_id text not null,
  requested_at timestamptz not null default clock_timestamp(),
  -- Transactions below it may not have known of the erasure yet.
  known_from xid8,
  finished_at timestamptz
);
create index erasure_open on erasure (member_id) where finished_at is null;

-- Names that the platform gave to what was erased, as keyed hashes: what comes late under one is refused.
create table erased_name (
  kind text not null,
  hash bytea not null,
  id bigint not null,
  primary key (kind, hash)
);
insert into secret (name, value)
  values ('erasure', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) on conflict do nothing;
create function name_hash(kind text, name text) returns bytea language sql stable as $$
  select sha256(s.value || convert_to(name_hash.kind || ' ' || name_hash.name, 'UTF8'))
    from secret s where s.name = 'erasure'
$$;

-- Files of the local media store that are to be removed, by their path in it; emptied as they are.
create table erased_file (
  path text primary key
);

-- How far in the record retention by age has come.
create table retention (
  only_row boolean primary key default true check (only_row),
  event_id bigint not null default 0
);
insert into retention default values;

-- Answers that may hold what an item says, for repeated requests.
create index action_request_personal on action_request (call, user_id)
  where call in ('focus.undo', 'focus.unskip', 'certifications.phone');
