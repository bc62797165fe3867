import {
  type exportPositions,
  type getPosition,
  type listPositions,
  type OperationParams,
  type OperationQuery,
  type Position,
  positionStates,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { cutPage, type ListPage, type ReadPage } from '../../../platform/lists/list.ts'
import {
  type PagePosition,
  placeOf,
  positionText,
  readPosition,
} from '../../../platform/lists/page-token.ts'
import { unknownStatus } from '../../../platform/lists/unknown-status.ts'
import { type PriceBook, type PriceReading, PricesOfAMoment } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ListedPosition } from './listed-position.ts'
import { markBlocker } from './mark-blocker.ts'
import type { MarkablePosition } from './markable-position.ts'
import { markablePosition } from './markable-row.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import { figuredFor } from './held-releases.ts'
import { pricedAssets } from './position-figures.ts'
import { dependsOnPrices, matchesByPrice, type PositionSelection } from './position-listing.ts'
import { readerByCoverage } from './positions-by-coverage.ts'
import type { PositionRepository } from './position.repository.ts'
import { positionResource } from './position-resource.ts'

type Filters = Omit<OperationQuery<typeof exportPositions>, 'format'>
type Ordered = Filters & Pick<OperationQuery<typeof listPositions>, 'order_by' | 'ids'>

/** A position that can be marked to market, and the prices of a moment. */
export interface PricedPosition {
  readonly position: MarkablePosition
  readonly readings: ReadonlyMap<string, PriceReading>
  /** The price of the asset at the last market cut, if there was one. */
  readonly priceAtLastMarketUsd: string | null
}

/** A page of a reading. */
interface PageRange {
  readonly pageSize: number
  readonly moment: PricesOfAMoment
  /** Whether the same reading has read a page before. */
  readonly isLater: boolean
}

interface Parts {
  readonly positions: PositionRepository
  readonly prices: PriceBook
  readonly clock: Clock
  readonly defaults: DefaultsReader
}

export class PositionService {
  readonly #positions: PositionRepository
  readonly #prices: PriceBook
  readonly #clock: Clock
  readonly #defaults: DefaultsReader

  constructor({ positions, prices, clock, defaults }: Parts) {
    this.#positions = positions
    this.#prices = prices
    this.#clock = clock
    this.#defaults = defaults
  }

  /**
   * A position of the organization that can be marked to market, with the prices of a time, or the
   * refusal that says why not. All of it comes from one snapshot.
   */
  async priced(tenant: Tenant, id: string, nowMs: number): Promise<PricedPosition | Refusal> {
    const row = await this.#positions.findToPreview(tenant, id, nowMs)
    if (row instanceof Refusal) return row
    if (row === undefined) return positionNotFound(id)
    const position = markablePosition(row)
    const readings = this.#prices.readingsOf(pricedAssets([position]), row.quotes, nowMs)
    return markBlocker(position) ?? { position, readings, priceAtLastMarketUsd: row.priceAtLastCut }
  }

  /** One position at current prices. */
  async get(
    caller: Caller,
    { position_id: id }: OperationParams<typeof getPosition>,
  ): Promise<Position | Refusal> {
    const nowMs = this.#clock.now()
    const position = await this.#positions.findListed(caller, id, timeOf(nowMs))
    if (position instanceof Refusal) return position
    if (position === undefined) return positionNotFound(id)
    const readings = this.#prices.readingsOf(pricedAssets([position]), position.quotes, nowMs)
    const shown = await this.#show(caller, [position], readings, nowMs)
    return shown instanceof Refusal ? shown : (shown[0] ?? positionNotFound(id))
  }

