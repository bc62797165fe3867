import type { FastifyBaseLogger } from 'fastify'
import { instantText } from '../../platform/instant.ts'
import { together } from '../../platform/writes/together.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { type BookedTransfer, cancellationRequestedLabel, openTransfers } from '../deals/index.ts'
import { GroupsOfDeals } from './answer-groups.ts'
import type { ProviderReport } from './custody-adapter.ts'
import { isOver } from './custody-exchange.ts'
import { type CustodyOutcome, type FailedExchange, nameOf } from './custody-outcome.ts'
import {
  type ClaimedInstruction,
  endClaims,
  type HeldClaim,
  holdClaims,
  type NextStep,
} from './instruction.repository.ts'
import { nextPoll } from './poll-times.ts'
import type { SettlementService } from './settlement.service.ts'

export interface AnswerRecorderParts {
  readonly writes: Writes
  readonly settlement: SettlementService
  readonly logger: Pick<FastifyBaseLogger, 'error'>
  /**
   * After this many failed attempts in a row the instruction is stalled, and a person must look.
   */
  readonly attemptsMax: number
}

/** What a custodian answered about a claimed instruction. */
interface Answer extends ClaimedInstruction {
  readonly outcome: CustodyOutcome
}

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

/** So many lenders' answers are recorded at once, each with a connection. */
const lendersAtOnceMax = 2
/**
 * A group waits no longer for a deal that is locked, because others of the lender wait for the group,
 * and it may have locked some of them.
 */
const groupLockMs = 1000
const backOffMs = 1000
const backOffMsMax = 300_000

/**
 * Records the answers of custodians in the book, and ends the claims. Answers about deals of one
 * lender that arrive while others are recorded are recorded together, in one transaction. If that
 * fails, each is recorded alone, and none waits for another.
 */
export class AnswerRecorder {
  readonly #parts: AnswerRecorderParts
  readonly #groups = new GroupsOfDeals<Answer, 'recorded' | 'not recorded'>({
    work: (answers) => this.#recordGroup(answers),
    groupsAtOnceMax: lendersAtOnceMax,
  })

  constructor(parts: AnswerRecorderParts) {
    this.#parts = parts
  }

  /**
   * Records an answer. A claim that has lapsed meanwhile records nothing.
   * @throws if the database is unavailable. The claim lapses then.
   */
  async record(claimed: ClaimedInstruction, outcome: CustodyOutcome): Promise<void> {
    const answer = { ...claimed, outcome }
    if ((await this.#groups.add(answer)) === 'not recorded') await this.#recordAlone(answer)
  }

  async #recordGroup(answers: readonly Answer[]): Promise<'recorded' | 'not recorded'> {
    const [first] = answers
    if (first === undefined) return 'recorded'
    try {
      await this.#parts.writes.byKeys(first.lenderId, async (tx) => {
        await tx.write("SELECT set_config('lock_timeout', $1, true)", [`${groupLockMs}ms`])
        await this.#write(tx, answers)
      })
      return 'recorded'
    } catch (err) {
      this.#parts.logger.error(
        { err },
        'recording answers of a custodian failed, so each is recorded alone',
      )
      return 'not recorded'
    }
  }

  async #recordAlone(answer: Answer): Promise<void> {
    const { writes, logger } = this.#parts
    const write = (outcome: CustodyOutcome) =>
      writes.byKeys(answer.lenderId, (tx) => this.#write(tx, [{ ...answer, outcome }]))
    try {
      await write(answer.outcome)
    } catch (err) {
      // An answer that cannot be booked must not be retried unnoticed for ever. If the database is
      // unavailable, this fails as well, and the claim lapses.
      logger.error({ err, transfer: answer.transferId }, 'recording a custodian answer failed')
      await write({
        failure: `recording the answer failed: ${nameOf(err)}`,
        describe: () => "The custodian's answer cannot be booked: a person must look",
      })
    }
  }

  /** Writes answers about different deals of one lender. */
  async #write(tx: WriteTransaction, answers: readonly Answer[]): Promise<void> {
    const ids = answers.map(({ transferId }) => transferId)
    const [transfers, held] = await together([openTransfers(tx, ids), holdClaims(tx, answers)])
    const taken = answers.flatMap((answer) => {
      const claim = held.get(answer.transferId)
      if (claim === undefined) return []
      const isNews = claim.calledBack || claim.isToCancel !== answer.isToCancel
      const transfer = knownTransfer(transfers, answer.transferId)
      return [{ ...answer, ...claim, isNews, transfer }]
    })
    const steps = await together(taken.map((one) => this.#next(tx, one, one.outcome)))
    if (steps.length > 0) await endClaims(tx, steps)
  }

  async #next(
    tx: WriteTransaction,
    taken: TakenInstruction,
    outcome: CustodyOutcome,
  ): Promise<NextStep> {
    const { transferId } = taken
    return 'report' in outcome
      ? { transferId, ...(await this.#follow(tx, taken, outcome.report)) }
      : { transferId, ...(await this.#retryLater(tx, taken, outcome)) }
  }

  /** Books a report. An unfinished transfer is polled again, less often the older it is. */
  async #follow(
    tx: WriteTransaction,
    { transfer, createdAt, isNews, isToCancel }: TakenInstruction,
    report: ProviderReport,
  ): Promise<Omit<NextStep, 'transferId'>> {
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
    return { ...going, dueAt: instantText(nextPoll(Date.parse(createdAt), tx.nowMs)) }
  }

  async #retryLater(
    tx: WriteTransaction,
    { transfer, attempts: before, isNews, isToCancel }: TakenInstruction,
    { failure: lastError, describe }: FailedExchange,
  ): Promise<Omit<NextStep, 'transferId'>> {
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
    return { dueAt: instantText(tx.nowMs + pauseMs), attempts, stalled: false, lastError }
  }
}

function knownTransfer(transfers: ReadonlyMap<string, BookedTransfer>, id: string): BookedTransfer {
  const transfer = transfers.get(id)
  if (transfer === undefined) throw new Error(`transfer ${id} is not of this organization`)
  return transfer
}
