-- How long a decided item had waited comes with the event: the statement that changes the item has its row. What inserts
-- an event without it still has it from the trigger.

lock table event in access exclusive mode;

drop trigger event_wait on event;
create trigger event_wait before insert on event for each row
  when (new.waited is null and new.before = 0 and new.action in ('approve', 'reject', 'takeDown', 'dismiss'))
  execute function note_wait();
