import { readFileSync } from 'node:fs'
import { allCalls, bareCalls, platformCalls } from '@screening-room/contract/all-calls'
import type { AnyCall } from '@screening-room/contract/call'
import { refusals } from '@screening-room/contract/refusals'
import fastJsonStringify from 'fast-json-stringify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inputSchema, type JsonSchema, responseSchema } from '../src/apidoc/call-schemas.ts'
import { callsMarkdown } from '../src/apidoc/calls-markdown.ts'
import { docsPage, docsStyle } from '../src/apidoc/docs-page.ts'
import { openApiDocument, openApiText } from '../src/apidoc/openapi.ts'

interface Operation {
  operationId: string
  tags: string[]
  parameters?: { name?: string; in?: string; required?: boolean; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> }
  responses: Record<
    string,
    { $ref?: string; content?: object; 'x-refusals'?: { name: string; code: number }[] }
  >
  security: Record<string, string[]>[]
}

const document = openApiDocument() as {
  openapi: string
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

function find(name: string) {
  const found = operations.filter(({ operation }) => operation.operationId === name)
  expect(found, name).toHaveLength(1)
  return found[0] as (typeof operations)[number]
}

const eachCall = [...allCalls] as [string, AnyCall][]
const eachBareCall = [...bareCalls] as [string, AnyCall][]
const eachPlatformCall = [...platformCalls] as [string, AnyCall][]
const everyCall = [...eachCall, ...eachBareCall, ...eachPlatformCall]
const committed = (name: string) =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

function everyRef(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value ? [String(value.$ref)] : []
  return [...own, ...Object.values(value).flatMap(everyRef)]
}

describe('the OpenAPI document', () => {
  test('holds every call exactly once, under its own method and path', () => {
    expect(operations).toHaveLength(everyCall.length)
    for (const [name, call] of everyCall) {
      const { path, method } = find(name)
      expect([method, path]).toEqual([call.method.toLowerCase(), call.path])
    }
  })

  test('points only to components and tags that it has', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/)
    for (const ref of everyRef(document)) {
      const [, area = '', kind = '', name = ''] = ref.split('/')
      expect(area).toBe('components')
      expect(document.components[kind], ref).toHaveProperty([name])
      expect(name).toMatch(/^[\w.-]+$/)
    }
    const tags = document.tags.map(({ name }) => name)
    for (const { operation } of operations)
      expect(tags).toEqual(expect.arrayContaining(operation.tags))
  })

  test.each(eachCall)('%s names every field where it travels', (name, call) => {
    const { operation } = find(name)
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field)
    const fields = Object.keys(call.input.shape)
    const own = (operation.parameters ?? []).filter((parameter) => parameter.in !== undefined)
    expect(own.map((parameter) => parameter.name)).toEqual(fields)
    for (const parameter of own) {
      expect(parameter.in).toBe(inPath.includes(parameter.name) ? 'path' : 'query')
      if (parameter.in === 'path') expect(parameter.required).toBe(true)
    }
    const carried = call.method === 'POST' && fields.length > inPath.length
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
      carried ? ['application/x-www-form-urlencoded', 'application/json'] : [],
    )
  })

  test.each(eachCall)('%s lists what it refuses, and by which HTTP status', (name, call) => {
    const { responses } = find(name).operation
    for (const refusal of call.refuses) {
      const { http, code } = refusals[refusal as keyof typeof refusals]
      expect(responses).toHaveProperty(String(http))
      if (http !== 200) continue
      expect(responses['200']?.['x-refusals']).toContainEqual(
        expect.objectContaining({ name: refusal, code }),
      )
    }
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['403', '413', '415', '503']))
    expect('401' in responses).toBe(call.needs !== 'public')
  })

  test('gives the settings as plain JSON and the live stream as events', () => {
    const content = (name: string) =>
      Object.keys(find(name).operation.responses['200']?.content ?? {})
    expect(content('settings.get')).toEqual(['application/json'])
    expect(content('live.stream')).toEqual(['text/event-stream'])
  })

  test('asks for session and Bearer, for neither in public, and for the session at user info', () => {
    expect(find('session.login').operation.security).toEqual([])
    expect(find('videos.project.list').operation.security).toEqual([{ session: [], bearer: [] }])
    expect(find('session.userInfo').operation.security).toContainEqual({ session: [] })
  })

  test.each(eachPlatformCall)(
    '%s asks for a key, and for a JSON body where it writes',
    (name, call) => {
      const { security, parameters, requestBody, responses } = find(name).operation
      expect(security).toEqual([{ key: [] }])
      for (const http of ['200', '401', '403', '429']) expect(responses).toHaveProperty(http)
      if (call.method === 'GET') return
      expect(everyRef(parameters)).toEqual(['#/components/parameters/RequiredIdempotencyKey'])
      expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json'])
      const { example } = requestBody?.content['application/json'] ?? {}
      expect(call.input.safeParse(example).error).toBeUndefined()
      const { items } = inputSchema(call).properties?.rows ?? {}
      for (const [field, schema] of Object.entries(items?.properties ?? {}))
        if ([schema.type].flat().includes('string'))
          expect(schema.maxLength ?? schema.enum ?? schema.description, field).toBeDefined()
    },
  )

  test('offers the Idempotency-Key where something changes, and nowhere else', () => {
    for (const [name, call] of eachCall) {
      const refs = everyRef(find(name).operation.parameters)
      expect(refs.some((ref) => ref.endsWith('/IdempotencyKey'))).toBe(call.changes === true)
    }
  })

  test('documents a number by its range or its codes, a text by its length, a default by its value', () => {
    const { properties = {}, required } = inputSchema(
      allCalls.get('videos.project.list') as AnyCall,
    )
    expect(properties.page).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 10_000_000,
      default: 1,
    })
    expect(properties.viewStatus).toEqual({ type: 'integer', enum: [0, 5, 3, 8, 9] })
    expect(properties.videoType).toEqual({ type: 'integer', enum: [0, 2], default: 2 })
    expect(required).toBeUndefined()
    const reject = inputSchema(allCalls.get('projects.reject') as AnyCall)
    expect(reject.properties?.message).toEqual({ type: 'string', maxLength: 500 })
    expect(reject.required).toEqual(['projectId', 'message'])
    const takeDown = inputSchema(allCalls.get('videos.personal.takeDown') as AnyCall)
    expect(takeDown.properties?.offlineReasons).toMatchObject({
      type: 'array',
      maxItems: 50,
      items: { type: 'integer', minimum: 1 },
    })
  })
})

