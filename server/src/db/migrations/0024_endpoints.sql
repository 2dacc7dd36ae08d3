-- Where the platform is notified besides WEBHOOK_URL. What is to be sent to each is fanned out after the
-- decision has committed, so a decision costs the same however many there are.

create table endpoint (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  kinds text[] not null,
  state text not null default 'active' check (state in ('active', 'paused', 'dead')),
  -- Encrypted: a copy of these rows alone signs nothing.
  secret bytea not null,
  -- The secret before the last rotation, which signs as well for a day after it.
  previous_secret bytea,
  rotated_at timestamptz,
  -- Since the first of the attempts that have all failed; null while messages get through.
  failing_since timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index endpoint_live on endpoint (id) where removed_at is null;

-- How far in the sealed record events were handed to the endpoints. The record and not the ids of events: an
-- event that commits late has no earlier place in it.
create table fan_out (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into fan_out (position) select coalesce(max(position), 0) from event_seal;

create table delivery (
  endpoint_id bigint not null,
  event_id bigint not null,
  queue text not null,
  subject_id bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'dead')),
  -- Waiting: when it may go. Sending: when the sender counts as lost.
  due_at timestamptz not null default clock_timestamp(),
  set_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  -- Of the last attempt.
  sent_at timestamptz,
  status int,
  latency_ms int,
  error text not null default '',
  answer text not null default '',
  settled_at timestamptz,
  primary key (endpoint_id, event_id)
) with (fillfactor = 85);
create index delivery_due on delivery (endpoint_id, due_at, event_id) where state in ('waiting', 'sending');
-- Whether an earlier one of the same item is still on its way.
create index delivery_open on delivery (endpoint_id, queue, subject_id, event_id)
  where state in ('waiting', 'sending');
-- Those that a clock that was ahead has put off.
create index delivery_set on delivery (set_at) where state in ('waiting', 'sending');
create index delivery_state on delivery (endpoint_id, state, event_id);
create index delivery_settled on delivery (settled_at) where state = 'delivered';
-- Whether a decision was handed to any of them.
create index delivery_event on delivery (event_id);

create trigger delivery_set_at before update of due_at on delivery for each row
  when (new.set_at = old.set_at) execute function note_set_at();
