import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a zip file, by its index at the end; each must have the length and checksum that it names. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  const count = zip.readUInt16LE(end + 10)
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let file = 0; file < count; file++) {
    const [sum, packed, length, named] = [16, 20, 24, 28].map((place) =>
      zip.readUInt32LE(at + place),
    )
    const nameLength = (named ?? 0) & 0xffff
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const local = zip.readUInt32LE(at + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const plain = inflateRawSync(zip.subarray(start, start + (packed ?? 0)))
    if (plain.length !== length || crc32(plain) !== sum) throw new Error(`${name} is damaged`)
    files.set(name, plain)
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
