// A small synthesiser: pads, plucks and brushes on a pentatonic scale, written as a mono WAV file.
import { writeFileSync } from 'node:fs'
import { createRandom } from './drawing.mjs'

const rate = 48_000
const pentatonic = [0, 2, 4, 7, 9]

function frequency(root, step) {
  const octave = Math.floor(step / 5)
  return 220 * 2 ** ((root + pentatonic[((step % 5) + 5) % 5] + octave * 12) / 12)
}

/** plan: root (semitones from A), beat (seconds), pluck (0–1, how often), brush (0–1, how loud). */
export function writeMusic(file, seconds, seed, { root, beat, pluck, brush }) {
  const random = createRandom(seed)
  const sound = new Float32Array(Math.round(seconds * rate))

  function add(from, length, wave) {
    const first = Math.floor(from * rate)
    const last = Math.min(sound.length, Math.floor((from + length) * rate))
    for (let at = first; at < last; at++) sound[at] += wave((at - first) / rate)
  }

  const chords = [0, 3, -2, 1].map((step) => [step - 5, step - 3, step])
  for (let bar = 0; bar * beat * 8 < seconds; bar++) {
    for (const step of chords[bar % 4]) {
      const [hz, length] = [frequency(root, step), beat * 9]
      add(bar * beat * 8, length, (t) => {
        const swell = Math.sin((Math.PI * t) / length) ** 0.7
        return (
          0.07 *
          swell *
          (Math.sin(2 * Math.PI * hz * t) + 0.4 * Math.sin(2 * Math.PI * hz * 1.004 * t))
        )
      })
    }
  }

  let step = 4
  for (let count = 0; count * beat < seconds; count++) {
    if (random() < pluck) {
      step = Math.max(0, Math.min(11, step + Math.floor(random() * 5) - 2))
      const hz = frequency(root, step)
      add(count * beat, 1.6, (t) => {
        const turns = 2 * Math.PI * hz * t
        return (
          0.22 *
          Math.exp(-4 * t) *
          (Math.sin(turns) + 0.35 * Math.sin(2 * turns) * Math.exp(-6 * t))
        )
      })
    }
    if (count % 2 === 1)
      add(count * beat, 0.12, (t) => brush * Math.exp(-40 * t) * (random() - 0.5))
    if (count % 4 === 0)
      add(
        count * beat,
        0.3,
        (t) => brush * 1.6 * Math.exp(-14 * t) * Math.sin(2 * Math.PI * 62 * t),
      )
  }

  const fade = rate * 0.4
  const data = Buffer.alloc(44 + sound.length * 2)
  data.write('RIFF', 0)
  data.writeUInt32LE(36 + sound.length * 2, 4)
  data.write('WAVEfmt ', 8)
  data.writeUInt32LE(16, 16)
  data.writeUInt16LE(1, 20)
  data.writeUInt16LE(1, 22)
  data.writeUInt32LE(rate, 24)
  data.writeUInt32LE(rate * 2, 28)
  data.writeUInt16LE(2, 32)
  data.writeUInt16LE(16, 34)
  data.write('data', 36)
  data.writeUInt32LE(sound.length * 2, 40)
  sound.forEach((value, at) => {
    const edge = Math.min(1, at / fade, (sound.length - at) / fade)
    data.writeInt16LE(Math.round(Math.tanh(value * edge) * 32_000), 44 + at * 2)
  })
  writeFileSync(file, data)
}
