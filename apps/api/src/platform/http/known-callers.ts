import type { IncomingMessage } from 'node:http'
import { headerNames } from '@vadium/schema'
import { networkOf } from './network-address.ts'

/** Beyond this number, the caller that was noted first is forgotten. */
const callersMax = 10_000

/**
 * Who has signed, and from which network. Until its signature is verified, a request only names a
 * public key, which everybody may know. It counts as a request of the organization of that key if a
 * request with this key was signed from the same network before. So from elsewhere, nobody can send
 * requests that wait, or are refused, in the name of another organization.
 */
export class KnownCallers<Head extends Pick<IncomingMessage, 'headers'>> {
  readonly #addressOf: (request: Head) => string | undefined
  readonly #max: number
  readonly #organizations = new Map<string, string>()

  constructor(addressOf: (request: Head) => string | undefined, max = callersMax) {
    this.#addressOf = addressOf
    this.#max = max
  }

  /** Notes that the signature of a request is valid. */
  note(request: Head, organizationId: string): void {
    const caller = this.#callerOf(request)
    if (caller === undefined || this.#organizations.has(caller)) return
    const [first] = this.#organizations.keys()
    if (first !== undefined && this.#organizations.size >= this.#max) {
      this.#organizations.delete(first)
    }
    this.#organizations.set(caller, organizationId)
  }

  /** The organization of a request, before its signature is verified. Undefined if unknown. */
  organizationOf(request: Head): string | undefined {
    const caller = this.#callerOf(request)
    return caller === undefined ? undefined : this.#organizations.get(caller)
  }

  #callerOf(request: Head): string | undefined {
    const publicKey = request.headers[apiKeyName]
    if (typeof publicKey !== 'string') return undefined
    return `${publicKey} ${networkOf(this.#addressOf(request))}`
  }
}

const apiKeyName = headerNames.apiKey.toLowerCase()
