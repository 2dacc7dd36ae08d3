import { config } from '../api/config.ts'

/** mm:ss, where minutes grow past 59 (`61:05`). Undefined for a duration nobody knows. */
export function durationText(seconds: number | null | undefined): string | undefined {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds < 0) return undefined
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}

export type PictureAddress =
  | { kind: 'shown'; address: string }
  | { kind: 'foreign'; host: string; address: string }
  | { kind: 'none' }

/** Where a picture is, and whether this installation lets it be loaded. */
function addressOf(given: string | null | undefined, host: string): PictureAddress {
  const name = given?.trim() ?? ''
  if (name === '') return { kind: 'none' }
  const full = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(name)
  const base = location.origin + location.pathname
  const under = full || name.startsWith('/') ? name : `${host.replace(/\/?$/, '/')}${name}`
  if (!URL.canParse(under, base)) return { kind: 'none' }
  const url = new URL(under, base)
  if (url.origin === location.origin) return { kind: 'shown', address: url.href }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'none' }
  const allowed = config().pictureHosts.some((one) => one === url.host || one === url.origin)
  return allowed || (!full && !name.startsWith('/'))
    ? { kind: 'shown', address: url.href }
    : { kind: 'foreign', host: url.host, address: url.href }
}

export const pictureAddress = (given: string | null | undefined) => addressOf(given, '/')
export const bannerAddress = (given: string | null | undefined) =>
  addressOf(given, config().bannerHost)
export const avatarAddress = (given: string | null | undefined) =>
  addressOf(given, config().avatarHost)

/** A JSON list of addresses in a string; anything else is no list. */
export function pictureList(json: string | null | undefined): string[] {
  try {
    const list: unknown = JSON.parse(json ?? '')
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
  } catch {
    return []
  }
}
