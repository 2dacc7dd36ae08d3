import * as z from 'zod/mini'
import { password } from './account.ts'
import { defineCall } from './call.ts'
import { id, nothing, shownName, text, time } from './fields.ts'

/* Second factors: an authenticator app (TOTP), passkeys, and recovery codes for when both are lost. */

export const recoveryCodeCount = 10
/** How long a typed password allows a change of factors. */
export const confirmedMinutes = 5
/** How long people have for the second step of a sign-in, and to add a factor. */
export const ticketMinutes = 5
export const setupMinutes = 15
export const mostPasskeys = 10

/** Six digits of an app, or a recovery code. Spaces and hyphens do not count. */
const code = text(40)
/** What the browser answers to a passkey's challenge, as JSON. */
const credential = text(6000)
/** For the browser's own functions, which say what is in it. */
const options = z.record(z.string(), z.unknown())
const passkey = z.object({
  id: z.number(),
  name: z.string(),
  addedAt: time,
  usedAt: z.nullable(time),
})
export type Passkey = z.output<typeof passkey>

/** What the owner of an account should hear of. */
export const accountNews = [
  'newDevice',
  'addTotp',
  'removeTotp',
  'addPasskey',
  'removePasskey',
  'newRecoveryCodes',
  'useRecoveryCode',
  'resetFactors',
  'changePassword',
] as const
const news = z.object({
  what: z.enum(accountNews),
  at: time,
  /** Who did it, where that was somebody else. */
  by: z.nullable(z.string()),
  /** Of a new device. */
  userAgent: z.nullable(z.string()),
  network: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})
export type AccountNews = z.output<typeof news>

/** Shown once; null where the account has codes already. */
const codes = z.object({ data: z.object({ recoveryCodes: z.nullable(z.array(z.string())) }) })

const mine = { sends: 'form', needs: 'session', origin: 'ours' } as const

export const factorCalls = {
  get: defineCall({
    method: 'GET',
    path: '/admin/ext/account/factors',
    summary: 'My second factors, and what was changed about my account lately',
    sends: 'nothing',
    input: nothing,
    output: z.object({
      data: z.object({
        totpSince: z.nullable(time),
        passkeys: z.array(passkey),
        recoveryCodes: z.number(),
        /** My role needs one. */
        required: z.boolean(),
        /** Passkeys need https and a host name. */
        passkeysPossible: z.boolean(),
        news: z.array(news),
      }),
    }),
    refuses: [],
    needs: 'session',
    enrolment: true,
    origin: 'ours',
  }),
  // None of those that take or return a secret is a change with an Idempotency-Key: a hash of the input and
  // the answer would be kept.
  confirm: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/confirm',
    summary: 'Type my password again; for some minutes my factors can be changed',
    input: z.object({ password }),
    output: nothing,
    refuses: ['wrong_password', 'too_many_attempts'],
    enrolment: true,
  }),
  startTotp: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/totp/start',
    summary: 'A new secret for an authenticator app; it counts once a code of it was typed',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
    refuses: ['confirm_password'],
    enrolment: true,
  }),
  addTotp: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/totp',
    summary: 'Add the authenticator app, with a code of it; it takes the place of the one before',
    input: z.object({ code }),
    output: codes,
    refuses: ['confirm_password', 'wrong_code', 'setup_ended'],
    enrolment: true,
  }),
  removeTotp: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/totp/remove',
    summary: 'Remove my authenticator app',
    sends: 'nothing',
    input: nothing,
    output: nothing,
    refuses: ['confirm_password', 'last_factor', 'key_reused'],
    changes: true,
  }),
  startPasskey: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/passkeys/start',
    summary: 'A challenge for a new passkey, for navigator.credentials.create',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.object({ options }) }),
    refuses: ['confirm_password', 'passkeys_impossible', 'too_many_passkeys'],
    enrolment: true,
  }),
  addPasskey: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/passkeys',
    summary: 'Add a passkey',
    input: z.object({ credential, name: shownName(60) }),
    output: codes,
    refuses: [
      'confirm_password',
      'passkeys_impossible',
      'too_many_passkeys',
      'wrong_passkey',
      'setup_ended',
    ],
    enrolment: true,
  }),
  removePasskey: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/passkeys/remove',
    summary: 'Remove one of my passkeys',
    input: z.object({ id }),
    output: nothing,
    refuses: ['confirm_password', 'last_factor', 'not_found', 'key_reused'],
    changes: true,
  }),
  newRecoveryCodes: defineCall({
    ...mine,
    method: 'POST',
    path: '/admin/ext/account/factors/recovery',
    summary: 'Ten new recovery codes, shown once; those before stop working',
    sends: 'nothing',
    input: nothing,
    output: z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) }),
    refuses: ['confirm_password', 'no_factor'],
  }),
}

const ticket = text(64)

/** What sign-in returns beside `second_factor`. */
export const secondStep = z.object({
  ticket: z.string(),
  totp: z.boolean(),
  /** For navigator.credentials.get; null without a passkey. */
  passkey: z.nullable(options),
})
export type SecondStep = z.output<typeof secondStep>

/** For people whose password was right. */
export const secondStepCalls = {
  code: defineCall({
    method: 'POST',
    path: '/admin/ext/sign-in/code',
    summary: 'The second step of a sign-in, with a code; sets the session cookie',
    sends: 'form',
    input: z.object({ ticket, code }),
    output: nothing,
    refuses: ['wrong_code', 'ticket_ended', 'too_many_attempts'],
    needs: 'public',
    origin: 'ours',
  }),
  passkey: defineCall({
    method: 'POST',
    path: '/admin/ext/sign-in/passkey',
    summary: 'The second step of a sign-in, with a passkey; sets the session cookie',
    sends: 'form',
    input: z.object({ ticket, credential }),
    output: nothing,
    refuses: ['wrong_passkey', 'ticket_ended', 'too_many_attempts'],
    needs: 'public',
    origin: 'ours',
  }),
}
