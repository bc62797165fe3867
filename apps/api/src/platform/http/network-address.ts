import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network by which requests of an address are counted: for IPv6 the /64, because one holder has
 * all of its addresses.
 */
export function networkOf(address: string | undefined): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  // A proxy may report something that is no address. All such callers are counted together.
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown'
  const [head = '', tail] = plain.split('%', 1)[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
