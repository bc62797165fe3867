import type { RevaluationInputs } from '@vadium/margin'

/** A position that is revalued: its inputs and its collateral asset. */
export interface BookedPosition {
  readonly id: number
  readonly collateral: CollateralSymbol
  readonly inputs: RevaluationInputs
}

export type CollateralSymbol = keyof typeof collaterals

/** The collateral assets: the decimals of their smallest unit, which is the lot, and USD prices. */
export const collaterals = {
  USDC: { decimals: 6, priceUsd: '1.0001', centsEach: 100n },
  USDT: { decimals: 6, priceUsd: '0.9998', centsEach: 100n },
  ETH: { decimals: 18, priceUsd: '3120.25', centsEach: 312_025n },
} as const

const symbols = ['USDC', 'USDC', 'USDT', 'ETH'] as const

/** The asset of all positions has 8 decimals. Quantities are drawn for about this price. */
const assetDecimals = 8
const assetCentsEach = 9_725_000n

/** How far the price moves below and above, in cents, by a tenth of a USD at a tick. */
const tickSpan = 300_000n

/**
 * Positions of one asset, the same in every run. They are covered between 103.5 and 107 percent, a
 * quarter of them by ether with 18 decimals. Some have a haircut, a threshold, collateral in
 * transit or a dispute.
 */
export function bookOf(count: number): BookedPosition[] {
  const draw = drawer()
  return Array.from({ length: count }, (_, id) => positionOf(id, draw))
}

function positionOf(id: number, draw: Draw): BookedPosition {
  const collateral = symbols[id % symbols.length] ?? 'USDC'
  const { decimals, centsEach } = collaterals[collateral]
  const lot = digits(1n, decimals)
  const assetUnits = draw(10_000_000n, 5_000_000_000n)
  const cents = (assetUnits * assetCentsEach) / 10n ** BigInt(assetDecimals)
  // In thousandths of the notional. The last digits of the quantity are drawn separately.
  const coveredCents = (cents * draw(1_035n, 1_070n)) / 1_000n
  const collateralUnits =
    (coveredCents * 10n ** BigInt(decimals)) / centsEach + draw(0n, 10n ** BigInt(decimals))
  const oneIn = (odds: bigint, share: bigint) =>
    digits(draw(0n, odds) === 0n ? collateralUnits / share : 0n, decimals)
  return {
    id,
    collateral,
    inputs: {
      position: {
        assetQuantity: digits(assetUnits, assetDecimals),
        collateralQuantity: digits(collateralUnits, decimals),
        deliveriesInTransit: oneIn(10n, 20n),
        returnsInTransit: oneIn(15n, 30n),
        disputedQuantity: oneIn(50n, 40n),
      },
      terms: {
        ...(draw(0n, 4n) === 0n ? { haircut: '0.02' } : { requirementPercent: '105' }),
        thresholdUsd: draw(0n, 10n) === 0n ? '25000' : '0',
        minimumNotionalUsd: { topUp: '10000', release: '20000' },
        lot: { topUp: lot, release: lot },
      },
      marginCallPercent: '103',
      liquidationPercent: '101',
    },
  }
}

/** The price of the asset at each tick, the same in every run. */
export function priceTicks(count: number): string[] {
  const draw = drawer()
  return Array.from({ length: count }, () =>
    digits(assetCentsEach + draw(-tickSpan / 10n, tickSpan / 10n) * 10n, 2),
  )
}

/** An integer from the first, included, to the second, excluded. */
type Draw = (from: bigint, to: bigint) => bigint

/** Draws the same numbers in every run: the minimal standard generator of Park and Miller. */
function drawer(): Draw {
  const modulus = 2n ** 31n - 1n
  let state = 20_260_701n
  return (from, to) => {
    state = (state * 48_271n) % modulus
    return from + (state * (to - from)) / modulus
  }
}

function digits(units: bigint, decimals: number): string {
  const text = units.toString().padStart(decimals + 1, '0')
  return `${text.slice(0, -decimals)}.${text.slice(-decimals)}`
}
