import { Decimal } from '@vadium/margin'
import type { CloseOut, TransferStatus } from '@vadium/schema'
import type { DefaultedDeal } from './defaulted-deal.ts'

/** The parts of a transfer that its close-out depends on. */
interface CloseOutTransfer {
  readonly id: string
  readonly leg: 'asset' | 'collateral' | 'interest'
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

/** The collateral that goes back to the borrower in default. Decimal string. */
export function excessOf(record: CloseOutRecord): string {
  const [kept] = statementOf(record).kept
  return kept?.back_quantity ?? '0'
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
