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
import type { PriceBook } from '../../prices/index.ts'
import { coarseUnitFaultUnder } from '../orders/coarse-units.ts'
import { marginFirst } from '../blockers/close-blockers.ts'
import { heldRetiredFault, noRetiredWallets } from '../blockers/own-retired-wallets.ts'
import type { Confirmations } from '../orders/confirmations.ts'
import { extendMaturity } from '../orders/awaited-maturity.ts'
import { awaitInterest } from '../orders/monthly-interest.ts'
import { warnOfExtend } from '../limits/limit-warnings.ts'
import { recordRate } from '../positions/interest-changes.ts'
import { transferHasArrived } from '../positions/position-life.ts'
import { positionNotFound } from '../positions/position.service.ts'
import type { TransferChange, TransferListener } from '../transfers/transfer-change.ts'
import { recordReturnedAsset, started } from './moved-transfers.ts'
import { newOrderRequest, withdrawsItself } from './order-request-creation.ts'
import { walletsMoved } from '../blockers/order-request-eligibility.ts'
import { notifyOrderRequest } from './order-request-notifications.ts'
import { isCure, isWhole } from './order-request-blockers.ts'
import { replaceTerms } from '../terms/replaced-terms.ts'
import type { OrderRequestFacts } from './order-request-facts.ts'
import { orderRequestLifecycle } from './order-request-lifecycle.ts'
import { orderRequestNotFound, orderRequestResource } from './order-request-resource.ts'
import type { OrderRequestReturns } from './order-request-returns.ts'
import type { OrderRequestSubstitutions } from './order-request-substitutions.ts'
import { keepColumns } from './substitution.repository.ts'
import { acceptedWalletFault } from './substitution-acceptance.ts'
import {
  closingRequest,
  orderRequestTable,
  readRequestedDeal,
  recordAcceptance,
  requestsIn,
} from './order-request.repository.ts'
import { firstDay, type OrderRequestRecord } from './order-request-record.ts'
import { dayOf, startOfDay } from '../../../platform/instant.ts'

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
  readonly returns: OrderRequestReturns
  readonly substitutions: OrderRequestSubstitutions
  readonly traffic: CounterpartyTraffic
  readonly prices: PriceBook
  readonly confirmations: Confirmations
  readonly facts: OrderRequestFacts
}

/**
 * Recalls, returns, rerates, amends, extends and substitutions: creation, answers, and what they
 * cause.
 */
export class OrderRequestService implements TransferListener, DeadlineHandler, OfferedCures {
  readonly #returns: OrderRequestReturns
  readonly #substitutions: OrderRequestSubstitutions
  readonly #traffic: CounterpartyTraffic
  readonly #prices: PriceBook
  readonly #facts: OrderRequestFacts
  readonly #confirmations: Confirmations
  readonly #changes: ReturnType<typeof changesWith>

  constructor({ returns, substitutions, traffic, prices, confirmations, facts }: Parts) {
    this.#returns = returns
    this.#substitutions = substitutions
    this.#traffic = traffic
    this.#prices = prices
    this.#facts = facts
    this.#confirmations = confirmations
    this.#changes = changesWith(facts)
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
      const limited = await this.#traffic.admitWithdrawal(tx, other, 'expire_time')
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
    for (const request of await requestsIn('ACCEPTED', tx, positionId)) {
      await this.#keepUnderNotice(tx, request)
    }
    for (const request of await requestsIn('IN_PROGRESS', tx, positionId)) {
      await this.#keepUnderNotice(tx, request)
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
    return this.#changes.change(tx, caller, id, 'accept', {
      lock: (request) => this.#facts.lock(tx, request),
      prepare: async (request) =>
        (await acceptedWalletFault(tx, request, walletId)) ??
        (await heldRetiredFault(tx, request, walletsMoved(request.kind))) ??
        (await this.#coarseUnits(tx, request)),
      work: async (request): Promise<Refusal | undefined> => {
        switch (orderRequestChanges[request.kind]) {
          case 'quantity':
            return this.#agreeOnReturn(tx, request)
          case 'rate':
            await this.#agreeOnRate(tx, request)
            break
          case 'terms':
            await this.#agreeOnTerms(tx, request)
            break
          case 'maturity':
            await this.#agreeOnMaturity(tx, request)
            break
          case 'collateral':
            await this.#substitutions.begin(tx, request, walletId ?? '')
            return this.#warnOfLimits(tx, request)
        }
        await this.#confirmations.confirm(tx, request)
        return undefined
      },
    })
  }

  reject(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#changes.change(tx, caller, id, 'reject')
  }

