import { accountCalls } from './account.ts'
import type { AnyCall } from './call.ts'
import { categoryCalls } from './categories.ts'
import { certificationCalls } from './certifications.ts'
import { confirmationCalls } from './confirmations.ts'
import { endpointCalls } from './endpoints.ts'
import { eventCalls } from './events.ts'
import { exportCalls } from './exports.ts'
import { factorCalls, secondStepCalls } from './factors.ts'
import { focusCalls } from './focus.ts'
import { historyCalls } from './history.ts'
import { keyCalls } from './keys.ts'
import { liveCalls } from './live.ts'
import { memberCalls } from './members.ts'
import { overviewCalls } from './overview.ts'
import { platformCalls as machineCalls } from './platform.ts'
import { preferenceCalls } from './preferences.ts'
import { projectCalls } from './projects.ts'
import { reasonCalls } from './reasons.ts'
import { recordCalls } from './record.ts'
import { recordExportCalls } from './record-exports.ts'
import { reportCalls } from './reports.ts'
import { roleCalls } from './roles.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { strikeCalls } from './strikes.ts'
import { linkCalls, teamCalls } from './team.ts'
import { versionCalls } from './versions.ts'
import { videoCalls } from './videos.ts'

interface CallTree {
  [name: string]: AnyCall | CallTree
}

function isCall(entry: AnyCall | CallTree): entry is AnyCall {
  return typeof entry.path === 'string'
}

function flatten(tree: CallTree, prefix: string): [string, AnyCall][] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    isCall(entry)
      ? [[`${prefix}${name}`, entry] as [string, AnyCall]]
      : flatten(entry, `${prefix}${name}.`),
  )
}

/** Every call by its dotted name (`videos.project.approve`), for the docs and for tests. */
export const allCalls: ReadonlyMap<string, AnyCall> = new Map(
  flatten(
    {
      session: sessionCalls,
      certifications: certificationCalls,
      projects: projectCalls,
      videos: videoCalls,
      reports: reportCalls,
      categories: categoryCalls,
      history: historyCalls,
      focus: focusCalls,
      reasons: reasonCalls,
      account: accountCalls,
      preferences: preferenceCalls,
      factors: factorCalls,
      secondStep: secondStepCalls,
      team: teamCalls,
      roles: roleCalls,
      confirmations: confirmationCalls,
      link: linkCalls,
      versions: versionCalls,
      members: memberCalls,
      keys: keyCalls,
      endpoints: endpointCalls,
      record: recordCalls,
      overview: overviewCalls,
      strikes: strikeCalls,
    },
    '',
  ),
)

/** What is served without the envelope: the app's settings, the stream of changes, the event log and exports. */
export const bareCalls: ReadonlyMap<string, AnyCall> = new Map(
  flatten(
    {
      settings: settingsCalls,
      live: liveCalls,
      events: eventCalls,
      exports: exportCalls,
      recordExports: recordExportCalls,
    },
    '',
  ),
)

/** What a platform's machines send, with a key. */
export const platformCalls: ReadonlyMap<string, AnyCall> = new Map(
  flatten({ platform: machineCalls }, ''),
)
