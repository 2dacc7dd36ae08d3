-- All at the start: a migration that takes its locks one by one, with work in between, meets more
-- transactions that hold one and wait for another.
lock table login_throttle, session, device, outbox in access exclusive mode;

-- When a wait was set. A moment that lies ahead was written by a clock that was ahead; without it a wait
-- of ten seconds that ends in six hours cannot be told from one of six hours. Decision 16.
-- A trigger, so that it is also right for what servers of the previous release write.
alter table login_throttle add column set_at timestamptz not null default now();
alter table outbox add column set_at timestamptz not null default now();
-- Not at once with the column: that would write every row anew.
alter table login_throttle alter column set_at set default clock_timestamp();
alter table outbox alter column set_at set default clock_timestamp();

create function note_set_at() returns trigger language plpgsql as $$
begin
  new.set_at := clock_timestamp();
  return new;
end $$;
create trigger login_throttle_set_at before update of blocked_until on login_throttle for each row
  when (new.set_at = old.set_at) execute function note_set_at();
create trigger outbox_set_at before update of due_at on outbox for each row
  when (new.set_at = old.set_at) execute function note_set_at();

-- Rows that lie ahead are looked for every second.
create index session_seen on session (last_seen_at);
create index device_used on device (last_used_at);
