import type { Certification } from '@screening-room/contract/certifications'
import type { FilterValuesOf } from '@screening-room/contract/queues'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { foundByWords } from './found.ts'
import { findPage, type List, type ListRange, pendingSince, type Rows, wireTime } from './paging.ts'
import { ownExternalId } from './platform-ids.ts'
import { factsOf } from './versions.ts'

const fields = sql`x.id, ${ownExternalId('certification')}, x.member_id as "memberId", x.nick_name as "nickName", x.role_id as "authRoleId", x.status as "authStatus",
  x.phone, x.introduce as "authIntroduce", x.pictures as "authPicPath",
  ${wireTime(sql`x.create_time`)} as "createTime", ${pendingSince},
  x.erased_at is not null as erased`

/** Of one item alone: lists do not show them. */
const facts = factsOf('certification')

export const certificationRows: Rows<'certification'> = {
  queue: 'certification',
  from: sql`certification x`,
  columns: { roleId: sql`x.role_id`, status: sql`x.status`, memberId: sql`x.member_id` },
  // Its pictures are documents, and not for a thumbnail.
  submitted: { by: sql`member_id`, kind: sql`0`, title: sql`x.nick_name`, banner: sql`null` },
  found: foundByWords(3),
}

export const certificationList: List = { rows: certificationRows, fields }

export function findCertifications(
  db: Queries,
  range: ListRange & FilterValuesOf<'certification'>,
) {
  return findPage<Certification>(db, certificationList, range)
}

export async function getCertification(
  db: Db | Tx,
  id: number,
): Promise<Certification | undefined> {
  const [found] = await db.query<Certification>(
    sql`select ${fields}, ${facts} from certification x where x.id = ${id}`,
  )
  return found
}

export interface RoleRow {
  id: number
  name: string
  nameEn: string | null
}

/** Those that the platform has only named so far are called by that name. */
export function findCertifiedRoles(db: Db) {
  return db.query<RoleRow>(sql`
    select id, name, name_en as "nameEn" from certified_role
    union all
    select p.id, p.external_id, null from platform_id p
    where p.kind = 'certified_role' and not exists (select from certified_role r where r.id = p.id)
    order by 1`)
}
