import { certificationCalls } from '@screening-room/contract/certifications'
import { useCall } from '../api/queries.ts'

/** The roles by ID. They rarely change. */
export const useRoles = () => useCall(certificationCalls.roles, {}, { fresh: 10 * 60 * 1000 })