  cancel(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    const { prepare } = this.#changes.withdrawal(tx, this.#traffic)
    return this.#changes.change(tx, caller, id, 'cancel', {
      prepare: async (request) =>
        isAgreedExchange(request) ? keepColumns('called_off') : prepare?.(request),
      work: async (request, status) => {
        if (isAgreedExchange(request))
          await this.#substitutions.kept(tx, { ...request, status }, 'called_off')
        return undefined
      },
    })
  }

  retry(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#changes.change(tx, caller, id, 'retry', {
      work: async (request) => {
        if (orderRequestChanges[request.kind] === 'collateral') {
          await this.#substitutions.retry(tx, request)
          return undefined
        }
        if (request.whole === true) return this.#returns.retryClose(tx, request)
        if (!(await this.#returns.retry(tx, request))) await this.#complete(tx, id)
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
      await this.#complete(tx, id)
    } else if (isAgreedExchange(request)) {
      return this.#substitutions.expire(tx, request)
    }
    return true
  }

  /**
   * Follows a transfer of a return, of an exchange or of a close. The caller has locked the deal.
   */
  async transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer } = change
    if (transfer.category === 'return') await this.#partMoved(tx, change)
    else if (transfer.category === 'substitution') await this.#exchangeMoved(tx, change)
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
    const follows = assetCameBack && (await this.#returns.release(tx, request))
    if (!follows) await this.#complete(tx, id)
  }

  async #exchangeMoved(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer, orderRequestId: id } = change
    if (id === null) throw new Error(`transfer ${transfer.id} belongs to no request`)
    const request = await started(tx, await orderRequestTable.read(tx, id))
    await this.#substitutions.transferChanged(tx, request, change)
  }

  /** While a default is declared, the collateral stays as it was. */
  async #keepUnderNotice(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    if (!isAgreedExchange(request) || !request.hasNotice) return
    await this.#substitutions.keep(tx, request, 'default_declared')
  }

  async #keepShare(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    if (await this.#returns.keepShare(tx, request)) await this.#complete(tx, request.id)
  }

  async #closeMoved(
    tx: WriteTransaction,
    { id, orderId }: TransferChange['transfer'],
  ): Promise<void> {
    const request = await closingRequest(tx, orderId)
    if (request === undefined) return
    // A payment of interest from before the close is not of the request.
    if (request.transfers.some((one) => one.id === id)) await started(tx, request)
    if (await this.#returns.isClosed(tx, request)) await this.#complete(tx, request.id)
  }

  async #complete(tx: WriteTransaction, id: string): Promise<void> {
    await mustMove(tx, orderRequestStates, await orderRequestTable.read(tx, id), 'complete')
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
      this.#agreeOnReturn(tx, request),
    )
    if (refusal !== undefined) return refusal
    const sent = `${request.quantity ?? ''} ${request.asset}`
    await notifyCure(tx, request, { resource: 'order_request', sent })
    return true
  }

  async #agreeOnReturn(
    tx: WriteTransaction,
    request: OrderRequestRecord,
  ): Promise<Refusal | undefined> {
    const { id, lentQuantity } = request
    if (request.quantity === null) throw new Error(`order request ${id} has no quantity to return`)
    const whole = isWhole(request)
    const quantity = whole ? lentQuantity : request.quantity
    await recordAcceptance(tx, id, { whole, quantity })
    if (whole) return this.#returns.close(tx, request)
    await this.#returns.begin(tx, request)
    return undefined
  }

  /** Interest at the old rate is fixed up to the first day of the new one, which may be today. */
  async #agreeOnRate(tx: WriteTransaction, request: OrderRequestRecord): Promise<undefined> {
    const { id, positionId, lenderId, borrowerId, ratePercent } = request
    if (ratePercent === null) throw new Error(`order request ${id} has no rate`)
    const from = firstDay(request, tx.now)
    if (request.effectiveAt === null) await recordAcceptance(tx, id, { effectiveAt: tx.now })
    const position = { id: positionId, lenderId, borrowerId, orderRequestId: id }
    await recordRate(tx, position, { percent: ratePercent, from })
    if (from <= dayOf(tx.now)) {
      await this.#complete(tx, id)
    } else {
      const dueAt = startOfDay(from)
      await setDeadline(tx, { kind: 'order_request', resourceId: id, lenderId, borrowerId, dueAt })
    }
    return undefined
  }

  async #coarseUnits(
    tx: WriteTransaction,
    { orderId, askedTerms, substitution }: OrderRequestRecord,
  ): Promise<Refusal | undefined> {
    const termsId = askedTerms?.ofCollateralId ?? substitution?.undecided?.terms?.id
    if (termsId === undefined) return undefined
    const given = substitution !== null && { collateralAsset: substitution.asset }
    return coarseUnitFaultUnder(tx, { orderId, termsId, ...given }, this.#prices)
  }

  async #agreeOnTerms(tx: WriteTransaction, request: OrderRequestRecord): Promise<undefined> {
    const { id, orderId, askedTerms } = request
    const after = askedTerms?.ofCollateralId ?? null
    if (askedTerms === null || after === null) {
      throw new Error(`order request ${id} names no terms for the collateral`)
    }
    await replaceTerms(tx, request, { orderId, before: askedTerms.appliedId, after })
    // If it pays every month from now on, it pays at once what was due on the first of this month.
    await awaitInterest(tx, { ...request, id: orderId }, askedTerms, 'now')
    await this.#complete(tx, id)
    return undefined
  }

  async #agreeOnMaturity(tx: WriteTransaction, request: OrderRequestRecord): Promise<undefined> {
    const { id, orderId, maturityAt } = request
    if (maturityAt === null) throw new Error(`order request ${id} names no maturity`)
    await extendMaturity(tx, { ...request, id: orderId, maturityAt })
    await this.#warnOfLimits(tx, request)
    await this.#complete(tx, id)
    return undefined
  }

  async #warnOfLimits(tx: WriteTransaction, request: OrderRequestRecord): Promise<undefined> {
    const { orderId: id, orderNumber: number } = request
    const { limits } = await this.#facts.within(tx, [request])
    await warnOfExtend(tx, limits?.get(otherSide(request, tx.organizationId)), { id, number })
  }
}

/** Whether it is a substitution that is agreed, and not over. */
const isAgreedExchange = ({ kind, status }: OrderRequestRecord) =>
  orderRequestChanges[kind] === 'collateral' && (status === 'ACCEPTED' || status === 'IN_PROGRESS')
