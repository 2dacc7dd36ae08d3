import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/*
 * Secrets that must be read again, because they sign, are stored encrypted with a key derived from the
 * installation's. AES-256-GCM: an altered one is refused.
 */

const ivLength = 12
const tagLength = 16

export interface SecretBox {
  close(secret: string): Buffer
  open(closed: Buffer): string
}

export const endpointSecrets = (installationKey: Buffer) => secretBox(installationKey, 'endpoints')
export const factorSecrets = (installationKey: Buffer) => secretBox(installationKey, 'factors')

function secretBox(installationKey: Buffer, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', installationKey, '', purpose, 32))
  return {
    close(secret) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text])
    },
    open(closed) {
      const decipher = createDecipheriv('aes-256-gcm', key, closed.subarray(0, ivLength))
      decipher.setAuthTag(closed.subarray(ivLength, ivLength + tagLength))
      const text = decipher.update(closed.subarray(ivLength + tagLength))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    },
  }
}
