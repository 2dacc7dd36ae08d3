import { certificationCalls } from '@screening-room/contract/certifications'
import { reasonFor } from '@screening-room/contract/review'
import { decide } from '../domain/review.ts'
import { languageOf } from '../http/answer.ts'
import { serve, serveChange, serveRead } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import {
  findCertifications,
  findCertifiedRoles,
  getCertification,
} from '../store/certifications.ts'
import { type Context, ranged } from './context.ts'

export function certificationRoutes(context: Context): void {
  const { app, db, gate } = context

  // The map has one name for each role, so it comes in the reader's language.
  serve(app, certificationCalls.roles, async (_input, request) => {
    const english = languageOf(request) === 'en'
    const roles = await findCertifiedRoles(db)
    const named = roles.map(({ id, name, nameEn }) => [String(id), (english && nameEn) || name])
    return { data: Object.fromEntries(named) }
  })

  serveRead(app, gate, certificationCalls.list, async (db, input) => {
    const { rows, more } = await findCertifications(db, ranged(input, context))
    return { data: rows, more }
  })

  serve(app, certificationCalls.get, async ({ id }) => {
    const found = await getCertification(db, id)
    if (!found) throw missing('certification', id)
    return { data: found }
  })

  serveChange(app, db, certificationCalls.approve, async (tx, by, { authId }) => {
    await decide(tx, by, 'certification', 'approve', authId)
    return {}
  })

  serveChange(app, db, certificationCalls.reject, async (tx, by, { authId, message }) => {
    const reason = reasonFor('certification', message)
    await decide(tx, by, 'certification', 'reject', authId, { reason })
    return {}
  })
}
