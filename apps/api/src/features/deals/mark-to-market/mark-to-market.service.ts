import { agreedCollateral, Decimal, formatDecimal, resolveDispute } from '@vadium/margin'
import {
  type disputeMarkToMarketRequest,
  type createMarkToMarketRequest,
  type MarkToMarketRequest,
  markToMarketRequestStates,
  type OperationBody,
} from '@vadium/schema'
import type { Caller } from '../../../platform/http/operation-pipeline.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { change } from '../lifecycle/change.ts'
import { otherSide } from '../lifecycle/deal.ts'
import { refusalOf } from '../lifecycle/lifecycle.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { hasExpired } from '../lifecycle/time-to-answer.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { markPosition } from '../positions/position-book.ts'
import { transferHasArrived } from '../positions/position-life.ts'
import { hasFailed } from '../transfers/attempts.ts'
import type { TransferChange, TransferListener } from '../transfers/transfer-change.ts'
import { agreedTerms, type AgreedTerms } from './agreed-terms.ts'
import { markToMarketTable, recordDispute, recordSuccessor } from './request.repository.ts'
import type { RequestCreation } from './request-creation.ts'
import { notifyDispute } from './request-notifications.ts'
import { acceptance, counterValuationMove } from './request-acceptance.ts'
import type { MarkToMarketMove } from './request-blockers.ts'
import { markToMarketLifecycle } from './request-lifecycle.ts'
import { requestNotFound, requestResource } from './request-resource.ts'
import type { RequestTransfers } from './request-transfers.ts'
import { countingTransfers, type RequestRecord, uninstructedAmount } from './request-record.ts'

type CreateBody = OperationBody<typeof createMarkToMarketRequest>
type DisputeBody = OperationBody<typeof disputeMarkToMarketRequest>
type Outcome = Promise<MarkToMarketRequest | Refusal>

type Step = (request: RequestRecord) => Promise<Refusal | undefined>

/** What a change does before its state is written, and after. */
interface Steps {
  readonly prepare?: Step
  readonly work?: Step
}

/** The life of mark-to-market requests: asked for, answered, carried out. */
export class MarkToMarketService implements TransferListener {
  readonly #creation: RequestCreation
  readonly #transfers: RequestTransfers
  readonly #traffic: CounterpartyTraffic

  constructor(
    creation: RequestCreation,
    transfers: RequestTransfers,
    traffic: CounterpartyTraffic,
  ) {
    this.#creation = creation
    this.#transfers = transfers
    this.#traffic = traffic
  }

  /** Asks for what a preview has shown. What was argued about before is part of it from now on. */
  async create(tx: WriteTransaction, caller: Caller, body: CreateBody): Outcome {
    const created = await this.#creation.create(tx, caller, body)
    if (created instanceof Refusal) return created
    for (const disputed of await markToMarketTable.ofPosition(tx, created.positionId, 'DISPUTED')) {
      await recordSuccessor(tx, disputed.id, created.id)
      await mustMove(tx, markToMarketRequestStates, disputed, counterValuationMove(disputed))
      await this.#markIfCompleted(tx, disputed.id)
    }
    return outcome(tx, caller, created.id)
  }

