import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import { grouped } from '@vadium/cli/parts'

const usdDecimalsMin = 2

export function quantity(decimal: string, unit: string): string {
  return `${grouped(decimal)} ${unit}`
}

/** US dollars with at least two decimals and all given digits. */
export function usd(decimal: string): string {
  return quantity(formatDecimal(new Decimal(decimal), usdDecimalsMin), 'USD')
}

/** The change of a price in percent, for display only. Empty without a change. */
export function change(from: string, to: string): string {
  const percent = roundHalfEven(new Decimal(to).minus(from).times(100).div(from), '0.01')
  if (percent.isZero()) return ''
  return `${percent.isNegative() ? '' : '+'}${formatDecimal(percent, 2)} %`
}
