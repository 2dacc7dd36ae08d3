import { type ItemQueue, isCase, queueNames, queuesWith } from '@screening-room/contract/queues'
import { type Sql, sql } from '../db/sql.ts'
import { externalIdOf } from './platform-ids.ts'
import { partiesOf } from './reports.ts'

/* What the platform reads of an event, pulled or pushed: enough to act on it and to tell its people why. */

const items = queueNames.filter((queue): queue is ItemQueue => !isCase(queue))
const cases = queueNames.filter(isCase)
const rejectable = queuesWith('reject')

const category = (id: Sql) => sql`(select json_build_object('id', c.id, 'name', c.name,
  'nameEn', c.name_en) from category c where c.id = ${id})`
const typeOfVideo = sql`(select v.type from video v where v.id = e.subject_id)`
/** Other changes of categories and tags are recorded as the platform reads them. */
const data = sql`case e.action
  when 'feature' then json_build_object('videoType', ${typeOfVideo})
  when 'categorize' then json_build_object('videoType', ${typeOfVideo},
    'category', ${category(sql`(e.details ->> 'to')::bigint`)},
    'previous', ${category(sql`(e.details ->> 'from')::bigint`)})
  when 'addCategory' then json_build_object('name', e.details -> 'name', 'nameEn', e.details -> 'nameEn')
  when 'addTag' then json_build_object('name', e.details -> 'name', 'nameEn', e.details -> 'nameEn',
    'category', ${category(sql`(e.details ->> 'categoryId')::bigint`)})
  else case when e.queue in ('category', 'tag') then e.details::json end end`

/** Of an event `e`. */
export const eventFields = sql`
  (select coalesce(json_agg(json_build_object('id', r.id, 'message', r.message, 'message_en', r.message_en,
      'external_id', ${externalIdOf(sql`'report_reason'`, sql`r.id`)}) order by r.id), '[]')
    from report_reason r where r.id = any (e.reason_ids)) as reasons,
  case when e.action = 'reject' and e.queue = any (${rejectable}::text[]) then (
    select json_build_object('zh', c.text, 'en', c.text_en) from canned_reason c
    where c.queue = e.queue and (strpos(e.reason, c.text) > 0 or strpos(e.reason, c.text_en) > 0)
    order by length(c.text) desc, c.id limit 1) end as reason_texts,
  (select coalesce(json_agg(json_build_object('from', m -> 'from', 'to', m -> 'to') order by place), '[]')
    from jsonb_array_elements(case when jsonb_typeof(e.details -> 'marks') = 'array'
      then e.details -> 'marks' else '[]' end) with ordinality as marked (m, place)) as marks,
  case when e.action = 'takeDown' and jsonb_typeof(e.details -> 'strikes') = 'object'
    then e.details -> 'strikes' end as strikes,
  case when e.queue = any (${items}::text[]) then coalesce((e.details ->> 'version')::int, 1) end as version,
  case when e.queue = any (${cases}::text[]) then (
    select ${partiesOf}
    from report r where r.id = e.subject_id) end as report,
  (select json_build_object('position', x.position, 'hash', encode(x.hash, 'hex'))
    from event_seal x where x.event_id = e.id) as seal,
  ${data} as data`
