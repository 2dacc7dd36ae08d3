// Twelve clips. Each is an ffmpeg filter graph over drawn layers or lavfi sources, with its own music.
import { join } from 'node:path'
import { drawAll, runFfmpeg } from './drawing.mjs'
import { clockFace, disc, gradientLayer, hand, lantern, streaks, waveLayer } from './layers.mjs'
import { writeMusic } from './music.mjs'

const rate = 25

function source(colour, w, h) {
  return `color=c=${colour}:s=${w}x${h}:r=${rate}`
}

// Inputs are [0], [1], … in the order of `layers` (drawn) or `lavfi`; the graph ends in [v].
// A still layer twice as fine as the clip is scaled down first.
function graphOf(sizes, body) {
  return `${sizes.map(([w, h], at) => `[${at}]scale=${w}:${h},format=rgba[l${at}]`).join(';')};${body}`
}

function scroll(under, layer, over, speed, width, y = '0') {
  return `[${layer}]split[${layer}a][${layer}b];[${under}][${layer}a]overlay=x='-mod(t*${speed},${width})':y='${y}'[${over}a];[${over}a][${layer}b]overlay=x='${width}-mod(t*${speed},${width})':y='${y}'[${over}]`
}

function fall(under, layer, over, speed, height) {
  return `[${layer}]split[${layer}a][${layer}b];[${under}][${layer}a]overlay=y='mod(t*${speed},${height})':x=0[${over}a];[${over}a][${layer}b]overlay=y='mod(t*${speed},${height})-${height}':x=0[${over}]`
}

