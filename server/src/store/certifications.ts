import type { Certification } from '@screening-room/contract/certifications'
import type { Db, Queries, Tx } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { findPage, foundByWords, type ListRange, parts, wireTime } from './paging.ts'

const fields = sql`x.id, x.nick_name as "nickName", x.role_id as "authRoleId", x.status as "authStatus",
  x.phone, x.introduce as "authIntroduce", x.pictures as "authPicPath",
  ${wireTime(sql`x.create_time`)} as "createTime"`

export function findCertifications(
  db: Queries,
  filter: ListRange & { roleId?: number | undefined; status?: number | undefined },
) {
  return findPage<Certification>(
    db,
    {
      queue: 'certification',
      from: sql`certification x`,
      kindColumn: sql`x.role_id`,
      kind: filter.roleId,
      status: filter.status,
      fields,
      found: foundByWords(parts.certification),
    },
    filter,
  )
}

export async function getCertification(
  db: Db | Tx,
  id: number,
): Promise<Certification | undefined> {
  const [found] = await db.query<Certification>(
    sql`select ${fields} from certification x where x.id = ${id}`,
  )
  return found
}

export interface RoleRow {
  id: number
  name: string
  nameEn: string | null
}

export function findCertifiedRoles(db: Db) {
  return db.query<RoleRow>(
    sql`select id, name, name_en as "nameEn" from certified_role order by id`,
  )
}
