import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/* A passkey in software: what a browser and its authenticator answer to a challenge, without attestation. */

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** CBOR as far as it is needed: maps with keys in the order given, small integers, bytes and text. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)])
  return Buffer.concat([head(5, value.size), ...parts])
}

export interface Authenticator {
  create(options: Record<string, unknown>): string
  get(options: Record<string, unknown> | null, changes?: { origin?: string }): string
}

export function softAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const counted = () => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(++counter)
    return bytes
  }
  const client = (type: string, challenge: unknown, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url') }
  const more = { type: 'public-key', clientExtensionResults: {} }
  const b64 = (bytes: Buffer) => bytes.toString('base64url')
  return {
    create(options) {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const coordinate = (text = '') => Buffer.from(text, 'base64url')
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, coordinate(x)],
          [-3, coordinate(y)],
        ]),
      )
      const rpId = (options.rp as { id: string }).id
      // User present, attested credential data included.
      const flags = Buffer.from([0x41])
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        ...[sha256(rpId), flags, counted(), Buffer.alloc(16), length, id, key],
      ])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: b64(client('webauthn.create', options.challenge)),
        attestationObject: b64(attestation),
        transports: ['internal'],
      }
      return JSON.stringify({ ...common, ...more, response })
    },
    get(options, changes = {}) {
      const clientData = client('webauthn.get', options?.challenge, changes.origin)
      const authData = Buffer.concat([
        ...[sha256(String(options?.rpId)), Buffer.from([0x01]), counted()],
      ])
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), privateKey)
      const response = {
        clientDataJSON: b64(clientData),
        authenticatorData: b64(authData),
        signature: b64(signature),
      }
      return JSON.stringify({ ...common, ...more, response })
    },
  }
}
