import { Decimal, formatDecimal } from '@vadium/margin'

/** `one` − `other`, exactly, with at least two decimals. */
export function difference(one: string, other: string): string {
  return formatDecimal(new Decimal(one).minus(other), 2)
}