export function planClips(banners) {
  const orbitColours = ['#e2744f', '#f2c14e', '#4d9078', '#5f7fb8', '#b45c8c', '#f7e6c4']
  const orbits = orbitColours.map((_, at) => {
    const [far, speed, half] = [60 + at * 22, 1.7 - at * 0.22, 17 + (at % 3) * 5]
    return `[o${at}][l${at + 1}]overlay=x='200-${half}+${far}*cos(${speed}*t+${at * 2.2})':y='200-${half}+${far}*sin(${speed}*t+${at * 2.2})*(0.8+0.2*sin(t/3))'[o${at + 1}]`
  })
  const lanterns = Array.from({ length: 9 }, (_, at) => {
    const [speed, x, size] = [34 + ((at * 17) % 40), (at * 97) % 300, 70 + ((at * 31) % 50)]
    return {
      size,
      move: `[n${at}][l${at + 1}]overlay=x='${x}-20+14*sin(t*0.9+${at})':y='640-mod(t*${speed}+${at * 151},760)'[n${at + 1}]`,
    }
  })
  return [
    {
      name: 'dawn-gradient',
      seconds: 12,
      w: 640,
      h: 360,
      crf: 36,
      music: { root: 0, beat: 0.42, pluck: 0.6, brush: 0.05 },
      layers: [
        [
          640,
          360,
          gradientLayer(
            640,
            360,
            ['#f2a788', '#f6d6c2', '#fff3e2'],
            '<circle cx="430" cy="130" r="44" fill="#fffaf0"/>',
          ),
        ],
        [1280, 360, waveLayer(1280, 360, 205, 24, 2, '#d9788a')],
        [1280, 360, waveLayer(1280, 360, 258, 26, 3, '#8f4a76')],
        [1280, 360, waveLayer(1280, 360, 318, 20, 4, '#3d2853')],
      ],
      graph: [
        scroll('l0', 'l1', 'm1', 16, 1280),
        scroll('m1', 'l2', 'm2', 40, 1280),
        scroll('m2', 'l3', 'm3', 84, 1280),
        '[m3]hue=h=10*sin(t/2)[v]',
      ].join(';'),
    },
    {
      name: 'twelve-scenes',
      seconds: 36,
      w: 640,
      h: 360,
      crf: 50,
      music: { root: -4, beat: 0.375, pluck: 0.75, brush: 0.12 },
      files: banners,
      graph: `${banners.map((_, at) => `[${at}]scale=1280:720,zoompan=z='1+0.0016*on':x='(iw-iw/zoom)*${at % 2 ? 0.5 : 0.2}':y='(ih-ih/zoom)*0.5':d=75:s=640x360:fps=${rate},trim=end_frame=75,drawtext=text='SCENE ${String(at + 1).padStart(2, '0')}':x=w-tw-20:y=18:fontsize=20:fontcolor=white:font=Liberation Sans:box=1:boxcolor=black@0.45:boxborderw=8[s${at}]`).join(';')};${banners.map((_, at) => `[s${at}]`).join('')}concat=n=${banners.length}[v]`,
    },
    {
      name: 'slow-plasma',
      seconds: 20,
      w: 640,
      h: 360,
      crf: 40,
      music: { root: 3, beat: 0.6, pluck: 0.4, brush: 0 },
      lavfi: [source('black', 160, 90)],
      graph:
        "[0]format=gbrp,geq=r='150+52*sin(X/29+T*0.8)+34*sin((X+Y)/37-T*0.9)':g='112+34*sin(Y/25-T*0.6)+30*sin(X/41+T*0.5)':b='158+44*sin((X-Y)/33+T*0.6)+26*sin(Y/21+T*0.8)',scale=640:360:flags=bicubic[v]",
    },
    {
      name: 'fractal-dive',
      seconds: 15,
      w: 640,
      h: 360,
      crf: 46,
      music: { root: 5, beat: 0.3, pluck: 0.8, brush: 0.1 },
      lavfi: [
        `mandelbrot=s=640x360:r=${rate}:start_scale=2.4:end_scale=0.02:end_pts=375:maxiter=180:start_x=-0.7453:start_y=-0.1127:inner=black`,
      ],
      graph:
        "[0]format=gray,gblur=sigma=1.2,format=gbrp,lutrgb=r='24+val*0.9':g='22+val*0.62':b='58+val*0.45',hue=h=t*4[v]",
    },
    {
      name: 'city-clock',
      seconds: 40,
      w: 640,
      h: 360,
      crf: 54,
      music: { root: -2, beat: 0.5, pluck: 0.45, brush: 0.16 },
      layers: [
        [640, 360, null],
        [260, 260, clockFace(260)],
        [260, 260, hand(260, 66, 10, '#22344a')],
        [260, 260, hand(260, 100, 7, '#22344a')],
        [260, 260, hand(260, 112, 3, '#c8321f', true)],
      ],
      background: 3,
      graph: [
        '[l0]boxblur=7[k0]',
        '[k0][l1]overlay=x=190:y=40[k1]',
        "[l2]rotate=a='5.3':c=none[h]",
        "[l3]rotate=a='0.9+floor(t)*PI/1800':c=none[m]",
        "[l4]rotate=a='floor(t)*PI/30':c=none[s]",
        '[k1][h]overlay=x=190:y=40[k2]',
        '[k2][m]overlay=x=190:y=40[k3]',
        '[k3][s]overlay=x=190:y=40[v]',
      ].join(';'),
    },
    {
      name: 'colonies',
      seconds: 10,
      w: 480,
      h: 360,
      crf: 50,
      music: { root: 7, beat: 0.25, pluck: 0.7, brush: 0.14 },
      lavfi: [
        'life=s=64x48:r=6:mold=12:ratio=0.22:seed=7:life_color=#f2c14e:death_color=#1f4a6b:mold_color=#0d1b34',
      ],
      graph: `[0]scale=480:360:flags=neighbor,fps=${rate}[v]`,
    },
    {
      name: 'loom',
      seconds: 18,
      w: 480,
      h: 360,
      crf: 53,
      music: { root: -5, beat: 0.3, pluck: 0.6, brush: 0.2 },
      lavfi: [
        `cellauto=s=64x48:rule=110:r=4:scroll=1:full=1:seed=11`,
        `gradients=s=480x360:r=${rate}:c0=0xc8321f:c1=0xf2c14e:c2=0x84405f:n=3:speed=0.006:seed=4:x0=0:y0=0:x1=480:y1=360`,
      ],
      graph: `[0]scale=480:360:flags=neighbor,fps=${rate},format=gbrp,lutrgb=r='40+val*0.84':g='30+val*0.88':b='45+val*0.82'[c];[1]format=gbrp[g];[c][g]blend=all_mode=multiply[v]`,
    },
    {
      name: 'ripples',
      seconds: 8,
      w: 400,
      h: 400,
      crf: 40,
      music: { root: 2, beat: 0.5, pluck: 0.8, brush: 0 },
      lavfi: [source('black', 160, 160)],
      graph:
        "[0]format=gbrp,geq=r='40+60*(1+sin(hypot(X-60,Y-70)/4-T*4))*0.6':g='120+50*sin(hypot(X-60,Y-70)/4-T*4)+45*sin(hypot(X-120,Y-110)/5-T*3)':b='160+55*sin(hypot(X-120,Y-110)/5-T*3)+25*sin(hypot(X-60,Y-70)/4-T*4)',scale=400:400:flags=bicubic[v]",
    },
    {
      name: 'orbits',
      seconds: 24,
      w: 400,
      h: 400,
      crf: 40,
      music: { root: 0, beat: 0.36, pluck: 0.85, brush: 0.06 },
      layers: [
        [
          400,
          400,
          gradientLayer(
            400,
            400,
            ['#16213e', '#0b132b'],
            `${orbitColours.map((_, at) => `<circle cx="200" cy="200" r="${60 + at * 22}" fill="none" stroke="#fff" opacity=".12"/>`).join('')}<circle cx="200" cy="200" r="30" fill="#ffd9a0"/>`,
          ),
        ],
        ...orbitColours.map((colour, at) => [
          34 + (at % 3) * 10,
          34 + (at % 3) * 10,
          disc(34 + (at % 3) * 10, colour),
        ]),
      ],
      graph: ['[l0]null[o0]', ...orbits, `[o${orbits.length}]null[v]`].join(';'),
    },
    {
      name: 'lantern',
      seconds: 14,
      w: 360,
      h: 640,
      crf: 40,
      music: { root: -3, beat: 0.55, pluck: 0.7, brush: 0.03 },
      layers: [
        [360, 640, gradientLayer(360, 640, ['#0a1a31', '#1f2f5c', '#6b4a7e'])],
        ...lanterns.map(({ size }) => [size, size, lantern(size)]),
      ],
      graph: ['[l0]null[n0]', ...lanterns.map(({ move }) => move), '[n9]null[v]'].join(';'),
    },
    {
      name: 'rainfall',
      seconds: 22,
      w: 360,
      h: 640,
      crf: 46,
      music: { root: -7, beat: 0.65, pluck: 0.5, brush: 0.02 },
      layers: [
        [
          360,
          640,
          gradientLayer(
            360,
            640,
            ['#22344a', '#3e566f', '#5f7a95'],
            '<circle cx="250" cy="150" r="52" fill="#e6ebf0" opacity=".5"/><path d="M0 520 L90 440 L170 500 L260 420 L360 500 V640 H0Z" fill="#1b2a3d"/>',
          ),
        ],
        [360, 640, streaks(360, 640, 22, 26, 0.4, 5)],
        [360, 640, streaks(360, 640, 12, 44, 0.7, 6)],
      ],
      graph: [
        fall('l0', 'l1', 'r1', 320, 640),
        fall('r1', 'l2', 'r2', 520, 640),
        '[r2]null[v]',
      ].join(';'),
    },
    {
      name: 'tall-tide',
      seconds: 6,
      w: 360,
      h: 640,
      crf: 36,
      music: { root: 4, beat: 0.4, pluck: 0.8, brush: 0.08 },
      layers: [
        [
          360,
          640,
          gradientLayer(
            360,
            640,
            ['#c9f0ee', '#fff6d8'],
            '<circle cx="180" cy="190" r="70" fill="#ffcf6b"/>',
          ),
        ],
        [720, 700, waveLayer(720, 700, 330, 22, 2, '#6cc7d3')],
        [720, 700, waveLayer(720, 700, 420, 26, 2, '#2f93b3')],
        [720, 700, waveLayer(720, 700, 520, 24, 3, '#15577f')],
      ],
      graph: [
        scroll('l0', 'l1', 't1', 60, 720, '-14+14*sin(t*1.6)'),
        scroll('t1', 'l2', 't2', 110, 720, '-14+14*sin(t*1.6+1)'),
        scroll('t2', 'l3', 't3', 170, 720, '-14+14*sin(t*1.6+2)'),
        '[t3]null[v]',
      ].join(';'),
    },
  ]
}

