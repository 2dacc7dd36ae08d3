import { readAnswer } from '@screening-room/contract/answers'
import type { AnyCall, InputOf, OutputOf } from '@screening-room/contract/call'
import { categoryCalls } from '@screening-room/contract/categories'
import { certificationCalls } from '@screening-room/contract/certifications'
import { projectCalls } from '@screening-room/contract/projects'
import { reportCalls } from '@screening-room/contract/reports'
import {
  dismissalMessage,
  featuredTypeId,
  status,
  videoType,
} from '@screening-room/contract/review'
import { sessionCalls, tokenOf } from '@screening-room/contract/session'
import { type Video, videoCalls, videoKinds } from '@screening-room/contract/videos'
import type { Provider } from './provider-client.ts'

/* Every call of the specification, sent to a provider as the app sends it. */

export type Result = 'fits' | 'tolerated' | 'missing' | 'wrong' | 'not tried' | 'absent'

export interface Finding {
  call: AnyCall
  result: Result
  note: string
}

interface Walk {
  findings: Finding[]
  /** Sends a call, with the next input where one item is refused, and keeps what was found. */
  check<C extends AnyCall>(call: C, ...inputs: InputOf<C>[]): Promise<OutputOf<C> | undefined>
  /** A call that could not be sent, and why. */
  skip(call: AnyCall, note: string): void
}

/** What one answer says of its call. */
async function look<C extends AnyCall>(
  provider: Provider,
  call: C,
  input: InputOf<C>,
): Promise<{ result: Result; note: string; output?: OutputOf<C> }> {
  const { http, body, note } = await provider.send(call, input)
  if ([404, 405, 501].includes(http)) return { result: absentOr(call), note: `HTTP ${http}` }
  if (body === undefined) return { result: 'wrong', note }
  if (http !== 200 || body.code !== 200)
    return { result: 'wrong', note: `HTTP ${http}, code ${body.code}: ${String(body.msg)}` }
  const reading = readAnswer(call, body)
  if (reading.fit === 'unreadable') return { result: 'wrong', note: reading.problem }
  const problem = reading.fit === 'tolerated' ? reading.problem : ''
  return { result: reading.fit, note: problem, output: reading.output }
}

function startWalk(provider: Provider): Walk {
  const findings: Finding[] = []
  const record = (call: AnyCall, result: Result, note: string) => {
    const earlier = findings.find((one) => one.call === call)
    // One line for each call: the worst that was seen of it.
    if (!earlier) findings.push({ call, result, note })
    else if (severity[result] > severity[earlier.result]) Object.assign(earlier, { result, note })
  }
  return {
    findings,
    skip: (call, note) => record(call, 'not tried', note),
    async check(call, ...inputs) {
      let last: Awaited<ReturnType<typeof look>> | undefined
      for (const input of inputs) {
        last = await look(provider, call, input)
        if (last.result !== 'wrong') break
      }
      record(call, last?.result ?? 'not tried', last?.note ?? noSample)
      return last?.output
    },
  }
}

const severity: Record<Result, number> = {
  'not tried': 0,
  fits: 1,
  tolerated: 2,
  absent: 3,
  missing: 4,
  wrong: 5,
}

/** Calls whose path the specification does not show are hidden where they are absent. */
const absentOr = ({ origin }: AnyCall): Result => (origin === 'spec' ? 'missing' : 'absent')

const noSample = 'no item to try it on'
const firstPage = (pageSize: number) => ({ page: 1, pageSize })

type ListCall = (typeof videoCalls)[(typeof videoKinds)[number]]['list']

async function readLists({ check }: Walk) {
  await check(certificationCalls.roles, {})
  const certifications = await check(certificationCalls.list, firstPage(20))
  const list = async (call: ListCall, type: number) =>
    (await check(call, { ...firstPage(10), videoType: type } as never))?.data ?? []
  const videos = {
    project: await list(videoCalls.project.list, videoType.project),
    promo: await list(videoCalls.project.list, videoType.promo),
    personal: await list(videoCalls.personal.list, videoType.personal),
  }
  const reports = []
  for (const type of Object.values(videoType)) {
    const input = { ...firstPage(20), status: status.pending, videoType: type }
    reports.push(...((await check(reportCalls.list, input as never))?.data.list ?? []))
  }
  await check(reportCalls.reasons, {})
  const maps = await check(categoryCalls.maps, {})
  await check(categoryCalls.list, {})
  await check(projectCalls.list, firstPage(10) as never)
  return { certifications: certifications?.data ?? [], videos, reports, maps: maps?.data }
}

