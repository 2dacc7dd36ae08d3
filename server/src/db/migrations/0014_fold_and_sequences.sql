-- Lower case for the search, the same under every collation: Turkish and Azeri have another lower case
-- of I, Lithuanian of accented ones, and ICU of a sigma that ends a word.
create function search_fold(words text) returns text
language sql immutable strict parallel safe as $$
  select lower(translate(words, 'IİJĮÌÍĨΣ', 'iijįìíĩσ'))
$$;

-- Migration 5 wrote lower() in these; nothing else of them changes.
do $do$
declare
  f record;
begin
  for f in
    select p.oid from pg_proc p
     where p.pronamespace = current_schema()::regnamespace
       and p.proname ~ '^search_(items|(added|changed)_(video|certification|project))$'
  loop
    execute replace(pg_get_functiondef(f.oid), 'lower(', 'search_fold(');
  end loop;
end $do$;

-- Words that were folded otherwise. Most databases have none, and a look at single letters tells.
do $do$
declare
  q record;
  since constant xid8 := pg_snapshot_xmin(pg_current_snapshot());
  -- The letters whose lower case is another one here.
  letters text := (select string_agg(letter, '') from unnest(string_to_array('IİJĮÌÍĨΣ', null)) letter
                    where lower(letter) <> search_fold(letter) or lower('Α' || letter) <> search_fold('Α' || letter)
                       or lower(letter || U&'\0300') <> search_fold(letter || U&'\0300'));
begin
  if letters is null then return; end if;
  -- Once while everybody works, then again with nobody adding items, for those added meanwhile.
  for pass in 1 .. 2 loop
    if pass = 2 then lock table certification, project, video in share row exclusive mode; end if;
    for q in
      select * from (values
        ('video', 'x.type', 'x.title'),
        ('certification', '3', $$x.nick_name || e'\n' || x.phone$$),
        ('project', '4', 'x.title')) as queues (name, part, words)
    loop
      execute format(
        'update searchable s set words = search_fold(%3$s) from %1$I x
          where s.part = %2$s and s.id = x.id and translate(%3$s, %4$L, '''') <> %3$s
            and s.words <> search_fold(%3$s) and %5$s', q.name, q.part, q.words, letters,
        case pass when 1 then 'true' else format('age(s.xmin) <= age(%L::xid)', since::xid) end);
    end loop;
  end loop;
end $do$;

-- Rows that come with ids of their own leave the sequence behind, and a later insert without an id hits
-- one of them. Only ever forward: short ways by nextval, which nobody can overtake.
create function raise_sequences() returns void
-- With the owner's rights, so that every role may ask for it.
language plpgsql security definer as $$
declare
  place regclass;
  sequence text;
  last bigint;
  most bigint;
begin
  for place in
    select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attname = 'id' and a.attidentity <> ''
  loop
    sequence := pg_get_serial_sequence(place::text, 'id');
    execute format('select last_value - (not is_called)::int from %s', sequence) into last;
    execute format('select max(id) from %s', place) into most;
    if most - last > 1000 then
      perform setval(sequence, most);
    else
      perform nextval(sequence) from generate_series(last + 1, most);
    end if;
  end loop;
end $$;
do $do$
begin
  execute format('alter function raise_sequences() set search_path = %I, pg_temp', current_schema());
end $do$;
