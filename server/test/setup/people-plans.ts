import { randomBytes, randomUUID } from 'node:crypto'
import type { Db, Tx } from '../../src/db/pool.ts'
import * as accounts from '../../src/store/accounts.ts'
import * as confirmations from '../../src/store/confirmations.ts'
import * as factors from '../../src/store/factors.ts'
import * as importRuns from '../../src/store/import-runs.ts'
import * as overview from '../../src/store/overview.ts'
import * as links from '../../src/store/password-links.ts'
import * as preferences from '../../src/store/preferences.ts'
import * as roles from '../../src/store/roles.ts'
import * as sessions from '../../src/store/sessions.ts'
import * as tickets from '../../src/store/sign-in-tickets.ts'
import * as sso from '../../src/store/sso.ts'
import * as work from '../../src/store/work.ts'

/* The statements about people on the screen, for the test of plans. */

const hash = Buffer.alloc(32, 1)

const fields = { name: 'x', comparable: 'x', permissions: ['team'] }
const wish = {
  ...{ call: '/x', fields: { id: '1' }, queue: 'video', subject: 1, reason: 'x' },
  ...{ askedBy: 1, hours: 1 },
}

export const peopleModules = {
  confirmations,
  links,
  factors,
  preferences,
  roles,
  tickets,
  sso,
  overview,
  importRuns,
  work,
}

/** A quarter of an hour of 2026, and ninety days after it. */
const [first, last] = [1_965_000, 1_973_640]
const days = Array.from({ length: 90 }, (_, day) => first + day * 96)
const ranges = { since: days, until: days.map((day) => day + 96) }

