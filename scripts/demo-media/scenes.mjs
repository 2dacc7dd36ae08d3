// Fourteen scenes, drawn in any palette: the banners of videos and the covers of projects.
import { createRandom, svg } from './drawing.mjs'

// sky above, sky below, light, then four layers from far to near
const palettes = {
  dawn: ['#f6d6c2', '#f2a788', '#fff3e2', '#d9788a', '#a4547a', '#6a3a68', '#33244c'],
  jade: ['#d8ebe2', '#9fcfc0', '#fdf8e6', '#6aaea0', '#3d8480', '#235d63', '#123b45'],
  dusk: ['#2b2a55', '#a4588a', '#ffd9a0', '#74427e', '#4c2f69', '#312252', '#19163a'],
  ochre: ['#f7e6c4', '#eec07c', '#fffaf0', '#d99a4e', '#b8703a', '#84492f', '#4c2a26'],
  night: ['#0d1b34', '#264b78', '#f4e9c8', '#2d5c8a', '#1f456f', '#142f52', '#0a1a31'],
  rose: ['#fbe9e7', '#f0b6b4', '#fffdf8', '#dc8592', '#b75b76', '#84405f', '#4a2742'],
  moss: ['#eef0d8', '#c4d09a', '#fffde9', '#98ad6c', '#6f8b52', '#486a43', '#263f30'],
  slate: ['#e6ebf0', '#b3c2d1', '#ffffff', '#8aa0b6', '#5f7a95', '#3e566f', '#22344a'],
  cinnabar: ['#f9efe3', '#efd5bd', '#c8321f', '#e2744f', '#c8462c', '#8f2a22', '#4a1a1c'],
  lagoon: ['#c9f0ee', '#6cc7d3', '#fff6d8', '#36a0bb', '#1f7a9f', '#15577f', '#0c3558'],
}

let gradients = 0

function backdrop(w, h, from, to) {
  const id = `g${++gradients}`
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs><rect width="${w}" height="${h}" fill="url(#${id})"/>`
}

function glow(x, y, r, colour) {
  const id = `g${++gradients}`
  return `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity=".75"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})"/>`
}

function ridge(w, h, base, height, rough, random, colour, opacity = 1) {
  const phases = [1, 2, 3, 5, 8].map((n) => [n, random() * 7, (0.6 + random() * 0.8) / n ** rough])
  const points = []
  for (let x = 0; x <= w; x += 4) {
    const rise = phases.reduce(
      (sum, [n, at, size]) => sum + Math.sin((x / w) * n * 3 + at) * size,
      0,
    )
    points.push(`${x},${(base - rise * height).toFixed(1)}`)
  }
  return `<polygon points="0,${h} ${points.join(' ')} ${w},${h}" fill="${colour}" opacity="${opacity}"/>`
}

function times(count, draw) {
  return Array.from({ length: count }, (_, at) => draw(at)).join('')
}

