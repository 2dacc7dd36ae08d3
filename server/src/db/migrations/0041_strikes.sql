-- Strikes: what the take-downs of a member's videos weigh, for a time. Nothing follows from them by itself. Decision 42.

alter table report_reason add column strike_weight smallint not null default 1
  constraint report_reason_strike_weight check (strike_weight between 0 and 100);

create table strike_rule (
  only_row boolean primary key default true check (only_row),
  expires_days int not null check (expires_days between 1 and 3650),
  -- In rising order; what they mean is the platform's to say.
  thresholds int[] not null
);
insert into strike_rule (expires_days, thresholds) values (90, '{3,6,10}');

-- The gravest of several reasons counts.
create function strike_weight(reason_ids bigint[]) returns int language sql stable as $$
  select coalesce(max(r.strike_weight), 0)::int from report_reason r where r.id = any (reason_ids)
$$;

-- Videos that are taken down at this moment, whose take-down has not expired: an undo, a re-opening and time end a strike.
create function strikes_of(member bigint)
returns table (event_id bigint, queue text, video_id bigint, at timestamptz, weight int, reason_ids bigint[])
language sql stable as $$
  select e.id, e.queue, v.id, e.at, strike_weight(e.reason_ids), e.reason_ids
    from (select v.id from video v where v.uploader_id = member and v.status = 8 limit 10000) v
      cross join lateral (
        select e.* from event e
         where e.queue = 'video' and e.subject_id = v.id and e.action = 'takeDown' order by e.id desc limit 1) e
   where e.at > now() - (select expires_days from strike_rule) * interval '1 day' and strike_weight(e.reason_ids) > 0
$$;

-- What a take-down weighs, and what its uploader has with it; kept in its event, so that it never changes.
create function strike_note(video bigint, reason_ids bigint[]) returns jsonb language sql stable as $$
  select jsonb_build_object('strikes', jsonb_build_object('weight', w.weight, 'points', w.weight + coalesce((
      select sum(s.weight) from video v cross join lateral strikes_of(v.uploader_id) s
       where v.id = strike_note.video and s.video_id <> v.id), 0)))
    from (select strike_weight(strike_note.reason_ids) as weight) w
$$;
