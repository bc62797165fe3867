import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import type { SettlementService } from './settlement.service.ts'
import type { BookedTransfer } from '../deals/index.ts'
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
import { askedToCancelLabel } from './state-labels.ts'

export interface CustodyWorkerParts {
  readonly pool: Pool
  readonly writes: Writes
  readonly settlement: SettlementService
  readonly custody: Pick<CustodyAdapters, 'of'>
  /** The time of the book. */
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** After so many attempts in vain a person must look. */
  readonly attemptsMax: number
  /** How long a custodian is waited for, in milliseconds: half as long as a claim lasts, and no longer. */
  readonly answerMsMax?: number
}

/** What a custodian said; or why nothing is known, as the operator is told and as the parties are. */
type ProviderOutcome =
  | { readonly report: ProviderReport }
  | { readonly failure: string; readonly describe: (attempts: number) => string }

/** A claim that still stands, with its transfer, whose deal is locked. */
type TakenInstruction = ClaimedInstruction &
  HeldClaim & {
    readonly transfer: BookedTransfer
    /** Something has happened since the custodian was asked: it is asked again at once. */
    readonly isNews: boolean
  }

const answerMsMaxDefault = 30_000
const backOffMs = 1000
const backOffMsMax = 300_000

/**
 * Carries out what was decided: sends instructions to custodians, asks what became of them, and lets the book
 * follow. Any number of workers at once, each of which may die at any point: an instruction is claimed
 * before it is sent, and what may have been sent is asked for before it is sent again. What is to be given up
 * and was never claimed to be sent is over without a word to anybody.
 */
export class CustodyWorker {
  readonly #parts: CustodyWorkerParts

  constructor(parts: CustodyWorkerParts) {
    this.#parts = parts
  }

  /** Works on all that is due now, the longest due first. How many instructions that were. */
  async runDue(): Promise<number> {
    for (let count = 0; ; count += 1) {
      if (!(await this.runNext())) return count
    }
  }

  /** Works on the next instruction that is due; false where none is. */
  async runNext(): Promise<boolean> {
    const { pool, clock, ids } = this.#parts
    const now = new Date(clock.now()).toISOString()
    const claimed = await claimInstruction(pool, now, ids.next())
    if (claimed === undefined) return false
    await this.#carryOut(claimed)
    return true
  }

  async #carryOut(claimed: ClaimedInstruction): Promise<void> {
    const { logger } = this.#parts
    const heard = await this.#ask(claimed)
    try {
      await this.#record(claimed, heard)
    } catch (err) {
      // One that the book cannot follow must not be tried for ever behind everybody's back. Where the
      // database is away this fails as well, and the claim lapses.
      logger.error({ err, transfer: claimed.transferId }, 'an answer could not be recorded')
      await this.#record(claimed, {
        failure: `its answer could not be recorded: ${nameOf(err)}`,
        describe: () => 'The answer of the custodian cannot be booked: a person must look',
      })
    }
  }

  /** What the custodian says, or why it is not known. */
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
      logger.warn({ err, transfer: claimed.transferId }, 'a custodian did not answer')
      return {
        failure: safeMessage(err),
        describe: (attempts) =>
          `The custodian did not answer ${attempts} times: a person must look`,
      }
    }
  }

  async #record(claimed: ClaimedInstruction, heard: ProviderOutcome): Promise<void> {
    await this.#parts.writes.byService(claimed.lenderId, async (tx) => {
      const transfer = await this.#parts.settlement.open(tx, claimed.transferId)
      const held = await holdClaim(tx, claimed)
      if (held === undefined) return
      const isNews = held.calledBack || held.isToCancel !== claimed.isToCancel
      const taken = { ...claimed, ...held, isNews, transfer }
      const next =
        'report' in heard
          ? await this.#follow(tx, taken, heard.report)
          : await this.#giveUpForNow(tx, taken, heard)
      await endClaim(tx, claimed, next)
    })
  }

  /** Finished is finished; what goes on is asked for again, the more seldom the longer it takes. */
  async #follow(
    tx: WriteTransaction,
    { transfer, createdAt, isNews, isToCancel }: TakenInstruction,
    report: ProviderReport,
  ): Promise<NextStep> {
    const goesOn = isToCancel && !isOver(report)
    const label = goesOn ? askedToCancelLabel(report.label) : report.label
    const settled = await this.#parts.settlement.follow(tx, transfer, { ...report, label })
    const going = { attempts: 0, stalled: false, lastError: null }
    if (settled === 'over') return { ...going, dueAt: null }
    if (isNews) return { ...going, dueAt: tx.now }
    if (settled === 'disputed') {
      const lastError = 'the custodian says that another quantity has moved'
      return { dueAt: null, attempts: 0, stalled: true, lastError }
    }
    return { ...going, dueAt: later(tx, pollPauseMs(Date.parse(createdAt), tx.nowMs)) }
  }

  async #giveUpForNow(
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
        isToCancel ? askedToCancelLabel(label) : label,
      )
      return { dueAt: null, attempts, stalled: true, lastError }
    }
    const pauseMs = Math.min(backOffMs * 2 ** (attempts - 1), backOffMsMax)
    return { dueAt: later(tx, pauseMs), attempts, stalled: false, lastError }
  }
}

/** Given up before any worker had it. */
const neverSent: ProviderReport = {
  state: 'cancelled',
  requestState: null,
  label: 'Cancelled before the custodian was asked',
  quantity: undefined,
}

/** It was not begun under this id, and never will be. */
const mismatch: ProviderReport = {
  state: 'failed',
  requestState: null,
  label: 'The custodian knows its identifier for another movement; nothing has moved',
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

/** The name of an error alone: what others write into one may be nobody's business. */
const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')

/** These two are in our own words. */
function safeMessage(error: unknown): string {
  const isOurs = error instanceof CustodyUnavailableError || error instanceof StartError
  return isOurs ? error.message : nameOf(error)
}
