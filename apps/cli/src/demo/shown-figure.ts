import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'

const usdDecimalsMin = 2

/** A decimal with thousands separators: `7,125,000.00` for `7125000.00`. All digits are kept. */
export function grouped(decimal: string): string {
  const point = decimal.indexOf('.')
  const end = point === -1 ? decimal.length : point
  const begin = decimal.startsWith('-') ? 1 : 0
  const groups: string[] = []
  for (let to = end; to > begin; to -= 3) {
    groups.unshift(decimal.slice(Math.max(begin, to - 3), to))
  }
  return `${decimal.slice(0, begin)}${groups.join(',')}${decimal.slice(end)}`
}

/** A quantity with its unit. */
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
