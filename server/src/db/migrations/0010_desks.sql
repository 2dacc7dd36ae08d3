-- What a desk holds is found by whose it is. Said of `until`, as before, a plan that was made while
-- nothing was held took the index of everything that is held, and kept walking over all of it.
drop index waiting_desk;
create index waiting_desk on waiting (holder_id, desk) where holder_id is not null;
