-- Where decisions are told is a fact of the installation, not of one process. At most one endpoint is
-- in use; those that were used before stay on record. The secret itself is not kept here.
create table webhook_endpoint (
  id bigint generated always as identity primary key,
  url text not null,
  secret_fingerprint text not null,
  since timestamptz not null default now(),
  ended_at timestamptz
);
create unique index webhook_endpoint_in_use on webhook_endpoint ((true)) where ended_at is null;

-- `not_sent`: it took effect while there was no endpoint. Not valid only spares a scan of the table:
-- the rows that are there satisfied the narrower check.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check
  check (state in ('waiting', 'sending', 'delivered', 'not_sent', 'taken_back', 'dead')) not valid;

-- Servers of the previous release call a row delivered that they did not send. While they run beside
-- this one, such a row stays where it is, or says what it is.
create function outbox_not_sent() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint where ended_at is null) then return null; end if;
  new.state := 'not_sent';
  return new;
end $$;
create trigger outbox_not_sent before update of state on outbox for each row
  when (old.state = 'waiting' and new.state = 'delivered') execute function outbox_not_sent();
