import type { Logger } from 'pino'
import { type Config, isLoopback } from '../config.ts'
import { linkMail, type MadeLink } from '../domain/link-mail.ts'
import type { NewLink } from '../domain/team.ts'

/*
 * The one place that talks to the mail server. Its library is loaded with the first mail. What the log says of one
 * names neither the recipient nor what it holds: answers of mail servers repeat addresses, so only their codes are kept.
 */

type MailSettings = NonNullable<Config['mail']>

/** A server that has not answered by then is not waited for: the link is on the screen anyway. */
const longestMs = 10_000

function openTransport({ host, port, secure, user, password, origin }: MailSettings) {
  const here = isLoopback(host)
  const auth = { user, pass: password }
  return {
    host,
    port,
    secure,
    // To this machine nothing is encrypted on the way: local servers offer certificates that nobody signed.
    requireTLS: !here,
    ignoreTLS: here,
    ...(user !== '' && { auth }),
    name: new URL(origin).hostname,
    connectionTimeout: longestMs,
    greetingTimeout: longestMs,
    socketTimeout: longestMs,
    dnsTimeout: longestMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Why it did not go out: codes of the mail server, or what went wrong on the way to it. */
function sayFailure(error: unknown) {
  const { code, command, message, responseCode, response } = error as NodeJS.ErrnoException & {
    command?: string
    responseCode?: number
    response?: string
  }
  const why = response === undefined ? message : undefined
  return { code, command, responseCode, why: why?.slice(0, 200) }
}

/** Mails a link whose change is committed. Nothing that goes wrong here is thrown: it is answered, and logged. */
export function linkMailer({ mail, platformTz }: Config, log: Logger) {
  if (!mail) return async (link: MadeLink) => link

  async function send(link: NewLink, to: string, withinMs: number): Promise<boolean> {
    const since = performance.now()
    const passed = () => Math.round(performance.now() - since)
    try {
      const { createTransport } = await import('nodemailer')
      await createTransport(openTransport(mail as MailSettings)).sendMail({
        ...linkMail(link, { origin: (mail as MailSettings).origin, zone: platformTz }),
        from: (mail as MailSettings).from,
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(withinMs),
      })
      log.info({ ms: passed() }, 'a link was mailed')
      return true
    } catch (error) {
      log.warn({ ...sayFailure(error), ms: passed() }, 'a link could not be mailed')
      return false
    }
  }

  return async (link: MadeLink, withinMs: number): Promise<MadeLink> => {
    const { secret, mail: wanted } = link
    // A repeated request has no secret: whether its mail went out is not known any more.
    if (secret === null || !wanted) return link
    const sent = await send({ ...(link as NewLink), secret }, wanted.to, withinMs)
    return { ...link, mail: { ...wanted, sent } }
  }
}
