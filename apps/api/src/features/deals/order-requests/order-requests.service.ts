import {
  type acceptOrderRequest,
  type createOrderRequest,
  type OperationBody,
  type OrderRequest,
  orderRequestChanges,
  orderRequestStates,
} from '@vadium/schema'
import { notifyCure } from '../deal-requests/cure-notification.ts'
import { acceptIfCure, type OfferedCures } from '../deal-requests/offered-cures.ts'
import { RequestChanges } from '../deal-requests/request-changes.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { setDeadline } from '../deadlines/deadlines.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockDealOfPosition, otherSide } from '../parties/deal.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove, recordCreation } from '../lifecycle/state-moves.ts'
import { hasExpired } from '../lifecycle/time-to-answer.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { marginFirst } from '../blockers/close-blockers.ts'
import { heldRetiredFault, noRetiredWallets } from '../blockers/own-retired-wallets.ts'
import { transferHasArrived } from '../positions/position-life.ts'
import { positionNotFound } from '../positions/position.service.ts'
import type { TransferChange, TransferListener } from '../transfers/transfer-change.ts'
import { isAgreedExchange } from './exchanged-collateral.ts'
import { complete, recordReturnedAsset, started } from './moved-transfers.ts'
import type { OrderRequestAgreements } from './order-request-agreements.ts'
import { newOrderRequest, withdrawsItself } from './order-request-creation.ts'
import { walletsMoved } from '../blockers/order-request-eligibility.ts'
import { notifyOrderRequest } from './order-request-notifications.ts'
import { isCure, isWhole } from './order-request-blockers.ts'
import type { OrderRequestFacts } from './order-request-facts.ts'
import { orderRequestLifecycle } from './order-request-lifecycle.ts'
import { orderRequestNotFound, orderRequestResource } from './order-request-resource.ts'
import type { OrderRequestReturns } from './order-request-returns.ts'
import type { OrderRequestSubstitutions } from './order-request-substitutions.ts'
import { keepColumns } from './substitution.repository.ts'
import {
  closingRequest,
  orderRequestTable,
  readRequestedDeal,
  requestsIn,
} from './order-request.repository.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { dayOf } from '../../../platform/instant.ts'

type Outcome = Promise<OrderRequest | Refusal>

const changesWith = (facts: OrderRequestFacts) =>
  new RequestChanges({
    table: orderRequestTable,
    lifecycle: orderRequestLifecycle,
    resource: orderRequestResource,
    notFound: orderRequestNotFound,
    facts,
  })

interface Parts {
  readonly agreements: OrderRequestAgreements
  readonly returns: OrderRequestReturns
  readonly substitutions: OrderRequestSubstitutions
  readonly traffic: CounterpartyTraffic
  readonly facts: OrderRequestFacts
}

/**
 * Recalls, returns, rerates, amends, extends and substitutions: creation, answers, and what they
 * cause.
 */
