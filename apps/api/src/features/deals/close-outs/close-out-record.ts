import { Decimal } from '@vadium/margin'
import type { CloseOut, TransferStatus } from '@vadium/schema'
import type { DefaultedDeal } from './defaulted-deal.ts'

/** The parts of a transfer that its close-out depends on. */
interface CloseOutTransfer {
  readonly id: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly token: string
  readonly status: TransferStatus
  /** Decimal string. */
  readonly quantity: string
  /** From when it is late. RFC 3339. */
  readonly lateAt: string
  /** Whether it failed and another transfer replaces it. */
  readonly isReplaced: boolean
  /** The straggler whose quantity it sends back. Null if it is what goes back. */
  readonly sendsBack: string | null
}

/** The record of a close-out, with its deal and its transfers. */
export interface CloseOutRecord extends DefaultedDeal {
  readonly id: string
  readonly status: CloseOut['status']
  readonly cause: CloseOut['cause']
  /** The declarer. The other side is in default. */
  readonly creatorId: string
  readonly note: string | null
  /** What its fact is about. */
  readonly factResource: CloseOut['fact']['resource']
  readonly factResourceId: string
  /** Which time it was that the position had fallen to its liquidation level. */
  readonly occasion: number | null
  /** The day on which the interest was due, `YYYY-MM-DD`. */
  readonly factDueOn: string | null
  readonly factSince: string
  readonly earliestTerminateAt: string
  readonly terminatedAt: string | null
  /** Until when transfers count that were on their way then. Null if there were none. */
  readonly countedUntil: string | null
  readonly statement: CloseOut['statement']
  readonly excessLate: boolean
  /** Oldest attempt first. */
  readonly transfers: readonly CloseOutTransfer[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** The statement of a close-out that was terminated. */
export function statementOf({ id, statement }: CloseOutRecord): NonNullable<CloseOut['statement']> {
  if (statement === null) throw new Error(`close-out ${id} has no statement`)
  return statement
}

/** A part of what goes back to the side in default. */
export interface Excess {
  readonly leg: CloseOutTransfer['leg']
  readonly token: string
  /** Decimal string, above zero. */
  readonly quantity: string
}

/** What goes back: collateral to a borrower in default, the asset and then interest to a lender. */
export function excessOf(record: CloseOutRecord): Excess[] {
  const { in_default: inDefault, kept, back_interest: interest } = statementOf(record)
  const leg = inDefault === 'lender' ? 'asset' : 'collateral'
  const parts: Excess[] = [
    ...kept.map(({ asset: token, back_quantity: quantity }) => ({ leg, token, quantity }) as const),
    { leg: 'interest', token: record.asset, quantity: interest },
  ]
  return parts.filter(({ quantity }) => isSome(quantity))
}

/** The parts of what goes back, less what transfers have brought. */
export function missingExcess(record: CloseOutRecord): Excess[] {
  const arrived = excessTransfers(record).filter(({ status }) => status === 'COMPLETED')
  return excessOf(record).filter(
    ({ leg, token }) => !arrived.some((one) => one.leg === leg && one.token === token),
  )
}

/** What goes back, in a sentence. Empty if it is nothing. */
export function excessWords(parts: readonly Excess[]): string {
  return parts
    .map(({ leg, quantity, token }) =>
      leg === 'interest' ? `${quantity} ${token} of interest` : `${quantity} ${token}`,
    )
    .join(' and ')
}

/** The transfers of what goes back: the newest attempt of each. */
export function excessTransfers({ transfers }: CloseOutRecord): readonly CloseOutTransfer[] {
  return transfers.filter(({ isReplaced, sendsBack }) => !isReplaced && sendsBack === null)
}

/** Whether it was terminated and waits for transfers that count: its figures are provisional. */
export function waitsForTransfers({ statement }: CloseOutRecord): boolean {
  return statement?.provisional === true
}

export const isSome = (quantity: string) => !new Decimal(quantity).isZero()
