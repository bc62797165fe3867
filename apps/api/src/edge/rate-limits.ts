import { isIPv4, isIPv6 } from 'node:net'
import { headerNames } from '@vadium/schema'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible'

/** What a caller may still do in its window. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
  readonly exceeded: boolean
}

export interface RateLimitSettings {
  readonly credential: number
  readonly address: number
  readonly windowSeconds: number
}

/**
 * Two budgets in fixed windows: one a credential, and one an address, which only what carries no valid
 * signature draws on. Several processes share them where a Redis server is given; while it does not
 * answer, each counts for itself.
 */
export class RateLimits {
  readonly #credential: RateLimiterAbstract
  readonly #address: RateLimiterAbstract
  readonly #windowMs: number

  constructor(settings: RateLimitSettings, redis?: Redis) {
    this.#windowMs = settings.windowSeconds * 1000
    this.#credential = limiter('credential', settings.credential, settings.windowSeconds, redis)
    this.#address = limiter('address', settings.address, settings.windowSeconds, redis)
  }

  /** Counts a request of a credential. */
  async countCredential(credentialId: string): Promise<RateLimitState> {
    return this.#count(this.#credential, credentialId)
  }

  /** Counts a request that nobody known has signed. */
  async countAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#count(this.#address, network(address))
  }

  /** The budget of an address, without counting anything. */
  async peekAddress(address: string | undefined): Promise<RateLimitState> {
    const result = await this.#address.get(network(address))
    if (result === null) {
      const limit = this.#address.points
      return { limit, remaining: limit, resetMs: this.#windowMs, exceeded: false }
    }
    // The budget is spent when its last point is; the next request would be one too many.
    return { ...this.#state(this.#address, result), exceeded: result.remainingPoints <= 0 }
  }

  async #count(limiter: RateLimiterAbstract, key: string): Promise<RateLimitState> {
    try {
      return this.#state(limiter, await limiter.consume(key))
    } catch (rejection) {
      if (rejection instanceof RateLimiterRes) {
        return { ...this.#state(limiter, rejection), exceeded: true }
      }
      throw rejection
    }
  }

  #state(limiter: RateLimiterAbstract, result: RateLimiterRes): RateLimitState {
    return {
      limit: limiter.points,
      remaining: Math.max(0, result.remainingPoints),
      resetMs: result.msBeforeNext > 0 ? result.msBeforeNext : this.#windowMs,
      exceeded: false,
    }
  }
}

/** The headers that every response carries. Reset is in whole seconds, rounded up. */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  const reset = String(Math.max(1, Math.ceil(state.resetMs / 1000)))
  return {
    [headerNames.rateLimit]: String(state.limit),
    [headerNames.rateLimitRemaining]: String(state.remaining),
    [headerNames.rateLimitReset]: reset,
  }
}

function limiter(
  keyPrefix: string,
  points: number,
  duration: number,
  redis: Redis | undefined,
): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix, points, duration })
  if (redis === undefined) return memory
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `vadium:${keyPrefix}`,
    points,
    duration,
    insuranceLimiter: memory,
  })
}

/** Whoever has an IPv6 address has a /64 full of them, so the /64 is what is counted. */
function network(address: string | undefined): string {
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
