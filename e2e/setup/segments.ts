import { readFile } from 'node:fs/promises'

/*
 * Films in segments, made of our WebM clips: the same VP9 and Opus frames in fragmented MP4. Nothing is
 * encoded, so the pictures are those of the clip. Enough of both formats for that, and no more.
 */

interface Track {
  number: number
  isVideo: boolean
  width: number
  height: number
  /** OpusHead; empty for VP9. */
  setup: Buffer
}

interface Sample {
  track: number
  ms: number
  isKey: boolean
  bytes: Buffer
}

interface Clip {
  tracks: Track[]
  samples: Sample[]
  ms: number
}

interface Element {
  id: number
  body: Buffer
}

/** A number whose first byte says how long it is. */
function variable(bytes: Buffer, at: number, keepMarker: boolean): [value: number, length: number] {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  let value = keepMarker ? first : first & (0xff >> length)
  for (let next = 1; next < length; next++) value = value * 256 + (bytes[at + next] ?? 0)
  return [value, length]
}

function* elements(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length; ) {
    const [id, idLength] = variable(bytes, at, true)
    const [size, sizeLength] = variable(bytes, at + idLength, false)
    const from = at + idLength + sizeLength
    yield { id, body: bytes.subarray(from, from + size) }
    at = from + size
  }
}

const whole = (bytes: Buffer) => (bytes.length ? bytes.readUIntBE(0, Math.min(6, bytes.length)) : 0)
const find = (bytes: Buffer, id: number) => [...elements(bytes)].find((one) => one.id === id)?.body
const numberIn = (bytes: Buffer, id: number) => whole(find(bytes, id) ?? Buffer.alloc(0))

function readTrack(entry: Buffer): Track {
  const video = find(entry, 0xe0)
  return {
    number: numberIn(entry, 0xd7),
    isVideo: video !== undefined,
    width: video ? numberIn(video, 0xb0) : 0,
    height: video ? numberIn(video, 0xba) : 0,
    setup: find(entry, 0x63a2) ?? Buffer.alloc(0),
  }
}

function readBlock(block: Buffer, clusterMs: number, isKey?: boolean): Sample {
  const [track, length] = variable(block, 0, false)
  const flags = block[length + 2] ?? 0
  return {
    track,
    ms: clusterMs + block.readInt16BE(length),
    isKey: isKey ?? (flags & 0x80) !== 0,
    bytes: block.subarray(length + 3),
  }
}

function readCluster(cluster: Buffer): Sample[] {
  const at = numberIn(cluster, 0xe7)
  return [...elements(cluster)].flatMap(({ id, body }) => {
    if (id === 0xa3) return [readBlock(body, at)]
    const block = id === 0xa0 ? find(body, 0xa1) : undefined
    return block ? [readBlock(block, at, find(body, 0xfb) === undefined)] : []
  })
}

/** One of server/demo-media/clips. */
export async function readClip(file: string): Promise<Clip> {
  const bytes = await readFile(new URL(`../../server/demo-media/clips/${file}`, import.meta.url))
  const segment = find(bytes, 0x18538067) ?? Buffer.alloc(0)
  const parts = [...elements(segment)]
  const tracks = parts
    .filter(({ id }) => id === 0x1654ae6b)
    .flatMap(({ body }) => [...elements(body)].filter(({ id }) => id === 0xae))
    .map(({ body }) => readTrack(body))
  const samples = parts
    .filter(({ id }) => id === 0x1f43b675)
    .flatMap(({ body }) => readCluster(body))
  const last = Math.max(...samples.map(({ ms }) => ms))
  return { tracks, samples, ms: last + 40 }
}

const u8 = (...values: number[]) => Buffer.from(values)
const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, at * 2)
  return bytes
}
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}
const text = (value: string) => Buffer.from(value, 'latin1')
const box = (name: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), text(name), body])
}

const identity = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function sampleEntry({ isVideo, width, height, setup }: Track, videoCodec: string): Buffer {
  if (!isVideo) {
    // As OpusHead, but without its name, and with the highest byte of each number first.
    const [preSkip, rate, gain] = [setup.readUInt16LE(10), setup.readUInt32LE(12), 0]
    const channels = setup[9] ?? 2
    const dOps = box('dOps', u8(0, channels), u16(preSkip), u32(rate), u16(gain), u8(0))
    const sound = [u32(0, 0), u16(channels, 16, 0, 0), u32(48_000 * 65_536)]
    return box('Opus', Buffer.alloc(6), u16(1), ...sound, dOps)
  }
  const head = [Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width, height)]
  const rest = [u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32), u16(24, 0xffff)]
  const setupBox =
    videoCodec === 'vp09'
      ? box('vpcC', u32(0x01000000), u8(0, 31, 0x82, 1, 1, 1), u16(0))
      : box('hvcC', Buffer.alloc(23, 1))
  return box(videoCodec, ...head, ...rest, setupBox)
}

function trackBox(track: Track, videoCodec: string): Buffer {
  const { number, isVideo, width, height } = track
  const volume = isVideo ? 0 : 0x0100
  const size = u32(width * 65_536, height * 65_536)
  const head = [u32(7, 0, 0, number, 0, 0, 0, 0), u16(0, 0, volume, 0), identity, size]
  const handler = [u32(0, 0), text(isVideo ? 'vide' : 'soun'), u32(0, 0, 0), text('a\0')]
  const kind = isVideo ? box('vmhd', u32(1, 0, 0)) : box('smhd', u32(0, 0))
  const empty = [box('stts', u32(0, 0)), box('stsc', u32(0, 0)), box('stsz', u32(0, 0, 0))]
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), sampleEntry(track, videoCodec)),
    ...empty,
    box('stco', u32(0, 0)),
  )
  const data = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))))
  const media = [box('mdhd', u32(0, 0, 0, 1000, 0), u16(0x55c4, 0)), box('hdlr', ...handler)]
  return box('trak', box('tkhd', ...head), box('mdia', ...media, box('minf', kind, data, table)))
}

