import type { Redis } from 'ioredis'
import type { RedisBreaker } from '../../redis-breaker.ts'
import { type ReplayStore, signatureLifetimeMs } from './replay.ts'

/**
 * The signatures that any of several processes accepted. While the server does not answer, each process
 * knows its own alone: reading on is worth more than refusing everybody.
 */
export class SharedReplays implements ReplayStore {
  readonly #redis: Redis
  readonly #breaker: RedisBreaker
  readonly #own: ReplayStore

  constructor(redis: Redis, breaker: RedisBreaker, own: ReplayStore) {
    this.#redis = redis
    this.#breaker = breaker
    this.#own = own
  }

  async acceptOnce(signature: Buffer, signedAtMs: number, nowMs: number): Promise<boolean> {
    if (!(await this.#own.acceptOnce(signature, signedAtMs, nowMs))) return false
    const key = `vadium:replay:${signature.toString('base64url')}`
    return this.#breaker.run(
      async () => (await this.#redis.set(key, '1', 'PX', signatureLifetimeMs, 'NX')) === 'OK',
      () => Promise.resolve(true),
    )
  }
}