  /** Agrees; in a dispute the one side gives in, or the other lets the counter-figure stand. */
  async accept(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'accept', {
      work: async (request) => {
        const action = acceptance(request, tx.organizationId)
        if (action === 'accept' || action === 'concede') {
          const terms = await agreedTerms(tx, request.positionId)
          const refused = await this.#instruct(tx, request, uninstructedAmount(request), terms)
          if (refused !== undefined) return refused
        }
        await this.#completeIfArrived(tx, id)
        if (action === 'conclude') await this.#markIfCompleted(tx, id)
        return undefined
      },
    })
  }

  reject(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'reject')
  }

  cancel(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'cancel', {
      prepare: async (request) => {
        if (request.status !== 'PENDING_ACCEPTANCE') return undefined
        return this.#traffic.admitWithdrawal(tx, otherSide(request, tx.organizationId))
      },
    })
  }

  /**
   * Answers with another figure. Within the tolerance that is agreed on, and moves; beyond it the undisputed
   * part moves at once.
   */
  async dispute(tx: WriteTransaction, caller: Caller, id: string, body: DisputeBody): Outcome {
    const request = await markToMarketTable.lock(tx, id)
    if (request === undefined) return requestNotFound(id)
    const counter = new Decimal(body.counter_notional_usd)
    const fault = counterFault(counter)
    if (fault !== undefined) return fault

    const terms = await agreedTerms(tx, request.positionId)
    if (!counter.lessThan(request.notionalUsd)) {
      const asked = { organizationId: tx.organizationId, facts: { nowMs: tx.nowMs } }
      return refusalOf(markToMarketLifecycle, request, 'dispute', asked) ?? nothingDisputed(request)
    }
    const resolution = resolveDispute({
      call: request.notionalUsd,
      counter,
      tolerance: terms.tolerance,
      method: terms.disputeMethod,
    })
    const isDisputed = resolution.outcome === 'disputed'
    const as = isDisputed ? 'dispute' : 'accept'
    const asked = { action: 'dispute', as, facts: { nowMs: tx.nowMs } } as const
    const refusal = await change(tx, markToMarketLifecycle, request, asked, async () => {
      const amount = agreedAmount(request, resolution.agreed, terms)
      await recordDispute(tx, id, {
        counterNotionalUsd: formatDecimal(counter, 2),
        reason: body.reason,
        note: body.note ?? null,
        outcome: resolution.outcome,
        agreedNotionalUsd: formatDecimal(resolution.agreed, 2),
        agreedCollateralAmount: formatDecimal(amount),
        disputedNotionalUsd: formatDecimal(resolution.disputed, 2),
      })
      const refused = await this.#instruct(tx, request, amount, terms)
      if (refused !== undefined) return refused
      if (isDisputed) await notifyDispute(tx, request, formatDecimal(resolution.disputed, 2))
      if (!isDisputed && amount.isZero()) await this.#completeWithoutTransfer(tx, id)
      return undefined
    })
    return refusal ?? outcome(tx, caller, id)
  }

  /** Instructs the failed transfers again. */
  retry(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'retry', {
      work: async (request) => {
        const terms = await agreedTerms(tx, request.positionId)
        // In a book that was imported, a request does not know its transfers: all of it is tried again.
        if (request.transfers.length === 0) {
          return this.#instruct(tx, request, uninstructedAmount(request), terms)
        }
        for (const failed of countingTransfers(request).filter(hasFailed)) {
          const quantity = new Decimal(failed.quantity)
          const refused = await this.#transfers.instruct(tx, request, quantity, terms, failed.id)
          if (refused !== undefined) return refused
        }
        return undefined
      },
    })
  }

  /**
   * The cure time has passed: what nobody has answered ends. False where the time has not come yet; what needs
   * no ending any more is left alone.
   */
  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    const request = await markToMarketTable.lock(tx, id)
    if (request?.status !== 'PENDING_ACCEPTANCE' || request.expireAt === null) return true
    if (!hasExpired(request, tx)) return false
    await mustMove(tx, markToMarketRequestStates, request, 'expire')
    return true
  }

  /**
   * The position closes: what is still argued about has no object any more. Nothing of it may be under way, and
   * the deal is locked.
   */
  async concludeDisputes(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const disputed of await markToMarketTable.ofPosition(tx, positionId, 'DISPUTED')) {
      await mustMove(tx, markToMarketRequestStates, disputed, 'conclude')
      await this.#markIfCompleted(tx, disputed.id)
    }
  }

  /** What became of a transfer of a request. A transfer of a book that was imported belongs to none. */
  async transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer, markToMarketRequestId: id, to } = change
    if (to === 'COMPLETED') await transferHasArrived(tx, transfer)
    if (id === null) return
    let request = await markToMarketTable.read(tx, id)
    if (request.status === 'ACCEPTED') {
      const status = await mustMove(tx, markToMarketRequestStates, request, 'start')
      request = { ...request, status }
    }
    const mayFail = request.status === 'IN_PROGRESS' || request.status === 'DISPUTED'
    if (mayFail && countingTransfers(request).some(hasFailed)) {
      await mustMove(tx, markToMarketRequestStates, request, 'fail')
    }
    await this.#completeIfArrived(tx, id)
  }

  /** One change of one request in the name of the caller: under its lock, answered as it then stands. */
  async #change(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    action: MarkToMarketMove,
    { prepare, work }: Steps = {},
  ): Outcome {
    const request = await markToMarketTable.lock(tx, id)
    if (request === undefined) return requestNotFound(id)
    const facts = { nowMs: tx.nowMs }
    const asked = { action, facts, prepare: async () => prepare?.(request) }
    const refusal = await change(tx, markToMarketLifecycle, request, asked, async () =>
      work?.(request),
    )
    return refusal ?? outcome(tx, caller, id)
  }

  /** Nothing is instructed where nothing is to move. */
  async #instruct(
    tx: WriteTransaction,
    request: RequestRecord,
    amount: Decimal,
    terms: AgreedTerms,
  ): Promise<Refusal | undefined> {
    return amount.isZero() ? undefined : this.#transfers.instruct(tx, request, amount, terms)
  }

  async #completeWithoutTransfer(tx: WriteTransaction, id: string): Promise<void> {
    await mustMove(tx, markToMarketRequestStates, await markToMarketTable.read(tx, id), 'start')
    await this.#completeIfArrived(tx, id)
  }

  async #completeIfArrived(tx: WriteTransaction, id: string): Promise<void> {
    const request = await markToMarketTable.read(tx, id)
    if (request.status !== 'IN_PROGRESS') return
    if (!countingTransfers(request).every(({ status }) => status === 'COMPLETED')) return
    await mustMove(tx, markToMarketRequestStates, request, 'complete')
    await this.#markIfCompleted(tx, id)
  }

  /** A position was marked when collateral has moved for it, not when there was nothing to move. */
  async #markIfCompleted(tx: WriteTransaction, id: string): Promise<void> {
    const { status, positionId, assetPriceUsd, transfers } = await markToMarketTable.read(tx, id)
    const hasMoved = transfers.some((transfer) => transfer.status === 'COMPLETED')
    if (status !== 'COMPLETED' || !hasMoved || assetPriceUsd === null) return
    await markPosition(tx, positionId, assetPriceUsd)
  }
}