export function makeClip(plan, workDir, banners, to) {
  const { name, seconds, w, h, crf, music, layers, lavfi, files } = plan
  const inputs = []
  let graph = plan.graph
  if (layers) {
    for (const [at, [width, height, markup]] of layers.entries()) {
      const drawn =
        markup === null
          ? banners[plan.background]
          : drawAll(workDir, `${name}-${at}`, width, height, [markup])[0]
      inputs.push('-loop', '1', '-framerate', String(rate), '-i', drawn)
    }
    graph = graphOf(layers, graph)
  }
  for (const filter of lavfi ?? []) inputs.push('-f', 'lavfi', '-i', filter)
  for (const file of files ?? []) inputs.push('-i', file)
  const sound = join(workDir, `${name}.wav`)
  writeMusic(sound, seconds, name.length * 101 + seconds, music)
  // Leaves room for the sound and for the encoder's overshoot.
  const cap = Math.round((420_000 * 8) / seconds - 36_000)
  const soundAt = (layers ?? lavfi ?? files).length
  // The burnt-in time and the bar below it make seeking visible.
  const marks = `[v]format=yuv420p,drawtext=text='%{pts\\:hms}':x=14:y=h-th-18:fontsize=${Math.round(Math.min(w, h) / 20)}:fontcolor=white:font=DejaVu Sans Mono:box=1:boxcolor=black@0.5:boxborderw=6[timed];color=c=white@0.85:s=${w}x4:r=${rate},format=rgba[bar];[timed][bar]overlay=x='-w+w*t/${seconds}':y=H-4:shortest=1,format=yuv420p[out]`
  runFfmpeg(
    ...inputs,
    ...[
      '-i',
      sound,
      '-filter_complex',
      `${graph};${marks}`,
      '-map',
      '[out]',
      '-map',
      `${soundAt}:a`,
    ],
    ...[
      '-t',
      String(seconds),
      '-c:v',
      'libvpx-vp9',
      '-b:v',
      String(cap),
      '-crf',
      String(crf),
      '-g',
      '50',
    ],
    ...['-deadline', 'good', '-cpu-used', '3', '-row-mt', '1', '-pix_fmt', 'yuv420p'],
    ...['-c:a', 'libopus', '-b:a', '28k', '-ac', '1', '-cues_to_front', '1'],
    ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', to],
  )
}