const scenes = {
  mountains(w, h, [a, b, light, ...layers], random) {
    const sun = w * (0.25 + random() * 0.5)
    return `${backdrop(w, h, a, b)}${glow(sun, h * 0.36, h * 0.5, light)}<circle cx="${sun}" cy="${h * 0.36}" r="${h * 0.11}" fill="${light}"/>${layers.map((colour, at) => ridge(w, h, h * (0.55 + at * 0.13), h * (0.13 - at * 0.015), 0.9, random, colour)).join('')}`
  },
  dunes(w, h, [a, b, light, ...layers], random) {
    const curves = layers.map((colour, at) => {
      const y = h * (0.48 + at * 0.14)
      const bend = h * (0.12 + random() * 0.12)
      const peak = w * (0.2 + random() * 0.6)
      const shade = layers[Math.min(at + 1, 3)]
      return `<path d="M0 ${y} C ${peak * 0.5} ${y} ${peak * 0.8} ${y - bend} ${peak} ${y - bend} C ${peak + w * 0.1} ${y - bend * 0.4} ${w * 0.85} ${y + bend * 0.4} ${w} ${y - bend * 0.2} V${h} H0Z" fill="${colour}"/><path d="M${peak} ${y - bend} C ${peak + w * 0.1} ${y - bend * 0.4} ${w * 0.85} ${y + bend * 0.4} ${w} ${y - bend * 0.2} V${h} H${peak - w * 0.12} C ${peak + w * 0.05} ${h * 0.92} ${peak - w * 0.05} ${y} ${peak} ${y - bend}Z" fill="${shade}" opacity=".45"/>`
    })
    return `${backdrop(w, h, a, b)}<circle cx="${w * 0.76}" cy="${h * 0.24}" r="${h * 0.1}" fill="${light}"/>${curves.join('')}`
  },
  sea(w, h, [a, b, light, ...layers], random) {
    const x = w * (0.35 + random() * 0.3)
    const glints = times(26, (at) => {
      const y = h * 0.6 + at * h * 0.016
      const wide = (8 + at * 3.2) * (0.4 + random()) * (w / 480)
      return `<rect x="${x - wide / 2 + (random() - 0.5) * 14}" y="${y}" width="${wide}" height="${h * 0.006}" rx="1" fill="${light}" opacity="${0.85 - at * 0.024}"/>`
    })
    return `${backdrop(w, h, a, b)}${glow(x, h * 0.36, h * 0.55, light)}<circle cx="${x}" cy="${h * 0.36}" r="${h * 0.15}" fill="${light}"/>${ridge(w, h, h * 0.6, h * 0.035, 0.6, random, layers[0], 0.8)}<rect y="${h * 0.58}" width="${w}" height="${h * 0.42}" fill="${layers[2]}"/>${glints}`
  },
  skyline(w, h, [a, b, light, ...layers], random) {
    let towers = ''
    for (const depth of [0, 1, 2]) {
      for (let x = -10; x < w; ) {
        const wide = w * (0.04 + random() * 0.06)
        const tall = h * (0.28 + random() * 0.4) * (1 - depth * 0.2)
        towers += `<rect x="${x}" y="${h - tall}" width="${wide}" height="${tall}" fill="${layers[depth + 1]}"/>`
        const step = w * 0.0125
        for (let row = h - tall + step; depth > 0 && row < h; row += step * 1.3)
          for (let column = x + step * 0.7; column < x + wide - step; column += step)
            if (random() < 0.3)
              towers += `<rect x="${column}" y="${row}" width="${step * 0.45}" height="${step * 0.6}" fill="${light}" opacity="${0.35 + random() * 0.6}"/>`
        x += wide + random() * w * 0.02
      }
    }
    return `${backdrop(w, h, a, b)}<circle cx="${w * 0.2}" cy="${h * 0.24}" r="${h * 0.07}" fill="${light}"/>${towers}`
  },
  bauhaus(w, h, [a, b, light, ...layers], random) {
    const size = h / 3
    const colours = [b, light, ...layers]
    const pick = () => colours[Math.floor(random() * colours.length)]
    return `<rect width="${w}" height="${h}" fill="${a}"/>${times(Math.ceil(w / size) * 3, (at) => {
      const [x, y] = [Math.floor(at / 3) * size, (at % 3) * size]
      const shapes = [
        `<circle cx="${x + size / 2}" cy="${y + size / 2}" r="${size * 0.36}" fill="${pick()}"/>`,
        `<path d="M${x} ${y} A${size} ${size} 0 0 1 ${x + size} ${y + size} H${x}Z" fill="${pick()}"/>`,
        `<path d="M${x} ${y + size} V${y} H${x + size}Z" fill="${pick()}"/>`,
        `<path d="M${x} ${y} a${size / 2} ${size / 2} 0 0 0 ${size} 0Z" fill="${pick()}"/><path d="M${x} ${y + size} a${size / 2} ${size / 2} 0 0 1 ${size} 0Z" fill="${pick()}"/>`,
        times(
          4,
          (bar) =>
            `<rect x="${x}" y="${y + (bar * size) / 4}" width="${size}" height="${size / 8}" fill="${layers[2]}"/>`,
        ),
      ]
      return `<rect x="${x}" y="${y}" width="${size + 0.5}" height="${size + 0.5}" fill="${pick()}"/>${shapes[Math.floor(random() * shapes.length)]}`
    })}`
  },
  ink(w, h, [a, , , ...layers], random) {
    const id = `g${++gradients}`
    const fade = `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${layers[3]}"/><stop offset=".75" stop-color="${layers[3]}" stop-opacity="0"/></linearGradient></defs>`
    const peaks = [0.3, 0.45, 0.65, 0.9].map((opacity, at) =>
      ridge(
        w,
        h * (0.9 + at * 0.14),
        h * (0.46 + at * 0.13),
        h * (0.2 - at * 0.03),
        0.7,
        random,
        `url(#${id})`,
        opacity * 0.85,
      ),
    )
    const mist = times(3, (at) =>
      glow(w * (0.2 + at * 0.3), h * (0.62 + random() * 0.2), h * 0.4, a),
    )
    return `<rect width="${w}" height="${h}" fill="${a}"/>${fade}${peaks.join('')}${mist}<rect x="${w * 0.88}" y="${h * 0.1}" width="${h * 0.11}" height="${h * 0.11}" rx="3" fill="#b3261e"/><text x="${w * 0.88 + h * 0.055}" y="${h * 0.186}" font-family="Noto Serif CJK SC" font-weight="700" font-size="${h * 0.08}" text-anchor="middle" fill="#fff">映</text>`
  },
  contours(w, h, [a, b, light, ...layers], random) {
    const [x, y] = [w * (0.3 + random() * 0.4), h * (0.35 + random() * 0.3)]
    const lobes = [2, 3, 5].map((n) => [n, random() * 7, 0.14 / Math.sqrt(n)])
    return `${backdrop(w, h, layers[3], layers[2])}${times(20, (ring) => {
      const points = Array.from({ length: 121 }, (_, step) => {
        const angle = (step / 120) * Math.PI * 2
        const r =
          (ring + 1) *
          h *
          0.062 *
          (1 +
            lobes.reduce(
              (sum, [n, at, size]) => sum + Math.sin(angle * n + at + ring * 0.07) * size,
              0,
            ))
        return `${(x + Math.cos(angle) * r * 1.25).toFixed(1)},${(y + Math.sin(angle) * r).toFixed(1)}`
      })
      return `<polygon points="${points.join(' ')}" fill="none" stroke="${[b, a, light][ring % 3]}" stroke-width="${ring % 5 === 0 ? 2 : 0.9}" opacity="${0.95 - ring * 0.035}"/>`
    })}`
  },
  waves(w, h, [a, b, light, ...layers]) {
    const r = h / 6
    let out = `<rect width="${w}" height="${h}" fill="${a}"/><circle cx="${w * 0.72}" cy="${h * 0.3}" r="${h * 0.2}" fill="${light === '#ffffff' ? b : light}"/>`
    for (let row = 0; row < 9; row++)
      for (let column = -1; column < w / r; column++) {
        const [x, y] = [column * r * 2 + (row % 2) * r, h * 0.52 + row * r * 0.5]
        const dye = layers[Math.min(3, Math.floor(row / 2))]
        out += [1, 0.72, 0.44]
          .map(
            (part, at) =>
              `<circle cx="${x}" cy="${y}" r="${r * part}" fill="${at === 1 ? a : dye}" stroke="${a}" stroke-width="1.5"/>`,
          )
          .join('')
      }
    return out
  },
  forest(w, h, [a, b, light, ...layers], random) {
    return `${backdrop(w, h, a, b)}${glow(w * 0.6, h * 0.3, h * 0.7, light)}${layers
      .map(
        (colour, depth) =>
          times(16 - depth * 2, () => {
            const x = random() * w
            const tall = h * (0.4 + random() * 0.25 + depth * 0.08)
            const wide = tall * 0.2
            const foot = h * (0.86 + depth * 0.06)
            return times(4, (tier) => {
              const top = foot - tall + tier * tall * 0.2
              const half = wide * (0.4 + tier * 0.22)
              return `<path d="M${x} ${top} L${x + half} ${top + tall * 0.36} H${x - half}Z" fill="${colour}"/>`
            })
          }) +
          `<rect y="${h * (0.84 + depth * 0.05)}" width="${w}" height="${h}" fill="${colour}"/>`,
      )
      .join('')}`
  },
  road(w, h, [a, b, light, ...layers], random) {
    const x = w * 0.5
    const horizon = h * 0.55
    return `${backdrop(w, h, a, b)}<circle cx="${x}" cy="${horizon - h * 0.05}" r="${h * 0.2}" fill="${light}"/>${ridge(w, horizon + 2, horizon, h * 0.06, 0.5, random, layers[0])}<rect y="${horizon}" width="${w}" height="${h}" fill="${layers[1]}"/><path d="M${x - 3} ${horizon} H${x + 3} L${x + w * 0.34} ${h} H${x - w * 0.34}Z" fill="${layers[3]}"/>${times(
      6,
      (at) => {
        const [near, far] = [1 - at * 0.16, 1 - at * 0.16 - 0.08].map((part) => part ** 2.2)
        const y = (part) => horizon + (h - horizon) * part
        return `<path d="M${x - 7 * near} ${y(near)} H${x + 7 * near} L${x + 7 * far} ${y(far)} H${x - 7 * far}Z" fill="${light}"/>`
      },
    )}${times(5, (at) => {
      const part = 0.1 + at * at * 0.055
      return [-1, 1]
        .map(
          (side) =>
            `<rect x="${x + side * w * 0.46 * (part + 0.06)}" y="${horizon - h * 0.42 * part}" width="${1 + part * 5}" height="${h * 0.42 * part + h * 0.3 * part}" fill="${layers[3]}"/>`,
        )
        .join('')
    })}`
  },
  bowl(w, h, [a, b, light, ...layers]) {
    const [x, y, r] = [w * 0.5, h * 0.56, h * 0.3]
    return `${backdrop(w, h, a, b)}<rect y="${h * 0.78}" width="${w}" height="${h * 0.22}" fill="${layers[1]}"/><ellipse cx="${x}" cy="${h * 0.86}" rx="${r * 1.2}" ry="${h * 0.03}" fill="${layers[3]}" opacity=".35"/><path d="M${x - r * 1.15} ${y} A${r * 1.15} ${r} 0 0 0 ${x + r * 1.15} ${y}Z" fill="${layers[2]}"/><path d="M${x - r * 1.02} ${y + r * 0.36} A${r * 1.15} ${r} 0 0 0 ${x + r * 1.02} ${y + r * 0.36}Z" fill="${layers[3]}" opacity=".35"/><ellipse cx="${x}" cy="${y}" rx="${r * 1.15}" ry="${r * 0.2}" fill="${light}"/><ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.14}" fill="${layers[0]}"/><path d="M${x - r * 1.5} ${y - r * 0.7} L${x + r * 1.2} ${y - r * 0.02}" stroke="${layers[3]}" stroke-width="${h * 0.018}" stroke-linecap="round"/><path d="M${x - r * 1.42} ${y - r * 0.86} L${x + r * 1.24} ${y - r * 0.1}" stroke="${layers[3]}" stroke-width="${h * 0.018}" stroke-linecap="round"/>${times(
      3,
      (at) => {
        const left = x + (at - 1) * r * 0.5
        return `<path d="M${left} ${y - r * 0.35} c ${r * 0.3} ${-r * 0.3} ${-r * 0.3} ${-r * 0.5} 0 ${-r * 0.8} s ${-r * 0.2} ${-r * 0.3} 0 ${-r * 0.45}" fill="none" stroke="${light}" stroke-width="${h * 0.02}" stroke-linecap="round" opacity=".75"/>`
      },
    )}`
  },
  mesh(w, h, [a, b, light, ...layers], random) {
    const dyes = [light, layers[0], b, layers[1], light, layers[2], layers[0]]
    return `<rect width="${w}" height="${h}" fill="${layers[1]}"/>${dyes.map((colour) => glow(w * random(), h * random(), h * (0.6 + random() * 0.6), colour)).join('')}<circle cx="${w * 0.5}" cy="${h * 0.5}" r="${h * 0.27}" fill="none" stroke="${light}" stroke-width="1.5" opacity=".8"/><circle cx="${w * 0.5}" cy="${h * 0.5}" r="${h * 0.2}" fill="${a}" opacity=".25"/>`
  },
  strings(w, h, [a, b, light, ...layers], random) {
    const at = random() * 3
    return `${backdrop(w, h, layers[3], layers[2])}${times(30, (line) => {
      const points = Array.from({ length: 81 }, (_, step) => {
        const x = step / 80
        const swell = Math.sin(x * Math.PI) ** 2 * h * 0.34
        return `${(x * w).toFixed(1)},${(h / 2 + Math.sin(x * 7 + at + line * 0.11) * swell * Math.sin(line * 0.12 + 0.4)).toFixed(1)}`
      })
      return `<polyline points="${points.join(' ')}" fill="none" stroke="${[light, a, b, layers[0]][line % 4]}" stroke-width="1.1" opacity=".8"/>`
    })}`
  },
  lanterns(w, h, [a, b, light, ...layers], random) {
    return `${backdrop(w, h, layers[3], layers[2])}${times(11, (at) => {
      const size = h * (0.05 + ((at * 7) % 11) * 0.011)
      const [x, y] = [w * (0.06 + at * 0.088), h * (0.2 + random() * 0.55)]
      const dye = [layers[0], b, a][at % 3]
      return `${glow(x, y, size * 2.6, light)}<rect x="${x - 0.6}" width="1.2" height="${y}" fill="${light}" opacity=".35"/><ellipse cx="${x}" cy="${y}" rx="${size}" ry="${size * 0.84}" fill="${dye}"/><ellipse cx="${x}" cy="${y}" rx="${size * 0.5}" ry="${size * 0.84}" fill="${light}" opacity=".45"/><rect x="${x - size * 0.4}" y="${y - size * 0.98}" width="${size * 0.8}" height="${size * 0.18}" fill="${layers[3]}"/><rect x="${x - size * 0.4}" y="${y + size * 0.8}" width="${size * 0.8}" height="${size * 0.18}" fill="${layers[3]}"/><rect x="${x - 1}" y="${y + size}" width="2" height="${size * 0.7}" fill="${dye}"/>`
    })}`
  },
}

