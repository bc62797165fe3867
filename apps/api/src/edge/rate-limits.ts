import { isIPv4, isIPv6 } from 'node:net'
import { headerNames } from '@vadium/schema'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RedisBreaker } from '../redis-breaker.ts'

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

/** The server that several processes share their counts on, and what bypasses it while it is away. */
export interface SharedCounts {
  readonly redis: Redis
  readonly breaker: RedisBreaker
}

/**
 * Two budgets in fixed windows: one a credential, and one an address, which only what carries no valid
 * signature draws on. Several processes share them where a Redis server is given; while it does not
 * answer, each counts for itself.
 */
export class RateLimits {
  readonly #credential: Budget
  readonly #address: Budget

  constructor({ credential, address, windowSeconds }: RateLimitSettings, shared?: SharedCounts) {
    this.#credential = new Budget('credential', credential, windowSeconds, shared)
    this.#address = new Budget('address', address, windowSeconds, shared)
  }

  /** Counts a request of a credential. */
  async countCredential(credentialId: string): Promise<RateLimitState> {
    return this.#credential.count(credentialId)
  }

  /** Counts a request that nobody known has signed. */
  async countAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#address.count(network(address))
  }

  /** The budget of an address, without counting anything. */
  async peekAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#address.peek(network(address))
  }
}

/** So many requests in a window, for each of many keys. */
class Budget {
  readonly #points: number
  readonly #windowMs: number
  readonly #own: RateLimiterMemory
  readonly #shared: RateLimiterRedis | undefined
  readonly #breaker: RedisBreaker | undefined

  constructor(keyPrefix: string, points: number, duration: number, shared?: SharedCounts) {
    this.#points = points
    this.#windowMs = duration * 1000
    this.#own = new RateLimiterMemory({ keyPrefix, points, duration })
    this.#breaker = shared?.breaker
    this.#shared =
      shared &&
      new RateLimiterRedis({
        storeClient: shared.redis,
        keyPrefix: `vadium:${keyPrefix}`,
        points,
        duration,
      })
  }

  async count(key: string): Promise<RateLimitState> {
    const result = await this.#either((limiter) => consume(limiter, key))
    return this.#state(result, result.consumedPoints > this.#points)
  }

  async peek(key: string): Promise<RateLimitState> {
    const result = await this.#either((limiter) => limiter.get(key))
    if (result === null) {
      return {
        limit: this.#points,
        remaining: this.#points,
        resetMs: this.#windowMs,
        exceeded: false,
      }
    }
    // The budget is spent when its last point is; the next request would be one too many.
    return this.#state(result, result.remainingPoints <= 0)
  }

  #either<T>(ask: (limiter: RateLimiterAbstract) => Promise<T>): Promise<T> {
    const shared = this.#shared
    if (shared === undefined || this.#breaker === undefined) return ask(this.#own)
    return this.#breaker.run(
      () => ask(shared),
      () => ask(this.#own),
    )
  }

  #state(result: RateLimiterRes, exceeded: boolean): RateLimitState {
    return {
      limit: this.#points,
      remaining: Math.max(0, result.remainingPoints),
      resetMs: result.msBeforeNext > 0 ? result.msBeforeNext : this.#windowMs,
      exceeded,
    }
  }
}

/** What is left after one more request. The library rejects with it where the budget is exceeded. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection
    throw rejection
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
