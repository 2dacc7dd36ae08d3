import type { Answer, AnyCall, OutputOf } from './call.ts'

/*
 * Reads the answer of any provider. Where the specification shows no body, providers differ: a call's
 * `adapt` brings other forms into ours, and single values are repaired. What fits is never touched.
 */

export type Reading<C> =
  | { fit: 'fits'; output: OutputOf<C> }
  /** `problem`: what was not in our form. */
  | { fit: 'tolerated'; output: OutputOf<C>; problem: string }
  | { fit: 'unreadable'; problem: string }

interface Issue {
  path: PropertyKey[]
  message: string
  expected?: string
}

export const isMap = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The envelope of a response; undefined where its text is no JSON object. */
export function parseAnswer(text: string): Answer | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return isMap(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** An ID with more digits than a number can hold would become the ID of another item. */
function numberOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^-?\d{1,16}(\.\d{1,9})?$/.test(value)) return undefined
  const number = Number(value)
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number
}

/** The value in the type that the schema expects; undefined where it has no such value. */
function converted(value: unknown, expected: string | undefined): unknown {
  if (expected === 'number') return numberOf(value)
  if (expected === 'boolean') return value === 1 || value === '1' || value === 'true'
  if (expected === 'array' && value === null) return []
  if (expected !== 'string') return undefined
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? JSON.stringify(value) : undefined
}

/** Converts what does not fit, or leaves it out: if it is needed, the next check says so. */
function repair(answer: Answer, { path, expected }: Issue): void {
  const name = path.at(-1)
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((at, key) => (at as Answer)?.[String(key)], answer)
  if (!isMap(holder) && !Array.isArray(holder)) return
  const key = String(name)
  if (name === undefined || !Object.hasOwn(holder, key) || key === '__proto__') return
  const fields = holder as Answer
  const fitting = converted(fields[key], expected)
  if (fitting !== undefined) fields[key] = fitting
  else if (!Array.isArray(holder)) delete fields[key]
}

function firstProblem([issue]: readonly Issue[]): string {
  const { path, message } = issue ?? { path: [], message: 'does not fit' }
  const at = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `${at.replace(/^\./, '')}: ${message}`
}

/** Each round can uncover values below those that were repaired. */
const rounds = 4

export function readAnswer<C extends AnyCall>(call: C, answer: Answer): Reading<C> {
  // The answer itself, not what the schema made of it: that would drop a category called `__proto__`.
  const read = call.output.safeParse(answer)
  if (read.success) return { fit: 'fits', output: answer as OutputOf<C> }
  const first = firstProblem(read.error.issues)
  const adapted = call.adapt?.(answer) ?? answer
  for (let round = 0; round < rounds; round++) {
    const { success, error } = call.output.safeParse(adapted)
    if (success) return { fit: 'tolerated', output: adapted as OutputOf<C>, problem: first }
    for (const issue of error.issues) repair(adapted, issue)
  }
  // A change that was confirmed is done, however little its answer says; nothing of it is shown.
  if (call.changes && call.origin !== 'ours')
    return { fit: 'tolerated', output: answer as OutputOf<C>, problem: first }
  return { fit: 'unreadable', problem: first }
}

/* Forms of answers, for a call's `adapt`. */

/** `data`, or `info` where an answer has that instead (spec, section 3). */
const payloadOf = ({ data, info }: Answer): unknown => (data === undefined ? info : data)

const listNames = ['list', 'records', 'rows', 'items']
const totalNames = ['total', 'totalCount', 'count']
const idNames = ['id', 'roleId', 'typeId', 'tagId', 'value']
const textNames = ['name', 'roleName', 'typeName', 'tagName', 'reportMessage', 'message', 'label']
const addressNames = ['url', 'link', 'address']

const firstOf = (holder: Answer, names: readonly string[]) =>
  names.map((name) => holder[name]).find((value) => value !== undefined && value !== null)

/** An empty list may be null. */
function listIn(payload: unknown): unknown {
  if (payload === null) return []
  return isMap(payload) ? (firstOf(payload, listNames) ?? payload) : payload
}

const totalOf = (answer: Answer) => {
  const payload = payloadOf(answer)
  return firstOf(answer, totalNames) ?? (isMap(payload) ? firstOf(payload, totalNames) : undefined)
}

