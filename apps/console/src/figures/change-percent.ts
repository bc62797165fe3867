import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import { isDecimalText, isZero } from './decimal-text.ts'

/**
 * How far it is from one price to another, in percent of the first, to two decimals. Undefined
 * where there is no such figure.
 */
export function changePercent(from: string, to: string): string | undefined {
  if (!isDecimalText(from) || !isDecimalText(to) || isZero(from)) return undefined
  const change = new Decimal(to).minus(from).dividedBy(from).times(100)
  return formatDecimal(roundHalfEven(change, '0.01'), 2)
}
