/* Which endpoint is sent what, who may say that it was, and who can read its secret. */

const deliveries = 'server/src/store/deliveries.ts'
const test = 'server/test/endpoints.test.ts'
const kept = 'server/test/endpoints-kept.test.ts'
const undone = 'what is undone is handed to nobody'

export const endpoints = [
  {
    guard: 'a decision that was undone is handed to no endpoint',
    file: deliveries,
    cut: " and t.state <> 'taken_back'",
    put: '',
    test,
    red: undone,
  },
  {
    guard: 'nothing is handed out that may still be undone',
    file: deliveries,
    cut: 'where t.in_grace)',
    put: 'where false)',
    test,
    red: undone,
  },
  {
    guard: 'what was handed to an endpoint cannot be undone',
    file: 'server/src/store/outbox.ts',
    cut: 'and not exists (select from delivery f where f.event_id = o.event_id)',
    put: '',
    test,
    red: undone,
  },
  {
    guard: 'a late sender’s word does not count once another one has the delivery',
    file: deliveries,
    cut: " and state = 'sending' and attempts = ${attempts}`",
    put: '`',
    test,
    red: 'only the other one’s word counts',
  },
  {
    guard: 'an item’s next message to an endpoint waits for the one before',
    file: deliveries,
    cut: 'and b.event_id < d.event_id and b.${open})',
    put: 'and b.event_id < d.event_id and b.${open} and false)',
    test,
    red: 'only the other one’s word counts',
  },
  {
    guard: 'an endpoint that is removed, paused or dead is sent nothing',
    file: deliveries,
    cut: 'and exists (select from endpoint where id = ${endpointId} and ${usable})',
    put: '',
    test,
    red: 'a removed endpoint is sent nothing',
  },
  {
    guard: 'a repetition does not show the secret again',
    file: 'server/src/routes/endpoints.ts',
    cut: '({ data: { ...data, secret: null } })',
    put: '({ data })',
    test: kept,
    red: 'the secret is answered once',
  },
  {
    guard: 'the secret of an endpoint is stored encrypted',
    file: 'server/src/domain/endpoints.ts',
    cut: 'insertEndpointRow(tx, wanted, box.close(secret))',
    put: 'insertEndpointRow(tx, wanted, Buffer.from(secret))',
    test: kept,
    red: 'the secret is answered once',
  },
  {
    guard: 'a public server sends to no plain address of its own machine',
    file: 'server/src/domain/endpoints.ts',
    cut: '(loopbackOnly && isLoopback(url.hostname))',
    put: 'isLoopback(url.hostname)',
    test: kept,
    red: 'an address must be https',
  },
  {
    guard: 'the client takes a message only with a signature',
    file: 'client/src/webhook.ts',
    cut: 'if (await isSigned(secret, signature, `${id}.${timestamp}.${body}`))',
    put: 'if (await isSigned(secret, signature, `${id}.${timestamp}.${body}`).then(() => true))',
    test: 'client/test/client.test.ts',
    red: 'it tells a message of ours from any other',
  },
]