  /**
   * Reads positions page by page, newest first or lowest coverage first. All are chosen and valued
   * at the prices of the moment of this call, however long the reading takes.
   */
  reader(caller: Caller, { order_by: order, ...filters }: Ordered): ReadPage<Position> {
    const moment = new PricesOfAMoment(this.#prices, this.#clock.now())
    if (order === 'coverage') {
      const unknown = unknownStatus(positionStates, filters.status, 'is not a status of a position')
      if (unknown !== undefined) return () => Promise.resolve(unknown)
      const selection = selectionOf(filters)
      const [positions, defaults] = [this.#positions, this.#defaults]
      return readerByCoverage({ positions, caller, selection, moment, defaults })
    }
    let isLater = false
    return (after, pageSize) => {
      const range = { after, pageSize, moment, isLater }
      isLater = true
      return this.#page(caller, filters, range)
    }
  }

  async #page(
    caller: Caller,
    filters: Omit<Ordered, 'order_by'>,
    { after, ...range }: PageRange & { readonly after: string | undefined },
  ): Promise<ListPage<Position> | Refusal> {
    const unknown = unknownStatus(positionStates, filters.status, 'is not a status of a position')
    if (unknown !== undefined) return unknown
    const from = after === undefined ? undefined : readPosition(after)
    const selection = selectionOf(filters)
    if (dependsOnPrices(selection)) return this.#pageByPrice(caller, selection, from, range)
    const { moment, pageSize } = range
    const part = { pageSize, now: timeOf(moment.nowMs) }
    const rows = await this.#positions.page(caller, selection, { after: from }, part)
    if (rows instanceof Refusal) return rows
    const page = cutPage(rows, pageSize, placeOf, (row) => row)
    const readings = await moment.read(pricedAssets(page.items))
    const items = await this.#show(caller, page.items, readings, moment.nowMs)
    return items instanceof Refusal ? items : { items, end: page.end }
  }

  /**
   * A page of the positions that match at the prices of the moment. It looks at so many positions
   * at most, so it may have fewer than asked for and still be followed by another. The first page
   * takes what counts as reached now. Prices may have changed before a later page, which therefore
   * compares them.
   */
  async #pageByPrice(
    caller: Caller,
    selection: PositionSelection,
    from: PagePosition | undefined,
    { pageSize, moment, isLater }: PageRange,
  ): Promise<ListPage<Position> | Refusal> {
    const isBounded = selection.readyForM2m === true || isLater
    const until = isBounded
      ? await this.#positions.horizon(caller, selection, from, comparedMax)
      : undefined
    if (until instanceof Refusal) return until
    const prices = isBounded ? await this.#pricesOf(moment) : undefined
    const found: Position[] = []
    let after = from
    let size = pageSize
    for (let valued = 0; valued < valuedMax;) {
      const part = { pageSize: size, now: timeOf(moment.nowMs) }
      const rows = await this.#positions.page(caller, selection, { after, until, prices }, part)
      if (rows instanceof Refusal) return rows
      const readings = await moment.read(pricedAssets(rows))
      const figured = await this.#valued(caller, rows, readings, moment.nowMs)
      if (figured instanceof Refusal) return figured
      for (const { position, figures } of figured) {
        if (!matchesByPrice(selection, position, figures)) continue
        if (found.length === pageSize) return { items: found, end: endOf(found) }
        found.push(positionResource(position, figures, caller, timeOf(moment.nowMs)))
      }
      valued += rows.length
      const last = rows.at(-1)
      if (rows.length <= size || last === undefined) {
        return { items: found, end: until && positionText(until) }
      }
      after = readPosition(placeOf(last))
      size = Math.max(pageSize, batchSize)
    }
    return { items: found, end: after && positionText(after) }
  }

  async #show(
    caller: Caller,
    positions: readonly ListedPosition[],
    readings: ReadonlyMap<string, PriceReading>,
    nowMs: number,
  ): Promise<Position[] | Refusal> {
    const valued = await this.#valued(caller, positions, readings, nowMs)
    if (valued instanceof Refusal) return valued
    return valued.map(({ position, figures }) =>
      positionResource(position, figures, caller, timeOf(nowMs)),
    )
  }

  #valued(
    caller: Caller,
    positions: readonly ListedPosition[],
    readings: ReadonlyMap<string, PriceReading>,
    nowMs: number,
  ) {
    return figuredFor(caller, positions, readings, { defaults: this.#defaults, nowMs })
  }

  /** The prices of all assets at the moment of a reading. */
  async #pricesOf(moment: PricesOfAMoment): Promise<ReadonlyMap<string, string>> {
    const current = await this.#prices.readCurrent(moment.nowMs)
    return moment.usable([...current.keys()])
  }
}

/** How many positions a page compares with the prices, and how many a page by price values. */
const comparedMax = 10_000
const valuedMax = 2000
/** Where few candidates match, more are read at once. */
const batchSize = 500

const timeOf = (ms: number) => new Date(ms).toISOString()

function endOf(page: readonly Position[]): string | undefined {
  const last = page.at(-1)
  return last && positionText({ createTime: last.create_time, id: last.id })
}

function selectionOf(filters: Omit<Ordered, 'order_by'>): PositionSelection {
  return {
    ids: filters.ids?.split(','),
    status: filters.status,
    asset: filters.asset,
    collateralAsset: filters.collateral_asset,
    counterpartyId: filters.counterparty_id?.toLowerCase(),
    readyForM2m: filters.ready_for_m2m,
    m2mDirection: filters.m2m_direction,
    marginCallReached: filters.margin_call_reached,
    liquidationReached: filters.liquidation_reached,
  }
}

/** The answer is the same whether the position is missing or belongs to other organizations. */
export function positionNotFound(id: string): Refusal {
  return new Refusal('POSITION_NOT_FOUND', [
    { field: 'position_id', issue: 'is not a position of this organization', value: id },
  ])
}
