import { type CoveragePoint, coverageStepHours, type PositionValuation } from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/db/tenant.ts'
import { dayMs, instantText } from '../../platform/instant.ts'
import { cutPage, type ReadPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type CoverageHistories, positionNotFound, PositionValuer } from '../deals/index.ts'
import { type PriceReading, readingsThen } from '../prices/index.ts'
import { valuedThen, valueMembers } from './position-report.ts'
import type {
  NoValuation,
  ValuationPlace,
  ValuationRepository,
  ValuationRow,
} from './valuations.repository.ts'

/** What positions were worth at market cuts and movements. */
export class ValuationService implements CoverageHistories {
  readonly #valuations: ValuationRepository
  readonly #clock: Clock
  readonly #priceAgeSecondsMax: number

  constructor(valuations: ValuationRepository, clock: Clock, priceAgeSecondsMax: number) {
    this.#valuations = valuations
    this.#clock = clock
    this.#priceAgeSecondsMax = priceAgeSecondsMax
  }

  /** Reads pages of the entries of a position, newest first. */
  reader(caller: Tenant, positionId: string): ReadPage<PositionValuation> {
    return async (after, pageSize) => {
      const now = instantText(this.#clock.now())
      const place = after === undefined ? undefined : readPlace(after)
      const rows = await this.#valuations.page(caller, positionId, now, place, pageSize + 1)
      if (rows instanceof Refusal) return rows
      if (rows.length === 0) return positionNotFound(positionId)
      return cutPage(rows.filter(isEntry), pageSize, placeText, (row) => this.#valuation(row))
    }
  }

  async ofLastDays(
    caller: Tenant,
    positionIds: readonly string[],
    days: number,
  ): Promise<ReadonlyMap<string, CoveragePoint[]> | Refusal> {
    const nowMs = this.#clock.now()
    const rows = await this.#valuations.lastOfSteps(caller, positionIds, {
      from: instantText(nowMs - days * dayMs),
      until: instantText(nowMs),
      stepSeconds: coverageStepHours * 3_600,
    })
    if (rows instanceof Refusal) return rows
    const histories = new Map<string, CoveragePoint[]>()
    for (const row of rows.filter(isEntry).reverse()) {
      const history = histories.get(row.id) ?? []
      histories.set(row.id, history)
      history.push({ time: row.time, ccr_percent: this.#valuation(row).ccr_percent })
    }
    return histories
  }

  #valuation(row: ValuationRow): PositionValuation {
    const assets = [row.asset, row.collateralAsset]
    const atMs = Date.parse(row.time)
    const readings = readingsThen(assets, row.quotes, atMs, this.#priceAgeSecondsMax)
    const valued = valuedThen(row)
    return {
      time: row.time,
      cause: row.movement === null ? 'market_cut' : 'movement',
      movement: row.movement,
      transfer_id: row.transferId,
      mark_to_market_request_id: row.markToMarketRequestId,
      order_request_id: row.orderRequestId,
      status: row.status,
      asset_quantity: valued.assetQuantity,
      collateral_asset: row.collateralAsset,
      collateral_quantity: valued.collateralQuantity,
      deliveries_in_transit: valued.deliveriesInTransit,
      returns_in_transit: valued.returnsInTransit,
      asset_price: datedPrice(readings.get(row.asset)),
      collateral_price: datedPrice(readings.get(row.collateralAsset)),
      terms_version: row.termsVersion,
      ...valueMembers(new PositionValuer(readings).figures(valued)),
    }
  }
}

function datedPrice(reading: PriceReading | undefined): PositionValuation['asset_price'] {
  if (reading?.kind !== 'current') return null
  const { priceUsd, source, observedAt } = reading
  return { price_usd: priceUsd, source, observe_time: observedAt }
}

const isEntry = (row: ValuationRow | NoValuation): row is ValuationRow => row.time !== null

const placeText = ({ time, sequence }: ValuationPlace) => `${time} ${sequence}`

/** The service has sealed the text, so it is what it wrote. */
function readPlace(text: string): ValuationPlace {
  const [time = '', sequence = ''] = text.split(' ', 2)
  return { time, sequence: Number(sequence) }
}
