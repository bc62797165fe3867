import { headerNames, signatureWindowMs } from '@vadium/schema'
import type { Pool } from 'pg'
import { Refusal } from '../refusal.ts'
import { unauthenticated } from './signature-headers.ts'
import type { AcceptedSignature } from './replay.ts'

/**
 * A signature whose timestamp is further ahead of the clock than this is recorded in the database.
 * The shorter it is, the sooner a process is ready, and the more clients have a clock for which
 * each of their reads costs a write.
 */
const aheadMsMax = 250

/** A clock that is set back by up to this, while nothing runs, makes no read acceptable again. */
const setBackMsMax = 1000

/**
 * The earliest timestamp of a read that is answered.
 *
 * @param knownFromMs When the memory of signatures began, and another one had ended.
 * @param startedMs When what keeps the memory was started: not before the other one had ended,
 * unless two overlapped.
 */
export function firstReadAt(knownFromMs: number, startedMs: number): number {
  return Math.max(knownFromMs + aheadMsMax, startedMs + setBackMsMax + aheadMsMax)
}

const record = 'INSERT INTO used_signatures (signature) VALUES ($1) ON CONFLICT DO NOTHING'
const find = 'SELECT FROM used_signatures WHERE signature = $1'

/**
 * Refuses replays of reads that were accepted before the memory of signatures began: by this
 * process before a restart, or by others before this one started. Writes do not need
 * this, because their signatures are committed with their effect.
 *
 * A read that was accepted before the memory began either has a timestamp at most `aheadMsMax`
 * after that moment, and is refused by its timestamp, or its timestamp was further ahead, and it is
 * in the database.
 */
export class ReadReplays {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Why a read with this signature is refused. Undefined if it may be answered. */
  async refusalOf(signature: AcceptedSignature, nowMs: number): Promise<Refusal | undefined> {
    const { bytes, signedAtMs, knownFromMs, firstReadMs } = signature
    if (signedAtMs < firstReadMs) return signedTooEarly(Math.max(firstReadMs, nowMs))
    const isReplay = await this.#wasUsed(bytes, signedAtMs, nowMs, knownFromMs)
    return isReplay ? unauthenticated('replayed signature') : undefined
  }

  async #wasUsed(
    signature: Buffer,
    signedAtMs: number,
    nowMs: number,
    knownFromMs: number,
  ): Promise<boolean> {
    const values = [signature]
    if (signedAtMs > nowMs + aheadMsMax) {
      const statement = { name: 'record signature of a read', text: record, values }
      return (await this.#pool.query(statement)).rowCount === 0
    }
    // A signature with a later timestamp cannot have been accepted before the memory began.
    if (signedAtMs > knownFromMs + signatureWindowMs) return false
    const statement = { name: 'find signature of a read', text: find, values }
    return (await this.#pool.query(statement)).rowCount === 1
  }
}

function signedTooEarly(firstMs: number): Refusal {
  const issue =
    'must not be before the value: the service has just started and does not know what it ' +
    'accepted before'
  const details = [{ field: headerNames.timestamp, issue, value: String(Math.ceil(firstMs)) }]
  return new Refusal('TIMESTAMP_OUT_OF_WINDOW', details)
}
