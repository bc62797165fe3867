import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'

/** The value of Fastify's `trustProxy` for a setting that {@link proxiesFault} has accepted. */
export function trustedProxies(
  setting: string | undefined,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (setting === undefined) return false
  if (!isCount(setting)) return setting.split(',')
  const count = Number(setting)
  return (_address, hop) => hop < count
}

/**
 * A test whether a connection comes from a proxy in front. If only the number of proxies is set,
 * every connection is taken to come from one.
 */
export function trustedPeers(setting: string | undefined): (address: string) => boolean {
  if (setting === undefined) return () => false
  if (isCount(setting)) return () => true
  const proxies = new BlockList()
  for (const range of setting.split(',')) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const family = isIP(address)
    return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

interface ReceivedHead extends Pick<IncomingMessage, 'headers'> {
  readonly socket: Pick<Socket, 'remoteAddress'>
}

/**
 * How the address of a caller is found: from the last one backwards, the first that is none of the
 * proxies, as Fastify's `request.ip` is.
 */
export function callerAddress(
  setting: string | undefined,
): (request: ReceivedHead) => string | undefined {
  if (setting === undefined) return ({ socket }) => socket.remoteAddress
  const isProxy = trustedPeers(setting)
  const hops = isCount(setting) ? Number(setting) : Infinity
  return ({ headers, socket }) => {
    const reported = headers[forwardedFor]
    const entries = typeof reported === 'string' ? reported.split(',').reverse() : []
    const addresses = [socket.remoteAddress ?? '', ...entries.map((entry) => entry.trim())]
    return addresses.find((address, hop) => hop >= hops || !isProxy(address)) ?? addresses.at(-1)
  }
}

/** What is wrong with the setting: it names the first entry that is not an address or a range. */
export function proxiesFault(setting: string): string | undefined {
  if (isCount(setting)) return undefined
  const wrong = setting.split(',').find((range) => !isRange(range))
  if (wrong === undefined) return undefined
  return `${wrong} is not an address or a range of addresses, such as 10.0.0.0/8 or 2001:db8::/32`
}

const isCount = (setting: string) => /^\d$/.test(setting)

const bitsOf: Readonly<Record<number, number>> = { 4: 32, 6: 128 }

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const bitsMax = bitsOf[isIP(address)]
  if (bitsMax === undefined || more.length > 0) return false
  return bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= bitsMax)
}

const forwardedFor = 'x-forwarded-for'
const addressWithPort =
  /^\s*(?:([0-9]{1,3}(?:\.[0-9]{1,3}){3}):[0-9]{1,5}|\[([0-9A-Fa-f:.]{2,45})\](?::[0-9]{1,5})?)\s*$/

/**
 * Removes the ports from `X-Forwarded-For`. Some proxies report the port of the caller as well. It
 * differs from connection to connection, so limits by address would not hold.
 */
export function forgetForwardedPorts({ headers }: IncomingMessage): void {
  const reported = headers[forwardedFor]
  if (typeof reported !== 'string') return
  headers[forwardedFor] = reported
    .split(',')
    .map((entry) => {
      const [, ipv4, ipv6] = addressWithPort.exec(entry) ?? []
      return ipv4 ?? ipv6 ?? entry
    })
    .join(',')
}
