-- The share watched and the time in hand come with the event: the server has the receipt as values, where the trigger
-- takes it apart as JSON. What inserts an event without them still has them from the trigger.

lock table event in access exclusive mode;

drop trigger event_evidence on event;
create trigger event_evidence before insert on event for each row
  when (new.watched is null and new.in_hand is null
    and new.details ? 'receipt' and new.action in ('approve', 'reject', 'takeDown', 'dismiss'))
  execute function note_evidence();