export class OrderRequestService implements TransferListener, DeadlineHandler, OfferedCures {
  readonly #parts: Parts
  readonly #changes: ReturnType<typeof changesWith>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#changes = changesWith(parts.facts)
  }

  /** Creates a request. What a borrower under notice offers to return is accepted at once. */
  async create(
    tx: WriteTransaction,
    caller: Caller,
    body: OperationBody<typeof createOrderRequest>,
  ): Outcome {
    const { position_id: positionId } = body
    const orderId = await lockDealOfPosition(tx, positionId)
    if (orderId === undefined) return positionNotFound(positionId)
    const request = await newOrderRequest(tx, body, await readRequestedDeal(tx, positionId))
    if (request instanceof Refusal) return request
    const retired = await heldRetiredFault(tx, { orderId }, walletsMoved(body.kind))
    if (retired !== undefined) return retired
    const { id, lender_id: lenderId, borrower_id: borrowerId, expire_at: dueAt } = request
    if (withdrawsItself(tx, body)) {
      const other = otherSide({ lenderId, borrowerId }, tx.organizationId)
      const limited = await this.#parts.traffic.admitWithdrawal(tx, other, 'expire_time')
      if (limited !== undefined) return limited
    }
    await orderRequestTable.insert(tx, request)
    await setDeadline(tx, { kind: 'order_request', resourceId: id, lenderId, borrowerId, dueAt })
    const mover = { organizationId: tx.organizationId }
    const created = await orderRequestTable.read(tx, id)
    await recordCreation(tx, orderRequestStates, created, mover)
    const isAccepted = await acceptIfCure(tx, created, () => this.#acceptCure(tx, created))
    if (!isAccepted) await notifyOrderRequest(tx, created)
    return this.#changes.shown(tx, caller, id)
  }

  async acceptOffered(tx: WriteTransaction, positionId: string): Promise<void> {
    const { substitutions } = this.#parts
    for (const request of await requestsIn('ACCEPTED', tx, positionId)) {
      await substitutions.keepUnderNotice(tx, request)
    }
    for (const request of await requestsIn('IN_PROGRESS', tx, positionId)) {
      await substitutions.keepUnderNotice(tx, request)
      await this.#keepShare(tx, request)
    }
    for (const request of await requestsIn('PENDING', tx, positionId)) {
      await acceptIfCure(tx, request, () => this.#acceptCure(tx, request))
    }
  }

  accept(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    { collateral_wallet_id: walletId }: OperationBody<typeof acceptOrderRequest> = {},
  ): Outcome {
    const { agreements, facts } = this.#parts
    return this.#changes.change(tx, caller, id, 'accept', {
      lock: (request) => facts.lock(tx, request),
      prepare: (request) => agreements.fault(tx, request, walletId),
      work: (request) => agreements.carryOut(tx, request, walletId),
    })
  }

  reject(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#changes.change(tx, caller, id, 'reject')
  }

  cancel(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    const { substitutions, traffic } = this.#parts
    const { prepare } = this.#changes.withdrawal(tx, traffic)
    return this.#changes.change(tx, caller, id, 'cancel', {
      prepare: async (request) =>
        isAgreedExchange(request) ? keepColumns('called_off') : prepare?.(request),
      work: async (request, status) => {
        if (isAgreedExchange(request))
          await substitutions.kept(tx, { ...request, status }, 'called_off')
        return undefined
      },
    })
  }

  retry(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    const { returns, substitutions } = this.#parts
    return this.#changes.change(tx, caller, id, 'retry', {
      work: async (request) => {
        if (orderRequestChanges[request.kind] === 'collateral') {
          await substitutions.retry(tx, request)
          return undefined
        }
        if (request.whole === true) return returns.retryClose(tx, request)
        if (!(await returns.retry(tx, request))) await complete(tx, id)
        return undefined
      },
    })
  }

  /**
   * Ends a request that was not answered in time, puts an agreed rate into effect on its day, or
   * decides about an agreed substitution. False if its time has not come. Runs in the name of the
   * lender.
   */
  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    const request = await orderRequestTable.lock(tx, id)
    if (request === undefined) return true
    const { kind, status, effectiveAt } = request
    const isRate = orderRequestChanges[kind] === 'rate'
    if (status === 'PENDING') {
      if (!hasExpired(request, tx)) return false
      await mustMove(tx, orderRequestStates, request, 'expire')
    } else if (status === 'ACCEPTED' && isRate && effectiveAt !== null) {
      if (dayOf(effectiveAt) > dayOf(tx.now)) return false
      await complete(tx, id)
    } else if (isAgreedExchange(request)) {
      return this.#parts.substitutions.expire(tx, request)
    }
    return true
  }

  /**
   * Follows a transfer of a return, of an exchange or of a close. The caller has locked the deal.
   */
  async transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer } = change
    const { substitutions } = this.#parts
    if (transfer.category === 'return') await this.#partMoved(tx, change)
    else if (transfer.category === 'substitution') await substitutions.transferChanged(tx, change)
    else await this.#closeMoved(tx, transfer)
  }

  async #partMoved(
    tx: WriteTransaction,
    { transfer, orderRequestId: id, to }: TransferChange,
  ): Promise<void> {
    if (id === null) throw new Error(`transfer ${transfer.id} belongs to no request`)
    const assetCameBack = transfer.leg === 'asset' && transfer.senderId === transfer.borrowerId
    if (to === 'COMPLETED') {
      await transferHasArrived(tx, transfer)
      if (assetCameBack) await recordReturnedAsset(tx, transfer, id)
    }
    const request = await started(tx, await orderRequestTable.read(tx, id))
    if (to !== 'COMPLETED') {
      await this.#keepShare(tx, request)
      return
    }
    const follows = assetCameBack && (await this.#parts.returns.release(tx, request))
    if (!follows) await complete(tx, id)
  }

  async #keepShare(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    if (await this.#parts.returns.keepShare(tx, request)) await complete(tx, request.id)
  }

  async #closeMoved(
    tx: WriteTransaction,
    { id, orderId }: TransferChange['transfer'],
  ): Promise<void> {
    const request = await closingRequest(tx, orderId)
    if (request === undefined) return
    // A payment of interest from before the close is not of the request.
    if (request.transfers.some((one) => one.id === id)) await started(tx, request)
    if (await this.#parts.returns.isClosed(tx, request)) await complete(tx, request.id)
  }

  /**
   * Accepts what a borrower under notice offers to return, in the name of the service: nobody can
   * refuse a cure, not even by a retired wallet. False: the request is no such offer.
   */
  async #acceptCure(tx: WriteTransaction, found: OrderRequestRecord): Promise<boolean | Refusal> {
    const facts = await this.#changes.factsOf(tx, found)
    if (isCure(found, facts) === undefined) return false
    const closeBlockers = { ...found.closeBlockers, ownRetiredWallets: noRetiredWallets }
    const request = { ...found, closeBlockers }
    // The lender, who would have to agree, could refuse a close that follows a cancelled one.
    const again = isWhole(request) ? marginFirst(closeBlockers, facts) : undefined
    if (again !== undefined) return again
    const asked = { action: 'accept', facts, byService: true } as const
    const refusal = await change(tx, orderRequestLifecycle, request, asked, () =>
      this.#parts.agreements.agreeOnReturn(tx, request),
    )
    if (refusal !== undefined) return refusal
    const sent = `${request.quantity ?? ''} ${request.asset}`
    await notifyCure(tx, request, { resource: 'order_request', sent })
    return true
  }
}
