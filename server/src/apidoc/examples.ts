import { platformCalls } from '@screening-room/contract/platform'
import { platformExamples } from '@screening-room/contract/platform-examples'

/* Calls of the platform as one types them into a shell, where SERVER and KEY are set. */

interface Example {
  /** What is sent. */
  body?: object
  shell: string
}

const request = (address: string) => `curl -sS "$SERVER${address}" -H "Authorization: Bearer $KEY"`

const written = Object.entries(platformExamples).map(([kind, rows]): [string, Example] => {
  const { path } = platformCalls[kind as keyof typeof platformExamples]
  const lines = [
    request(path),
    `  -H 'Content-Type: application/json' -H 'Idempotency-Key: example-of-${kind}'`,
    `  -d '${JSON.stringify({ rows })}'`,
  ]
  return [`platform.${kind}`, { body: { rows }, shell: lines.join(' \\\n') }]
})

/** By the name of the call. */
export const examples: ReadonlyMap<string, Example> = new Map([
  ...written,
  ['platform.events', { shell: request(`${platformCalls.events.path}?after=0&limit=100`) }],
])
