-- ANALYZE leaves the samples of an empty table as they are. A column that is given its own type again loses them; the
-- table is locked for a moment, and there is nothing in it to read.
create or replace function forget_samples(name text) returns void language plpgsql security definer as $$
declare
  texts text[] := case name
    when 'searchable' then '{words}'
    when 'platform_id' then '{external_id}'
    when 'outbox' then '{last_error}'
    when 'delivery' then '{error,answer}'
    when 'action_request' then '{answer}'
    when 'erased_file' then '{path}'
  end;
  is_filled boolean := true;
  known record;
begin
  -- Rows of the others stay when their texts go.
  if texts is not null then
    execute format('select exists (select from %I)', name) into is_filled;
  end if;
  if not is_filled then
    for known in
      select a.attname, format_type(a.atttypid, a.atttypmod) as type
        from pg_stats s join pg_attribute a on a.attrelid = name::regclass and a.attname = s.attname
       where s.schemaname = current_schema() and s.tablename = name and s.attname = any (texts)
    loop
      execute format('alter table %I alter column %I type %s', name, known.attname, known.type);
    end loop;
    return;
  end if;
  case name
    when 'member' then analyze member (nick_name, phone);
    when 'certification' then
      analyze certification (nick_name, phone, introduce, pictures, attributes, signals);
    when 'project' then analyze project (title, introduction, cover, attributes, signals);
    when 'video' then analyze video (title, introduction, banner, image, media, attributes, signals);
    when 'item_version' then analyze item_version (title, introduction, media, pictures);
    when 'searchable' then analyze searchable (words);
    when 'platform_id' then analyze platform_id (external_id);
    when 'event' then analyze event (reason, details);
    when 'outbox' then analyze outbox (last_error);
    when 'delivery' then analyze delivery (error, answer);
    when 'action_request' then analyze action_request (answer);
    when 'erased_file' then analyze erased_file (path);
  end case;
end $$;
do $do$
begin
  execute format('alter function forget_samples(text) set search_path = %I, pg_temp', current_schema());
end $do$;
