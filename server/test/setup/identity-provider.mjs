// A real OpenID provider as a process of its own (oidc-provider), started by identity-provider.ts. Its login page
// asks for a name only: `people` says which claims belong to it.
import { createServer } from 'node:http'

// It says at length that it is not set up for the open internet.
console.warn = () => {}
console.info = () => {}
const { default: Provider } = await import('oidc-provider')

const people = new Map()
let handle = (_request, response) => response.writeHead(503).end()
const server = createServer((request, response) => handle(request, response))
const issuer = await new Promise((resolve) =>
  server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`)),
)

const page = (uid) => `<!doctype html><html lang="en"><title>Acme ID</title><h1>Acme ID</h1>
<form method="post" action="/login/${uid}"><label>Name <input name="login"></label>
<button>Continue</button><button name="cancel" value="yes">Cancel</button></form></html>`

async function readForm(request) {
  let body = ''
  for await (const part of request) body += part
  return new URLSearchParams(body)
}

function open({ client, jwks }) {
  const provider = new Provider(issuer, {
    clients: [client],
    jwks,
    cookies: { keys: ['for tests alone'] },
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'preferred_username'],
      phone: ['phone_number', 'phone_number_verified'],
      roles: ['roles', 'realm_access'],
    },
    scopes: ['openid', 'profile', 'phone', 'roles'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    // Its own dispatcher refuses addresses of this machine, where our server is.
    fetch: (url, { dispatcher: _refusing, ...options }) => fetch(url, options),
    interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
    findAccount: (_ctx, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
    // Nobody is asked for consent: it is one company's provider.
    loadExistingGrant: async ({ oidc }) => {
      const { clientId } = oidc.client
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId })
      grant.addOIDCScope('openid profile phone roles')
      await grant.save()
      return grant
    },
  })
  for (const event of ['server_error', 'backchannel.error'])
    provider.on(event, (_ctx, error) => console.error(event, error))
  const callback = provider.callback()
  handle = async (request, response) => {
    const [, uid] = /^\/login\/([\w-]+)$/.exec(request.url) ?? []
    if (!uid) return callback(request, response)
    if (request.method !== 'POST')
      return response.writeHead(200, { 'content-type': 'text/html' }).end(page(uid))
    const form = await readForm(request)
    const result = form.has('cancel')
      ? { error: 'access_denied' }
      : { login: { accountId: form.get('login') } }
    return provider.interactionFinished(request, response, result)
  }
}

process.on('message', ({ id, ...told }) => {
  if (told.open) open(told.open)
  if (told.person) people.set(told.person.subject, told.person.claims)
  process.send({ done: id })
})
process.on('disconnect', () => process.exit())
process.send({ issuer })
