import type { IncomingMessage } from 'node:http'
import { headerNames } from '@vadium/schema'
import { networkOf } from './network-address.ts'

/** Beyond these numbers, the caller that has not signed for the longest time is forgotten. */
const callersMax = { all: 10_000, organization: 256 }

/**
 * Who has signed, and from which network. Until its signature is verified, a request only names a
 * public key, which everybody may know. It counts as a request of the organization of that key if a
 * request with this key was signed from the same network before. So from elsewhere, nobody can send
 * requests that wait, or are refused, in the name of another organization.
 */
export class KnownCallers<Head extends Pick<IncomingMessage, 'headers'>> {
  readonly #addressOf: (request: Head) => string | undefined
  readonly #max: typeof callersMax
  /** The organization of each caller. The one that has signed last is the last. */
  readonly #organizations = new Map<string, string>()
  /** The callers of each organization, in the same order. */
  readonly #callers = new Map<string, Set<string>>()

  constructor(addressOf: (request: Head) => string | undefined, max = callersMax) {
    this.#addressOf = addressOf
    this.#max = max
  }

  /** Notes that the signature of a request is valid. */
  note(request: Head, organizationId: string): void {
    const caller = this.#callerOf(request)
    if (caller === undefined) return
    this.#forget(caller)
    const [oldestOwn] = this.#of(organizationId)
    const [oldest] = this.#organizations.keys()
    const { all, organization } = this.#max
    if (this.#of(organizationId).size >= organization) this.#forget(oldestOwn)
    if (this.#organizations.size >= all) this.#forget(oldest)
    this.#organizations.set(caller, organizationId)
    this.#callers.set(organizationId, this.#of(organizationId).add(caller))
  }

  /** The organization of a request, before its signature is verified. Undefined if unknown. */
  organizationOf(request: Head): string | undefined {
    const caller = this.#callerOf(request)
    return caller === undefined ? undefined : this.#organizations.get(caller)
  }

  #of(organizationId: string): Set<string> {
    return this.#callers.get(organizationId) ?? new Set()
  }

  #forget(caller = ''): void {
    const organizationId = this.#organizations.get(caller)
    if (organizationId === undefined) return
    this.#organizations.delete(caller)
    const own = this.#of(organizationId)
    own.delete(caller)
    if (own.size === 0) this.#callers.delete(organizationId)
  }

  #callerOf(request: Head): string | undefined {
    const publicKey = request.headers[apiKeyName]
    if (typeof publicKey !== 'string') return undefined
    return `${publicKey} ${networkOf(this.#addressOf(request))}`
  }
}

const apiKeyName = headerNames.apiKey.toLowerCase()
