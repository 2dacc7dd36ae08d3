/*
 * Loads a part of the app: its chunk, the chunks it imports, and their styles. A browser remembers a
 * module that failed to load, or its preload, and never asks for it again. `fetch` may fail and be
 * repeated: only after it has brought every file does `import()` run, and read the browser's cache.
 * The build puts this around each `import()` (web/build/parts.ts).
 */

/** A file that takes longer counts as lost: a dead connection must not block the next attempt. */
const longest = 60_000
/** Pauses between attempts at what the page can do without for a while; the last one repeats. */
const pauses = [1000, 3000, 10_000, 30_000]

export class MissingPart extends Error {
  /** The files are gone (a new version was deployed), or the browser remembers a failure. */
  readonly onlyReload: boolean

  constructor(file: string, onlyReload: boolean, options?: ErrorOptions) {
    super(`could not load ${file}`, options)
    this.name = 'MissingPart'
    this.onlyReload = onlyReload
  }
}

export const onlyReloadHelps = (error: unknown) => error instanceof MissingPart && error.onlyReload

async function fetchFile(address: string, type: string): Promise<void> {
  const failed = (cause: unknown) => {
    throw new MissingPart(address, false, { cause })
  }
  const response = await fetch(address, { signal: AbortSignal.timeout(longest) }).catch(failed)
  if (!response.ok) throw new MissingPart(address, response.status === 404)
  if (!response.headers.get('content-type')?.includes(type)) throw new MissingPart(address, true)
  // The browser's cache has the file only after its last byte.
  await response.arrayBuffer().catch(failed)
}

async function addStyles(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = ''
  link.href = address
  const came = await new Promise((resolve) => {
    link.onload = () => resolve(true)
    link.onerror = () => resolve(false)
    document.head.append(link)
  })
  if (came) return
  link.remove()
  // A link does not tell why.
  await fetchFile(address, 'css')
  throw new MissingPart(address, false)
}

const files = new Map<string, Promise<void>>()

/** The styles of index.html; its scripts are in no list. */
function addFirstFiles() {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!files.has(href)) files.set(href, Promise.resolve())
}

function loadFile(address: string): Promise<void> {
  const known = files.get(address)
  if (known) return known
  const isStyle = address.endsWith('.css')
  const loading = isStyle ? addStyles(address) : fetchFile(address, 'javascript')
  files.set(address, loading)
  loading.catch(() => files.delete(address))
  return loading
}

/** `needed` are the addresses of all files of the part, relative to the module that imports it. */
export async function loadPart<Part>(
  importPart: () => Promise<Part>,
  needed: string[],
  importer: string,
): Promise<Part> {
  addFirstFiles()
  await Promise.all(needed.map((file) => loadFile(new URL(file, importer).href)))
  try {
    return await importPart()
  } catch (cause) {
    // Every browser has its own sentence for a module that it could not fetch.
    if (cause instanceof TypeError && /module/i.test(cause.message))
      throw new MissingPart(needed[0] ?? importer, true, { cause })
    throw cause
  }
}

/** Loads a part, and keeps it: what has come once is shown without waiting. */
export interface PartLoader<Part> {
  (): Promise<Part>
  loaded?: Part
}

export function partOf<Part>(load: PartLoader<Part>): PartLoader<Part> {
  const loader: PartLoader<Part> = async () => {
    loader.loaded ??= await load()
    return loader.loaded
  }
  return loader
}

/** Ahead of its use; what fails is loaded again then. */
export function preload(load: PartLoader<unknown>): void {
  load().catch(() => undefined)
}

/** For a part that nobody is asked about: tries again until it comes or is not wanted any more. */
export async function keepLoading<Part>(
  load: () => Promise<Part>,
  isWanted: () => boolean,
): Promise<Part | undefined> {
  for (let attempt = 0; isWanted(); attempt++) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauses[attempt] ?? pauses.at(-1)))
    }
  }
  return undefined
}
