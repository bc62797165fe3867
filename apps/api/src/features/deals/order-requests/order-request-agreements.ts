import { orderRequestChanges } from '@vadium/schema'
import { dayOf, startOfDay } from '../../../platform/instant.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../../prices/index.ts'
import { walletsMoved } from '../blockers/order-request-eligibility.ts'
import { heldRetiredFault } from '../blockers/own-retired-wallets.ts'
import { setDeadline } from '../deadlines/deadlines.ts'
import { warnOfExtend } from '../limits/limit-warnings.ts'
import { extendMaturity } from '../orders/awaited-maturity.ts'
import { coarseUnitFaultUnder } from '../orders/coarse-units.ts'
import type { Confirmations } from '../orders/confirmations.ts'
import { awaitInterest } from '../orders/monthly-interest.ts'
import { otherSide } from '../parties/deal.ts'
import { recordRate } from '../positions/interest-changes.ts'
import { replaceTerms } from '../terms/replaced-terms.ts'
import { complete } from './moved-transfers.ts'
import { isWhole } from './order-request-blockers.ts'
import type { OrderRequestFacts } from './order-request-facts.ts'
import { firstDay, type OrderRequestRecord } from './order-request-record.ts'
import type { OrderRequestReturns } from './order-request-returns.ts'
import type { OrderRequestSubstitutions } from './order-request-substitutions.ts'
import { recordAcceptance } from './order-request.repository.ts'
import { acceptedWalletFault } from './substitution-acceptance.ts'

interface Parts {
  readonly returns: OrderRequestReturns
  readonly substitutions: OrderRequestSubstitutions
  readonly prices: PriceBook
  readonly confirmations: Confirmations
  readonly facts: OrderRequestFacts
}

/** What follows at once from the acceptance of an order request. The deal must be locked. */
export class OrderRequestAgreements {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Why a request cannot be accepted with a wallet for new collateral, or without one. */
  async fault(
    tx: WriteTransaction,
    request: OrderRequestRecord,
    walletId: string | undefined,
  ): Promise<Refusal | undefined> {
    return (
      (await acceptedWalletFault(tx, request, walletId)) ??
      (await heldRetiredFault(tx, request, walletsMoved(request.kind))) ??
      (await this.#coarseUnits(tx, request))
    )
  }

  /** Carries out what was agreed on, as far as it is not due later, or begins it. */
  async carryOut(
    tx: WriteTransaction,
    request: OrderRequestRecord,
    walletId: string | undefined,
  ): Promise<Refusal | undefined> {
    switch (orderRequestChanges[request.kind]) {
      case 'quantity':
        return this.agreeOnReturn(tx, request)
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
        await this.#parts.substitutions.begin(tx, request, walletId ?? '')
        return this.#warnOfLimits(tx, request)
    }
    await this.#parts.confirmations.confirm(tx, request)
    return undefined
  }

  /** Instructs the part that goes back. The whole asset goes back with a close. */
  async agreeOnReturn(
    tx: WriteTransaction,
    request: OrderRequestRecord,
  ): Promise<Refusal | undefined> {
    const { id, lentQuantity } = request
    if (request.quantity === null) throw new Error(`order request ${id} has no quantity to return`)
    const whole = isWhole(request)
    const quantity = whole ? lentQuantity : request.quantity
    await recordAcceptance(tx, id, { whole, quantity })
    if (whole) return this.#parts.returns.close(tx, request)
    await this.#parts.returns.begin(tx, request)
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
      await complete(tx, id)
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
    return coarseUnitFaultUnder(tx, { orderId, termsId, ...given }, this.#parts.prices)
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
    await complete(tx, id)
    return undefined
  }

  async #agreeOnMaturity(tx: WriteTransaction, request: OrderRequestRecord): Promise<undefined> {
    const { id, orderId, maturityAt } = request
    if (maturityAt === null) throw new Error(`order request ${id} names no maturity`)
    await extendMaturity(tx, { ...request, id: orderId, maturityAt })
    await this.#warnOfLimits(tx, request)
    await complete(tx, id)
    return undefined
  }

  async #warnOfLimits(tx: WriteTransaction, request: OrderRequestRecord): Promise<undefined> {
    const { orderId: id, orderNumber: number } = request
    const { limits } = await this.#parts.facts.within(tx, [request])
    await warnOfExtend(tx, limits?.get(otherSide(request, tx.organizationId)), { id, number })
  }
}
