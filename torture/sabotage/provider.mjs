/* The app in front of another provider, imports, and keys of files. */

const proxy = 'server/src/http/api-proxy.ts'
const origin = 'server/src/http/origin.ts'
const answers = 'contract/src/answers.ts'
const files = 'server/src/http/files.ts'
const media = 'server/src/domain/media.ts'
const playlists = 'server/src/domain/playlists.ts'
const playlistTests = 'server/test/playlists.test.ts'
const imports = 'server/src/domain/import.ts'
const proxyTests = 'server/test/provider.test.ts'
const readers = 'server/test/provider-check.test.ts'
const mediaTests = 'server/test/media.test.ts'

export const provider = [
  {
    guard: 'proxy: a request of another origin is not passed on',
    file: origin,
    cut: "    refuseForeignOrigin(request, policy, config)\n    if (policy.access === 'operator')",
    put: "    if (policy.access === 'operator')",
    test: proxyTests,
    red: 'refuses a body over 64 kB and an origin that is not ours',
  },
  {
    guard: 'proxy: headers of one connection are left out',
    file: proxy,
    cut: 'const left = new Set([...hopByHop, ...dropped, ...named])',
    put: 'const left = new Set([...dropped, ...named.slice(named.length)])',
    test: proxyTests,
    red: 'leaves out what is meant for one connection',
  },
  {
    guard: 'proxy: an answer cannot be a page of ours',
    file: proxy,
    cut: "    'content-security-policy': \"sandbox; default-src 'none'\",\n",
    put: '',
    test: proxyTests,
    red: 'leaves out what is meant for one connection',
  },
  {
    guard: 'readers: an ID that a number cannot hold is not taken',
    file: answers,
    cut: 'return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number',
    put: 'return number',
    test: readers,
    red: 'never takes an ID that a number cannot hold',
  },
  {
    guard: 'media: a key does not lead out of the folder',
    file: media,
    cut: "return key.split(/[\\\\/]/).every((part) => part !== '.' && part !== '..')",
    put: 'return true',
    test: mediaTests,
    red: 'is refused where the file is "../film.webm"',
  },
  {
    guard: 'media: a link among the folders does not lead out',
    file: files,
    cut: "    if ((await realpath(path)) !== path) throw new Refusal('no_route')\n",
    put: '',
    test: mediaTests,
    red: 'never leads out of the folder by a link among its folders',
  },
  {
    guard: 'playlists: an address does not lead out of the folder',
    file: playlists,
    cut: "  if (names.includes('') || !isMediaKey(key)) throw new BadPlaylist(address)\n",
    put: '',
    test: playlistTests,
    red: 'a playlist in which a segment leads elsewhere is refused whole',
  },
  {
    guard: 'playlists: no address of a host that is not allowed',
    file: playlists,
    cut: '    if (!allowed) throw new BadPlaylist(address)\n    return allowed\n',
    put: '    return allowed ?? address\n',
    test: playlistTests,
    red: 'a playlist in which a variant leads elsewhere is refused whole',
  },
  {
    guard: 'playlists: a link for one purpose is none for another',
    file: media,
    cut: ".update(scope === 'film' ? '' : `\\n${scope}`)",
    put: ".update('')",
    test: playlistTests,
    red: 'works for its session and purpose alone',
  },
  {
    guard: 'import: a name that comes again begins a new chunk',
    file: imports,
    cut: 'chunk.size >= most || chunk.names.has(nameOf(line.value))',
    put: 'chunk.size >= most',
    test: 'server/test/import.test.ts',
    red: 'what is refused is told with its line',
  },
]
