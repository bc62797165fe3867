import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'

const usdDecimalsMin = 2

/** A decimal of the wire with its thousands set apart: `7125000.00` as `7,125,000.00`. No digit is lost. */
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

/** A quantity of something. */
export function quantity(decimal: string, unit: string): string {
  return `${grouped(decimal)} ${unit}`
}

/** US dollars, with cents at least and every digit that there is. */
export function usd(decimal: string): string {
  return quantity(formatDecimal(new Decimal(decimal), usdDecimalsMin), 'USD')
}

/** By how much a price has moved, in percent, to be read and not computed with. Nothing where it has not. */
export function change(from: string, to: string): string {
  const percent = roundHalfEven(new Decimal(to).minus(from).times(100).div(from), '0.01')
  if (percent.isZero()) return ''
  return `${percent.isNegative() ? '' : '+'}${formatDecimal(percent, 2)} %`
}
