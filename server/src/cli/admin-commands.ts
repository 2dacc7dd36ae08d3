import { parseArgs } from 'node:util'
import type { Store } from '../db/open.ts'
import {
  createAccount,
  disableAccount,
  enableAccount,
  operator,
  resetPassword,
  setRole,
} from '../domain/accounts.ts'
import { removeFactorsOf } from '../domain/own-factors.ts'
import { findAccounts } from '../store/accounts.ts'
import { endpointUsage, runEndpointCommand } from './endpoints.ts'
import { eraseUsage, runEraseCommand, runRewriteCommand } from './erase.ts'
import { keyUsage, runKeyCommand } from './keys.ts'
import { say } from './output.ts'
import { roleNamed, roleUsage, runRoleCommand } from './roles.ts'
import { CommandError } from './run.ts'

const usage = `npm run admin -- create --phone 13900000000 --name "Li Wei" [--role reviewer|lead|administrator|…] [--password-stdin]
npm run admin -- disable|enable --phone 13900000000
npm run admin -- reset-password --phone 13900000000 [--password-stdin]
npm run admin -- set-role --phone 13900000000 --role reviewer|lead|administrator|…
npm run admin -- reset-factors --phone 13900000000 --reason "lost phone"
npm run admin -- list
${roleUsage}
${keyUsage}
${endpointUsage}
${eraseUsage}`

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        phone: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        scopes: { type: 'string' },
        expires: { type: 'string' },
        key: { type: 'string' },
        url: { type: 'string' },
        kinds: { type: 'string' },
        reason: { type: 'string' },
        member: { type: 'string' },
        permissions: { type: 'string' },
        acts: { type: 'string' },
        on: { type: 'boolean' },
        off: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${usage}`)
  }
}

type Text =
  | 'phone'
  | 'name'
  | 'role'
  | 'scopes'
  | 'key'
  | 'url'
  | 'reason'
  | 'member'
  | 'permissions'
  | 'acts'

/** `typed` is asked for the password where it shall come from the standard input. */
export async function runAdminCommand(
  store: Store,
  args: string[],
  typed: () => Promise<string>,
): Promise<void> {
  const { db } = store
  const { positionals, values } = readArguments(args)
  const needed = (name: Text): string => {
    const value = values[name]
    if (!value) throw new CommandError(`--${name} is needed\n\n${usage}`)
    return value
  }
  const role = async (given: string) => (await roleNamed(db, given)).key
  // Not an argument: those can be read by everybody on the machine.
  const password = values['password-stdin'] ? (await typed()).replace(/\r?\n$/, '') : undefined
  const shown = (made: string) =>
    password === undefined ? `; the password, shown this once: ${made}` : ''

  const commands: Record<string, () => Promise<void>> = {
    create: async () => {
      const account = {
        phone: needed('phone'),
        nickName: needed('name'),
        role: await role(values.role ?? 'reviewer'),
        password,
      }
      const made = await createAccount(db, account)
      say(`created ${account.role} ${account.phone} with id ${made.id}${shown(made.password)}`)
    },
    disable: async () => {
      await disableAccount(db, needed('phone'))
      say('disabled; every session of this account has ended')
    },
    enable: async () => {
      await enableAccount(db, needed('phone'))
      say('enabled')
    },
    'reset-password': async () => {
      const made = await resetPassword(db, needed('phone'), password)
      say(`the password is set; every session of this account has ended${shown(made)}`)
    },
    'set-role': async () => {
      await setRole(db, needed('phone'), await role(needed('role')))
      say('the role is set; every session of this account has ended')
    },
    'reset-factors': async () => {
      const phone = needed('phone')
      const reset = await db.transaction((tx) =>
        removeFactorsOf(tx, operator, { phone }, needed('reason')),
      )
      if (!reset) throw new CommandError(`There is no account with the phone number ${phone}`)
      say('the second factors are removed; every session of this account has ended')
    },
    list: async () => {
      for (const { id, phone, nickName, role, status } of await findAccounts(db))
        say(`${id}\t${phone}\t${role}\t${status}\t${nickName}`)
    },
    'erase-member': () => runEraseCommand(db, needed('member')),
    'rewrite-tables': () => runRewriteCommand(store),
    role: () => runRoleCommand(db, positionals[1], needed, values),
    key: () => runKeyCommand(db, positionals[1], needed, values.expires),
    endpoint: () => runEndpointCommand(store, positionals[1], needed, values.kinds),
  }
  const command = commands[positionals[0] ?? '']
  if (!command) throw new CommandError(usage)
  await command()
}
