import type { Permission } from './permissions.ts'

/* What a role can ask a second person for. No schemas: this is part of the first download. */

export const fourEyesActs = ['takeDown', 'erase', 'roles'] as const
export type FourEyesAct = (typeof fourEyesActs)[number]

/** Who may confirm: they could do it themselves, and are somebody else. */
export const confirmers: Record<FourEyesAct, Permission> = {
  takeDown: 'video:takeDown',
  erase: 'erasure',
  roles: 'team',
}
export const confirmersAny = Object.values(confirmers)

/** What the server answers where a second person is needed. */
export const needsSecondPerson = 423
export const confirmationHours = 72
export const longestAskReason = 500
