import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/* A real mail server that keeps what it is given. Its certificate is signed by nobody else, and good until 2126. */

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
export const mailCertificate = file('mail-certificate.pem')
const tls = {
  cert: readFileSync(mailCertificate, 'utf8'),
  key: readFileSync(file('mail-key.pem'), 'utf8'),
}

export const mailUser = 'review'
export const mailPassword = 'planted-mail-password%40'
export const mailFrom = 'review@example.com'

/** An address of our server that is known before it starts: mailed links lead there. */
export function addressOfOurs(): Promise<{ PORT: string; PUBLIC_URL: string }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      const address = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
      server.close(() => resolve(address))
    })
  })
}

export interface Mail {
  from: string
  to: string[]
  /** As it was sent. */
  raw: string
  secure: boolean
  user: unknown
}

export interface MailServer {
  port: number
  mails: Mail[]
  /** What it was told before it was refused or broken off: nothing at all, or who signs in. */
  signIns: string[]
  connections: number
  /** What our server is told of it. */
  env(scheme?: 'smtp' | 'smtps', host?: string): Record<string, string>
  close(): Promise<void>
}

/** What one has to change about it, and a look at the moment at which a mail comes. */
interface Manner extends SMTPServerOptions {
  onMail?: (mail: Mail) => Promise<void> | void
}

export async function startMailServer({ onMail, ...options }: Manner = {}): Promise<MailServer> {
  const mails: Mail[] = []
  const signIns: string[] = []
  const server = new SMTPServer({
    ...tls,
    logger: false,
    allowInsecureAuth: true,
    onConnect(_session, callback) {
      made.connections += 1
      callback()
    },
    onAuth({ username = '', password }, _session, callback) {
      signIns.push(username)
      const known = username === mailUser && password === decodeURIComponent(mailPassword)
      callback(known ? null : new Error('Invalid username or password'), { user: username })
    },
    onData(stream, { envelope, secure, user }, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const mail: Mail = {
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          secure,
          user,
        }
        await onMail?.(mail)
        mails.push(mail)
        callback()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.server.address() as AddressInfo
  const made: MailServer = {
    port,
    mails,
    signIns,
    connections: 0,
    env: (scheme = 'smtp', host = '127.0.0.1') => ({
      SMTP_URL: `${scheme}://${mailUser}:${mailPassword}@${host}:${port}`,
      SMTP_FROM: `Screening Room <${mailFrom}>`,
      PUBLIC_URL: 'http://localhost:8080',
    }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return made
}

/** Headers by their name in small letters, unfolded, and the text that a person reads. */
export function readMail({ raw }: Mail): { headers: Map<string, string>; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = rest.join('\r\n\r\n')
  const isBase64 = headers.get('content-transfer-encoding') === 'base64'
  const bytes = isBase64 ? Buffer.from(body, 'base64') : fromQuotedPrintable(body)
  return { headers, text: bytes.toString() }
}

function fromQuotedPrintable(body: string): Buffer {
  const joined = body.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
