/** An IPv6 client has a whole /64 to choose addresses from, so that counts as one, however it is written. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [front = [], back = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/** An address as others may see it: the network it comes from, without the last part of an IPv4 address. */
export function placeOf(address: string): string {
  const network = networkOf(address)
  return network.includes(':') ? `${network}::` : network.replace(/\.\d+$/, '.0')
}