function compose(width, height, list, firstSeed) {
  return list.map(([scene, palette], at) =>
    svg(
      width,
      height,
      scenes[scene](width, height, palettes[palette], createRandom(firstSeed + at)),
    ),
  )
}

export function drawBanners(width, height) {
  const first =
    'dawn ochre night dusk cinnabar slate jade lagoon moss rose ochre lagoon night cinnabar'
  const second = 'slate rose dawn lagoon jade moss dusk cinnabar night dusk jade rose ochre dusk'
  const list = [first, second].flatMap((row) =>
    row.split(' ').map((palette, at) => [Object.keys(scenes)[at], palette]),
  )
  return compose(width, height, list, 40)
}

export function drawCovers(width, height) {
  const row = 'lagoon dusk rose night ochre jade cinnabar night slate dawn moss dusk rose lagoon'
  const list = row.split(' ').map((palette, at) => [Object.keys(scenes)[at], palette])
  const words = [
    '筹备中 IN PREPARATION',
    '拍摄中 IN PRODUCTION',
    '招募中 NOW CASTING',
    '后期制作 IN POST',
  ]
  return compose(width, height, list, 90).map((art, at) => {
    const [word, ...english] = words[at % words.length].split(' ')
    return `${art}<div style="position:absolute;inset:0;border:10px solid #fffdf8"></div>
      <div style="position:absolute;left:10px;bottom:10px;background:#fffdf8;padding:7px 16px 2px 6px;color:#26221f;display:flex;gap:10px;align-items:baseline">
      <b style="font:700 20px 'Noto Serif CJK SC'">${word}</b><span style="font:600 10px 'Liberation Sans';letter-spacing:.16em">${english.join(' ')}</span></div>`
  })
}
