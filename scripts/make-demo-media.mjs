// Makes everything in server/demo-media anew: the clips that play and the pictures that are shown
// in the demo. The results are committed, so nobody needs this to run Screening Room; run it after
// changing what is drawn.
//
//   node scripts/make-demo-media.mjs            everything (some minutes)
//   node scripts/make-demo-media.mjs pictures   the pictures only
//   node scripts/make-demo-media.mjs clips      the clips only (one clip: clips orbits)
//   node scripts/make-demo-media.mjs check      nothing is made, what is there is checked
//
// It needs ffmpeg and ffprobe (with libvpx-vp9, libopus, libwebp, drawtext), Chromium, and the fonts
// Noto Sans CJK, Noto Serif CJK, Liberation and DejaVu. On Debian:
//   apt install ffmpeg chromium fonts-noto-cjk fonts-liberation fonts-dejavu
// FFMPEG, FFPROBE and CHROMIUM name other programs. It ends with an error where a file is too big
// or differs from what server/src/db/demo/media.ts says.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawAvatars } from './demo-media/avatars.mjs'
import { drawCertificates } from './demo-media/certificates.mjs'
import { makeClip, planClips } from './demo-media/clips.mjs'
import { drawAll, toWebp } from './demo-media/drawing.mjs'
import { drawBanners, drawCovers } from './demo-media/scenes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const mediaDir = join(root, 'server/demo-media')
const largestClip = 450_000
const largestTotal = 6_000_000

const [only, oneClip] = process.argv.slice(2)
const workDir = mkdtempSync(join(tmpdir(), 'demo-media-'))
try {
  if (only !== 'check') make()
  check()
} finally {
  rmSync(workDir, { recursive: true, force: true })
}

function make() {
  const banners = drawAll(workDir, 'banner', 480, 270, drawBanners(480, 270))
  if (only !== 'clips') makePictures(banners)
  if (only !== 'pictures') makeClips(banners)
}

function makePictures(banners) {
  const dir = empty('pictures')
  save(dir, 'banner', banners, 480, 82)
  save(dir, 'cover', drawAll(workDir, 'cover', 480, 360, drawCovers(480, 360)), 480, 82)
  save(dir, 'avatar', drawAll(workDir, 'avatar', 128, 128, drawAvatars()), 128, 86)
  const certificates = drawCertificates().map(({ width, height, piece }, at) => {
    const [file] = drawAll(workDir, `certificate-${at}`, width, height, [piece])
    return file
  })
  save(dir, 'certificate', certificates, 720, 80)
}

function save(dir, kind, files, width, quality) {
  for (const [at, file] of files.entries())
    toWebp(file, join(dir, `${kind}-${String(at + 1).padStart(2, '0')}.webp`), width, quality)
  console.log(`${files.length} × ${kind}`)
}

function makeClips(banners) {
  const dir = oneClip ? join(mediaDir, 'clips') : empty('clips')
  const plans = planClips(banners.slice(0, 12))
  for (const plan of plans.filter(({ name }) => !oneClip || name === oneClip)) {
    makeClip(plan, workDir, banners, join(dir, `${plan.name}.webm`))
    console.log(plan.name)
  }
}

function empty(name) {
  const dir = join(mediaDir, name)
  rmSync(dir, { recursive: true, force: true })
  mkdirSync(dir, { recursive: true })
  return dir
}

function check() {
  const faults = []
  const list = readFileSync(join(root, 'server/src/db/demo/media.ts'), 'utf8')
  let total = 0
  for (const folder of ['clips', 'pictures'])
    for (const name of readdirSync(join(mediaDir, folder))) {
      const { size } = statSync(join(mediaDir, folder, name))
      total += size
      if (!/^[a-z0-9][a-z0-9-]*\.(webp|webm)$/.test(name)) faults.push(`${name}: not a media name`)
      if (folder === 'clips') faults.push(...clipFaults(name, size, list))
    }
  for (const kind of ['banner', 'certificate', 'avatar', 'cover']) {
    const count = readdirSync(join(mediaDir, 'pictures')).filter((name) =>
      name.startsWith(kind),
    ).length
    if (!list.includes(`numbered('${kind}', ${count})`)) faults.push(`media.ts: ${count} × ${kind}`)
  }
  if (total > largestTotal) faults.push(`${total} bytes together`)
  console.log(`${total} bytes together`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

function clipFaults(name, size, list) {
  const probe = process.env.FFPROBE ?? 'ffprobe'
  const ask = ['-v', 'error', '-show_entries', 'format=duration:stream=codec_name,width,height']
  const file = join(mediaDir, 'clips', name)
  const { format, streams } = JSON.parse(
    execFileSync(probe, [...ask, '-of', 'json', file], { encoding: 'utf8' }),
  )
  const picture = streams.find(({ width }) => width)
  console.log(`${name}: ${format.duration} s, ${picture.width}×${picture.height}, ${size} bytes`)
  const seconds = Math.round(Number(format.duration))
  const line = `file: '${name}', seconds: ${seconds}, width: ${picture.width}, height: ${picture.height} `
  const faults = []
  if (!list.includes(line)) faults.push(`media.ts has no ${line}`)
  if (Math.abs(format.duration - seconds) > 0.1) faults.push(`${name}: takes ${format.duration} s`)
  if (streams.map((stream) => stream.codec_name).join() !== 'vp9,opus')
    faults.push(`${name}: not VP9 and Opus`)
  if (size > largestClip) faults.push(`${name}: ${size} bytes`)
  return faults
}
