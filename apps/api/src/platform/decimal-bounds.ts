import { Decimal, type DecimalInput } from '@vadium/margin'

export interface DecimalBounds {
  readonly above?: string
  readonly atLeast?: string
  readonly below?: string
  readonly atMost?: string
  readonly decimalsMax: number
}

const below1e20 = `1${'0'.repeat(20)}`
const below1e30 = `1${'0'.repeat(30)}`

/** The bounds of each domain of the database, by its name. */
export const domainBounds = {
  quantity: { atLeast: '0', below: below1e20, decimalsMax: 20 },
  usd_amount: { atLeast: '0', below: below1e30, decimalsMax: 20 },
  usd_price: { above: '0', below: below1e20, decimalsMax: 20 },
  // Within these bounds a percentage has at most 12 digits; previews show up to 15.
  percent: { above: '0', atMost: '100000', decimalsMax: 6 },
  fraction: { atLeast: '0', below: '1', decimalsMax: 8 },
  tolerance_percent: { atLeast: '0', atMost: '100000', decimalsMax: 6 },
} as const satisfies Readonly<Record<string, DecimalBounds>>

/** The first bound that a value breaks, as the end of a sentence; undefined if there is none. */
export function boundsFault(
  value: DecimalInput,
  { above, atLeast, below, atMost, decimalsMax }: DecimalBounds,
): string | undefined {
  const decimal = new Decimal(value)
  if (above !== undefined && !decimal.greaterThan(above)) return `must be above ${above}`
  if (atLeast !== undefined && decimal.lessThan(atLeast)) return `must not be below ${atLeast}`
  if (below !== undefined && !decimal.lessThan(below)) return `must be below ${below}`
  if (atMost !== undefined && decimal.greaterThan(atMost)) return `must be at most ${atMost}`
  return decimal.decimalPlaces() > decimalsMax
    ? `must have at most ${decimalsMax} decimals`
    : undefined
}
