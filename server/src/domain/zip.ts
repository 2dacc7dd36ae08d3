import { crc32, deflateRawSync } from 'node:zlib'

/* A zip file of a few small files (APPNOTE.TXT 6.3, without its later parts). */

const utf8Names = 0x0800
const deflated = 8
const version = 20
/** 1980-01-01, the format's first day: the same content makes the same file. */
const date = 0x21

export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [path, text] of Object.entries(files)) {
    const name = Buffer.from(path)
    const plain = Buffer.from(text)
    const packed = deflateRawSync(plain)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(version, 0)
    facts.writeUInt16LE(utf8Names, 2)
    facts.writeUInt16LE(deflated, 4)
    facts.writeUInt16LE(date, 8)
    facts.writeUInt32LE(crc32(plain), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(plain.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const madeBy = Buffer.of(version, 0)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, facts, place, name]))
    local.push(head)
    offset += head.length
  }
  const index = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, index, Buffer.from('PK\x05\x06'), end])
}
