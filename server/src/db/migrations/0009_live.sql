-- Hints for open screens: something changed, look now. Nothing is carried but the hint, so that one
-- that is lost costs a moment and nothing else. The same hint twice in a transaction is sent once.

create function hint() returns trigger language plpgsql as $$
begin
  perform pg_notify('screening_room', tg_argv[0]);
  return null;
end $$;

create trigger event_sealed after insert on event_seal
  for each statement execute function hint('sealed');

-- Taken, given back, or decided on while held; not when a lease is only made longer.
create trigger waiting_taken after update of lease_id on waiting
  for each row when (old.lease_id is distinct from new.lease_id) execute function hint('lease');
create trigger waiting_decided after delete on waiting
  for each row when (old.lease_id is not null) execute function hint('lease');

create trigger session_revoked after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function hint('session');
create trigger admin_user_changed after update of status, auth_epoch on admin_user
  for each row when (old.status <> new.status or old.auth_epoch <> new.auth_epoch)
  execute function hint('session');
