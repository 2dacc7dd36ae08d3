// The still layers that the clips move about.
import { createRandom, svg } from './drawing.mjs'

export function waveLayer(w, h, base, height, humps, colour, opacity = 1) {
  const points = Array.from({ length: w / 4 + 1 }, (_, at) => {
    const turn = (at / (w / 4)) * Math.PI * 2
    const rise = Math.sin(turn * humps) + 0.45 * Math.sin(turn * humps * 2 + 1.2)
    return `${at * 4},${(base - rise * height).toFixed(1)}`
  })
  return svg(
    w,
    h,
    `<polygon points="0,${h} ${points.join(' ')} ${w},${h}" fill="${colour}" opacity="${opacity}"/>`,
  )
}

export function gradientLayer(w, h, stops, extra = '') {
  const list = stops.map(
    (colour, at) => `<stop offset="${at / (stops.length - 1)}" stop-color="${colour}"/>`,
  )
  return svg(
    w,
    h,
    `<defs><linearGradient id="sky${stops[0].slice(1)}" x1="0" y1="0" x2="0" y2="1">${list.join('')}</linearGradient></defs><rect width="${w}" height="${h}" fill="url(#sky${stops[0].slice(1)})"/>${extra}`,
  )
}

export function streaks(w, h, count, length, opacity, seed) {
  const random = createRandom(seed)
  const lines = Array.from({ length: count }, () => {
    const [x, y] = [random() * w, random() * h]
    const one = (top) =>
      `<path d="M${x} ${top} l${-length * 0.12} ${length}" stroke="#dcecff" stroke-width="1.6" stroke-linecap="round" opacity="${opacity}"/>`
    return one(y) + one(y - h) + one(y + h)
  })
  return svg(w, h, lines.join(''))
}

export function disc(size, colour) {
  return svg(
    size,
    size,
    `<circle cx="${size / 2}" cy="${size / 2}" r="${size / 2 - 1}" fill="${colour}"/><circle cx="${size * 0.38}" cy="${size * 0.36}" r="${size * 0.14}" fill="#fff" opacity=".35"/>`,
  )
}

export function lantern(size) {
  return svg(
    size,
    size,
    `<defs><radialGradient id="warm"><stop offset="0" stop-color="#ffd58a" stop-opacity=".8"/><stop offset="1" stop-color="#ff9d4d" stop-opacity="0"/></radialGradient></defs><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}" fill="url(#warm)"/><path d="M${size * 0.36} ${size * 0.34} q${size * 0.14} ${-size * 0.1} ${size * 0.28} 0 l${-size * 0.04} ${size * 0.34} h${-size * 0.2}Z" fill="#ffb45c"/><path d="M${size * 0.42} ${size * 0.6} h${size * 0.16} v${size * 0.08} h${-size * 0.16}Z" fill="#fff1c9"/>`,
  )
}

export function clockFace(size) {
  const marks = Array.from(
    { length: 60 },
    (_, at) =>
      `<rect x="${size / 2 - (at % 5 ? 1 : 3)}" y="${size * 0.06}" width="${at % 5 ? 2 : 6}" height="${at % 5 ? size * 0.035 : size * 0.09}" fill="#22344a" transform="rotate(${at * 6} ${size / 2} ${size / 2})"/>`,
  )
  return svg(
    size,
    size,
    `<circle cx="${size / 2}" cy="${size / 2}" r="${size / 2 - 2}" fill="#fdfaf1" stroke="#22344a" stroke-width="4"/>${marks.join('')}`,
  )
}

export function hand(size, length, width, colour, ball) {
  return svg(
    size,
    size,
    `<rect x="${size / 2 - width / 2}" y="${size / 2 - length}" width="${width}" height="${length + size * 0.1}" rx="${width / 2}" fill="${colour}"/>${ball ? `<circle cx="${size / 2}" cy="${size / 2 - length * 0.78}" r="${size * 0.045}" fill="${colour}"/>` : ''}<circle cx="${size / 2}" cy="${size / 2}" r="${width * 1.4}" fill="${colour}"/>`,
  )
}
