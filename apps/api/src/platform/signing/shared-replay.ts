import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { RedisBreaker } from '../redis/redis-breaker.ts'
import { type AcceptedSignature, type ReplayStore, signatureLifetimeMs } from './replay.ts'

/**
 * Records a signature, and answers whether it is new and from when on the server remembers them. The time is written
 * at the first use of an empty memory, so a server that has lost its memory gives a later one.
 */
const recordOnce = `
local known_from = redis.call('GET', KEYS[2]) or ARGV[1]
redis.call('SET', KEYS[2], known_from, 'PX', ARGV[3])
local recorded = redis.call('SET', KEYS[1], '1', 'PX', ARGV[2], 'NX')
return { recorded and 1 or 0, known_from }`

/** A memory that nobody has used for so long may say that it begins now. */
const knownFromKeptMs = 30 * 24 * 3_600_000

/**
 * The signatures that any of several processes accepted. While the server does not answer, each process
 * knows its own alone: reading on is worth more than refusing everybody.
 */
export class SharedReplays implements ReplayStore {
  readonly #redis: Redis
  readonly #breaker: RedisBreaker
  readonly #own: ReplayStore
  readonly #logger: FastifyBaseLogger
  /** The run of the server that this connection is to; asked once a connection. */
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
        return knownFromMs === undefined ? undefined : { ...accepted, knownFromMs }
      },
      () => Promise.resolve(accepted),
    )
  }

  /** From when on the server remembers signatures; undefined where it has this one. */
  async #record(signature: Buffer, nowMs: number): Promise<number | undefined> {
    const knownFromKey = `vadium:replay:known-from:${await this.#runOfServer()}`
    const keys = [`vadium:replay:${signature.toString('base64url')}`, knownFromKey]
    const values = [nowMs, signatureLifetimeMs, knownFromKeptMs]
    const answer = await this.#redis.eval(recordOnce, keys.length, ...keys, ...values)
    const [isNew, knownFromMs] = answer as [number, string]
    return isNew === 1 ? Number(knownFromMs) : undefined
  }

  /**
   * Each run of the server has a memory of its own: what it read from its disk after a restart, or was sent by
   * another before a switchover, may lack the last signatures.
   */
  async #runOfServer(): Promise<string> {
    this.#run ??= this.#redis.info().then((information) => {
      const policy = /^maxmemory_policy:(\S+)/m.exec(information)?.[1]
      if (policy !== undefined && policy !== 'noeviction') {
        this.#logger.warn(
          { policy },
          'the shared server may evict signatures that were used; set maxmemory-policy noeviction',
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
  if (run === undefined) throw new Error('the shared server does not say which run it is')
  return run
}
