import { headerNames } from '@vadium/schema'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { RedisBreaker } from '../redis/redis-breaker.ts'
import { networkOf } from './network-address.ts'

/** What remains of a rate limit in the current window. */
export interface RateLimitState {
  readonly limit: number
  readonly remaining: number
  /** Milliseconds until the window ends. */
  readonly resetMs: number
  readonly exceeded: boolean
}

export interface RateLimitSettings {
  readonly credential: number
  readonly organization: number
  readonly address: number
  readonly public: number
  readonly windowSeconds: number
}

/**
 * The Redis server in which several processes share their counts, and the breaker that bypasses it.
 */
export interface SharedCounts {
  readonly redis: Redis
  readonly breaker: RedisBreaker
}

/**
 * Four rate limits in fixed windows: one for each credential, one for all credentials of an
 * organization together, one for each address, which counts only requests without a valid
 * signature, and one for each address on the public paths, which need none. Processes share the
 * counts if Redis is configured. While Redis does not answer, each process counts alone.
 */
export class RateLimits {
  readonly #credential: Budget
  readonly #organization: Budget
  readonly #address: Budget
  readonly #public: Budget

  constructor(
    { credential, organization, address, windowSeconds, ...others }: RateLimitSettings,
    shared?: SharedCounts,
  ) {
    this.#credential = new Budget('credential', credential, windowSeconds, shared)
    this.#organization = new Budget('organization', organization, windowSeconds, shared)
    this.#address = new Budget('address', address, windowSeconds, shared)
    this.#public = new Budget('public', others.public, windowSeconds, shared)
  }

  /**
   * Counts a request of an authenticated caller. A request beyond the limit of its credential is
   * not counted for the organization, so that one program in a loop does not block the others. The
   * result is the tighter of the two limits.
   */
  async countCaller(caller: Caller): Promise<RateLimitState> {
    const own = await this.#credential.count(caller.credentialId)
    if (own.exceeded) return own
    return tighter(own, await this.#organization.count(caller.organizationId))
  }

  /** Counts a request without a valid signature. */
  async countAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#address.count(networkOf(address))
  }

  /** Counts a request of a public path. */
  async countPublic(address: string | undefined): Promise<RateLimitState> {
    return this.#public.count(networkOf(address))
  }

  /** The state of the limit of an address, without counting. */
  async peekAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#address.peek(networkOf(address))
  }
}

interface Caller {
  readonly credentialId: string
  readonly organizationId: string
}

/** The limit that is exceeded or has less left; if both are equal, the one that resets later. */
function tighter(one: RateLimitState, other: RateLimitState): RateLimitState {
  if (one.exceeded !== other.exceeded) return one.exceeded ? one : other
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetMs >= other.resetMs ? one : other
}

/** A number of requests per window for each of many keys. */
class Budget {
  readonly #points: number
  readonly #windowMs: number
  readonly #own: RateLimiterMemory
  readonly #shared:
    | { readonly limiter: RateLimiterRedis; readonly breaker: RedisBreaker }
    | undefined

  constructor(keyPrefix: string, points: number, duration: number, shared?: SharedCounts) {
    this.#points = points
    this.#windowMs = duration * 1000
    this.#own = new RateLimiterMemory({ keyPrefix, points, duration })
    this.#shared = shared && {
      breaker: shared.breaker,
      limiter: new RateLimiterRedis({
        storeClient: shared.redis,
        keyPrefix: `vadium:${keyPrefix}`,
        points,
        duration,
      }),
    }
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
    // Exceeded as soon as the last point is used: the next request would be one too many.
    return this.#state(result, result.remainingPoints <= 0)
  }

  #either<T>(ask: (limiter: RateLimiterAbstract) => Promise<T>): Promise<T> {
    const shared = this.#shared
    if (shared === undefined) return ask(this.#own)
    return shared.breaker.run({
      shared: () => ask(shared.limiter),
      alone: () => ask(this.#own),
    })
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

/** Uses one point. The library rejects with the result if the limit is exceeded. */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection
    throw rejection
  }
}

/** The headers of every answer. Reset is in whole seconds, rounded up. */
export function rateLimitHeaders(state: RateLimitState): Record<string, string> {
  const reset = String(Math.max(1, Math.ceil(state.resetMs / 1000)))
  return {
    [headerNames.rateLimit]: String(state.limit),
    [headerNames.rateLimitRemaining]: String(state.remaining),
    [headerNames.rateLimitReset]: reset,
  }
}
