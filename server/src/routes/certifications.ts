import { certificationCalls } from '@screening-room/contract/certifications'
import { approveCertification, rejectCertification, roleNames } from '../domain/certifications.ts'
import { languageOf } from '../http/answer.ts'
import { serve, serveChange, serveRead } from '../http/serve.ts'
import { missing } from '../refusal.ts'
import {
  findCertifications,
  findCertifiedRoles,
  getCertification,
} from '../store/certifications.ts'
import { type Context, rangeIn } from './context.ts'

export function certificationRoutes(context: Context): void {
  const { app, db, gate } = context

  serve(app, certificationCalls.roles, async (_input, request) => ({
    data: roleNames(await findCertifiedRoles(db), languageOf(request)),
  }))

  serveRead(app, gate, certificationCalls.list, async (db, input) => {
    const { rows, more } = await findCertifications(db, rangeIn('certification', input, context))
    return { data: rows, more }
  })

  serve(app, certificationCalls.get, async ({ id }) => {
    const found = await getCertification(db, id)
    if (!found) throw missing('certification', id)
    return { data: found }
  })

  serveChange(app, db, certificationCalls.approve, async (tx, by, { authId }) => {
    await approveCertification(tx, by, authId)
    return {}
  })

  serveChange(app, db, certificationCalls.reject, async (tx, by, { authId, message }) => {
    await rejectCertification(tx, by, authId, message)
    return {}
  })
}
