/*
 * What people may do, and the roles that come with the product. Each call names the permission that it needs;
 * one that no call asks for does not exist. No schemas: this is part of the first download.
 */

export const permissions = [
  'certification:see',
  'certification:decide',
  'certification:phone',
  'certification:reopen',
  'project:see',
  'project:decide',
  'project:reopen',
  'video:see',
  'video:decide',
  'video:takeDown',
  'video:feature',
  'video:reopen',
  'report:see',
  'report:decide',
  'configuration',
  'audit',
  'overview',
  'export',
  'platform',
  'erasure',
  'team',
] as const
export type Permission = (typeof permissions)[number]

export const builtInNames = ['administrator', 'lead', 'reviewer'] as const
export type BuiltInRole = (typeof builtInNames)[number]

const reviewing = [
  'certification:see',
  'certification:decide',
  'certification:phone',
  'project:see',
  'project:decide',
  'video:see',
  'video:decide',
  'video:takeDown',
  'video:feature',
  'report:see',
  'report:decide',
] as const satisfies Permission[]

/** Not in the database: an administrator has what a new version adds, from its first request on. */
export const builtInRoles: Record<BuiltInRole, readonly Permission[]> = {
  administrator: permissions,
  lead: [
    ...reviewing,
    'certification:reopen',
    'project:reopen',
    'video:reopen',
    'audit',
    'overview',
    'export',
  ],
  reviewer: reviewing,
}

export const isBuiltIn = (role: string): role is BuiltInRole =>
  (builtInNames as readonly string[]).includes(role)

const isPermission = (name: string): name is Permission =>
  (permissions as readonly string[]).includes(name)

/** Of a role by its key; `own` are those stored for a role of one's own. Unknown ones count for nothing. */
export const permissionsOf = (role: string, own: readonly string[]): readonly Permission[] =>
  isBuiltIn(role) ? builtInRoles[role] : own.filter(isPermission)

/** Who acts in a queue sees it. In the order of the table. */
export function withSeeing(chosen: readonly Permission[]): Permission[] {
  const seen = chosen.flatMap((one) => {
    const [queue, act] = one.split(':')
    return act ? [`${queue}:see`] : []
  })
  return permissions.filter((one) => chosen.includes(one) || seen.includes(one))
}

/** At least one of those that are asked for; where none is named, nobody has it. */
export const hasAny = (own: readonly string[], wanted: readonly Permission[]): boolean =>
  wanted.some((one) => own.includes(one))

/** As a call names them; nobody needs one to be signed in. */
export const permissionsIn = (needs: string | readonly Permission[]): readonly Permission[] =>
  typeof needs === 'string' ? [needs].filter(isPermission) : needs

/** Nobody hands out what they do not have. */
export const hasAll = (own: readonly string[], wanted: readonly Permission[]): boolean =>
  wanted.every((one) => own.includes(one))
