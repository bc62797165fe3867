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
  readonly organization: number
  readonly address: number
  readonly windowSeconds: number
}

/** The server that several processes share their counts on, and what bypasses it while it is away. */
export interface SharedCounts {
  readonly redis: Redis
  readonly breaker: RedisBreaker
}

/**
 * Three budgets in fixed windows: one a credential, one above it for all credentials of an organization,
 * and one an address, which only what carries no valid signature draws on. Several processes share them
 * where a Redis server is given; while it does not answer, each counts for itself.
 */
export class RateLimits {
  readonly #credential: Budget
  readonly #organization: Budget
  readonly #address: Budget

  constructor(
    { credential, organization, address, windowSeconds }: RateLimitSettings,
    shared?: SharedCounts,
  ) {
    this.#credential = new Budget('credential', credential, windowSeconds, shared)
    this.#organization = new Budget('organization', organization, windowSeconds, shared)
    this.#address = new Budget('address', address, windowSeconds, shared)
  }

  /**
   * Counts a request of a verified caller. What exceeds the budget of its credential is not
   * counted for the organization, so that one program in a loop leaves the others theirs. The answer is
   * the budget that is tighter.
   */
  async countCaller(caller: Caller): Promise<RateLimitState> {
    const own = await this.#credential.count(caller.credentialId)
    if (own.exceeded) return own
    return tighter(own, await this.#organization.count(caller.organizationId))
  }

  /** Counts a request that nobody known has signed. */
  async countAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#address.count(networkOf(address))
  }

  /** The budget of an address, without counting anything. */
  async peekAddress(address: string | undefined): Promise<RateLimitState> {
    return this.#address.peek(networkOf(address))
  }
}

/** Who has been verified, as far as limits go. */
interface Caller {
  readonly credentialId: string
  readonly organizationId: string
}

/** The budget that ends first; of two that end alike, the one that is longer in coming back. */
function tighter(one: RateLimitState, other: RateLimitState): RateLimitState {
  if (one.exceeded !== other.exceeded) return one.exceeded ? one : other
  if (one.remaining !== other.remaining) return one.remaining < other.remaining ? one : other
  return one.resetMs >= other.resetMs ? one : other
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
