import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../../demo-media/', import.meta.url))

/** The clips and pictures that the demo data names, put where the local media store looks. */
export async function copyDemoMedia(mediaDir: string): Promise<void> {
  await mkdir(join(mediaDir, 'pictures'), { recursive: true })
  await cp(join(source, 'clips'), mediaDir, { recursive: true })
  await cp(join(source, 'pictures'), join(mediaDir, 'pictures'), { recursive: true })
}
