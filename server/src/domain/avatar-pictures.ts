/*
 * What an uploaded picture is, read by its own bytes. Only what a canvas writes is taken: one still picture, without
 * text, places, thumbnails or anything behind its end.
 */

export const avatarPixels = 256
export const longestAvatar = 36_000

interface Picture {
  type: 'image/webp' | 'image/jpeg'
  width: number
  height: number
}

/** Undefined where it is something else, or carries more than the picture. */
export function readPicture(bytes: Buffer): Picture | undefined {
  try {
    return readWebp(bytes) ?? readJpeg(bytes)
  } catch (error) {
    // It ends in the middle of something.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const ascii = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

/** Of its parts, those of a still picture with or without transparency and colour profile. */
const webpParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])

function readWebp(bytes: Buffer): Picture | undefined {
  if (bytes.length < 20 || ascii(bytes, 0) !== 'RIFF' || ascii(bytes, 8) !== 'WEBP')
    return undefined
  if (bytes.readUInt32LE(4) !== bytes.length - 8) return undefined
  let size: Omit<Picture, 'type'> | undefined
  let at = 12
  while (at < bytes.length) {
    const name = ascii(bytes, at)
    const length = bytes.readUInt32LE(at + 4)
    if (!webpParts.has(name)) return undefined
    size = sizeOfPart(name, bytes.subarray(at + 8, at + 8 + length)) ?? size
    at += 8 + length + (length % 2)
  }
  return size && at === bytes.length ? { type: 'image/webp', ...size } : undefined
}

function sizeOfPart(name: string, part: Buffer): Omit<Picture, 'type'> | undefined {
  if (name === 'VP8 ') {
    if (part.readUIntBE(3, 3) !== 0x9d012a) throw new RangeError()
    return { width: part.readUInt16LE(6) & 0x3fff, height: part.readUInt16LE(8) & 0x3fff }
  }
  if (name === 'VP8L') {
    if (part[0] !== 0x2f) throw new RangeError()
    const bits = part.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

const startOfFrame = new Set([0xc0, 0xc1, 0xc2])
/** Tables, restart interval, JFIF header and colour profile. No EXIF, no XMP, no comment. */
const jpegParts = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xe0, 0xe2])

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let size: Omit<Picture, 'type'> | undefined
  let at = 2
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    const length = bytes.readUInt16BE(at + 2)
    if (marker === 0xda)
      return size && endsOnce(bytes, at + 2 + length) ? { type: 'image/jpeg', ...size } : undefined
    if (!jpegParts.has(marker) || length < 2) return undefined
    if (startOfFrame.has(marker)) {
      if (size) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    at += 2 + length
  }
}

/** The scans, with tables between them, and then the end: nothing behind it. */
function endsOnce(bytes: Buffer, from: number): boolean {
  for (let at = from; at < bytes.length - 1; at++) {
    if (bytes[at] !== 0xff) continue
    const marker = bytes[at + 1] as number
    if (marker === 0xd9) return at === bytes.length - 2
    // Comments and applications' own data do not belong between scans.
    if (marker >= 0xe0 && marker !== 0xff) return false
  }
  return false
}
