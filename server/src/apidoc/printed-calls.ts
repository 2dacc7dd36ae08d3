import { allCalls, bareCalls, platformCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { permissionsIn } from '@screening-room/contract/permissions'
import { commonRefusals, type RefusalCode, refusals } from '@screening-room/contract/refusals'
import { status, statusWords, videoType } from '@screening-room/contract/review'
import { inputSchema, type JsonSchema, responseSchema } from './call-schemas.ts'
import { examples } from './examples.ts'

/* What the page and the Markdown say of each call, before either gives it a look. */

interface PrintedField {
  name: string
  type: string
  presence: string
  limits: string
}

export interface PrintedCall {
  name: string
  method: string
  path: string
  summary: string
  facts: string[]
  fields: PrintedField[]
  answer: PrintedField[]
  refusals: string[][]
  /** For a shell; undefined where there is none. */
  example: string | undefined
}

export interface PrintedNoun {
  noun: string
  calls: PrintedCall[]
}

/** A backtick in a sentence begins and ends code. */
export interface PrintedNote {
  title: string
  text: string[]
  table?: { head: string[]; rows: string[][] }
}

const origins = {
  spec: 'from the specification',
  decisions: 'our reading of the specification',
  ours: 'our addition',
} as const

const carriers = {
  nothing: [],
  form: ['our client sends a form'],
  query: ['our client sends a query string'],
  json: ['sent as a JSON body'],
} as const

function typeName({ type = 'any', items, additionalProperties }: JsonSchema): string {
  return [type]
    .flat()
    .map((one) => {
      if (one === 'array' && items) return `${typeName(items)}[]`
      return one === 'object' && additionalProperties ? 'map' : one
    })
    .join(' or ')
}

function rangeOf({ minimum, maximum }: JsonSchema): string[] {
  if (minimum === undefined || maximum === undefined) return []
  return [maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `${minimum} to ${maximum}`]
}

/** In a form, a list is its field given several times. */
function limitsOf(schema: JsonSchema, repeated = false): string {
  return [
    ...(schema.enum ? [`one of ${schema.enum.join(', ')}`] : []),
    ...rangeOf(schema),
    ...(schema.maxLength === undefined ? [] : [`at most ${schema.maxLength} characters`]),
    ...(schema.description ? [schema.description] : []),
    ...(schema.maxItems === undefined
      ? []
      : [`${repeated ? 'repeated, ' : ''}at most ${schema.maxItems} values`]),
    ...(schema.items ? rangeOf(schema.items).map((range) => `each ${range}`) : []),
  ].join('; ')
}

function presenceOf(schema: JsonSchema, required: boolean): string {
  if (required) return 'required'
  if (schema.default === undefined) return 'optional'
  const usual = schema.default
  return Array.isArray(usual) ? 'optional' : `optional, else ${usual}`
}

function printFields(call: AnyCall): PrintedField[] {
  const { properties = {}, required = [] } = inputSchema(call)
  return Object.entries(properties).flatMap(([name, schema]) => [
    {
      name,
      type: typeName(schema),
      presence: call.path.includes(`{${name}}`)
        ? 'required, in the path'
        : presenceOf(schema, required.includes(name)),
      limits: limitsOf(schema, call.sends !== 'json'),
    },
    ...printRowFields(name, schema.items),
  ])
}

/** What is in each object of a list. */
function printRowFields(list: string, { properties = {}, required = [] }: JsonSchema = {}) {
  return Object.entries(properties).map(([name, schema]) => ({
    name: `${list}[].${name}`,
    type: typeName(schema),
    presence: presenceOf(schema, required.includes(name)),
    limits: limitsOf(schema),
  }))
}

function printInside(name: string, schema: JsonSchema): PrintedField[] {
  if (schema.items) return printInside(`${name}[]`, schema.items)
  if (typeof schema.additionalProperties === 'object') {
    return printAnswer(`${name}.{key}`, schema.additionalProperties, 'for each key')
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
    printAnswer(
      name ? `${name}.${key}` : key,
      value,
      schema.required?.includes(key) ? 'always' : 'may be absent',
    ),
  )
}

function printAnswer(name: string, schema: JsonSchema, presence: string): PrintedField[] {
  const own = { name, type: typeName(schema), presence, limits: limitsOf(schema) }
  return [own, ...printInside(name, schema)]
}

function printRefusal(name: RefusalCode): string[] {
  return [String(refusals[name].code), name, refusals[name].says.en]
}

function whoMay(call: AnyCall): string {
  if (call.scope) return `a key with the scope ${call.scope}`
  if (call.needs === 'public') return 'anybody, signed in or not'
  const wanted = permissionsIn(call.needs)
  const who = call.needs === 'session' ? 'everybody signed in' : `needs ${wanted.join(' or ')}`
  const which = call.needsFor ? `${who}, by the input` : who
  return call.bearer === 'optional' ? `${which}; the Bearer may be absent` : which
}

function printOutput(call: AnyCall): PrintedField[] {
  const fields = printInside('', responseSchema(call))
  if (call.responds === 'events')
    return fields.map((field) =>
      field.name.includes('.') ? field : { ...field, presence: 'an event' },
    )
  return fields.filter(({ name }) => name !== 'code' && name !== 'msg')
}

const responses = {
  json: ['plain JSON without code and msg'],
  events: ['server-sent events, listed by name under answers'],
  lines: ['lines of JSON (NDJSON), each with these fields'],
  rows: ['CSV, or lines of JSON (NDJSON), each with these fields'],
} as const

function printCall(name: string, call: AnyCall): PrintedCall {
  return {
    name,
    method: call.method,
    path: call.path,
    summary: call.summary,
    facts: [
      whoMay(call),
      ...carriers[call.sends],
      ...(call.responds ? responses[call.responds] : []),
      ...(call.changes ? [`${call.scope ? 'needs' : 'takes'} an Idempotency-Key`] : []),
      origins[call.origin],
    ],
    fields: printFields(call),
    answer: printOutput(call),
    refusals: call.refuses.map(printRefusal),
    example: examples.get(name)?.shell,
  }
}

/** The first word of a call's dotted name, by which everything is grouped. */
export function nounOf(name: string): string {
  return name.split('.')[0] ?? name
}

export function printedNouns(): PrintedNoun[] {
  const nouns = new Map<string, PrintedCall[]>()
  for (const [name, call] of [...allCalls, ...bareCalls, ...platformCalls]) {
    const noun = nounOf(name)
    nouns.set(noun, [...(nouns.get(noun) ?? []), printCall(name, call)])
  }
  return [...nouns].map(([noun, calls]) => ({ noun, calls }))
}

export function printedNotes(): PrintedNote[] {
  return [
    {
      title: 'Answers',
      text: [
        'Unless a call says otherwise, its answer is JSON: `code`, `msg` and what the call lists under “answers”. A call that was done answers `code` 200.',
        'A refusal is HTTP 200 with another `code`, and `msg` is a sentence for people, in Chinese where `Accept-Language` begins with `zh`, else in English. HTTP 4xx and 5xx stay for what they mean, in the same envelope. What is too late because somebody else decided first says who, what and when under `data`.',
        'Times are `YYYY-MM-DDTHH:mm:ss` without a zone, in the platform’s own.',
      ],
    },
    {
      title: 'Fields',
      text: [
        'A POST takes its fields as a form, as JSON or in the query string, each field in one of them only. Fields that are unknown, given twice or contradictory are refused by name.',
        'Whole numbers are plain decimals: `0x10`, `1e3` and `+1` are none. Text is UTF-8. An optional field left empty counts as absent.',
      ],
    },
    {
      title: 'Signing in',
      text: [
        '`session.login` sets a session cookie. Every call that is not public needs that cookie and `Authorization: Bearer` with the user’s id followed by the phone number. The Bearer names the user and is no credential: alone it is answered with HTTP 401.',
      ],
    },
    {
      title: 'Keys of machines',
      text: [
        'The calls under `/platform/v1` are for the platform’s own servers: `Authorization: Bearer` with a key, and no cookie. A key can call nothing else, and a session cannot call these. `docs/platform.md` goes through them.',
      ],
    },
    {
      title: 'Trying again',
      text: [
        'A call that changes something takes the header `Idempotency-Key`, 8 to 128 printable ASCII characters without a space, chosen by the client, one per act. Repeated with the same key and fields it is answered as before, and nothing happens twice. Where waiting helps, `Retry-After` says for how many seconds.',
      ],
    },
    {
      title: 'Numbers',
      text: ['The statuses and the types of video, as they travel.'],
      table: {
        head: ['Of', 'Number', 'Means'],
        rows: [
          ...Object.values(status).map((code) => ['status', `${code}`, statusWords[code].en]),
          ...Object.entries(videoType).map(([word, code]) => ['video type', `${code}`, word]),
        ],
      },
    },
    {
      title: 'What any call may refuse',
      text: ['These are not repeated below.'],
      table: {
        head: ['HTTP', 'Code', 'Name', 'Says'],
        rows: commonRefusals.map((name) => [`${refusals[name].http}`, ...printRefusal(name)]),
      },
    },
  ]
}
