import { hash } from 'node:crypto'
import { nickName } from '@screening-room/contract/account'
import type { BuiltInRole } from '@screening-room/contract/permissions'
import { isBlank } from '@screening-room/contract/review'
import { phone } from '@screening-room/contract/team'

/* What a provider says of a person, and what of it we believe. */

export type Claims = Readonly<Record<string, unknown>>

/** A claim by its name, else by its way into the object: `realm_access.roles`. */
function valuesOf(claims: Claims, name: string): unknown[] {
  if (Object.hasOwn(claims, name)) return [claims[name]].flat()
  let found: unknown = claims
  for (const part of name.split('.'))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, part)
        ? (found as Claims)[part]
        : undefined
  return [found].flat()
}

/** The role of the first rule that fits. Without one they have none. */
export function roleOf(
  claims: Claims,
  {
    roleClaim,
    roles,
  }: { roleClaim: string; roles: readonly { value: string; result: BuiltInRole }[] },
): BuiltInRole | undefined {
  const values = valuesOf(claims, roleClaim)
  return roles.find(({ value }) => values.includes(value))?.result
}

/** Only one that the provider has verified says whose account it is. */
export function phoneOf(claims: Claims): string | undefined {
  if (claims.phone_number_verified !== true || typeof claims.phone_number !== 'string') return
  const plain = claims.phone_number.replace(/[\s().-]/g, '')
  return phone.safeParse(plain).success ? plain : undefined
}

const longestName = 40

export function nameOf(claims: Claims): string | undefined {
  const names = [claims.name, claims.preferred_username].flatMap((name) =>
    typeof name === 'string' ? [[...name.trim()].slice(0, longestName).join('').trim()] : [],
  )
  return names.find((name) => !isBlank(name) && nickName.safeParse(name).success)
}

const handlePrefix = 'sso-'

/**
 * In place of a phone number, for those whose provider tells none. Phone numbers have no letters, so it can be
 * neither taken for one nor typed as one.
 */
export const handleOf = (issuer: string, subject: string): string =>
  handlePrefix + hash('sha256', `${issuer}\n${subject}`, 'hex').slice(0, 16)

export const isHandle = (phone: string): boolean => phone.startsWith(handlePrefix)
