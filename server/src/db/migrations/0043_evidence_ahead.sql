-- The share watched and the time in hand come with the event: the server has both at hand, and computes them for a
-- third of what the trigger costs a decision. What inserts an event without them still has them from the trigger.

lock table event in access exclusive mode;

drop trigger event_evidence on event;
create trigger event_evidence before insert on event for each row
  when (new.watched is null and new.in_hand is null
    and new.details ? 'receipt' and new.action in ('approve', 'reject', 'takeDown', 'dismiss'))
  execute function note_evidence();
