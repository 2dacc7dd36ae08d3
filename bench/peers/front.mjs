import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * In front of every app alike, ours too: its built files, compressed once and cached by the same
 * rules, and every call passed on to the one server.
 */

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
}
const smallest = 1024
const calls = /^\/(admin|project|vedio|pictures|media|config\.json)/
/** A build names its files by their content. */
const named = /[.-][\w-]{8,}\.(async\.)?(js|css)$/

function readFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map(({ parentPath, name }) => join(parentPath, name))
  return new Map(files.map((file) => [`/${relative(folder, file)}`, readOne(file)]))
}

function readOne(file) {
  const plain = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const text = extname(file) in types && plain.length >= smallest
  return {
    body: text ? brotliCompressSync(plain, { params }) : plain,
    headers: {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': named.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(text ? { 'content-encoding': 'br', vary: 'Accept-Encoding' } : {}),
    },
  }
}

/** Serves one app; resolves with its address. */
export async function startFront(folder, server) {
  const files = readFiles(folder)
  const { hostname, port, origin } = new URL(server)
  const agent = new Agent({ keepAlive: true })
  const pass = (incoming, outgoing) => {
    const headers = { ...incoming.headers, host: `${hostname}:${port}` }
    if (headers.origin) headers.origin = origin
    const { method, url: path } = incoming
    const passed = request({ hostname, port, method, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    // A live stream ends when its page does.
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  }
  const front = createServer((incoming, outgoing) => {
    const [path] = incoming.url.split('?', 1)
    if (calls.test(path)) return pass(incoming, outgoing)
    // The peers keep their routes in the path.
    const file = files.get(path) ?? (extname(path) ? undefined : files.get('/index.html'))
    if (!file) return outgoing.writeHead(404).end()
    outgoing.writeHead(200, { ...file.headers, 'content-length': file.body.length })
    outgoing.end(file.body)
  })
  await new Promise((resolve) => front.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${front.address().port}`,
    stop: () => {
      agent.destroy()
      front.closeAllConnections()
      front.close()
    },
  }
}
