import type { TransferStatus } from '@vadium/schema'
import { isUnderWay } from './attempts.ts'

/** What decides whether a transfer is late. */
export interface Timed {
  readonly status: TransferStatus
  /** RFC 3339: the same for every attempt, because it counts from the first. */
  readonly lateAt: string
}

/**
 * Whether a transfer has not ended although it should have. At exactly that time it is not late.
 */
export function isLate(transfer: Timed, { nowMs }: { readonly nowMs: number }): boolean {
  return isUnderWay(transfer) && hasLateTimePassed(transfer, { nowMs })
}

/** Whether the time of a transfer is over, and that of all its attempts, ended or not. */
export function hasLateTimePassed(
  { lateAt }: Pick<Timed, 'lateAt'>,
  { nowMs }: { readonly nowMs: number },
): boolean {
  return nowMs > Date.parse(lateAt)
}

/** From when a transfer is late whose first attempt is instructed now. RFC 3339. */
export function lateTime(nowMs: number, lateAfterSeconds: number): string {
  return new Date(nowMs + lateAfterSeconds * 1000).toISOString()
}
