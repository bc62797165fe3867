import {
  type CounterpartyLimitInputs,
  type LimitedDeal,
  type LimitUse,
  limitUse,
  type UseOfLimit,
} from '@vadium/margin'
import type { LimitBreach } from '@vadium/schema'

/** The limits of an organization for a counterparty. At least one is set. Decimals are strings. */
export interface LimitsInEffect {
  readonly organizationId: string
  readonly counterpartyId: string
  readonly version: number
  /** USD. Null: no limit. */
  readonly lentUsdMax: string | null
  /** USD. Null: no limit. */
  readonly uncoveredUsdMax: string | null
  readonly shock: string
  /** The assets with a limit, and how much of each may be lent. */
  readonly assets: readonly string[]
  readonly lentQuantitiesMax: readonly string[]
  readonly onBreach: LimitBreach
}

/** Limits, and what decides how much of them is used. */
export interface UsedLimits {
  readonly limits: LimitsInEffect
  /** The deals with the counterparty, as the organization of the limits has them. */
  readonly deals: readonly LimitedDeal[]
  /** The current prices in USD, and otherwise the last known, by asset. */
  readonly prices: ReadonlyMap<string, string>
}

/** The quantities of an order that is not accepted yet. */
export interface OfferedOrder {
  readonly lenderId: string
  readonly borrowerId: string
  readonly asset: string
  readonly assetQuantity: string
  readonly collateralAsset: string
  readonly collateralQuantity: string
}

/** A limit that is exceeded. */
export interface ExceededLimit {
  /** `lent_usd_max`, `uncovered_usd_max`, or `assets.` and a symbol. */
  readonly name: string
  /** Of what it is the limit, for people. */
  readonly what: string
  /** The limit. Decimal string. */
  readonly most: string
  readonly unit: string
  readonly use: UseOfLimit
}

export function limitInputs({
  lentUsdMax,
  uncoveredUsdMax,
  shock,
  assets,
  lentQuantitiesMax,
}: LimitsInEffect): CounterpartyLimitInputs {
  return {
    lentUsdMax,
    uncoveredUsdMax,
    shock,
    assets: assets.map((asset, i) => ({ asset, lentQuantityMax: lentQuantitiesMax[i] ?? '0' })),
  }
}

/** How much is used, with an order as well if it is given. */
export function useOf({ limits, deals, prices }: UsedLimits, order?: OfferedOrder): LimitUse {
  const all = order === undefined ? deals : [...deals, dealOf(order, limits.organizationId)]
  return limitUse(all, prices, limitInputs(limits))
}

/** What an order would be as a deal of one of its sides. */
function dealOf({ lenderId, ...order }: OfferedOrder, organizationId: string): LimitedDeal {
  return { ...order, side: organizationId === lenderId ? 'lender' : 'borrower' }
}

/** The limits that are exceeded, with an order as well if it is given. */
export function exceededLimits(used: UsedLimits, order?: OfferedOrder): ExceededLimit[] {
  const { limits } = used
  const { lentUsd, uncoveredUsd, assets } = useOf(used, order)
  const all = [
    {
      name: 'lent_usd_max',
      what: 'the amount lent',
      most: limits.lentUsdMax,
      unit: 'USD',
      use: lentUsd,
    },
    {
      name: 'uncovered_usd_max',
      what: 'the uncovered amount',
      most: limits.uncoveredUsdMax,
      unit: 'USD',
      use: uncoveredUsd,
    },
    ...assets.map(({ asset, ...use }, i) => ({
      name: `assets.${asset}`,
      what: `the quantity lent of ${asset}`,
      most: limits.lentQuantitiesMax[i] ?? null,
      unit: asset,
      use,
    })),
  ]
  return all.flatMap(({ most, ...one }) =>
    most !== null && one.use.isExceeded ? [{ ...one, most }] : [],
  )
}
