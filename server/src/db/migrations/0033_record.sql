-- The record on a screen: newest first with each filter, and its verification in the background. Decision 33.

-- Newest first, by time and then by ID. Filters that are combined go by one of these, so many rows at a time.
create index event_newest on event (at desc, id desc);
create index event_actor on event (actor_id, at desc, id desc);
create index event_action on event (action, at desc, id desc);
create index event_queue on event (queue, at desc, id desc);
create index event_worded on event (at desc, id desc) where reason <> '' or reason_ids <> '{}';

-- Verifications of the chain. A row without an end is under way: its progress is kept, so that any replica
-- goes on with it.
create table verification (
  id bigint generated always as identity primary key,
  origin text not null check (origin in ('night', 'person', 'command')),
  actor_name text,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The last seal that it covers, the last that it has passed, and the hash of that one.
  up_to bigint not null,
  position bigint not null default 0,
  chained bytea not null default '',
  -- The last event whose seal was looked for.
  checked_id bigint not null default 0,
  intact boolean,
  -- Of all seals up to `up_to`.
  root bytea,
  event_id bigint,
  why text not null default ''
);
create unique index verification_open on verification ((true)) where finished_at is null;
create index verification_finished on verification (id desc) where finished_at is not null;
create index verification_intact on verification (id desc) where intact;

-- The roots of 1024 seals each, of which the root of all is made. Written by verifications, and never changed.
create table seal_block (
  block bigint primary key,
  hash bytea not null
);
create trigger seal_block_kept before update or delete or truncate on seal_block
  for each statement execute function refuse_change();