function startBoxes({ tracks }: Clip, videoCodec: string): Buffer {
  const movie = [u32(0, 0, 0, 1000, 0, 0x10000), u16(0x0100, 0), u32(0, 0), identity]
  const next = [Buffer.alloc(24), u32(99)]
  const extended = tracks.map(({ number }) => box('trex', u32(0, number, 1, 0, 0, 0)))
  return Buffer.concat([
    box('ftyp', text('iso5'), u32(0), text('iso5iso6mp41')),
    box(
      'moov',
      box('mvhd', ...movie, ...next),
      ...tracks.map((track) => trackBox(track, videoCodec)),
      box('mvex', ...extended),
    ),
  ])
}

/** One moof with its mdat: all samples of a stretch of time. */
function fragment({ tracks }: Clip, sequence: number, samples: Sample[], end: Map<number, number>) {
  const runs = tracks
    .map(({ number }) => ({ number, own: samples.filter(({ track }) => track === number) }))
    .filter(({ own }) => own.length > 0)
  const build = (offsets: number[]) =>
    box(
      'moof',
      box('mfhd', u32(0, sequence)),
      ...runs.map(({ number, own }, at) => {
        const lines = own.flatMap(({ ms, bytes, isKey }, place) => {
          const until = own[place + 1]?.ms ?? end.get(number) ?? ms + 20
          return [until - ms, bytes.length, isKey ? 0x02000000 : 0x01010000]
        })
        const run = u32(0x701, own.length, offsets[at] ?? 0, ...lines)
        const base = box('tfdt', u32(0x01000000, 0, own[0]?.ms ?? 0))
        return box('traf', box('tfhd', u32(0x020000, number)), base, box('trun', run))
      }),
    )
  let offset = build([]).length + 8
  const offsets = runs.map(({ own }) => {
    const mine = offset
    offset += own.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return mine
  })
  const data = runs.flatMap(({ own }) => own.map(({ bytes }) => bytes))
  return Buffer.concat([build(offsets), box('mdat', ...data)])
}

interface Film {
  start: Buffer
  segments: { bytes: Buffer; seconds: number }[]
  codecs: string
}

interface Changes {
  sound?: boolean
  /** Each frame is shown this many times as long. */
  slower?: number
  videoCodec?: 'vp09' | 'hvc1'
}

/** A segment begins with each key frame. */
export function makeFilm(clip: Clip, changes: Changes = {}): Film {
  const { sound = true, slower = 1, videoCodec = 'vp09' } = changes
  const tracks = clip.tracks.filter(({ isVideo }) => isVideo || sound)
  const [video] = tracks.filter(({ isVideo }) => isVideo)
  const kept = clip.samples
    .filter(({ track }) => tracks.some(({ number }) => number === track))
    .map((sample) => ({ ...sample, ms: sample.ms * slower }))
  const cuts = kept
    .filter(({ track, isKey }) => track === video?.number && isKey)
    .map(({ ms }) => ms)
  const changed = { tracks, samples: kept, ms: clip.ms * slower }
  const segments = cuts.map((from, at) => {
    const to = cuts[at + 1] ?? changed.ms
    const samples = kept.filter(({ ms }) => ms >= from && ms < to)
    const next = (number: number) => kept.find(({ track, ms }) => track === number && ms >= to)?.ms
    const end = new Map(tracks.map(({ number }) => [number, next(number) ?? to]))
    return { bytes: fragment(changed, at + 1, samples, end), seconds: (to - from) / 1000 }
  })
  const pictures = videoCodec === 'vp09' ? 'vp09.00.31.08' : 'hvc1.1.6.L93.B0'
  const codecs = sound ? `${pictures},opus` : pictures
  return { start: startBoxes(changed, videoCodec), segments, codecs }
}

/** One file with everything, as `.mp4`. */
export const inOneFile = ({ start, segments }: Film): Buffer =>
  Buffer.concat([start, ...segments.map(({ bytes }) => bytes)])

/** By name, as they lie in one folder; `master.m3u8` leads to the others. */
export function inFolder(film: Film, { times = 1 } = {}): Map<string, string | Buffer> {
  const { start, segments, codecs } = film
  const once = segments.map(
    ({ seconds }, at) => `#EXTINF:${seconds.toFixed(3)},\nparts/${at}.m4s\n`,
  )
  const longest = Math.ceil(Math.max(...segments.map(({ seconds }) => seconds)))
  const again = Array.from({ length: times }, () => once.join('')).join('#EXT-X-DISCONTINUITY\n')
  const head = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:${longest}\n#EXT-X-PLAYLIST-TYPE:VOD\n`
  const files: [string, string | Buffer][] = [
    [
      'master.m3u8',
      `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="${codecs}"\nlow/index.m3u8\n`,
    ],
    ['low/index.m3u8', `${head}#EXT-X-MAP:URI="start.mp4"\n${again}#EXT-X-ENDLIST\n`],
    ['low/start.mp4', start],
    ...segments.map(({ bytes }, at): [string, Buffer] => [`low/parts/${at}.m4s`, bytes]),
  ]
  return new Map(files)
}
