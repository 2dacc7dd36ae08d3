-- Categories and tags have an order, can be hidden, and can be merged. A merge is a reference which reads
-- follow: no video is written, however many there are, and its undo is exact.

alter table category
  -- Null: after those that were put in order, by ID.
  add column place int,
  add column hidden boolean not null default false,
  add column merged_into bigint references category check (merged_into <> id);

alter table tag
  add column place int,
  add column hidden boolean not null default false,
  add column merged_into bigint references tag check (merged_into <> id),
  -- The category whose merge joined this tag with one of the same name; undoing that merge separates them.
  add column merged_with bigint references category;

-- What a category is merged into in the end: itself where it is not merged, null where it does not exist.
-- `union`, not `union all`: it ends even if rows that were written by hand point at each other.
create function merged_category(start bigint) returns bigint language sql stable as $$
  with recursive path (id, merged_into) as (
    select id, merged_into from category where id = start
    union
    select c.id, c.merged_into from path p join category c on c.id = p.merged_into)
  select id from path where merged_into is null
$$;

create function merged_tag(start bigint) returns bigint language sql stable as $$
  with recursive path (id, merged_into) as (
    select id, merged_into from tag where id = start
    union
    select t.id, t.merged_into from path p join tag t on t.id = p.merged_into)
  select id from path where merged_into is null
$$;
