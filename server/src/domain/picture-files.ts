import { randomBytes } from 'node:crypto'
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { openBucket } from './media.ts'

/** Pictures that people upload here, in the folder or the bucket where the platform's are. */
export interface PictureFiles {
  put(name: string, bytes: Buffer, type: string): Promise<void>
  remove(name: string): Promise<void>
}

const unavailable = (cause: unknown) =>
  new Refusal('media_unavailable', {}, { cause, retryAfter: 5 })

function localFiles({ dir, prefix }: Config['media']): PictureFiles {
  return {
    async put(name, bytes) {
      try {
        const path = join(await realpath(dir), `${prefix}pictures/${name}`)
        await mkdir(dirname(path), { recursive: true })
        // Whole or not at all.
        const draft = `${path}.${randomBytes(4).toString('hex')}`
        await writeFile(draft, bytes, { flag: 'wx' })
        await rename(draft, path)
      } catch (cause) {
        throw unavailable(cause)
      }
    },
    async remove(name) {
      await rm(join(await realpath(dir), `${prefix}pictures/${name}`), { force: true })
    },
  }
}

function bucketFiles({ s3, prefix }: Config['media']): PictureFiles {
  return {
    async put(name, bytes, type) {
      try {
        const { client, commands } = await openBucket(s3)
        await client.send(
          new commands.PutObjectCommand({
            Bucket: s3.bucket,
            Key: `${prefix}pictures/${name}`,
            Body: bytes,
            ContentType: type,
          }),
          { abortSignal: AbortSignal.timeout(4000) },
        )
      } catch (cause) {
        throw unavailable(cause)
      }
    },
    async remove(name) {
      const { client, commands } = await openBucket(s3)
      await client.send(
        new commands.DeleteObjectCommand({ Bucket: s3.bucket, Key: `${prefix}pictures/${name}` }),
        { abortSignal: AbortSignal.timeout(4000) },
      )
    },
  }
}

export const pictureFiles = (config: Config): PictureFiles =>
  config.media.store === 's3' ? bucketFiles(config.media) : localFiles(config.media)
