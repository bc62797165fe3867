import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { RedisBreaker } from '../redis/redis-breaker.ts'
import { firstReadAt } from './read-replays.ts'
import { type AcceptedSignature, type ReplayStore, signatureLifetimeMs } from './replay.ts'

/**
 * Records a signature in Redis. It returns whether the signature is new, and since when Redis has
 * recorded signatures. That time is written at the first use of an empty memory, so a server that
 * lost its data returns a later time.
 */
const recordOnce = `
local known_from = redis.call('GET', KEYS[2]) or ARGV[1]
redis.call('SET', KEYS[2], known_from, 'PX', ARGV[3])
local recorded = redis.call('SET', KEYS[1], '1', 'PX', ARGV[2], 'NX')
return { recorded and 1 or 0, known_from }`

/** After this time without use, the memory may start again. */
const knownFromKeptMs = 30 * 24 * 3_600_000

/**
 * The signatures that any of several processes accepted. While Redis does not answer, each process
 * knows only its own. Serving reads is worth more than refusing everybody.
 */
export class SharedReplays implements ReplayStore {
  readonly #redis: Redis
  readonly #breaker: RedisBreaker
  readonly #own: ReplayStore
  readonly #logger: FastifyBaseLogger
  /** The run id of the server that this connection uses. It is queried once for each connection. */
  #run: Promise<string> | undefined

  constructor(redis: Redis, breaker: RedisBreaker, own: ReplayStore, logger: FastifyBaseLogger) {
    this.#redis = redis
    this.#breaker = breaker
    this.#own = own
    this.#logger = logger
    redis.on('close', () => {
      this.#run = undefined
    })
  }

  async acceptOnce(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
  ): Promise<AcceptedSignature | undefined> {
    const accepted = await this.#own.acceptOnce(signature, signedAtMs, nowMs)
    if (accepted === undefined) return undefined
    return this.#breaker.run(
      async () => {
        const knownFromMs = await this.#record(signature, nowMs)
        if (knownFromMs === undefined) return undefined
        // What the server lost may have been recorded until its memory began again.
        const firstReadMs = firstReadAt(knownFromMs, knownFromMs)
        return { ...accepted, knownFromMs, firstReadMs }
      },
      () => Promise.resolve(accepted),
    )
  }

  /** Since when Redis has recorded signatures. Undefined if it has this one. */
  async #record(signature: Buffer, nowMs: number): Promise<number | undefined> {
    const knownFromKey = `vadium:replay:known-from:${await this.#runOfServer()}`
    const keys = [`vadium:replay:${signature.toString('base64url')}`, knownFromKey]
    const values = [nowMs, signatureLifetimeMs, knownFromKeptMs]
    const answer = await this.#redis.eval(recordOnce, keys.length, ...keys, ...values)
    const [isNew, knownFromMs] = answer as [number, string]
    return isNew === 1 ? Number(knownFromMs) : undefined
  }

  /**
   * Each run of the server has a memory of its own. The data that it loads after a restart, or
   * receives before a failover, may lack the last signatures.
   */
  async #runOfServer(): Promise<string> {
    this.#run ??= this.#redis.info().then((information) => {
      const policy = /^maxmemory_policy:(\S+)/m.exec(information)?.[1]
      if (policy !== undefined && policy !== 'noeviction') {
        this.#logger.warn(
          { policy },
          'redis may evict recorded signatures: set maxmemory-policy to noeviction',
        )
      }
      return runIn(information)
    })
    try {
      return await this.#run
    } catch (error) {
      this.#run = undefined
      throw error
    }
  }
}

function runIn(information: string): string {
  const run = /^run_id:([0-9a-f]{1,64})\r?$/m.exec(information)?.[1]
  if (run === undefined) throw new Error('redis did not report its run_id')
  return run
}
