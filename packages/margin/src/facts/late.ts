import { readPositive } from '../decimal-input.ts'
import { ZERO } from '../decimal.ts'
import type { AskedOfHistory } from './asked.ts'
import { figure, moment } from './conditions.ts'
import type { Condition } from './fact.ts'
import type { InstructedQuantity } from './stressed-deal.ts'
import { readTime } from './times.ts'
import { afterSuspension } from './times-that-count.ts'

/** The times of what was instructed. */
type InstructedTimes = Pick<InstructedQuantity, 'instructTime' | 'lateTime'>

/** What was instructed is late. At exactly its time it is not. */
export function lateFrom(asked: AskedOfHistory, times: InstructedTimes): Condition {
  return moment('late_from', lateFromMs(asked, times), ['below', asked.nowMs])
}

/** The time after which it is late. */
export function lateFromMs(
  asked: AskedOfHistory,
  { instructTime, lateTime }: InstructedTimes,
): number {
  const startMs = readTime(instructTime, 'instructTime')
  return afterSuspension(asked, startMs, readTime(lateTime, 'lateTime'))
}

/** A quantity has not arrived and is late. */
export function lateQuantity(asked: AskedOfHistory, instructed: InstructedQuantity): Condition[] {
  const { leg, token, quantity, state } = instructed
  const read = readPositive(quantity, 'instructed.quantity')
  const ofDeal = leg === 'asset' ? 'asset' : 'collateral_asset'
  const unit = token == null ? ofDeal : { token }
  return [
    figure('not_arrived', unit, state === 'arrived' ? ZERO : read, ['above', ZERO]),
    lateFrom(asked, instructed),
  ]
}

/** What was instructed of a leg and has not arrived. */
export function unarrived(
  instructed: readonly InstructedQuantity[],
  leg: InstructedQuantity['leg'],
): InstructedQuantity[] {
  return instructed.filter((quantity) => quantity.leg === leg && quantity.state !== 'arrived')
}
