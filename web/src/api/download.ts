import type { AnyCall, InputOf } from '@screening-room/contract/call'
import { openDownload } from './client.ts'
import { ApiFailure, asFailure } from './failure.ts'

interface Download {
  signal: AbortSignal
  /** Every row ends with this byte, and nothing else has it. */
  rowEnd: number
  onRows: (rows: number) => void
}

/** A server that sends nothing for this long has gone. */
const silentMs = 60_000
/** What is larger is handed to the browser, which may keep it on disk. */
const heldBytes = 4_000_000

/** The whole response, its rows counted while they come. One that was cut off is none. */
export async function download<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  { signal, rowEnd, onRows }: Download,
): Promise<Blob> {
  const silent = new AbortController()
  const wait = () => setTimeout(() => silent.abort(), silentMs)
  let timer = wait()
  try {
    const response = await openDownload(call, input, AbortSignal.any([signal, silent.signal]))
    const type = response.headers.get('content-type') ?? ''
    let parts: BlobPart[] = []
    let held = 0
    let rows = 0
    for await (const bytes of chunksOf(response)) {
      clearTimeout(timer)
      timer = wait()
      for (const byte of bytes) if (byte === rowEnd) rows += 1
      onRows(rows)
      parts.push(bytes)
      held += bytes.length
      if (held < heldBytes) continue
      parts = [new Blob(parts, { type })]
      held = 0
    }
    return new Blob(parts, { type })
  } catch (thrown) {
    if (signal.aborted) throw new ApiFailure('cancelled')
    throw asFailure(thrown)
  } finally {
    clearTimeout(timer)
  }
}

/** Not every browser can iterate a body by itself. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
