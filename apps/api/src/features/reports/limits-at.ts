import { Decimal, formatDecimal, type LimitedDeal, limitUse, roundUp } from '@vadium/margin'
import type { CounterpartyExposureRow } from '@vadium/schema'
import type { Snapshot } from '../../platform/db/snapshots.ts'
import { hasLimit } from '../deals/index.ts'
import type { PricesOfAMoment } from '../prices/index.ts'
import type { PositionAt, PositionChoice } from './positions-at.ts'
import type { ReportMoment } from './report-time.ts'

/** The limits for a counterparty that were in effect at a moment. Decimals are strings. */
interface LimitsAt {
  readonly counterpartyId: string
  readonly lentUsdMax: string | null
  readonly uncoveredUsdMax: string | null
  readonly shock: string
}

/**
 * The limits of an organization at a moment, and the uncovered amounts under them, deal by deal: what
 * one deal has too much covers no other.
 */
export class UncoveredAmounts {
  readonly #limits: ReadonlyMap<string, LimitsAt>
  readonly #prices: PricesOfAMoment
  readonly #sums = new Map<string, Decimal | null>()

  private constructor(limits: readonly LimitsAt[], prices: PricesOfAMoment) {
    this.#limits = new Map(limits.map((one) => [one.counterpartyId, one]))
    this.#prices = prices
  }

  /** A report of one asset does not see all deals, and so no limits. */
  static async at(
    snapshot: Snapshot,
    { organizationId, eitherAsset }: PositionChoice,
    { until }: ReportMoment,
    prices: PricesOfAMoment,
  ): Promise<UncoveredAmounts> {
    if (eitherAsset !== undefined) return new UncoveredAmounts([], prices)
    const { rows } = await snapshot.query<LimitsAt>(limitsBefore, [organizationId, until])
    return new UncoveredAmounts(rows, prices)
  }

  /** Adds some positions. */
  async add(positions: readonly PositionAt[]): Promise<void> {
    const limited = positions.filter(
      ({ counterpartyId, isClosedOut }) => this.#limits.has(counterpartyId) && !isClosedOut,
    )
    if (limited.length === 0) return
    const assets = limited.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset])
    const prices = await this.#prices.usable([...new Set(assets)])
    for (const position of limited) {
      const { counterpartyId: id } = position
      const { shock = '0' } = this.#limits.get(id) ?? {}
      const bounds = { lentUsdMax: null, uncoveredUsdMax: null, shock }
      const { use } = limitUse([dealOf(position)], prices, bounds).uncoveredUsd
      const sum = this.#sums.has(id) ? this.#sums.get(id) : new Decimal(0)
      this.#sums.set(id, sum == null || use === null ? null : sum.plus(use))
    }
  }

  /** The members of a row of the report. */
  of(counterpartyId: string): LimitMembers {
    const limits = this.#limits.get(counterpartyId)
    if (limits === undefined) {
      return { lent_limit_usd: null, uncovered_usd: null, uncovered_limit_usd: null }
    }
    const sum = this.#sums.has(counterpartyId) ? this.#sums.get(counterpartyId) : new Decimal(0)
    return {
      lent_limit_usd: limits.lentUsdMax,
      uncovered_usd: sum == null ? null : formatDecimal(roundUp(sum, '0.01'), 2),
      uncovered_limit_usd: limits.uncoveredUsdMax,
    }
  }
}

export type LimitMembers = Pick<
  CounterpartyExposureRow,
  'lent_limit_usd' | 'uncovered_usd' | 'uncovered_limit_usd'
>

/** A version without any limit has ended them. */
const limitsBefore = `
  SELECT v.counterparty_id AS "counterpartyId", trim_scale(v.lent_usd_max)::text AS "lentUsdMax",
    trim_scale(v.uncovered_usd_max)::text AS "uncoveredUsdMax", trim_scale(v.shock)::text AS shock
  FROM (
    SELECT DISTINCT ON (counterparty_id) * FROM counterparty_limit_versions
    WHERE organization_id = $1 AND created_at < $2
    ORDER BY counterparty_id, version DESC) v
  WHERE ${hasLimit}`

/** Until a deal is active, both agreed quantities count. */
function dealOf(position: PositionAt): LimitedDeal {
  const { side, status, asset, collateralAsset } = position
  const isOpening = status === 'OPENING'
  return {
    side,
    asset,
    collateralAsset,
    assetQuantity: isOpening ? position.lentQuantity : position.outstandingQuantity,
    collateralQuantity: isOpening ? position.agreedCollateralQuantity : position.collateralQuantity,
  }
}
