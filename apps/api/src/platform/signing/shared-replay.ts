import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from 'ioredis'
import type { RedisBreaker } from '../redis/redis-breaker.ts'
import { firstReadAt } from './read-replays.ts'
import { Refusal } from '../refusal.ts'
import { signatureLifetimeMs, signaturesKeptMs } from './known-since.ts'
import type { AcceptedSignature, ReplayStore } from './replay.ts'

/** Records that signatures are recorded from now on, unless they are recorded already. */
const begin = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') and 1 or 0`

/**
 * Records a signature in Redis. It returns whether the signature is new, and since when Redis has
 * recorded signatures. That time is written at the first use of an empty memory, so a server that
 * lost its data returns a later time. A signature of a process whose clock is ahead is kept until a
 * process whose clock is right would refuse it.
 */
const recordOnce = `
local known_from = redis.call('GET', KEYS[2]) or ARGV[1]
redis.call('SET', KEYS[2], known_from, 'PX', ARGV[3])
local time = redis.call('TIME')
local valid_for = ARGV[4] - time[1] * 1000 - math.floor(time[2] / 1000)
local kept_for = math.min(math.max(ARGV[2], valid_for), ARGV[5])
local recorded = redis.call('SET', KEYS[1], '1', 'PX', string.format('%d', kept_for), 'NX')
return { recorded and 1 or 0, known_from }`

/** After this time without use, the memory may start again. */
const knownFromKeptMs = 30 * 24 * 3_600_000

/**
 * The signatures that any of several processes accepted. While Redis is away, each process knows
 * only its own: serving reads is worth more than refusing everybody. When Redis is back, and its
 * memory may have begun again, each process relies on its own memory for what the shared one does
 * not cover yet. Every signature is recorded in both.
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
  ): Promise<AcceptedSignature | Refusal | undefined> {
    const accepted = await this.#own.acceptOnce(signature, signedAtMs, nowMs)
    if (accepted === undefined || accepted instanceof Refusal) return accepted
    return this.#breaker.run<AcceptedSignature | Refusal | undefined>({
      shared: async () => {
        const knownFromMs = await this.#record(signature, signedAtMs, nowMs)
        if (knownFromMs === undefined) return undefined
        // What the server lost may have been recorded until its memory began again.
        const sharedFirstMs = firstReadAt(knownFromMs, knownFromMs)
        const firstReadMs = Math.min(sharedFirstMs, accepted.firstReadMs)
        return { ...accepted, knownFromMs, firstReadMs }
      },
      alone: () => Promise.resolve(accepted),
      // Another process may answer the same request meanwhile.
      late: () => Promise.resolve(new Refusal('OVERLOADED', [], 'redis did not answer in time')),
    })
  }

  /** Begins the shared memory, if it is empty. A start does so before it is ready. */
  begin(nowMs: number): Promise<void> {
    return this.#breaker.run({
      shared: async () => {
        await this.#redis.eval(begin, 1, await this.#knownFromKey(), nowMs, knownFromKeptMs)
      },
      alone: () => Promise.resolve(),
    })
  }

  /** Since when Redis has recorded signatures. Undefined if it has this one. */
  async #record(signature: Buffer, signedAtMs: number, nowMs: number): Promise<number | undefined> {
    const keys = [`vadium:replay:${signature.toString('base64url')}`, await this.#knownFromKey()]
    const validToMs = signedAtMs + signatureLifetimeMs
    const values = [nowMs, signatureLifetimeMs, knownFromKeptMs, validToMs, signaturesKeptMs]
    const answer = await this.#redis.eval(recordOnce, keys.length, ...keys, ...values)
    const [isNew, knownFromMs] = answer as [number, string]
    return isNew === 1 ? Number(knownFromMs) : undefined
  }

  async #knownFromKey(): Promise<string> {
    return `vadium:replay:known-from:${await this.#runOfServer()}`
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
