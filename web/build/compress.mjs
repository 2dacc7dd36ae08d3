/*
 * Compresses the files of a build once, as well as it can be done: the server sends them as they are.
 * node web/build/compress.mjs <folder>
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(html|js|css|json|svg|txt|webmanifest)$/
const smallest = 1024

const [folder] = process.argv.slice(2)
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const file = join(entry.parentPath, entry.name)
  if (!entry.isFile() || !compressible.test(file) || file.includes('.vite')) continue
  const plain = readFileSync(file)
  if (plain.length < smallest) continue
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  writeFileSync(`${file}.br`, brotliCompressSync(plain, { params }))
  writeFileSync(`${file}.gz`, gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }))
}
