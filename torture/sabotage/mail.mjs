/* What is mailed, to whom, over what, and when. */

const sender = 'server/src/http/mail.ts'
const test = 'server/test/mail.test.ts'

export const mailGuards = [
  {
    guard: 'mail: elsewhere nothing is sent unencrypted',
    file: sender,
    cut: 'requireTLS: !here,',
    put: 'requireTLS: false,',
    test,
    red: 'a mail server elsewhere that offers no STARTTLS',
  },
  {
    guard: 'mail: elsewhere the certificate has to be signed by somebody',
    file: sender,
    cut: 'requireTLS: !here,',
    put: 'requireTLS: !here, tls: { rejectUnauthorized: false },',
    test,
    red: 'a mail server elsewhere that has a certificate that nobody signed',
  },
  {
    guard: 'mail: to no address that could be two, or a header',
    file: 'contract/src/team.ts',
    cut: '.check(z.regex(emailPattern,',
    put: '.check(z.regex(/@/,',
    test,
    red: 'no mail goes to "a@example.com\\r\\nBcc: everybody@example.com"',
  },
  {
    guard: 'mail: a server that says nothing is not waited for',
    file: sender,
    cut: '        signal: AbortSignal.timeout(withinMs),\n',
    put: '',
    test,
    red: 'a mail server that is not there, or says nothing',
  },
  {
    guard: 'mail: what goes wrong with it leaves the invitation alone',
    file: sender,
    cut: '      return false\n',
    put: '      throw error\n',
    test,
    red: 'the mail server knows nobody of that name',
  },
  {
    guard: 'mail: the log has no answer of the mail server, which repeats addresses',
    file: sender,
    cut: 'const why = response === undefined ? message : undefined',
    put: 'const why = message',
    test,
    red: 'the mail server knows nobody of that name',
  },
  {
    guard: 'mail: only after the commit',
    file: 'server/src/http/serve.ts',
    cut: `    const answer = await once<OutputOf<C>>(db, action, async (tx) => change(tx, by, input), kept)
    return after ? after(answer, timeLeft(reply)) : answer`,
    put: `    return once<OutputOf<C>>(db, action, async (tx) => {
      const answer = await change(tx, by, input)
      return after ? after(answer, timeLeft(reply)) : answer
    }, kept)`,
    test,
    red: 'an invitation with an address is mailed once it is committed',
  },
  {
    guard: 'mail: what a repetition answers holds no address',
    file: 'server/src/routes/team.ts',
    cut: 'secret: null, mail: null',
    put: 'secret: null',
    test,
    red: 'what is refused, and what is sent again, mails nothing',
  },
  {
    guard: 'mail: an address that waited and was not answered is forgotten',
    file: 'server/src/store/housekeeping.ts',
    cut: "set state = 'replaced', reason = '', fields = '{}'",
    put: "set state = 'replaced', reason = ''",
    test,
    red: 'the address is in no table and no line of the log',
  },
  {
    guard: 'mail: where none is sent, an address is refused',
    file: 'server/src/domain/team.ts',
    cut: "if (email !== undefined && !mails) throw badField('email', 'no_mail')",
    put: 'if (email !== undefined && !mails) return',
    test,
    red: 'where no mail is sent, an address is refused',
  },
]
