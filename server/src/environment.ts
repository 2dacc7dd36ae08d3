import { isIP } from 'node:net'
import { isEmail } from '@screening-room/contract/team'

/* Reads environment variables: one format for each type of value. What does not fit becomes a problem. */

export type Env = Record<string, string | undefined>

interface Format<Value> {
  /** Undefined where the text does not fit. */
  parse(text: string): Value | undefined
  /** Ends the sentence "NAME must be …". */
  wants: string
  /** The value is not repeated in the message. */
  secret?: true
}

export interface Environment {
  problems: string[]
  given(name: string): string | undefined
  read<Value>(name: string, format: Format<Value>): Value | undefined
  read<Value>(name: string, format: Format<Value>, fallback: Value): Value
}

export function openEnvironment(env: Env): Environment {
  const problems: string[] = []
  const given = (name: string) => env[name]?.trim() || undefined
  function read<Value>(name: string, { parse, wants, secret }: Format<Value>, fallback?: Value) {
    const text = given(name)
    if (text === undefined) return fallback
    const parsed = parse(text)
    const shown = secret ? '' : `, not "${text.slice(0, 80)}"`
    if (parsed === undefined) problems.push(`${name} must be ${wants}${shown}`)
    return parsed ?? fallback
  }
  return { problems, given, read: read as Environment['read'] }
}

function matching(pattern: RegExp, wants: string): Format<string> {
  return { parse: (text) => (pattern.test(text) ? text : undefined), wants }
}

export function whole(least: number, most: number): Format<number> {
  return {
    parse(text) {
      const number = Number(text)
      return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined
    },
    wants: `a whole number from ${least} to ${most}`,
  }
}

export function choice<const Choice extends string>(...choices: Choice[]): Format<Choice> {
  return {
    parse: (text) => choices.find((choice) => choice === text),
    wants: choices.join(' or '),
  }
}

export function words<const Word extends string>(...known: readonly Word[]): Format<Word[]> {
  return {
    parse(text) {
      const given = text.split(',').map((part) => known.find((word) => word === part.trim()))
      return given.every((word) => word !== undefined) ? given : undefined
    },
    wants: `a list of ${known.join(' and ')}`,
  }
}

/** A number for each of some names, like `video=12,report=4`. */
export function hoursFor<const Name extends string>(
  most: number,
  ...known: readonly Name[]
): Format<Partial<Record<Name, number>>> {
  return {
    parse(text) {
      const given = text.split(',').map((part) => /^\s*(\w+)=(\d{1,6})\s*$/.exec(part))
      const read = given.map(
        (found) => [known.find((name) => name === found?.[1]), Number(found?.[2])] as const,
      )
      const names = new Set(read.map(([name]) => name))
      const fits = read.every(([name, hours]) => name && hours >= 1 && hours <= most)
      return fits && names.size === read.length
        ? (Object.fromEntries(read) as Partial<Record<Name, number>>)
        : undefined
    },
    wants: `a list like ${known.map((name) => `${name}=24`).join(',')}, each from 1 to ${most} hours`,
  }
}

export const onOff: Format<boolean> = {
  parse: (text) => (text === 'on' ? true : text === 'off' ? false : undefined),
  wants: 'on or off',
}

function httpUrl(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.username || url.password || url.hash ? undefined : url
}

function originUrl(text: string): URL | undefined {
  const url = httpUrl(text)
  return url?.pathname === '/' && !url.search ? url : undefined
}

export const origin: Format<URL> = {
  parse: originUrl,
  wants: 'an address like https://review.example.com',
}

export const origins: Format<string[]> = {
  parse(text) {
    const urls = text.split(',').map((part) => originUrl(part.trim()))
    return urls.every((url) => url !== undefined) ? urls.map((url) => url.origin) : undefined
  },
  wants: 'a list of origins like https://a.example.com,https://b.example.com',
}

export const address: Format<URL> = {
  parse: httpUrl,
  wants: 'an address like https://platform.example.com/hooks/review',
  secret: true,
}

/** As a provider writes its own name, which it has to repeat. */
export const issuer: Format<URL> = {
  parse(text) {
    const url = httpUrl(text)
    return url?.search ? undefined : url
  },
  wants: 'an address like https://id.example.com/realms/staff',
}

