import { Decimal, formatDecimal, ZERO } from '../decimal.ts'
import { readPrinted } from '../decimal-input.ts'
import { add } from '../exact-arithmetic.ts'

/** What a margin statement adds up of one position. */
export interface StatedRow {
  asset: string
  asset_quantity: string
  collateral_asset: string
  collateral_quantity: string
  interest_accrued: string
  asset_notional_usd: string | null
  collateral_value_usd: string | null
  margin_call_reached: boolean | null
  liquidation_reached: boolean | null
}

/** Quantities are in units of their asset. */
export interface AssetTotal {
  asset: string
  lent_quantity: string
  collateral_quantity: string
  interest_accrued: string
}

/** The sums of a margin statement: of all positions, also of those that it does not list. */
export interface StatedTotals {
  positions: number
  positions_left_out: number
  /** Positions without one of the two prices: neither of their values is in a sum in USD. */
  unpriced: number
  margin_call_reached: number
  liquidation_reached: number
  /** Of the printed values, so that the rows add up to it. */
  asset_notional_usd: string
  collateral_value_usd: string
  /** By symbol. */
  assets: AssetTotal[]
}

/** More positions are in the sums alone, and so are those after this many periods of interest. */
const listedMax = { positions: 5000, periods: 10_000 }

/**
 * Whether a statement lists no more positions, after so many of them with so many periods of
 * interest: its pages must remain few enough to be rendered.
 */
export function isFullStatement(positions: number, periods: number): boolean {
  return positions >= listedMax.positions || periods >= listedMax.periods
}

interface Sums {
  lent: Decimal
  collateral: Decimal
  interest: Decimal
}

/** Adds up the positions of a margin statement, one after the other. Nothing is rounded. */
export class StatementTotals {
  readonly #assets = new Map<string, Sums>()
  #positions = 0
  #unpriced = 0
  #marginCalls = 0
  #liquidations = 0
  #notional: Decimal = ZERO
  #value: Decimal = ZERO

  /** @throws {MarginInputError} if a decimal is malformed. */
  add(row: StatedRow): void {
    const lent = this.#sumsOf(row.asset)
    lent.lent = add(lent.lent, readPrinted(row.asset_quantity, 'asset_quantity'))
    lent.interest = add(lent.interest, readPrinted(row.interest_accrued, 'interest_accrued'))
    const pledged = this.#sumsOf(row.collateral_asset)
    const quantity = readPrinted(row.collateral_quantity, 'collateral_quantity')
    pledged.collateral = add(pledged.collateral, quantity)
    this.#positions += 1
    if (row.margin_call_reached === true) this.#marginCalls += 1
    if (row.liquidation_reached === true) this.#liquidations += 1
    const { asset_notional_usd: notional, collateral_value_usd: value } = row
    if (notional === null || value === null) {
      this.#unpriced += 1
      return
    }
    this.#notional = add(this.#notional, readPrinted(notional, 'asset_notional_usd'))
    this.#value = add(this.#value, readPrinted(value, 'collateral_value_usd'))
  }

  /** @param listed How many of the positions the statement lists. */
  stated(listed: number): StatedTotals {
    return {
      positions: this.#positions,
      positions_left_out: this.#positions - listed,
      unpriced: this.#unpriced,
      margin_call_reached: this.#marginCalls,
      liquidation_reached: this.#liquidations,
      asset_notional_usd: formatDecimal(this.#notional, 2),
      collateral_value_usd: formatDecimal(this.#value, 2),
      assets: [...this.#assets]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([asset, { lent, collateral, interest }]) => ({
          asset,
          lent_quantity: formatDecimal(lent),
          collateral_quantity: formatDecimal(collateral),
          interest_accrued: formatDecimal(interest),
        })),
    }
  }

  #sumsOf(asset: string): Sums {
    const known = this.#assets.get(asset)
    if (known !== undefined) return known
    const sums = { lent: ZERO, collateral: ZERO, interest: ZERO }
    this.#assets.set(asset, sums)
    return sums
  }
}
