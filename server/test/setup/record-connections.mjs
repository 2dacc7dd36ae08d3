import childProcess from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/*
 * Loaded into a server before its own code (`node --import`): writes down whatever it connects to, asks
 * a name server for, sends by UDP, or starts as a program, and then lets it happen.
 */

const tell = (how, what) =>
  appendFileSync(process.env.CONNECTIONS_FILE, `${JSON.stringify({ how, what })}\n`)

function watch(object, name, how, what) {
  const original = object[name]
  object[name] = function (...args) {
    const told = what(args)
    if (told !== undefined) tell(how, told)
    return original.apply(this, args)
  }
}

/** `connect` takes a path, a port with or without a host, or an object with any of them. */
function target(args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (typeof first === 'object') return first.path ?? `${first.host ?? 'localhost'}:${first.port}`
  return Number.isNaN(Number(first))
    ? first
    : `${typeof second === 'string' ? second : 'localhost'}:${first}`
}

watch(net.Socket.prototype, 'connect', 'connect', target)
watch(dgram.Socket.prototype, 'send', 'udp', () => 'a datagram')
watch(dgram.Socket.prototype, 'connect', 'udp', () => 'a datagram')
for (const resolver of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(resolver))
    if (/^(lookup|resolve|reverse)/.test(name) && typeof resolver[name] === 'function')
      // An address is looked up as well, which asks nobody.
      watch(resolver, name, 'dns', ([asked]) => (net.isIP(asked) ? undefined : String(asked)))
watch(childProcess.ChildProcess.prototype, 'spawn', 'program', ([options]) => options.file)
for (const name of ['spawnSync', 'execFileSync'])
  watch(childProcess, name, 'program', ([file]) => file)
syncBuiltinESMExports()
