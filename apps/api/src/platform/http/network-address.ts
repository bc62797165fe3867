import { isIPv4, isIPv6 } from 'node:net'

/** The holder of an IPv6 address has a whole /64 of them, so the /64 is counted. */
export function networkOf(address: string | undefined): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  // What a proxy reports may be no address at all; all such callers are one.
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