export const rules = <const Result extends string>(
  ...results: readonly Result[]
): Format<{ value: string; result: Result }[]> => ({
  parse(text) {
    const parts = text.split(',').map((part) => {
      const equals = part.lastIndexOf('=')
      const result = results.find((one) => one === part.slice(equals + 1).trim())
      return { value: part.slice(0, Math.max(0, equals)).trim(), result }
    })
    const fits = parts.every(({ value, result }) => value !== '' && result !== undefined)
    return fits ? (parts as { value: string; result: Result }[]) : undefined
  },
  wants: `a list like staff=${results[0]}, each with ${results.join(' or ')}`,
})

export const prefix: Format<string> = {
  parse(text) {
    const fits = /^\/(?!\/)/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text))
    return fits ? text : undefined
  },
  wants: 'a path like /pictures/ or an address like https://cdn.example.com/pictures/',
}

export const hosts: Format<string[]> = {
  parse(text) {
    if (text === 'none') return []
    const names = text.split(',').map((part) => part.trim().toLowerCase())
    return names.every((name) => /^[a-z0-9.-]+(:\d+)?$/.test(name)) ? names : undefined
  },
  wants: 'a list of host names like media.example.com,cdn.example.com, or none',
}

export const listenHost: Format<string> = {
  parse: (text) =>
    isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined,
  wants: 'an address to listen on like 127.0.0.1',
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

export const networks: Format<string> = {
  parse: (text) => (text.split(',').every((part) => isNetwork(part.trim())) ? text : undefined),
  wants: 'a list of addresses or networks like 10.0.0.0/8,192.168.1.1',
}

export const postgres: Format<string> = {
  ...matching(
    /^postgres(ql)?:\/\/\S+$/,
    'an address like postgres://user:password@host:5432/database',
  ),
  secret: true,
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Percent signs and the like in user and password are encoded, as in any address. */
export const mailServer: Format<{
  host: string
  port: number
  /** TLS from the first byte; otherwise by STARTTLS. */
  secure: boolean
  user: string
  password: string
}> = {
  parse(text) {
    if (!/^smtps?:\/\/[^/?#\s]+\/?$/.test(text) || !URL.canParse(text)) return undefined
    const url = new URL(text)
    const secure = url.protocol === 'smtps:'
    const [user, password] = [decoded(url.username), decoded(url.password)]
    if (user === undefined || password === undefined || (user === '') !== (password === ''))
      return undefined
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    return { host, port: Number(url.port) || (secure ? 465 : 587), secure, user, password }
  },
  wants: 'an address like smtps://user:password@smtp.example.com or smtp://user:password@host:587',
  secret: true,
}

/** `a@example.com`, or with a name before it in angle brackets. */
export const mailbox: Format<{ name: string; address: string }> = {
  parse(text) {
    const named = /^([^<>"\p{C}]{0,60}?)\s*<([^<>]*)>$/u.exec(text)
    const [name, address] = named ? [named[1] ?? '', named[2] ?? ''] : ['', text]
    return isEmail(address) ? { name, address } : undefined
  },
  wants: 'an address like review@example.com or Screening Room <review@example.com>',
}

export const word = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  'a name of letters, digits, dots and hyphens',
)

export const phone = matching(/^\+?\d{5,20}$/, 'the phone number of an account, 5 to 20 digits')

export const claim = matching(/^\S{1,200}$/, 'the name of a claim like roles or realm_access.roles')

export const oidcScopes: Format<string> = {
  parse: (text) => (text.split(/\s+/).includes('openid') ? text.split(/\s+/).join(' ') : undefined),
  wants: 'a list of scopes with openid among them, like openid profile',
}

export const label: Format<string> = {
  parse: (text) => ([...text].length <= 40 && !/\p{C}/u.test(text) ? text : undefined),
  wants: 'at most 40 characters of one line',
}

export const keyPrefix: Format<string> = {
  parse(text) {
    const parts = text.split('/')
    const leads = parts.slice(0, -1).some((part) => ['', '.', '..'].includes(part))
    return text.endsWith('/') && !leads ? text : undefined
  },
  wants: 'a folder of the store like uploads/2026/',
}

function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return /^[A-Za-z]/.test(text)
  } catch {
    return false
  }
}

export const zone: Format<string> = {
  parse: (text) => (isZone(text) ? text : undefined),
  wants: 'a time zone like Asia/Shanghai',
}
