// Each program of the server as one file: hundreds of modules take Node longer to load than all else at a start.
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const bundle = join(dist, 'bundle')
const commands = [
  'admin',
  'backup',
  'counters',
  'docs',
  'events',
  'import',
  'outbox',
  'provider-check',
]

/** A module finds the files beside it (migrations, demo media, the web) from where it was compiled to. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, path) {
    if (!path.startsWith(dist)) return null
    const place = relative(bundle, path).replaceAll('\\', '/')
    return code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`)
  },
}

const build = await rolldown({
  input: {
    main: join(dist, 'main.js'),
    ...Object.fromEntries(commands.map((name) => [name, join(dist, 'cli', `${name}.js`)])),
  },
  platform: 'node',
  // Binaries, what is loaded only when it is configured, and what pg would use if it were installed.
  external: [
    ...[/^@node-rs\//, /^@aws-sdk\//, /^@simplewebauthn\//, /^openid-client$/, /^jose$/],
    ...[/^nodemailer$/, 'pg-native'],
  ],
  plugins: [keepPlaces],
  logLevel: 'warn',
})
await build.write({ dir: bundle, format: 'esm' })
await build.close()
