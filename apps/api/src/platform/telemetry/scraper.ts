import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Who may scrape: whoever has the token; where none is set, whoever is on this machine. */
export type ScraperCheck = (request: FastifyRequest) => 'admitted' | 'unauthenticated' | 'unknown'

interface Settings {
  readonly token: string | undefined
  /** Whether proxies stand in front: then nobody is known to be on this machine. */
  readonly behindProxies: boolean
}

export function scraperCheck({ token, behindProxies }: Settings): ScraperCheck {
  if (token !== undefined) {
    const expected = digest(`Bearer ${token}`)
    // Of equal length and compared in equal time, so that no guess is better than another.
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
 * A proxy on this machine that nobody has told us of would bring callers from anywhere. It mostly shows, in what
 * it adds or in the name that was asked for; so does a page that has its own name resolved to this machine.
 */
function isOnThisMachine({ raw, headers }: FastifyRequest): boolean {
  return (
    loopback.test(raw.socket.remoteAddress ?? '') &&
    loopbackHost.test(headers.host ?? '') &&
    leftByProxies.every((name) => headers[name] === undefined)
  )
}
