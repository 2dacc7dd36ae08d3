-- Waits for nobody: whoever changes or removes many items at once has theirs locked in an order of their
-- own, and two orders are a deadlock. What somebody has in hand stays stale until the next time.
create or replace function fold_search(most int) returns int language sql as $$
  with picked as materialized (
    select ctid as place, part, id from search_stale where ctid = any (array(
      select ctid from search_stale limit most for update skip locked))),
  free as materialized (
    select s.part, s.id from searchable s
     where (s.part, s.id) in (select part, id from picked) for update skip locked),
  taken as (
    delete from search_stale where ctid = any (array(
      select p.place from picked p
       where (p.part, p.id) in (select part, id from free)
          or not exists (select from searchable s where s.part = p.part and s.id = p.id)))
    returning 1),
  changed as (
    update searchable s set status = now_is.status
      from free t
      cross join lateral (
        select v.status from video v where t.part < 3 and v.id = t.id
        union all select c.status from certification c where t.part = 3 and c.id = t.id
        union all select p.status from project p where t.part = 4 and p.id = t.id) now_is
     where s.part = t.part and s.id = t.id and s.status <> now_is.status)
  select count(*)::int from taken
$$;
