import { certificationCalls } from '@screening-room/contract/certifications'
import {
  approveCertification,
  openCertificates,
  rejectCertification,
  revealPhone,
  roleNames,
  shownCertification,
  withoutPhone,
} from '../domain/certifications.ts'
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
  const { maskPhones } = context.config

  serve(app, certificationCalls.roles, async (_input, request) => ({
    data: roleNames(await findCertifiedRoles(db), languageOf(request)),
  }))

  serveRead(app, gate, certificationCalls.list, async (db, input) => {
    const { rows, more, pending } = await findCertifications(
      db,
      rangeIn('certification', input, context),
    )
    return { data: rows.map((row) => shownCertification(row, maskPhones)), more, pending }
  })

  serve(app, certificationCalls.get, async ({ id }) => {
    const found = await getCertification(db, id)
    if (!found) throw missing('certification', id)
    return { data: withoutPhone(found) }
  })

  serveChange(app, db, certificationCalls.phone, async (tx, by, { authId }) => ({
    data: { phone: await revealPhone(tx, by, authId) },
  }))

  serveChange(app, db, certificationCalls.openCertificates, async (tx, by, { authId }) => {
    await openCertificates(tx, by, authId)
    return {}
  })

  serveChange(app, db, certificationCalls.approve, async (tx, by, { authId, version }) => {
    await approveCertification(tx, by, authId, version)
    return {}
  })

  serveChange(app, db, certificationCalls.reject, async (tx, by, { authId, message, version }) => {
    await rejectCertification(tx, by, authId, message, version)
    return {}
  })
}
