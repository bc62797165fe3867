import type { CloseOutCause } from '@vadium/schema'
import { hourMs, instantText } from '../../../platform/instant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { setDeadline } from '../deadlines/deadlines.ts'
import type { Sides } from '../parties/deal.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'

/** How long after it can first be terminated a notice ends by itself. */
const noticeMsMax = 30 * 86_400_000

interface Timed {
  /** RFC 3339. */
  readonly earliestTerminateAt: string
}

/** When a notice ends by itself. */
export const noticeEndsMs = ({ earliestTerminateAt }: Timed): number =>
  Date.parse(earliestTerminateAt) + noticeMsMax

/** For how many hours suspensions can keep the grace of a notice from passing. */
export const suspensionHoursMax = 14 * 24

/** From when a deal can be terminated for a cause that is declared now. RFC 3339. */
export function earliestTermination(
  cause: CloseOutCause,
  { graceSeconds }: Pick<DefaultedDeal, 'graceSeconds'>,
  nowMs: number,
): string {
  const graceMs = cause === 'LIQUIDATION_LEVEL' ? 0 : graceSeconds * 1000
  return instantText(nowMs + graceMs)
}

/** The same, as it is shown while the party in default is suspended: that lasts as long as it may. */
export function earliestWhileSuspended(
  cause: CloseOutCause,
  deal: Pick<DefaultedDeal, 'graceSeconds'>,
  nowMs: number,
): string {
  const suspendedMs = cause === 'LIQUIDATION_LEVEL' ? 0 : suspensionHoursMax * hourMs
  return earliestTermination(cause, deal, nowMs + suspendedMs)
}

/** Whether the grace of a notice is over. At exactly that time it is. */
export const isTerminable = (
  { earliestTerminateAt }: Timed,
  { nowMs }: { readonly nowMs: number },
): boolean => nowMs >= Date.parse(earliestTerminateAt)

/**
 * Has a notice checked in an hour, or earlier if its grace or its time ends before.
 */
export function awaitCheck(
  tx: WriteTransaction,
  notice: Timed & Sides & { readonly id: string },
): Promise<void> {
  const { id, lenderId, borrowerId, earliestTerminateAt } = notice
  const graceMs = Date.parse(earliestTerminateAt)
  const times = [tx.nowMs + hourMs, graceMs, noticeEndsMs(notice)].filter((ms) => ms > tx.nowMs)
  const dueAt = instantText(Math.min(...times))
  const sides = { lenderId, borrowerId }
  return setDeadline(tx, { kind: 'close_out', resourceId: id, ...sides, dueAt, warnAt: null })
}
