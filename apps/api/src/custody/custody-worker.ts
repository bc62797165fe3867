import { providerLifecycleStates, isFinal } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { SettlementService } from '../modules/transfers/settlement.service.ts'
import type { WriteTransaction } from '../writes/write-transaction.ts'
import type { Writes } from '../writes/writes.ts'
import {
  type CustodyAdapter,
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
} from './custody-adapter.ts'
import type { CustodyAdapters } from './custody-adapters.ts'
import {
  claimInstruction,
  type ClaimedInstruction,
  endClaim,
  type NextStep,
  readInstruction,
} from './instruction.repository.ts'

interface WorkerParts {
  readonly pool: Pool
  readonly writes: Writes
  readonly settlement: SettlementService
  readonly custody: CustodyAdapters
  /** The time of the book. */
  readonly clock: Clock
  readonly ids: Ids
  readonly logger: FastifyBaseLogger
  /** After so many attempts in vain a person must look. */
  readonly attemptsMax: number
}

const waitMsMax = 30_000
const backOffMs = 1000
const backOffMsMax = 300_000
const pollMsMin = 1000
const pollMsMax = 60_000

/**
 * Carries out what was decided: sends instructions to custodians, asks what became of them, and lets the book
 * follow. Any number of workers at once, each of which may die at any point: an instruction is claimed
 * before it is sent, and what may have been sent is asked for before it is sent again.
 */
export class CustodyWorker {
  readonly #parts: WorkerParts

  constructor(parts: WorkerParts) {
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
    const { writes, settlement, logger } = this.#parts
    const heard = await this.#ask(claimed)
    await writes.byService(claimed.lenderId, async (tx) => {
      if ('error' in heard) {
        logger.warn(
          { err: heard.error, transfer: claimed.transferId },
          'a custodian did not answer',
        )
        await this.#giveUpForNow(tx, claimed, heard.error)
        return
      }
      if (!(await endClaim(tx, claimed, nextStep(tx, claimed, heard.report)))) return
      const settled = await settlement.report(tx, claimed.transferId, heard.report)
      if (settled === 'disputed') {
        const error = 'the custodian says that another quantity has moved'
        await stall(tx, claimed.transferId, error)
      }
    })
  }

  /** What the custodian says, or why it is not known. */
  async #ask(claimed: ClaimedInstruction): Promise<{ report: ProviderReport } | { error: Error }> {
    const { custody } = this.#parts
    try {
      const adapter = await custody.of(claimed.custodianId)
      if (adapter === undefined) throw new Error(`there is no custodian ${claimed.custodianId}`)
      return { report: await inTime(this.#exchange(adapter, claimed)) }
    } catch (error) {
      if (error instanceof CustodyMismatchError) return { report: mismatch }
      return { error: error instanceof Error ? error : new Error(String(error)) }
    }
  }

  async #exchange(adapter: CustodyAdapter, claimed: ClaimedInstruction): Promise<ProviderReport> {
    if (claimed.wasSent) {
      const known = await adapter.get(claimed.externalTransferId)
      if (known !== undefined) return known
    }
    const instruction = await this.#parts.writes.byService(claimed.lenderId, (tx) =>
      readInstruction(tx, claimed),
    )
    return adapter.submit(instruction)
  }

  async #giveUpForNow(
    tx: WriteTransaction,
    claimed: ClaimedInstruction,
    error: Error,
  ): Promise<void> {
    const attempts = claimed.attempts + 1
    const stalled = attempts >= this.#parts.attemptsMax
    const pauseMs = Math.min(backOffMs * 2 ** (attempts - 1), backOffMsMax)
    const dueAt = stalled ? null : new Date(tx.nowMs + pauseMs).toISOString()
    // The name of the error alone: what a provider writes may hold what is nobody's business.
    const lastError = error instanceof CustodyUnavailableError ? error.message : error.name
    if (!(await endClaim(tx, claimed, { dueAt, attempts, stalled, lastError }))) return
    if (stalled) {
      await this.#parts.settlement.note(
        tx,
        claimed.transferId,
        `The custodian did not answer ${attempts} times: a person must look`,
      )
    }
  }
}

/** It was not begun under this id, and never will be. */
const mismatch: ProviderReport = {
  state: 'failed',
  requestState: null,
  label: 'The custodian knows its identifier for another movement; nothing has moved',
  quantity: undefined,
}

async function inTime(answer: Promise<ProviderReport>): Promise<ProviderReport> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CustodyUnavailableError('no answer in time')), waitMsMax)
  })
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

/** Finished is finished; what goes on is asked for again, the more seldom the longer it takes. */
function nextStep(
  tx: WriteTransaction,
  claimed: ClaimedInstruction,
  report: ProviderReport,
): NextStep {
  const over = report.state !== undefined && isFinal(providerLifecycleStates, report.state)
  const age = Math.max(0, tx.nowMs - Date.parse(claimed.createdAt))
  const pauseMs = Math.min(Math.max(pollMsMin, Math.floor(age / 10)), pollMsMax)
  const dueAt = over ? null : new Date(tx.nowMs + pauseMs).toISOString()
  return { dueAt, attempts: 0, stalled: false, lastError: null }
}

async function stall(tx: WriteTransaction, transferId: string, error: string): Promise<void> {
  await tx.query(
    'UPDATE instructions SET due_at = NULL, stalled = true, last_error = $2 WHERE transfer_id = $1',
    [transferId, error],
  )
}
