import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { SettlementService } from './settlement.service.ts'
import { type BookedTransfer, cancellationRequestedLabel } from '../deals/index.ts'
import { StartError } from '../../platform/start-error.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import {
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
} from './custody-adapter.ts'
import type { CustodyAdapters } from './custody-adapters.ts'
import { exchange, isOver } from './custody-exchange.ts'
import {
  claimInstruction,
  type ClaimedInstruction,
  endClaim,
  type HeldClaim,
  holdClaim,
  type NextStep,
  readInstruction,
} from './instruction.repository.ts'
import { pollPauseMs } from './poll-times.ts'
import { together } from '../../platform/writes/together.ts'

export interface CustodyWorkerParts {
  readonly pool: Pool
  readonly writes: Writes
  readonly settlement: SettlementService
  readonly custody: Pick<CustodyAdapters, 'of'>
  /** The clock of the book. */
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /**
   * After this many failed attempts in a row the instruction is stalled, and a person must look.
   */
  readonly attemptsMax: number
  /** The longest wait for a custodian, in milliseconds: at most half the duration of a claim. */
  readonly answerMsMax?: number
}

/**
 * The custodian's report; or why there is none, as text for the operator (`failure`) and for the
 * parties (`describe`).
 */
type ProviderOutcome =
  | { readonly report: ProviderReport }
  | { readonly failure: string; readonly describe: (attempts: number) => string }

/** A claim that is still held, with its transfer. The deal is locked. */
type TakenInstruction = ClaimedInstruction &
  HeldClaim & {
    readonly transfer: BookedTransfer
    /**
     * A callback or a cancellation request has arrived since the custodian was asked, so it is
     * asked again at once.
     */
    readonly isNews: boolean
  }

const answerMsMaxDefault = 30_000
const backOffMs = 1000
const backOffMsMax = 300_000

/**
 * Sends instructions to custodians, asks for their state, and updates the book. Any number of
 * workers may run at once, and each may die at any point: an instruction is claimed before it is
 * sent, and one that may have been sent is looked up before it is sent again. An instruction whose
 * cancellation was requested before any worker claimed it ends without a call to the custodian.
 */
export class CustodyWorker {
  readonly #parts: CustodyWorkerParts

  constructor(parts: CustodyWorkerParts) {
    this.#parts = parts
  }

  /**
   * Works on all due instructions, longest due first.
   * @returns their number.
   */
  async runDue(): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (!(await this.runNext())) return count
    }
  }

  /** Works on the next due instruction. False if there is none. */
  async runNext(): Promise<boolean> {
    const { pool, clock, ids } = this.#parts
    const now = new Date(clock.now()).toISOString()
    const claimed = await claimInstruction(pool, now, ids.next())
    if (claimed === undefined) return false
    await this.#work(claimed)
    return true
  }

  async #work(claimed: ClaimedInstruction): Promise<void> {
    const { logger } = this.#parts
    const outcome = await this.#ask(claimed)
    try {
      await this.#record(claimed, outcome)
    } catch (err) {
      // An answer that cannot be booked must not be retried unnoticed for ever. If the database is
      // unavailable, this fails as well, and the claim lapses.
      logger.error({ err, transfer: claimed.transferId }, 'recording a custodian answer failed')
      await this.#record(claimed, {
        failure: `recording the answer failed: ${nameOf(err)}`,
        describe: () => "The custodian's answer cannot be booked: a person must look",
      })
    }
  }

  /** Asks the custodian. */
  async #ask(claimed: ClaimedInstruction): Promise<ProviderOutcome> {
    const { custody, logger, writes, answerMsMax = answerMsMaxDefault } = this.#parts
    if (claimed.isToCancel && !claimed.wasSent) return { report: neverSent }
    const until = performance.now() + answerMsMax
    const instruction = () =>
      writes.byService(claimed.lenderId, (tx) => readInstruction(tx, claimed))
    try {
      const adapter = await custody.of(claimed.custodianId)
      if (adapter === undefined) throw new Error(`there is no custodian ${claimed.custodianId}`)
      const answer = exchange({ adapter, claimed, readInstruction: instruction, until })
      return { report: await inTime(answer, answerMsMax) }
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

  async #record(claimed: ClaimedInstruction, outcome: ProviderOutcome): Promise<void> {
    await this.#parts.writes.byService(claimed.lenderId, async (tx) => {
      const [transfer, held] = await together([
        this.#parts.settlement.open(tx, claimed.transferId),
        holdClaim(tx, claimed),
      ])
      if (held === undefined) return
      const isNews = held.calledBack || held.isToCancel !== claimed.isToCancel
      const taken = { ...claimed, ...held, isNews, transfer }
      const next =
        'report' in outcome
          ? await this.#follow(tx, taken, outcome.report)
          : await this.#retryLater(tx, taken, outcome)
      await endClaim(tx, claimed, next)
    })
  }

  /** Books a report. An unfinished transfer is polled again, less often the older it is. */
  async #follow(
    tx: WriteTransaction,
    { transfer, createdAt, isNews, isToCancel }: TakenInstruction,
    report: ProviderReport,
  ): Promise<NextStep> {
    const isPending = isToCancel && !isOver(report)
    const label = isPending ? cancellationRequestedLabel(report.label) : report.label
    const settled = await this.#parts.settlement.follow(tx, transfer, { ...report, label })
    const going = { attempts: 0, stalled: false, lastError: null }
    if (settled === 'over') return { ...going, dueAt: null }
    if (isNews) return { ...going, dueAt: tx.now }
    if (settled === 'disputed') {
      const lastError = 'the custodian reports another quantity'
      return { dueAt: null, attempts: 0, stalled: true, lastError }
    }
    return { ...going, dueAt: later(tx, pollPauseMs(Date.parse(createdAt), tx.nowMs)) }
  }

  async #retryLater(
    tx: WriteTransaction,
    { transfer, attempts: before, isNews, isToCancel }: TakenInstruction,
    { failure: lastError, describe }: Exclude<ProviderOutcome, { report: unknown }>,
  ): Promise<NextStep> {
    if (isNews) return { dueAt: tx.now, attempts: 0, stalled: false, lastError }
    const attempts = before + 1
    if (attempts >= this.#parts.attemptsMax) {
      const label = describe(attempts)
      await this.#parts.settlement.note(
        tx,
        transfer,
        isToCancel ? cancellationRequestedLabel(label) : label,
      )
      return { dueAt: null, attempts, stalled: true, lastError }
    }
    const pauseMs = Math.min(backOffMs * 2 ** (attempts - 1), backOffMsMax)
    return { dueAt: later(tx, pauseMs), attempts, stalled: false, lastError }
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

const later = (tx: WriteTransaction, ms: number) => new Date(tx.nowMs + ms).toISOString()

/** Only the name of the error: its message may contain anything. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')

/** The messages of these two errors are the service's own. */
function safeMessage(error: unknown): string {
  const isOurs = error instanceof CustodyUnavailableError || error instanceof StartError
  return isOurs ? error.message : nameOf(error)
}
