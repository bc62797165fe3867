import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { StartError } from '../../platform/start-error.ts'
import { AnswerRecorder, type AnswerRecorderParts } from './answer-recorder.ts'
import {
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
} from './custody-adapter.ts'
import type { CustodyAdapters } from './custody-adapters.ts'
import { exchange } from './custody-exchange.ts'
import { type CustodyOutcome, nameOf } from './custody-outcome.ts'
import { claimInstructions, type ClaimedInstruction } from './instruction.repository.ts'

export interface CustodyWorkerParts extends AnswerRecorderParts {
  readonly pool: Pool
  readonly custody: Pick<CustodyAdapters, 'of'>
  /** The clock of the book. */
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** The longest wait for a custodian, in milliseconds: at most half the duration of a claim. */
  readonly answerMsMax?: number
}

const answerMsMaxDefault = 30_000
/** How many instructions are claimed at once if nobody says otherwise. */
const atOnceDefault = 16

/**
 * Sends instructions to custodians, asks for their state, and updates the book. Any number of
 * workers may run at once, and each may die at any point: an instruction is claimed before it is
 * sent, and one that may have been sent is looked up before it is sent again. An instruction whose
 * cancellation was requested before any worker claimed it ends without a call to the custodian.
 */
export class CustodyWorker {
  readonly #parts: CustodyWorkerParts
  readonly #recorder: AnswerRecorder
  readonly #underWay = new Set<Promise<void>>()
  #isStopped = false

  constructor(parts: CustodyWorkerParts) {
    this.#parts = parts
    this.#recorder = new AnswerRecorder(parts)
  }

  /**
   * Works on all due instructions, longest due first.
   * @returns their number.
   */
  async runDue(): Promise<number> {
    for (let count = 0; ;) {
      const claimed = await this.#claim(atOnceDefault)
      if (claimed.length === 0) return count
      await Promise.all(claimed.map((one) => this.#work(one)))
      count += claimed.length
    }
  }

  /** Works on the next due instruction. False if there is none. */
  async runNext(): Promise<boolean> {
    const [claimed] = await this.#claim(1)
    if (claimed === undefined) return false
    await this.#work(claimed)
    return true
  }

  /**
   * Begins to work on as many due instructions as may be under way besides those that are. It waits
   * only until one more may be. False if none is due, or after {@link stop}.
   */
  async begin(atOnceMax: number): Promise<boolean> {
    while (this.#underWay.size >= atOnceMax) await Promise.race(this.#underWay)
    if (this.#isStopped) return false
    const claimed = await this.#claim(atOnceMax - this.#underWay.size)
    for (const one of claimed) {
      const work = this.#work(one)
        .catch((err: unknown) => {
          this.#parts.logger.error({ err, transfer: one.transferId }, 'custody worker failed')
        })
        .finally(() => this.#underWay.delete(work))
      this.#underWay.add(work)
    }
    return claimed.length > 0
  }

  /** Resolves when nothing is under way that {@link begin} has begun. */
  async ended(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  /** Begins nothing any more. Resolves when nothing is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.ended()
  }

  #claim(countMax: number): Promise<ClaimedInstruction[]> {
    const { pool, clock, ids } = this.#parts
    const now = new Date(clock.now()).toISOString()
    return claimInstructions(pool, { id: ids.next(), now, countMax })
  }

  async #work(claimed: ClaimedInstruction): Promise<void> {
    await this.#recorder.record(claimed, await this.#ask(claimed))
  }

  /** Asks the custodian. */
  async #ask(claimed: ClaimedInstruction): Promise<CustodyOutcome> {
    const { custody, logger, answerMsMax = answerMsMaxDefault } = this.#parts
    if (claimed.isToCancel && !claimed.wasSent) return { report: neverSent }
    const until = performance.now() + answerMsMax
    try {
      const adapter = await custody.of(claimed.custodianId)
      if (adapter === undefined) throw new Error(`there is no custodian ${claimed.custodianId}`)
      return { report: await inTime(exchange({ adapter, claimed, until }), answerMsMax) }
    } catch (err) {
      if (err instanceof CustodyMismatchError) return { report: mismatch }
      logger.warn({ err, transfer: claimed.transferId }, 'custodian did not answer')
      return {
        failure: safeMessage(err),
        describe: (attempts) =>
          `The custodian did not answer ${attempts} times: a person must look`,
      }
    }
  }
}

/** Cancelled before any worker claimed it. */
const neverSent: ProviderReport = {
  state: 'cancelled',
  requestState: null,
  label: 'Cancelled before the custodian was asked',
  quantity: undefined,
}

/** The transfer was not started under this id, and never will be. */
const mismatch: ProviderReport = {
  state: 'failed',
  requestState: null,
  label: 'The custodian knows the identifier for another transfer. Nothing was transferred',
  quantity: undefined,
}

async function inTime(answer: Promise<ProviderReport>, ms: number): Promise<ProviderReport> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CustodyUnavailableError('no answer in time')), ms)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** The messages of these two errors are the service's own. */
function safeMessage(error: unknown): string {
  const isOurs = error instanceof CustodyUnavailableError || error instanceof StartError
  return isOurs ? error.message : nameOf(error)
}
