-- What an item was before the platform changed it: title, description, media and pictures. The latest version
-- is the item's own row, so an item that never changed has no row here.

create table item_version (
  queue text not null,
  subject_id bigint not null,
  version int not null,
  title text,
  introduction text,
  media text,
  pictures text[],
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (queue, subject_id, version)
);

create function current_version(queue text, id bigint) returns int language sql stable as $$
  select coalesce((select v.version + 1 from item_version v
    where v.queue = current_version.queue and v.subject_id = current_version.id
    order by v.version desc limit 1), 1)
$$;

-- In the details of an event: the version that it is about. Without it, the first one.
create function version_note(queue text, id bigint) returns jsonb language sql stable as $$
  select case when n > 1 then jsonb_build_object('version', n) else '{}' end
    from current_version(version_note.queue, version_note.id) n
$$;

-- A trigger, because nothing can forget it: SQL of the platform's own makes versions as well. It holds the
-- item's lock, so that numbers have no gaps.
do $do$
declare
  q record;
begin
  for q in
    select * from (values
      ('certification', array['nick_name', 'introduce', 'pictures'],
        'old.nick_name, old.introduce, null, array[old.pictures]'),
      ('project', array['title', 'introduction', 'cover'],
        'old.title, old.introduction, null, array[old.cover]'),
      ('video', array['title', 'introduction', 'media', 'banner', 'image'],
        'old.title, old.introduction, old.media, array[old.banner, old.image]')) as queues (name, columns, content)
  loop
    execute format($sql$
      create function keep_%1$s_version() returns trigger language plpgsql as $body$
      begin
        insert into item_version (queue, subject_id, version, title, introduction, media, pictures)
          values (%1$L, old.id, current_version(%1$L, old.id), %2$s);
        return null;
      end $body$;
      create trigger %1$s_revised after update of %3$s on %1$s for each row
        when ((%4$s) is distinct from (%5$s)) execute function keep_%1$s_version();
    $sql$, q.name, q.content, array_to_string(q.columns, ', '),
      (select string_agg('old.' || c, ', ') from unnest(q.columns) c),
      (select string_agg('new.' || c, ', ') from unnest(q.columns) c));
  end loop;
end $do$;

-- Every item as it is now, in the shape of its earlier versions.
create view latest_version as
  select 'certification' as queue, id as subject_id, current_version('certification', id) as version,
      nick_name as title, introduce as introduction, null as media, array[pictures] as pictures
    from certification
  union all select 'project', id, current_version('project', id), title, introduction, null, array[cover]
    from project
  union all select 'video', id, current_version('video', id), title, introduction, media, array[banner, image]
    from video;
