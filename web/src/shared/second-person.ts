import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { needsSecondPerson } from '@screening-room/contract/four-eyes'
import { requestOf } from '@screening-room/contract/requests'
import { useSyncExternalStore } from 'react'
import { config } from '../api/config.ts'
import type { ApiFailure } from '../api/failure.ts'

/* What somebody may only do together with a second person, from wherever they tried it. */

export interface Wish {
  /** The path of the call, and its fields as they go over the wire. */
  call: string
  fields: Record<string, string | string[]>
  /** What follows where somebody was asked. */
  onAsked?: (() => void) | undefined
}

let wish: Wish | undefined
const listeners = new Set<() => void>()

function setWish(next: Wish | undefined) {
  wish = next
  for (const listener of listeners) listener()
}

export const forgetWish = () => setWish(undefined)

/** Whether that is why it failed; then the shell asks who wants it, and why. */
export function isForSecondPerson<C extends AnyCall>(
  failure: ApiFailure,
  call: C,
  input: InputOf<C>,
  onAsked?: () => void,
): boolean {
  if (!config().ours || failure.kind !== 'refused' || failure.code !== needsSecondPerson)
    return false
  const fields: Wish['fields'] = {}
  for (const [name, value] of requestOf(call, input as Record<string, unknown>).fields) {
    const before = fields[name]
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  setWish({ call: call.path, fields, onAsked })
  return true
}

export function useWish(): Wish | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wish,
  )
}
