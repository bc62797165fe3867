import type { LeastCollateral } from '@vadium/margin'
import { type KeepReason, orderRequestStates } from '@vadium/schema'
import type { PriceBook } from '../../prices/index.ts'
import { instantText } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { clearDeadline, setDeadline } from '../deadlines/deadlines.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import type { Confirmations } from '../orders/confirmations.ts'
import { replaceCollateral } from '../terms/replaced-terms.ts'
import { isUnderWay, unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { hasLateTimePassed } from '../transfers/late-transfer.ts'
import type { TransferCancellation } from '../transfers/transfer-cancellation.service.ts'
import type { TransferChange } from '../transfers/transfer-change.ts'
import type { TransferDesk } from '../transfers/transfer-desk.service.ts'
import { walletsOfRequest } from '../transfers/substitution-wallets.ts'
import { bookedWorth } from '../transfers/transfer-worth.ts'
import {
  goingBack,
  hasArrived,
  isAgreedExchange,
  lastTransfer,
  type Sent,
  substitutionOf,
  undecidedOf,
} from './exchanged-collateral.ts'
import { started } from './moved-transfers.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { orderRequestTable } from './order-request.repository.ts'
import { leastOf } from './substitution-blockers.ts'
import { keepColumns, recordLenderWallet } from './substitution.repository.ts'
import { notifyKeep, notifyReturned, notifySwitch } from './substitution-notifications.ts'

/** The first moment in which a transfer is late is the next one after that time. */
const momentMs = 1
/** How long after a look at prices that are not current, or are held, the next one is. */
const lookAgainMs = 60_000

interface Parts {
  readonly desk: TransferDesk
  readonly prices: PriceBook
  readonly cancellations: TransferCancellation
  readonly confirmations: Confirmations
}

/**
 * The exchange of the collateral: all of the new one comes first, then it is decided once whether
 * it replaces the old one, and what is not the collateral goes back. The deal must be locked.
 */
export class OrderRequestSubstitutions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Instructs the new collateral. It is decided when it has arrived, and at the latest when late.
   */
  async begin(
    tx: WriteTransaction,
    request: OrderRequestRecord,
    lenderWalletId: string,
  ): Promise<void> {
    const { asset, quantity, borrowerWalletId } = substitutionOf(request)
    await recordLenderWallet(tx, request.id, lenderWalletId)
    await this.#send(tx, request, {
      token: asset,
      quantity,
      senderWalletId: borrowerWalletId,
      receiverWalletId: lenderWalletId,
    })
    const { lateAt } = undecidedOf(await orderRequestTable.read(tx, request.id))
    if (lateAt === null) throw new Error(`order request ${request.id} has no transfer`)
    await awaitDecision(tx, request, Date.parse(lateAt) + momentMs)
  }

  /** Follows a transfer of the exchange. */
  async transferChanged(
    tx: WriteTransaction,
    { transfer, orderRequestId: id, to }: TransferChange,
  ): Promise<void> {
    if (id === null) throw new Error(`transfer ${transfer.id} belongs to no request`)
    const request = await started(tx, await orderRequestTable.read(tx, id))
    if (isUnderWay({ status: to })) return
    const isNew = transfer.senderId === request.borrowerId
    if (!isNew) {
      if (to !== 'COMPLETED') return
      await notifyReturned(tx, request)
      await this.#end(tx, request)
      return
    }
    if (substitutionOf(request).decision !== null) await this.#giveBack(tx, request)
    else if (to === 'COMPLETED') await this.#decide(tx, request)
    else await this.keep(tx, request, 'failed')
  }

  /** Decides at the deadline. True if it is decided. Runs in the name of the lender. */
  async expire(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    if (substitutionOf(request).decision !== null) return true
    const { lateAt } = undecidedOf(request)
    if (lateAt !== null && hasLateTimePassed({ lateAt }, tx)) {
      await this.keep(tx, request, 'late')
      return true
    }
    return hasArrived(request) ? this.#decide(tx, request) : false
  }

  /** While a default is declared, the collateral stays as it was. */
  async keepUnderNotice(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    if (!isAgreedExchange(request) || !request.hasNotice) return
    await this.keep(tx, request, 'default_declared')
  }

  /** Keeps the old collateral, unless it is decided already. */
  async keep(
    tx: WriteTransaction,
    request: OrderRequestRecord,
    reason: KeepReason,
    needed?: LeastCollateral,
  ): Promise<void> {
    if (substitutionOf(request).decision !== null) return
    const columns = keepColumns(reason)
    const status = await mustMove(tx, orderRequestStates, request, 'keep', undefined, columns)
    await this.kept(tx, { ...request, status }, reason, needed)
  }

  /** The old collateral stays. What has come of the new, or comes all the same, goes back. */
  async kept(
    tx: WriteTransaction,
    request: OrderRequestRecord,
    reason: KeepReason,
    needed?: LeastCollateral,
  ): Promise<void> {
    await clearDeadline(tx, 'order_request', request.id)
    await notifyKeep(tx, request, reason, needed)
    const sent = lastTransfer(request)
    if (isUnderWay(sent)) await this.#parts.cancellations.askByService(tx, sent.id)
    else await this.#giveBack(tx, request)
  }

  /** Instructs again what was to go back and failed. */
  async retry(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    const [failed] = unreplacedFailedTransfers(request.transfers)
    if (failed === undefined) throw new Error(`order request ${request.id} has no failed transfer`)
    const { id: replaces, isCalledOff } = failed
    // One that was called off was not owed, so the time of the next one begins again.
    await this.#send(tx, request, { ...goingBack(request), ...(!isCalledOff && { replaces }) })
  }

  /** Decides if both prices are current and none is held. False: it is looked at again. */
  async #decide(tx: WriteTransaction, request: OrderRequestRecord): Promise<boolean> {
    const { asset: newAsset, quantity } = substitutionOf(request)
    const { quotes, lateAt } = undecidedOf(request)
    if (lateAt !== null && hasLateTimePassed({ lateAt }, tx)) {
      await this.keep(tx, request, 'late')
      return true
    }
    const { prices } = this.#parts
    const assets = [request.asset, newAsset]
    const needed = leastOf(request, prices.readingsOf(assets, quotes, tx.nowMs))
    const held = await prices.held(assets, tx.nowMs, tx)
    if (needed instanceof Refusal || held.size > 0) {
      const lateMs = lateAt === null ? Infinity : Date.parse(lateAt) + momentMs
      await awaitDecision(tx, request, Math.min(tx.nowMs + lookAgainMs, lateMs))
      return false
    }
    if (needed.least.lessThanOrEqualTo(quantity)) await this.#switch(tx, request, needed)
    else await this.keep(tx, request, 'requirement_not_met', needed)
    return true
  }

  async #switch(
    tx: WriteTransaction,
    request: OrderRequestRecord,
    needed: LeastCollateral,
  ): Promise<void> {
    const { id } = request
    const { asset, quantity, lenderWalletId, borrowerWalletId } = substitutionOf(request)
    const { appliedId, terms, collateralQuantity } = undecidedOf(request)
    if (terms === null || lenderWalletId === null) {
      throw new Error(`order request ${id} was accepted without terms or a wallet`)
    }
    const replaced = await replaceCollateral(tx, request, {
      terms: { before: appliedId, after: terms.id },
      ...{ asset, quantity, lenderWalletId, borrowerWalletId },
    })
    await mustMove(tx, orderRequestStates, request, 'switch', undefined, {
      decision: 'switch',
      collateral_returned: collateralQuantity,
      replaced_lender_wallet_id: replaced.lenderWalletId,
      replaced_borrower_wallet_id: replaced.borrowerWalletId,
    })
    await clearDeadline(tx, 'order_request', id)
    const switched = await orderRequestTable.read(tx, id)
    await notifySwitch(tx, switched, needed)
    await this.#parts.confirmations.confirm(tx, switched)
    await this.#giveBack(tx, switched)
  }

  /** Sends back what is with the lender and is not the collateral. If nothing is, it is over. */
  async #giveBack(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    const back = goingBack(request)
    if (back.quantity === '0') await this.#end(tx, request)
    else await this.#send(tx, request, back)
  }

  /** Nothing of the exchange is under way, and nothing is with the lender but the collateral. */
  async #end(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    const isSwitched = substitutionOf(request).decision === 'switch'
    await mustMove(tx, orderRequestStates, request, isSwitched ? 'complete' : 'lapse')
  }

  async #send(
    tx: WriteTransaction,
    { id, orderId, orderNumber, lenderId, borrowerId }: OrderRequestRecord,
    sent: Sent,
  ): Promise<void> {
    const { desk, prices } = this.#parts
    const known = await prices.lastKnownWithin(tx, [sent.token], tx.nowMs)
    const priceUsd = known.get(sent.token)
    await desk.instruct(
      tx,
      { id: orderId, number: orderNumber, lenderId, borrowerId },
      {
        ...sent,
        category: 'substitution',
        leg: 'collateral',
        orderRequestId: id,
        notionalUsd: priceUsd === undefined ? '0.00' : bookedWorth(sent.quantity, priceUsd),
      },
      walletsOfRequest(tx, id),
    )
  }
}

function awaitDecision(
  tx: WriteTransaction,
  { id: resourceId, lenderId, borrowerId }: OrderRequestRecord,
  dueMs: number,
): Promise<void> {
  const dueAt = instantText(dueMs)
  const kind = 'order_request'
  return setDeadline(tx, { kind, resourceId, lenderId, borrowerId, dueAt, warnAt: null })
}