export const peopleSamples: Record<string, ((db: Db, tx: Tx) => unknown)[]> = {
  lockAccounts: [
    (_, tx) => accounts.lockAccounts(tx, { id: 1 }),
    (_, tx) => accounts.lockAccounts(tx, { phone: '1' }),
  ],
  setAvatar: [(_, tx) => accounts.setAvatar(tx, 1, 'x')],
  setNickName: [(_, tx) => accounts.setNickName(tx, 1, 'x')],
  getAccount: [(db) => accounts.getAccount(db, 1)],
  findPeople: [(db) => accounts.findPeople(db)],
  findStandings: [(db) => overview.findStandings(db, () => 24)],
  findInHand: [(db) => overview.findInHand(db)],
  beginImport: [(db) => importRuns.beginImport(db, { path: '/x', name: 'x', line: 0, refused: 0 })],
  setImportState: [(db) => importRuns.setImportState(db, 1, { line: 1, refused: 0 })],
  endImport: [
    (db) => importRuns.endImport(db, 1, false),
    (db) => importRuns.endImport(db, 1, true),
  ],
  findImportsInTrouble: [(db) => importRuns.findImportsInTrouble(db)],
  dismissImport: [(_, tx) => importRuns.dismissImport(tx, 1)],
  countTrouble: [(db) => overview.countTrouble(db)],
  findWork: [
    (db) => work.findWork(db, 'action', [work.everybody], ranges),
    (db) => work.findWork(db, 'wait', [1, 2, 3], { since: [first], until: [last] }),
  ],
  findHandedIn: [
    (db) => work.findHandedIn(db, ranges),
    (db) => work.findHandedIn(db, { since: [first + 1], until: [first + 95] }),
  ],
  findWeek: [
    (db) => work.findWeek(db, first, last, 'hours'),
    (db) => work.findWeek(db, first, last, 'quarters'),
  ],
  findReportsByReason: [
    (db) => work.findReportsByReason(db, { since: [first], until: [last] }),
    (db) =>
      work.findReportsByReason(db, { since: [first + 1, first + 95], until: [first + 95, last] }),
  ],
  findBacklog: [(db) => work.findBacklog(db, ranges)],
  getCalendar: [
    (db) => work.getCalendar(db, 1),
    (db) => work.getCalendar(db, 90),
    (db) => work.getCalendar(db, { start: '2026-03-01', end: '2026-03-01' }),
  ],
  getOwnRanges: [(db) => work.getOwnRanges(db)],
  getWorkComplete: [(db) => work.getWorkComplete(db)],
  findTeam: [
    (db) => accounts.findTeam(db, {}, undefined, 50),
    (db) => accounts.findTeam(db, {}, 7, 50),
    (db) => accounts.findTeam(db, { search: 'x', role: 'lead' }, 7, 50),
    (db) => accounts.findTeam(db, { state: 'disabled', factor: 'without' }, undefined, 50),
  ],
  findRoles: [(db) => roles.findRoles(db)],
  lockRole: [
    (_, tx) => roles.lockRole(tx, 'lead', 'share'),
    (_, tx) => roles.lockRole(tx, 'lead', 'update'),
  ],
  lockRoles: [(_, tx) => roles.lockRoles(tx)],
  getRoleHolders: [(_, tx) => roles.getRoleHolders(tx, 'lead')],
  insertRole: [(_, tx) => roles.insertRole(tx, fields)],
  setRoleFields: [(_, tx) => roles.setRoleFields(tx, 2, fields)],
  setRoleSecondFactor: [(_, tx) => roles.setRoleSecondFactor(tx, 2, true)],
  setRoleFourEyes: [(_, tx) => roles.setRoleFourEyes(tx, 2, ['erase'])],
  findActiveByRole: [(_, tx) => roles.findActiveByRole(tx)],
  insertConfirmation: [(_, tx) => confirmations.insertConfirmation(tx, wish)],
  getSameAsked: [(_, tx) => confirmations.getSameAsked(tx, wish)],
  lockConfirmation: [(_, tx) => confirmations.lockConfirmation(tx, 1)],
  setConfirmation: [(_, tx) => confirmations.setConfirmation(tx, 1, 'refused', 1)],
  findConfirmations: [(db) => confirmations.findConfirmations(db, ['/x'], 1)],
  countConfirmations: [(db) => confirmations.countConfirmations(db, ['/x'], 1)],
  getConfirmationsStanding: [(db) => confirmations.getConfirmationsStanding(db, ['/x'], 1)],
  forgetConfirmationsOf: [(_, tx) => confirmations.forgetConfirmationsOf(tx, 'video', 1)],
  deleteRole: [(_, tx) => roles.deleteRole(tx, 0)],
  getPreferences: [(db) => preferences.getPreferences(db, 1)],
  setPreferences: [(db) => preferences.setPreferences(db, 1, { dense: true })],
  findSessionsOf: [(db) => sessions.findSessionsOf(db, 1)],
  endSessions: [
    (_, tx) => sessions.endSessions(tx, 1, { only: randomUUID() }),
    (_, tx) => sessions.endSessions(tx, 1, { except: undefined }),
  ],
  keepSession: [(_, tx) => sessions.keepSession(tx, randomUUID())],
  setLink: [(_, tx) => links.setLink(tx, 1, { kind: 'reset', secretHash: hash, hours: 1 })],
  deleteLinkOf: [(_, tx) => links.deleteLinkOf(tx, 1)],
  getLink: [(db) => links.getLink(db, hash)],
  takeLink: [(_, tx) => links.takeLink(tx, hash)],
  getDeviceExists: [(_, tx) => sessions.getDeviceExists(tx, 1)],
  getSeconds: [(_, tx) => factors.getSeconds(tx)],
  getTotpSecret: [(_, tx) => factors.getTotpSecret(tx, 1)],
  takeStep: [(_, tx) => factors.takeStep(tx, 1, 1)],
  setTotp: [(_, tx) => factors.setTotp(tx, 1, hash, 1)],
  deleteTotp: [(_, tx) => factors.deleteTotp(tx, 1)],
  findPasskeys: [(db) => factors.findPasskeys(db, 1)],
  insertPasskey: [
    (_, tx) =>
      factors.insertPasskey(tx, 1, {
        credentialId: randomUUID(),
        publicKey: hash,
        counter: 0,
        transports: [],
        name: 'x',
      }),
  ],
  setPasskeyUsed: [(_, tx) => factors.setPasskeyUsed(tx, 1, 1)],
  deletePasskey: [(_, tx) => factors.deletePasskey(tx, 1, 1)],
  setRecoveryCodes: [(_, tx) => factors.setRecoveryCodes(tx, 1, [hash])],
  takeRecoveryCode: [(_, tx) => factors.takeRecoveryCode(tx, 1, hash)],
  noteFactors: [(_, tx) => factors.noteFactors(tx, 1)],
  deleteFactors: [(_, tx) => factors.deleteFactors(tx, 1)],
  getFactors: [(db) => factors.getFactors(db, 1)],
  findNews: [(db) => factors.findNews(db, 1)],
  setSetup: [(_, tx) => factors.setSetup(tx, randomUUID(), { minutes: 1 })],
  getSetup: [(_, tx) => factors.getSetup(tx, randomUUID())],
  deleteSetup: [(_, tx) => factors.deleteSetup(tx, randomUUID())],
  getConfirmed: [(_, tx) => factors.getConfirmed(tx, randomUUID(), 5)],
  setConfirmed: [(db) => factors.setConfirmed(db, randomUUID())],
  insertTicket: [
    (db) =>
      tickets.insertTicket(db, {
        secretHash: hash,
        userId: 1,
        authEpoch: 1,
        challenge: 'x',
        minutes: 1,
      }),
  ],
  getTicketOwner: [(_, tx) => tickets.getTicketOwner(tx, hash)],
  tryTicket: [(_, tx) => tickets.tryTicket(tx, hash, 5)],
  deleteTicket: [(_, tx) => tickets.deleteTicket(tx, hash)],
  insertAttempt: [
    (db) =>
      sso.insertAttempt(db, {
        stateHash: randomBytes(32),
        browserHash: hash,
        deviceHash: null,
        sessionHash: null,
        minutes: 1,
      }),
  ],
  takeAttempt: [(db) => sso.takeAttempt(db, hash, hash)],
  lockSubject: [(_, tx) => sso.lockSubject(tx, 'https://id.example.com', 'x')],
  getIdentity: [(_, tx) => sso.getIdentity(tx, 'https://id.example.com', 'x')],
  insertIdentity: [(_, tx) => sso.insertIdentity(tx, 'https://id.example.com', 'x', 1)],
  insertLogoutMessage: [(_, tx) => sso.insertLogoutMessage(tx, randomBytes(32), 1)],
  endProviderSessions: [
    (_, tx) => sso.endProviderSessions(tx, 'https://id.example.com', { subject: 'x' }),
    (_, tx) =>
      sso.endProviderSessions(tx, 'https://id.example.com', { subject: 'x', session: 'y' }),
    (_, tx) => sso.endProviderSessions(tx, 'https://id.example.com', { session: 'y' }),
  ],
}
