-- The language of a video, as the platform knows it. Personal videos are filtered by it.

lock table video in access exclusive mode;

-- A constant default: no row is written. What is here has it, so nothing has to be read to check it.
alter table video add column language text not null default 'unknown';
alter table video add constraint video_language
  check (language in ('zh', 'en', 'ja', 'ko', 'other', 'unknown')) not valid;

-- Counters know numbers.
create function language_number(language text) returns bigint language sql immutable as $$
  select array_position(array['unknown', 'zh', 'en', 'ja', 'ko', 'other'], language)::bigint
$$;
select add_counter('personal_language', 'video', 'language_number(language)', 'type = 1');

-- Of all there are so far it is unknown: they are counted as personal videos are. In one statement, so that
-- nothing is folded between the two.
with tree as (
  insert into tally (queue, level, bucket, kind, status, n)
    select 'personal_language', level, bucket, k.kind, status, n
      from tally t cross join unnest(array[language_number('unknown'), -1]) k (kind)
     where t.queue = 'video' and t.kind = 1)
insert into tally_delta (queue, hour, kind, status, n)
  select 'personal_language', hour, language_number('unknown'), status, n
    from tally_delta where queue = 'video' and kind = 1;