async function outcome(
  tx: WriteTransaction,
  { organizationId, role }: Caller,
  id: string,
): Promise<MarkToMarketRequest> {
  return requestResource(await markToMarketTable.read(tx, id), {
    organizationId,
    role,
    nowMs: tx.nowMs,
  })
}

function agreedAmount(
  request: RequestRecord,
  agreedNotionalUsd: Decimal,
  { margin }: AgreedTerms,
): Decimal {
  const { direction, collateralPriceUsd, collateralAmount } = request
  if (collateralPriceUsd === null) throw new Error(`request ${request.id} has no price`)
  const call = { direction, agreedNotionalUsd, collateralPriceUsd, collateralAmount }
  return agreedCollateral(call, margin)
}

function counterFault(counter: Decimal): Refusal | undefined {
  const isFigure = !counter.isNegative() && counter.decimalPlaces() <= 2
  if (isFigure) return undefined
  return new Refusal('VALUE_INVALID', [
    {
      field: 'counter_notional_usd',
      issue: 'must be zero or above, with at most two decimals',
    },
  ])
}

function nothingDisputed({ notionalUsd }: RequestRecord): Refusal {
  const called = formatDecimal(new Decimal(notionalUsd), 2)
  return new Refusal('NOTHING_DISPUTED', [
    { field: 'counter_notional_usd', issue: 'must be below what was asked for', value: called },
  ])
}
