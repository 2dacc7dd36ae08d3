import { allCalls, bareCalls, platformCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { decision } from '@screening-room/contract/history'
import { longestBody } from '@screening-room/contract/platform'
import { commonRefusals, type RefusalCode, refusals } from '@screening-room/contract/refusals'
import * as z from 'zod/mini'
import { inputSchema, type JsonSchema, responseSchema } from './call-schemas.ts'
import { examples } from './examples.ts'
import { nounOf } from './printed-calls.ts'

type Json = Record<string, unknown>

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const printedCalls = new Map([...allCalls, ...bareCalls, ...platformCalls])

const about = `The calls of the moderation back-office, printed from their declarations.

Unless a call says otherwise, its answer is \`{ code, msg, … }\`. A call that was done answers \`code\` 200. A business refusal is HTTP 200 with another \`code\` and a \`msg\` for people: \`x-refusals\` lists each one, and \`msg\` is Chinese where \`Accept-Language\` begins with \`zh\`, else English. HTTP 4xx and 5xx stay for what they mean, with the same envelope.

A POST takes its fields as a form, as JSON or in the query string, each field in one of them only. An optional field left empty counts as absent.

Times are \`YYYY-MM-DDTHH:mm:ss\` without a zone, in the platform's own.`

function refusalsOf(call: AnyCall): RefusalCode[] {
  return [...new Set([...call.refuses, ...commonRefusals])].filter(
    (name) =>
      !(name === 'signed_out' && (call.needs === 'public' || call.scope)) &&
      !(name === 'forbidden' && call.scope),
  )
}

const isBusiness = (name: RefusalCode) => refusals[name].http === 200
const statusName = (http: number) => `Http${http}`

function printRefusals(names: RefusalCode[]): Json[] {
  return names.map((name) => ({ name, code: refusals[name].code, msg: refusals[name].says.en }))
}

function refusalSchema(names: RefusalCode[]): JsonSchema {
  const codes = [...new Set(names.map((name) => refusals[name].code))].sort((a, b) => a - b)
  const properties: Record<string, JsonSchema> = { code: { enum: codes } }
  if (names.includes('already_decided')) {
    properties.data = { $ref: '#/components/schemas/Decision' }
  }
  return { allOf: [{ $ref: '#/components/schemas/Refusal' }], properties }
}

const bare = {
  json: { description: 'Done.', type: json },
  events: {
    description: 'Server-sent events: each property is the data of the event of that name.',
    type: 'text/event-stream',
  },
  lines: {
    description: 'Lines of JSON, each of this shape. A response that is cut off is not complete.',
    type: 'application/x-ndjson',
  },
  rows: {
    description:
      'As `format` says: CSV with headings in the language asked for, or lines of JSON of this shape. A response that is cut off is not complete.',
    type: 'application/x-ndjson',
  },
} as const

function printBareSuccess(call: AnyCall, responds: keyof typeof bare): Json {
  const { description, type } = bare[responds]
  return { description, content: { [type]: { schema: responseSchema(call) } } }
}

function printSuccess(call: AnyCall): Json {
  const business = refusalsOf(call).filter(isBusiness)
  const answer = responseSchema(call)
  const code = { type: 'integer', const: 200 }
  const done = { ...answer, properties: { ...answer.properties, code } }
  return {
    description: 'Done (`code` 200), or refused: then `code` is another and `msg` says why.',
    content: { [json]: { schema: { oneOf: [done, refusalSchema(business)] } } },
    'x-refusals': printRefusals(business),
  }
}

function printResponses(call: AnyCall): Json {
  const names = refusalsOf(call)
  const statuses = new Set(
    names.filter((name) => !isBusiness(name)).map((name) => refusals[name].http),
  )
  return {
    '200': call.responds ? printBareSuccess(call, call.responds) : printSuccess(call),
    ...Object.fromEntries(
      [...statuses].map((http) => [http, { $ref: `#/components/responses/${statusName(http)}` }]),
    ),
  }
}

// A list is repeated on the wire, never joined by commas.
const repeated = { style: 'form', explode: true }

function printParameter(
  name: string,
  place: 'path' | 'query',
  required: boolean,
  { description, ...schema }: JsonSchema,
): Json {
  return {
    name,
    in: place,
    required,
    ...(description ? { description } : {}),
    ...(schema.type === 'array' ? repeated : {}),
    schema,
  }
}

const isInPath = (call: AnyCall, name: string) => call.path.includes(`{${name}}`)
const bodyName = (name: string) => `${name}.input`

/** What a POST may carry in its body: its fields but those that travel in the path. */
function bodySchema(call: AnyCall): JsonSchema | undefined {
  const { properties = {}, required = [], ...rest } = inputSchema(call)
  const fields = Object.entries(properties).filter(([name]) => !isInPath(call, name))
  if (call.method !== 'POST' || fields.length === 0) return undefined
  const needed = required.filter((name) => !isInPath(call, name))
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(needed.length > 0 ? { required: needed } : {}),
  }
}

function printBody(name: string, body: JsonSchema): Json {
  const schema = { $ref: `#/components/schemas/${bodyName(name)}` }
  const lists = Object.entries(body.properties ?? {}).filter(([, field]) => field.type === 'array')
  const encoding = Object.fromEntries(lists.map(([list]) => [list, repeated]))
  return {
    description: 'As a form or as JSON; or leave the body out and send the query parameters.',
    required: false,
    content: {
      [form]: { schema, ...(lists.length > 0 ? { encoding } : {}) },
      [json]: { schema },
    },
  }
}

