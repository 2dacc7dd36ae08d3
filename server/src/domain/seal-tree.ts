import { createHash } from 'node:crypto'

/*
 * The root of many seals (RFC 6962, section 2.1): its keeper can be shown that one seal was among them, by a
 * hash for each level of the tree. Full blocks of seals have stored roots, which are the nodes above them.
 */

export const blockSize = 1024

const sha256 = (...parts: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const leafOf = (seal: Uint8Array): Buffer => sha256(Buffer.of(0), seal)
const parentOf = (left: Uint8Array, right: Uint8Array) => sha256(Buffer.of(1), left, right)

/** How many leaves are on the left: the largest power of two below their number. */
function leftOf(count: number): number {
  let left = 1
  while (left * 2 < count) left *= 2
  return left
}

/** Of at least one node. */
export function rootOf(nodes: readonly Buffer[]): Buffer {
  const [first] = nodes
  if (!first) throw new Error('A tree has at least one node')
  if (nodes.length === 1) return first
  const left = leftOf(nodes.length)
  return parentOf(rootOf(nodes.slice(0, left)), rootOf(nodes.slice(left)))
}

/** What stands beside the way from a node up to the root, from below. */
export function pathOf(nodes: readonly Buffer[], index: number): Buffer[] {
  if (nodes.length <= 1) return []
  const left = leftOf(nodes.length)
  return index < left
    ? [...pathOf(nodes.slice(0, left), index), rootOf(nodes.slice(left))]
    : [...pathOf(nodes.slice(left), index - left), rootOf(nodes.slice(0, left))]
}
