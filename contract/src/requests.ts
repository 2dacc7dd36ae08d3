import type { AnyCall } from './call.ts'

const isDeep = (value: unknown) => typeof value === 'object' && value !== null

/** A list of plain values becomes repeated fields; anything deeper is JSON in one field. */
function valuesOf(value: unknown): unknown[] {
  if (Array.isArray(value) && !value.some(isDeep)) return value
  return [isDeep(value) ? JSON.stringify(value) : value]
}

/** A call's request: `id` of `/a/{id}` goes into the path, the rest becomes fields of the query or the form. */
export function requestOf(call: AnyCall, input: Record<string, unknown>) {
  const inPath = new Set<string>()
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(input[name]))
  })
  const fields = Object.entries(input)
    .filter(([name]) => !inPath.has(name))
    .flatMap(([name, value]) => valuesOf(value).map((one) => [name, one] as const))
    .filter(([, one]) => one !== undefined && one !== null)
    .map(([name, one]): [string, string] => [name, String(one)])
  return { path, fields }
}
