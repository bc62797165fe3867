import type { OrderRequestKindOf, orderStates } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { closingBlocker, marginFirst, obstructed } from '../blockers/close-blockers.ts'
import type { Blockers, Facts } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { tooLate } from '../lifecycle/time-to-answer.ts'
import { hasFailed, unreplacedFailedTransfers } from '../transfers/attempts.ts'
import { hasLateTimePassed } from '../transfers/late-transfer.ts'
import {
  acceptBlockers,
  agentBlocker,
  type OrderFacts,
  ownLimitExceeded,
} from './order-acceptance.ts'
import { hasMatured } from './awaited-maturity.ts'
import { paymentDue } from './interest-due.ts'
import { instantText } from '../../../platform/instant.ts'
import {
  assetOnItsWayBack,
  legsUnderWay,
  type OrderRow,
  stepsUnderWay,
  voluntaryUnderWay,
} from './order-row.ts'
import { retiredWalletFault } from './order-wallets.ts'

export type OrderMove = (typeof orderStates)['transitions'][number]['action']

/**
 * The blockers of each transition of an order. `abandon` cancels an opening, whether or not a
 * transfer has arrived. A retired wallet blocks no close, because a side that wants to pay back
 * must be able to. The owner is notified of the transfers instead.
 */
export const orderBlockers: Blockers<OrderMove, OrderRow, OrderFacts> = {
  accept: [tooLate, ...acceptBlockers, retiredBlocker, walletBlocker, ownLimitExceeded],
  reject: [tooLate],
  cancel: [tooLate],
  retry: [closedOut, retryBlocker],
  abandon: [agentBlocker, abandonBlocker],
  close: [agentBlocker, closingBlocker, marginFirst],
  change_wallets: [agentBlocker, otherWalletBlocker],
  cancel_close: [agentBlocker, closedOut, unwindingBlocker, assetIsBack, closeOfTheOtherSide],
}

/** The steps of a close-out are its own. */
function closedOut({ closeOutId }: OrderRow): Refusal | undefined {
  return closeOutId === null
    ? undefined
    : notNow('close_out_id', 'the order is closed out: see its close-out', closeOutId)
}

function retiredBlocker(order: OrderRow): Refusal | undefined {
  return retiredWalletFault(order, order.retiredWallets)
}

/** Why the answering side cannot name wallets: none of them holds an asset of the order. */
function walletBlocker({ asset, collateralAsset, assetsInWallets }: OrderRow): Refusal | undefined {
  const missing = [asset, collateralAsset].find((one) => !assetsInWallets.includes(one))
  if (missing === undefined) return undefined
  const field = missing === asset ? 'asset_wallet_id' : 'collateral_wallet_id'
  const issue = `no wallet of this organization holds ${missing}`
  return new Refusal('WALLET_UNSUITABLE', [{ field, issue }])
}

/** Why a side cannot name another wallet: it has none that holds an asset of the order. */
function otherWalletBlocker({ asset, collateralAsset, assetsInWallets }: OrderRow) {
  if (assetsInWallets.length > 0) return undefined
  const issue = `no other wallet of this organization holds ${asset} or ${collateralAsset}`
  return new Refusal('WALLET_UNSUITABLE', [{ field: 'asset_wallet_id', issue }])
}

/**
 * Why nothing can be instructed again. A closing without a step under way has stopped between two
 * of them and can be continued.
 */
function retryBlocker(
  order: OrderRow,
  facts: OrderFacts,
  organizationId: string,
): Refusal | undefined {
  if (order.status === 'ACTIVE') return paymentBlocker(order, facts)
  const agent = agentBlocker(order, facts, organizationId)
  if (agent !== undefined) return agent
  const hasStopped =
    order.status === 'CLOSING' &&
    stepsUnderWay(order).length === 0 &&
    // While it waits only for what was sent without a call, nothing is to be instructed.
    (voluntaryUnderWay(order).length === 0 ||
      paymentDue(order, instantText(facts.nowMs)) !== undefined)
  return unreplacedFailedTransfers(order.legs).length > 0 || hasStopped
    ? undefined
    : nothingFailed('retry')
}

/** Why no interest can be instructed again. */
function paymentBlocker(order: OrderRow, { nowMs }: Facts): Refusal | undefined {
  if (order.interest === null) return notNow('status', 'the order is ACTIVE', order.status)
  return paymentDue(order, instantText(nowMs)) === undefined
    ? notNow(
        'status',
        'retry is not possible: what was due on the first of this month is paid or being paid',
      )
    : undefined
}

/** Why an opening cannot be cancelled. */
function abandonBlocker(order: OrderRow): Refusal | undefined {
  if (unreplacedFailedTransfers(order.legs).length === 0) return nothingFailed('abandon')
  return obstructed(
    'INVALID_STATE',
    'transfer_id',
    'abandon is not possible: a transfer is still under way',
    legsUnderWay(order).map(({ id }) => id),
  )
}

/** An opening that is unwound has nothing to become active again. */
function unwindingBlocker({ position }: OrderRow): Refusal | undefined {
  return position?.activeAt == null
    ? notNow('status', 'the close cannot be cancelled: the opening of the order is unwound')
    : undefined
}

function assetIsBack({ position }: OrderRow): Refusal | undefined {
  return position?.assetBackAt == null
    ? undefined
    : notNow('transfer_id', 'the close cannot be cancelled: the asset has come back')
}

/** Whether the borrower owes the asset after a close that follows from such a request. */
const isOwedToTheLender: Readonly<Record<OrderRequestKindOf<'quantity'>, boolean>> = {
  recall: true,
  return: false,
}

/**
 * Why an organization cannot cancel the close of the other side. The borrower owes what was
 * recalled, and everything from the maturity on. The lender has been promised its asset, and must
 * wait until it is late, or at the maturity until its transfer has failed, so that it cannot put
 * off the end of the loan. Until the maturity it may give up what it recalled at any time.
 */
function closeOfTheOtherSide(
  order: OrderRow,
  facts: Facts,
  organizationId: string,
): Refusal | undefined {
  const isRecalled = order.closedBy !== null && isOwedToTheLender[order.closedBy]
  const isMature = hasMatured(order, facts)
  if ((isRecalled || isMature) && organizationId !== order.lenderId) {
    const which = isRecalled ? 'that follows from its recall' : 'after the maturity of the order'
    const issue = `only the lender may cancel a close ${which}`
    return new Refusal('PARTY_NOT_PERMITTED', [{ field: 'order_id', issue }])
  }
  if (organizationId === order.borrowerId || (isRecalled && !isMature)) return undefined
  const asset = assetOnItsWayBack(order)
  return asset === undefined || hasLateTimePassed(asset, facts) || (isMature && hasFailed(asset))
    ? undefined
    : notNow(
        'transfer_id',
        `cancel_close is possible for the lender once the transfer of the asset is late, after ${new Date(asset.lateAt).toISOString()}`,
        asset.id,
      )
}

function nothingFailed(action: string): Refusal {
  return notNow('status', `${action} is not possible: none of its transfers has failed`)
}
