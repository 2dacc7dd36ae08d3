import type { AnyCall } from '@screening-room/contract/call'
import { fieldDocs } from '@screening-room/contract/fields'
import { problemSentence } from '@screening-room/contract/refusals'
import * as z from 'zod/mini'

/* A call's input and response as JSON Schema: the documents print them, the serialisers compile them. */

export interface JsonSchema {
  type?: string | string[]
  const?: unknown
  enum?: readonly unknown[]
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
  $schema?: string
}

// Longer than any text we take, and neither a number, a code nor a time: every check has to object.
const nonsense = 'x'.repeat(100_000)

/** Once for each field: many calls share one, and each call is printed several times. */
const statedProblems = new WeakMap<z.core.$ZodType, string[]>()

/** The limit as the field itself states it when it refuses, so that docs and refusals cannot differ. */
function statedProblem(field: z.core.$ZodType): string[] {
  const known = statedProblems.get(field)
  if (known) return known
  const stated = z.safeParse(field, nonsense).error?.issues[0]?.message.split('|') ?? []
  statedProblems.set(field, stated)
  return stated
}

function describeInput(field: z.core.$ZodType, schema: JsonSchema): void {
  const docs = fieldDocs.get(field)
  if (!docs && schema.type !== 'string') return
  const [code, ...values] = statedProblem(field)
  if (docs) {
    delete schema.pattern
    delete schema.enum
    schema.type = docs.type
    if (docs.enum) schema.enum = docs.enum
  }
  if (code === 'whole') {
    schema.minimum = Number(values[0])
    schema.maximum = Number(values[1])
  }
  if (code === 'too_long') schema.maxLength = Number(values[0])
  if (code === 'date_time' || code === 'moment') schema.description = problemSentence(code, 'en')
  // Longer than any reader, and the sentence says it.
  if (code === 'moment') delete schema.pattern
}

function joinNull(schema: JsonSchema): void {
  const [value, nothing] = schema.anyOf ?? []
  if (!value?.type || nothing?.type !== 'null') return
  // Types in a list compile to one comparison; `anyOf` would run a validator on each value.
  delete schema.anyOf
  Object.assign(schema, value, { type: [value.type, 'null'].flat() })
}

function withDefault(properties: JsonSchema['properties'], name: string, usual: unknown) {
  return { ...properties, [name]: { ...properties?.[name], default: usual } }
}

/** What a call takes, with the types its values stand for; on the wire each may be a string. */
export function inputSchema(call: AnyCall): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(call.input, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      describeInput(zodSchema, jsonSchema as JsonSchema)
      joinNull(jsonSchema as JsonSchema)
    },
  }) as JsonSchema
  for (const [name, field] of Object.entries<z.ZodMiniType>(call.input.shape)) {
    const usual = z.safeParse(field, undefined).data
    if (usual !== undefined) schema.properties = withDefault(schema.properties, name, usual)
  }
  return { ...schema, additionalProperties: false }
}

function loosenAnswer(schema: JsonSchema): void {
  // A client that refuses fields it does not know would break with each one we add.
  if (schema.additionalProperties === false) delete schema.additionalProperties
  delete schema.propertyNames
  joinNull(schema)
}

/** The whole response of a successful call: its output, with `code` and `msg` unless it is bare. */
export function responseSchema(call: AnyCall): JsonSchema {
  const { $schema: _, ...output } = z.toJSONSchema(call.output, {
    override: ({ jsonSchema }) => loosenAnswer(jsonSchema as JsonSchema),
  }) as JsonSchema
  if (call.responds) return output
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, ...output.properties },
    required: ['code', 'msg', ...(output.required ?? [])],
  }
}
