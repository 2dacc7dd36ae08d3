import type { Permission } from '@screening-room/contract/permissions'
import { roleCalls } from '@screening-room/contract/roles'
import { expect } from 'vitest'
import type { Client } from './client.ts'

/* Roles as an administrator makes them on the screen. */

let made = 0
export const nextName = () => `Role ${++made}`

/** The key of a new role. */
export async function newRole(by: Client, own: Permission[], name = nextName()): Promise<string> {
  const { msg, body } = await by.send(roleCalls.create, { name, permissions: own })
  expect(msg).toBe('ok')
  return body.data.key
}

export const changeRole = (by: Client, role: string, own: Permission[]) =>
  by.send(roleCalls.change, { role, name: nextName(), permissions: own })