const textOf = (entry: unknown): unknown => (isMap(entry) ? firstOf(entry, textNames) : entry)

/** Pairs of ID and name, from a map or a list of either. */
function pairsOf(payload: unknown): [string, unknown][] | undefined {
  const given = listIn(payload)
  if (isMap(given)) return Object.entries(given).map(([id, entry]) => [id, textOf(entry)])
  if (!Array.isArray(given)) return undefined
  return given.map((entry) => [
    String(isMap(entry) ? firstOf(entry, idNames) : undefined),
    textOf(entry),
  ])
}

export const listInData = (answer: Answer): Answer => ({
  ...answer,
  data: listIn(payloadOf(answer)),
  total: totalOf(answer),
})

export const listAndTotalInData = (answer: Answer): Answer => ({
  ...answer,
  data: { list: listIn(payloadOf(answer)), total: totalOf(answer) },
})

export const mapInData = (answer: Answer): Answer => {
  const pairs = pairsOf(payloadOf(answer))
  return { ...answer, data: pairs ? Object.fromEntries(pairs) : undefined }
}

/** A list of an ID and a text under this name. */
export const namedInData =
  (name: string) =>
  (answer: Answer): Answer => ({
    ...answer,
    data: pairsOf(payloadOf(answer))?.map(([id, text]) => ({ id: Number(id), [name]: text })),
  })

/** The status of a video's uploader: in `data`, as `data`, or beside it. */
export const statusInData = (answer: Answer): Answer => {
  const payload = payloadOf(answer)
  const holder = isMap(payload) ? payload : answer
  const given = isMap(payload) || payload === undefined ? holder.status : payload
  return { ...answer, data: { status: typeof given === 'boolean' ? Number(given) : given } }
}

export const addressInData = (answer: Answer): Answer => {
  const payload = payloadOf(answer)
  return { ...answer, data: isMap(payload) ? firstOf(payload, addressNames) : payload }
}

export const userInInfo = (answer: Answer): Answer => ({
  ...answer,
  info: answer.info ?? answer.data,
})

const tagsOf = (tags: unknown): Answer | undefined => {
  const pairs = tags === null ? [] : pairsOf(tags)
  return pairs && Object.fromEntries(pairs)
}

/** Categories as a list, each with its tags. */
function mapsFromList(list: readonly unknown[]): Answer | undefined {
  const rows = list.filter(isMap)
  if (rows.length < list.length) return undefined
  const named = rows.map(
    (row) => [String(firstOf(row, idNames)), String(textOf(row)), row] as const,
  )
  return {
    types: Object.fromEntries(named.map(([id, name]) => [id, name])),
    typeTags: Object.fromEntries(
      named.map(([, name, row]) => [name, tagsOf(row.tags ?? row.children ?? []) ?? {}]),
    ),
  }
}

const isNames = (value: unknown): value is Answer =>
  isMap(value) && Object.values(value).every((name) => typeof name === 'string')
const isTagMap = (value: unknown): value is Answer =>
  isMap(value) && Object.values(value).every((tags) => isMap(tags) || Array.isArray(tags))

/**
 * The two maps of section 3, whatever they are called, wherever they are: tags by the category's name, and
 * the names of categories by their ID. An empty map may be either; the order is then the specification's.
 */
export const categoryMapsInData = (answer: Answer): Answer => {
  const payload = payloadOf(answer)
  const { code: _, msg: __, ...beside } = answer
  const inside = isMap(payload) || Array.isArray(payload) ? Object.values(payload) : []
  const data = mapsAmong(Object.values(beside)) ?? mapsAmong(inside)
  if (data) return { ...answer, data }
  return Array.isArray(payload) ? { ...answer, data: mapsFromList(payload) } : answer
}

function mapsAmong(values: readonly unknown[]): Answer | undefined {
  const types = values.findLast(isNames)
  const tags = values.find((map): map is Answer => isTagMap(map) && map !== types)
  if (!types || !tags) return undefined
  const typeTags = Object.entries(tags).map(([name, given]) => [name, tagsOf(given)])
  return { types, typeTags: Object.fromEntries(typeTags) }
}