test('every text that is taken says how long it may be, or what it looks like', () => {
  for (const [name, call] of eachCall) {
    for (const [field, schema] of Object.entries(inputSchema(call).properties ?? {})) {
      if (schema.type !== 'string') continue
      const limit = schema.maxLength ?? schema.enum ?? schema.pattern
      expect(limit, `${name}: ${field}`).toBeDefined()
    }
  }
})

const awkward = '"\\\u2028\n</script>中文🎬'
// Computed, because `{ __proto__: … }` would set the prototype instead of a key.
const keys = ['__proto__', '1', 'constructor', 'toString', '', awkward]

/** A value of that schema: `empty` says what to put where a value may be missing. */
function sample(schema: JsonSchema, empty: 'full' | 'null' | 'absent'): unknown {
  const types = [schema.type].flat()
  if (empty === 'null' && types.includes('null')) return null
  if (schema.enum) return schema.enum[0]
  if (schema.items) return [sample(schema.items, empty), sample(schema.items, empty)]
  if (typeof schema.additionalProperties === 'object') {
    const value = schema.additionalProperties
    return Object.fromEntries(keys.map((key) => [key, sample(value, empty)]))
  }
  if (types.includes('object')) {
    const shown = Object.entries(schema.properties ?? {}).filter(
      ([key]) => empty !== 'absent' || schema.required?.includes(key),
    )
    return Object.fromEntries(shown.map(([key, value]) => [key, sample(value, empty)]))
  }
  if (types.includes('string')) return awkward
  if (types.includes('boolean')) return false
  return types.includes('integer') ? 200 : 1.5
}

describe.each([...eachCall, ...eachPlatformCall])('the serialiser of %s', (_, call) => {
  const write = fastJsonStringify(responseSchema(call) as object)

  test.each(['full', 'null', 'absent'] as const)('writes what JSON would: %s', (empty) => {
    const answer = sample(responseSchema(call), empty)
    expect(z.safeParse(call.output, answer).success).toBe(true)
    const written = JSON.parse(write(answer))
    // Keys compared as pairs: equality of objects does not see an own `__proto__`.
    expect(pairs(written)).toEqual(pairs(JSON.parse(JSON.stringify(answer))))
  })

  test('keeps what the contract does not name to itself', () => {
    const answer = sample(responseSchema(call), 'full') as object
    expect(write({ ...answer, pwd: 'planted' })).not.toContain('planted')
  })

  test('needs no validator while it writes', () => {
    expect(JSON.stringify(responseSchema(call))).not.toMatch(/"(anyOf|oneOf|allOf|\$ref)"/)
  })
})

test('null stays null, what is absent stays absent, and no key of a map is special', () => {
  const write = (name: string, data: unknown) =>
    fastJsonStringify(responseSchema(allCalls.get(name) as AnyCall) as object)({
      code: 200,
      msg: 'ok',
      data,
    })
  expect(() => write('videos.personal.list', [])).toThrow('"total" is required!')
  expect(
    write('reports.get', { id: 1, videoId: 2, videoType: 0, reportStatus: 0, createTime: null }),
  ).toBe(
    '{"code":200,"msg":"ok","data":{"id":1,"videoId":2,"videoType":0,"reportStatus":0,"createTime":null}}',
  )
  const maps =
    '{"typeTags":{"1":{"7":"a"},"__proto__":{"__proto__":"b"}},"types":{"1":"__proto__"}}'
  expect(write('categories.maps', JSON.parse(maps))).toBe(`{"code":200,"msg":"ok","data":${maps}}`)
})

function pairs(value: unknown, path = ''): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.keys(value)
    .sort()
    .flatMap((key) => pairs(Object.getOwnPropertyDescriptor(value, key)?.value, `${path}/${key}`))
}

describe('the printed docs', () => {
  test('are committed as the contract says; else run `npm run docs`', () => {
    expect(committed('calls.md') === callsMarkdown(), 'docs/calls.md is fresh').toBe(true)
    expect(committed('openapi.json') === openApiText(), 'docs/openapi.json is fresh').toBe(true)
  })

  test('name every call and path, in Markdown and on the page', () => {
    const page = docsPage()
    const markdown = callsMarkdown()
    for (const [name, call] of everyCall) {
      expect(markdown).toContain(`### ${name}\n\n\`${call.method} ${call.path}\``)
      expect(page).toContain(`<article id="${name}">`)
      expect(page).toContain(`<code>${call.path}</code>`)
    }
  })

  test('the page has no script, no inline style, and every link leads somewhere', () => {
    const page = docsPage()
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })

  test('the page escapes what it prints', () => {
    expect(docsPage()).toContain('the message &quot;report rejected&quot; dismisses')
  })

  test('the stylesheet knows the dark and fetches nothing', () => {
    expect(docsStyle).toContain('prefers-color-scheme: dark')
    expect(docsStyle).not.toMatch(/url\(|@import/)
  })
})
