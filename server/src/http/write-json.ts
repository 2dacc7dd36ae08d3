import type { AnyCall } from '@screening-room/contract/call'
import fastJson from 'fast-json-stringify'
import { responseSchema } from '../apidoc/call-schemas.ts'

/* Responses as JSON, by a serialiser that is compiled from the call's output schema. */

const serialisers = new Map<AnyCall, (response: unknown) => string>()

/** Compiled by the first response of a call: all of them at once would be half of the server's start. */
export function writeJson(call: AnyCall, response: unknown): string {
  let write = serialisers.get(call)
  if (!write) {
    write = fastJson(responseSchema(call) as Parameters<typeof fastJson>[0])
    serialisers.set(call, write)
  }
  return write(response)
}