type Samples = Awaited<ReturnType<typeof readLists>>

/** A single item may be refused by right: a video without a file has no link. */
const samplesAtMost = 3

async function readItems({ check }: Walk, { videos }: Samples) {
  const idsOf = (list: readonly Video[]) => list.slice(0, samplesAtMost).map(({ id }) => ({ id }))
  await check(videoCalls.certified, ...idsOf(Object.values(videos).flat()))
  for (const kind of Object.keys(videoCalls.link) as (keyof typeof videoCalls.link)[])
    await check(videoCalls.link[kind], ...idsOf(videos[kind]))
}

/** Takes pending items one after the other, so that no two calls decide on the same one. */
function taker<T>(items: readonly T[]) {
  const left = [...items]
  return () => left.shift()
}

/** Decides on what is pending: only where the operator asks for it. */
async function decide(walk: Walk, samples: Samples, reasonId: number) {
  const { check, skip } = walk
  const on = async <T>(item: T | undefined, call: AnyCall, input: (item: T) => object) =>
    item === undefined ? skip(call, noSample) : void (await check(call, input(item) as never))
  const message = 'provider-check'
  const certification = taker(
    samples.certifications.filter(({ authStatus }) => authStatus === status.pending),
  )
  const { approve, reject } = certificationCalls
  await on(certification(), approve, ({ id }) => ({ authId: id }))
  await on(certification(), reject, ({ id }) => ({ authId: id, message }))
  const isPending = ({ viewStatus }: Video) => viewStatus === status.pending
  for (const kind of videoKinds) {
    const calls = videoCalls[kind]
    const take = taker(samples.videos[kind].filter(isPending))
    await on(take(), calls.approve, ({ id }) => ({ videoId: id }))
    await on(take(), calls.reject, ({ id }) => ({ videoId: id, message }))
    const last = take()
    await on(last, calls.tag, ({ id }) => ({ videoId: id, typeId: featuredTypeId }))
    await on(last, calls.takeDown, ({ id }) => ({
      videoId: id,
      videoType: videoType[kind],
      offlineReasons: [reasonId],
    }))
  }
  const report = samples.reports.find((one) => one.videoType !== videoType.personal)
  await on(report, reportCalls.dismiss, (one) => ({
    videoId: one.videoId,
    videoType: one.videoType,
  }))
  const personal = samples.reports.find((one) => one.videoType === videoType.personal)
  // The same call as the rejection of a personal video (spec, section 4).
  if (personal)
    await check(videoCalls.personal.reject, {
      videoId: personal.videoId,
      message: dismissalMessage,
    })
}

async function add({ check, skip }: Walk, stamp: string) {
  const typeName = `provider-check ${stamp}`
  await check(categoryCalls.addCategory, { typeName })
  const maps = await check(categoryCalls.maps, {})
  const id = Object.entries(maps?.data.types ?? {}).find(([, name]) => name === typeName)?.[0]
  if (id) await check(categoryCalls.addTag, { tagName: typeName, typeId: Number(id) })
  else skip(categoryCalls.addTag, 'the category that was added is not in the list')
}

const changes = [
  ...[certificationCalls.approve, certificationCalls.reject, reportCalls.dismiss],
  ...videoKinds.flatMap((kind) => {
    const { approve, reject, takeDown, tag } = videoCalls[kind]
    return [approve, reject, takeDown, tag]
  }),
  ...[categoryCalls.addCategory, categoryCalls.addTag],
]

export async function walkProvider(
  provider: Provider,
  who: { phone: string; pwd: string },
  write: { stamp: string } | undefined,
): Promise<Finding[]> {
  const walk = startWalk(provider)
  const { check, findings } = walk
  if (!(await check(sessionCalls.login, who))) return findings
  const user = await check(sessionCalls.userInfo, {})
  if (!user) return findings
  provider.token = tokenOf(user.info)
  const samples = await readLists(walk)
  await readItems(walk, samples)
  if (write) {
    const [reason] = (await check(reportCalls.reasons, {}))?.data ?? []
    await decide(walk, samples, reason?.id ?? 1)
    await add(walk, write.stamp)
  } else for (const call of changes) walk.skip(call, 'it changes something; --write tries it')
  return findings
}
