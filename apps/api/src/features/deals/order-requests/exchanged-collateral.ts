import { orderRequestChanges } from '@vadium/schema'
import type { OrderRequestRecord, RequestTransfer } from './order-request-record.ts'
import type { Substitution, Undecided } from './substitution-record.ts'

// What a request says of the exchange that it asks for.

/** What is exchanged, between which wallets. */
export interface Sent {
  readonly token: string
  /** Decimal string. */
  readonly quantity: string
  readonly senderWalletId: string
  readonly receiverWalletId: string
  readonly replaces?: string
}

/** Whether it is a substitution that is agreed, and not over. */
export const isAgreedExchange = ({ kind, status }: OrderRequestRecord): boolean =>
  orderRequestChanges[kind] === 'collateral' && (status === 'ACCEPTED' || status === 'IN_PROGRESS')

/** What goes back by the decision: nothing if the new collateral has not come. */
export function goingBack(request: OrderRequestRecord): Sent {
  const one = substitutionOf(request)
  const { replacedLenderWalletId, replacedBorrowerWalletId } = one
  if (replacedLenderWalletId !== null && replacedBorrowerWalletId !== null) {
    return {
      token: request.collateralAsset,
      quantity: request.collateralReturned ?? '0',
      senderWalletId: replacedLenderWalletId,
      receiverWalletId: replacedBorrowerWalletId,
    }
  }
  if (one.lenderWalletId === null) throw new Error(`order request ${request.id} names no wallet`)
  return {
    token: one.asset,
    quantity: hasArrived(request) ? one.quantity : '0',
    senderWalletId: one.lenderWalletId,
    receiverWalletId: one.borrowerWalletId,
  }
}

/** Whether the new collateral has arrived. It is the first transfer, and never instructed again. */
export function hasArrived({ transfers: [first] }: OrderRequestRecord): boolean {
  return first?.status === 'COMPLETED'
}

export function lastTransfer({ id, transfers }: OrderRequestRecord): RequestTransfer {
  const last = transfers.at(-1)
  if (last === undefined) throw new Error(`order request ${id} has no transfer`)
  return last
}

export function substitutionOf({ id, substitution }: OrderRequestRecord): Substitution {
  if (substitution === null) throw new Error(`order request ${id} is no substitution`)
  return substitution
}

export function undecidedOf(request: OrderRequestRecord): Undecided {
  const { undecided } = substitutionOf(request)
  if (undecided === null) throw new Error(`order request ${request.id} is decided`)
  return undecided
}
