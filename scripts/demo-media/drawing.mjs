// Draws pieces of SVG or HTML with headless Chromium: many pieces on one sheet, cut apart afterwards.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const chromium = process.env.CHROMIUM ?? 'chromium'
const ffmpeg = process.env.FFMPEG ?? 'ffmpeg'
const scale = 2

function run(command, args) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}`)
}

function runFfmpeg(...args) {
  run(ffmpeg, ['-y', '-hide_banner', '-loglevel', 'error', ...args])
}

/** Draws each piece of markup at width × height, twice as fine, as PNG files; answers their paths. */
export function drawAll(workDir, name, width, height, pieces) {
  const columns = Math.max(1, Math.floor(2000 / width))
  const rows = Math.ceil(pieces.length / columns)
  const cells = pieces.map(
    (piece, at) =>
      `<div class="cell" style="left:${(at % columns) * width}px;top:${Math.floor(at / columns) * height}px">${piece}</div>`,
  )
  const page = join(workDir, `${name}.html`)
  const sheet = join(workDir, `${name}.png`)
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><style>
      * { box-sizing: border-box; margin: 0 }
      html, body { background: transparent }
      body { font-family: 'Noto Sans CJK SC', sans-serif }
      .cell { position: absolute; width: ${width}px; height: ${height}px; overflow: hidden }
      .cell > svg { display: block }
    </style>${cells.join('\n')}`,
  )
  run(chromium, [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars'],
    ...['--disable-quic', '--disable-background-networking', '--disable-component-update'],
    ...['--disable-sync', '--default-background-color=00000000', '--lang=zh-CN'],
    `--user-data-dir=${join(workDir, 'chromium')}`,
    `--force-device-scale-factor=${scale}`,
    // Some versions take the height of their own tool bar off the window.
    `--window-size=${columns * width},${rows * height + 200}`,
    `--screenshot=${sheet}`,
    `file://${page}`,
  ])
  return pieces.map((_, at) => {
    const file = join(workDir, `${name}-${at + 1}.png`)
    const x = (at % columns) * width * scale
    const y = Math.floor(at / columns) * height * scale
    runFfmpeg('-i', sheet, '-vf', `crop=${width * scale}:${height * scale}:${x}:${y}`, file)
    return file
  })
}

export function toWebp(from, to, width, quality) {
  const encode = ['-c:v', 'libwebp', '-quality', String(quality), '-compression_level', '6']
  runFfmpeg(
    '-i',
    from,
    '-vf',
    `scale=${width}:-1:flags=lanczos,format=yuv420p`,
    ...encode,
    '-bitexact',
    to,
  )
}

export function svg(width, height, content) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

/** mulberry32: every run draws the same pictures. */
export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
