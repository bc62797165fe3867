import type { Redis } from 'ioredis'
import { type ReplayStore, signatureLifetimeMs } from './replay.ts'

/**
 * The signatures that any of several processes accepted. While the server does not answer, each process
 * knows its own alone: reading on is worth more than refusing everybody.
 */
export class SharedReplays implements ReplayStore {
  readonly #redis: Redis
  readonly #own: ReplayStore
  readonly #onFailure: (error: unknown) => void

  constructor(redis: Redis, own: ReplayStore, onFailure: (error: unknown) => void) {
    this.#redis = redis
    this.#own = own
    this.#onFailure = onFailure
  }

  async acceptOnce(signature: Buffer, signedAtMs: number, nowMs: number): Promise<boolean> {
    if (!(await this.#own.acceptOnce(signature, signedAtMs, nowMs))) return false
    const key = `vadium:replay:${signature.toString('base64url')}`
    try {
      return (await this.#redis.set(key, '1', 'PX', signatureLifetimeMs, 'NX')) === 'OK'
    } catch (error) {
      this.#onFailure(error)
      return true
    }
  }
}
