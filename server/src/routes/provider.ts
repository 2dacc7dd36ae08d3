import { type Settings, settingsCalls } from '@screening-room/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { openApiProxy } from '../http/api-proxy.ts'
import { readAppFiles, serveAppFiles } from '../http/app-files.ts'
import { serveJson } from '../http/serve-bare.ts'
import { oncePerSecond, probeRoutes, settingsOf } from './operations.ts'

/* The app in front of an existing provider: its files and its settings, and the provider's calls if asked for. */

interface ProviderContext {
  app: FastifyInstance
  config: Config
  apiHost: string
  metrics: Registry
  webFolder: string
}

/** Behind the proxy may be another server of ours: it says so, and then its settings apply. */
function adopt(own: Settings, given: unknown): Settings {
  const read = settingsCalls.get.output.safeParse(given)
  if (!read.success || !read.data.ours || read.data.host !== '') return own
  const { demoAccounts: _, plainHttp: __, ...theirs } = read.data
  return {
    ...own,
    ...theirs,
    pictureHosts: [...own.pictureHosts, ...theirs.pictureHosts],
    anyPicture: own.anyPicture && theirs.anyPicture,
  }
}

export async function providerRoutes({
  app,
  config,
  apiHost,
  metrics,
  webFolder,
}: ProviderContext): Promise<void> {
  probeRoutes(app, metrics, async () => 'ready')
  const files = await readAppFiles(webFolder)
  const settings = { ...settingsOf(config), ours: false, extras: config.apiExtras }
  if (!config.apiProxy) {
    serveJson(app, settingsCalls.get, async () => ({ ...settings, host: apiHost }))
    return serveAppFiles(app, files)
  }
  const proxy = openApiProxy(apiHost)
  app.addHook('onClose', async () => proxy.close())
  const remote = oncePerSecond(() => proxy.readJson(settingsCalls.get.path))
  serveJson(app, settingsCalls.get, async () => adopt(settings, await remote()))
  app.post('/*', { config: { policy: { access: 'public' } } }, proxy.pass)
  serveAppFiles(app, files, proxy.pass)
}
