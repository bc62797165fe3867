import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Whether a request may read the metrics. If a token is set, it must send the token. Otherwise it
 * must come from this machine.
 */
export type ScraperCheck = (request: FastifyRequest) => 'admitted' | 'unauthenticated' | 'unknown'

interface Settings {
  readonly token: string | undefined
  /** Whether proxies are in front. Then no request is known to come from this machine. */
  readonly behindProxies: boolean
}

export function scraperCheck({ token, behindProxies }: Settings): ScraperCheck {
  if (token !== undefined) {
    const expected = digest(`Bearer ${token}`)
    // Digests have equal length and are compared in constant time, so the time reveals nothing of
    // the token.
    return ({ headers }) =>
      timingSafeEqual(digest(headers.authorization ?? ''), expected)
        ? 'admitted'
        : 'unauthenticated'
  }
  return (request) => (!behindProxies && isOnThisMachine(request) ? 'admitted' : 'unknown')
}

const digest = (text: string) => createHash('sha256').update(text).digest()

const loopback = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const leftByProxies = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/**
 * An unconfigured proxy on this machine would forward callers from anywhere. Usually it shows, in
 * the headers that it adds or in the host name of the request. The same check stops a web page
 * whose own name resolves to this machine.
 */
function isOnThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    loopback.test(raw.socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    leftByProxies.every((name) => headers[name] === undefined)
  )
}
