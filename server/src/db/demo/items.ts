import { status, videoType } from '@screening-room/contract/review'
import { categories } from './categories.ts'
import { edges } from './edges.ts'
import { banners, certificates, clips, covers } from './media.ts'
import { submitters } from './people.ts'
import { projects, promoVideos } from './projects.ts'
import { edgeRemarks, remarks } from './remarks.ts'
import { roles } from './roles.ts'
import type { Outcome, Story } from './story.ts'
import { type FiledWork, personalVideos, projectVideos, retitle } from './titles.ts'

const { pending, approved, rejected, takenDown } = status
const plainWeights = [
  [pending, 25],
  [approved, 52],
  [rejected, 23],
] as const
const videoWeights = [
  [pending, 20],
  [approved, 56],
  [rejected, 16],
  [takenDown, 8],
] as const

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, at) => at + first)
const phoneOf = (member: number) => `139${String(10_000_000 + ((member * 7_654_321) % 89_999_999))}`

export const members = submitters.map(({ name }, place) => ({
  id: place + 1001,
  nick_name: name,
  phone: phoneOf(place + 1),
}))

/** Lists of a full page, and of two: whether "next" goes dark is seen only at the edge. */
const exactRoles = new Map([
  [7, 20],
  [8, 40],
])

export function makeCertifications({ random, tell }: Story) {
  const free = roles.filter(({ id }) => !exactRoles.has(id))
  const given = [...exactRoles].flatMap(([role, count]) => numbers(count).map(() => role))
  const roleIds = random.shuffle([...given, ...numbers(290).map(() => random.pick(free).id)])
  return roleIds.map((roleId, place) => {
    const id = place + 1
    const at = random.int(0, submitters.length - 1)
    const member = members[at]
    const writes = submitters[at]?.writes ?? 'zh'
    const words = remarks[roleId]?.[writes] ?? []
    const pictures = random.shuffle(certificates).slice(0, random.int(1, 4))
    return {
      id,
      member_id: member?.id ?? 1001,
      nick_name: member?.nick_name ?? '',
      phone: member?.phone ?? '',
      // One role that is no longer in the list.
      role_id: place === 11 ? 99 : roleId,
      introduce:
        place % 29 === 5 ? random.pick(edgeRemarks) : words.length > 0 ? random.pick(words) : null,
      pictures:
        brokenPictures(place) ?? JSON.stringify(pictures.map((name) => `/pictures/${name}`)),
      ...tell('certification', id, plainWeights),
    }
  })
}

/** What submitters' clients have really been seen to send. */
function brokenPictures(place: number): string | null | undefined {
  const broken = [
    '["/pictures/certificate-01.webp"',
    'certificate-02.webp',
    '[]',
    '[1, null, {"url": "x"}, "/pictures/certificate-03.webp"]',
    '["javascript:alert(1)", "https://tracker.example.net/pixel.gif", "/pictures/certificate-04.webp"]',
    '["/pictures/no-such-picture.webp", "/pictures/certificate-05.webp"]',
    null,
  ]
  return place % 23 === 3 ? broken[Math.floor(place / 23) % broken.length] : undefined
}

/** Every work in turn, and again with another ending until there are enough. */
function many(works: readonly FiledWork[], count: number): FiledWork[] {
  return numbers(count, 0).map((at) => {
    const work = works[at % works.length] as FiledWork
    return { ...work, title: retitle(work.title, Math.floor(at / works.length)) }
  })
}

export type VideoRow = Outcome & { id: number; type: number; uploader_id: number }

function videosOf(
  { random, tell }: Story,
  type: number,
  works: readonly FiledWork[],
  firstId: number,
  projectIds: (place: number) => { id: number; owner: number } | undefined,
) {
  return works.map((work, place) => {
    const id = firstId + place
    const clip = random.pick(clips)
    const edge = place % 31 === 4 ? edges[Math.floor(place / 31) % edges.length] : undefined
    const category = categories.find(({ id }) => id === work.categoryId)
    const project = projectIds(place)
    const outcome = tell('video', id, videoWeights)
    return {
      id,
      type,
      project_id: project?.id ?? null,
      uploader_id: project?.owner ?? random.pick(members).id,
      title: edge?.title ?? work.title,
      introduction: place % 37 === 9 ? null : (edge?.introduction ?? work.introduction),
      banner: bannerOf(place) ?? random.pick(banners),
      image: random.pick(banners),
      media: mediaOf(place) ?? clip.file,
      duration: durationOf(place, clip.seconds),
      visibility: random.chance(0.9) ? 1 : 0,
      featured: outcome.status === approved && random.chance(0.06),
      category_id: place % 53 === 17 ? 9999 : work.categoryId,
      language: languageOf(place, work.title),
      ...outcome,
      tags: random
        .shuffle(category?.tags ?? [])
        .slice(0, random.int(0, 4))
        .map(({ id }) => id),
    }
  })
}

/** Mostly that of the title; some platforms do not know it. */
function languageOf(place: number, title: string): string {
  if (place % 7 === 3) return 'unknown'
  if (place % 17 === 5) return 'ja'
  if (place % 19 === 6) return 'ko'
  if (place % 43 === 8) return 'other'
  return /\p{Script=Han}/u.test(title) ? 'zh' : 'en'
}

function bannerOf(place: number): string | undefined {
  if (place % 41 === 6) return ''
  if (place % 43 === 7) return 'https://images.example.com/banners/festival.webp'
  return place % 47 === 8 ? '../../etc/passwd' : undefined
}

/** No file at all, one that was lost, and one on a host nobody allowed. */
function mediaOf(place: number): string | undefined {
  if (place % 61 === 12) return ''
  if (place % 67 === 13) return 'lost-in-transfer.webm'
  return place % 71 === 14 ? 'https://videos.example.com/elsewhere.mp4' : undefined
}

function durationOf(place: number, seconds: number): number | null {
  if (place % 59 === 10) return null
  if (place % 59 === 11) return 0
  return place % 59 === 21 ? 3665 : seconds
}

const projectCount = 96
const promoFirst = 3001

export function makeProjects({ random, tell }: Story) {
  return many(projects, projectCount).map((work, place) => {
    const id = 501 + place
    const edge = place % 17 === 6 ? edges[(place + 3) % edges.length] : undefined
    return {
      id,
      owner_id: random.pick(members).id,
      title: edge?.title ?? work.title,
      introduction: place % 19 === 5 ? null : work.introduction,
      cover: place % 23 === 7 ? null : random.pick(covers),
      role_ids: random
        .shuffle(roles)
        .slice(0, random.int(0, 5))
        .map(({ id }) => id),
      promo_video_id: place % 13 === 4 ? null : promoFirst + place,
      ...tell('project', id, plainWeights),
    }
  })
}

export function makeVideos(story: Story, owners: readonly { id: number; owner_id: number }[]) {
  const projectAt = (place: number) => {
    const project = owners[place % owners.length]
    return project && { id: project.id, owner: project.owner_id }
  }
  // Some projects have made a lot, others hardly anything yet.
  const scattered = () => projectAt(Math.floor(story.random.next() ** 1.6 * projectCount))
  return [
    ...videosOf(story, videoType.promo, many(promoVideos, projectCount), promoFirst, projectAt),
    ...videosOf(story, videoType.project, many(projectVideos, 640), 10_001, scattered),
    ...videosOf(story, videoType.personal, many(personalVideos, 720), 50_001, () => undefined),
  ]
}
