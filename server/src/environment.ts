import { isIP } from 'node:net'

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

export const word = matching(
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  'a name of letters, digits, dots and hyphens',
)

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
