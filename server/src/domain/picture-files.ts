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

type Bucket = Awaited<ReturnType<typeof openBucket>>

function bucketFiles({ s3, prefix }: Config['media']): PictureFiles {
  const at = (name: string) => ({ Bucket: s3.bucket, Key: `${prefix}pictures/${name}` })
  const limit = () => ({ abortSignal: AbortSignal.timeout(4000) })
  /** Rare enough for a connection of its own, which is closed again. */
  const use = async (work: (bucket: Bucket) => Promise<unknown>) => {
    const bucket = await openBucket(s3)
    await work(bucket).finally(() => bucket.client.destroy())
  }
  return {
    put: (name, bytes, type) =>
      use(({ client, commands }) => {
        const object = { ...at(name), Body: bytes, ContentType: type }
        return client.send(new commands.PutObjectCommand(object), limit())
      }).catch((cause) => {
        throw unavailable(cause)
      }),
    remove: (name) =>
      use(({ client, commands }) =>
        client.send(new commands.DeleteObjectCommand(at(name)), limit()),
      ),
  }
}

export const pictureFiles = (config: Config): PictureFiles =>
  config.media.store === 's3' ? bucketFiles(config.media) : localFiles(config.media)