function printJsonBody(name: string): Json {
  return {
    description: `Of at most ${longestBody} bytes.`,
    required: true,
    content: {
      [json]: {
        schema: { $ref: `#/components/schemas/${bodyName(name)}` },
        example: examples.get(name)?.body,
      },
    },
  }
}

/** Readers of the document show it beside the call. */
function printSample(name: string): Json {
  const shell = examples.get(name)?.shell
  return shell ? { 'x-codeSamples': [{ lang: 'Shell', source: shell }] } : {}
}

function printInput(name: string, call: AnyCall): Json {
  if (call.sends === 'json') {
    const parameters = [{ $ref: '#/components/parameters/RequiredIdempotencyKey' }]
    return { parameters, requestBody: printJsonBody(name) }
  }
  const { properties = {}, required = [] } = inputSchema(call)
  const body = bodySchema(call)
  const parameters: Json[] = Object.entries(properties).map(([field, schema]) =>
    isInPath(call, field)
      ? printParameter(field, 'path', true, schema)
      : printParameter(field, 'query', !body && required.includes(field), schema),
  )
  if (call.changes) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: printBody(name, body) } : {}),
  }
}

function printSecurity(call: AnyCall): Json[] {
  if (call.scope) return [{ key: [] }]
  if (call.needs === 'public') return []
  const both = { session: [], bearer: [] }
  return call.bearer === 'optional' ? [both, { session: [] }] : [both]
}

function printOperation(name: string, call: AnyCall): Json {
  return {
    operationId: name,
    tags: [nounOf(name)],
    summary: call.summary,
    ...printInput(name, call),
    responses: printResponses(call),
    security: printSecurity(call),
    ...(call.scope ? { 'x-scope': call.scope } : { 'x-needs': call.needs }),
    'x-origin': call.origin,
    'x-sends': call.sends,
    ...printSample(name),
  }
}

function printPaths(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of printedCalls) {
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: printOperation(name, call),
    }
  }
  return paths
}

function printErrorResponses(): Json {
  const used = new Set(
    [...printedCalls.values()].flatMap(refusalsOf).filter((name) => !isBusiness(name)),
  )
  const statuses = [...new Set([...used].map((name) => refusals[name].http))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((http) => {
      const names = [...used].filter((name) => refusals[name].http === http)
      const response = {
        description: `${names.map((name) => refusals[name].says.en).join('. Or: ')}.`,
        content: { [json]: { schema: refusalSchema(names) } },
        'x-refusals': printRefusals(names),
      }
      return [statusName(http), response]
    }),
  )
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Chosen by the client, one per act. A repetition with the same key and fields is answered as the first was, and nothing happens twice.',
  schema: { type: 'string', pattern: '^[!-~]{8,128}$' },
}

function printComponents(): Json {
  const { $schema: _, ...decisionSchema } = z.toJSONSchema(decision)
  const bodies = [...printedCalls].flatMap(([name, call]) => {
    const body = bodySchema(call)
    return body ? [[bodyName(name), body] as const] : []
  })
  return {
    schemas: {
      Refusal: {
        type: 'object',
        properties: { code: { type: 'integer' }, msg: { type: 'string' } },
        required: ['code', 'msg'],
      },
      Decision: { description: 'Who came first, where a call is too late.', ...decisionSchema },
      ...Object.fromEntries(bodies),
    },
    parameters: {
      IdempotencyKey: { ...idempotencyKey, required: false },
      RequiredIdempotencyKey: { ...idempotencyKey, required: true },
    },
    responses: printErrorResponses(),
    securitySchemes: {
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-vsid',
        description:
          'Set by signing in. Without HTTPS it is called `vsid-dev`, or `vsid-plain` where plain HTTP was allowed.',
      },
      key: {
        type: 'http',
        scheme: 'bearer',
        description:
          'A key that an operator created for the platform’s machines, `srk_…`. It needs the scope in `x-scope`.',
      },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description:
          "The signed-in user's id followed by the phone number. It names the user, it is no credential: the session is needed as well.",
      },
    },
  }
}

export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Screening Room', version: '1.0.0', description: about },
    servers: [{ url: '/' }],
    tags: [...new Set([...printedCalls.keys()].map(nounOf))].map((name) => ({ name })),
    paths: printPaths(),
    components: printComponents(),
  }
}

function printJson(value: unknown, indent: string, before: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const list = Array.isArray(value)
  const [open, close] = list ? '[]' : '{}'
  const inner = `${indent}  `
  const entries = list ? value.map((item) => ['', item]) : Object.entries(value)
  if (entries.length === 0) return `${open}${close}`
  if (list && value.every((item) => typeof item !== 'object')) {
    const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
    if (before + line.length < 100) return line
  }
  const lines = entries.map(([name, item]) => {
    const key = list ? inner : `${inner}${JSON.stringify(name)}: `
    return `${key}${printJson(item, inner, key.length)}`
  })
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** As the formatter would leave it, so that the committed file is never reformatted. */
export function openApiText(): string {
  return `${printJson(openApiDocument(), '', 0)}\n`
}
