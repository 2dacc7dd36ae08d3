/** As a canvas writes it: 256 by 256 pixels of one colour, without loss. */
export function webp(width = 256, height = 256, more: [string, Buffer][] = []): Buffer {
  const bits = (width - 1) | ((height - 1) << 14)
  const header = Buffer.alloc(5)
  header.writeUInt8(0x2f)
  header.writeUInt32LE(bits >>> 0, 1)
  const parts: [string, Buffer][] = [['VP8L', Buffer.concat([header, Buffer.alloc(7)])], ...more]
  const body = parts.map(([name, data]) => {
    const head = Buffer.alloc(8)
    head.write(name, 0, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  const all = Buffer.concat([Buffer.from('WEBP'), ...body])
  const riff = Buffer.alloc(8)
  riff.write('RIFF', 0, 'latin1')
  riff.writeUInt32LE(all.length, 4)
  return Buffer.concat([riff, all])
}
