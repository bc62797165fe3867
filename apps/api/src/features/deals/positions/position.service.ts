import {
  type exportPositions,
  type getPosition,
  type OperationParams,
  type OperationQuery,
  type Position,
  positionStates,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { Caller } from '../../../platform/http/operation-pipeline.ts'
import { cutPage, type ListPage, type ReadPage } from '../../../platform/lists/list.ts'
import { placeOf, readPosition } from '../../../platform/lists/page-token.ts'
import { unknownStatus } from '../../../platform/lists/unknown-status.ts'
import { type PriceBook, PricesOfAMoment } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ListedPosition } from './listed-position.ts'
import { markBlocker } from './mark-blocker.ts'
import type { MarkablePosition } from './markable-position.ts'
import { pricedAssets, PositionValuer } from './position-figures.ts'
import type { PositionSelection } from './position-listing.ts'
import type { PositionRepository } from './position.repository.ts'
import { positionResource } from './position-resource.ts'

/** The filters of a query. */
type Filters = Omit<OperationQuery<typeof exportPositions>, 'format'>

export class PositionService {
  readonly #positions: PositionRepository
  readonly #prices: PriceBook
  readonly #clock: Clock

  constructor(positions: PositionRepository, prices: PriceBook, clock: Clock) {
    this.#positions = positions
    this.#prices = prices
    this.#clock = clock
  }

  /**
   * A position of the organization that can be marked to market, or the refusal that says why not.
   */
  async markable(tenant: Tenant, id: string): Promise<MarkablePosition | Refusal> {
    const position = await this.#positions.findMarkable(tenant, id)
    if (position instanceof Refusal) return position
    if (position === undefined) return positionNotFound(id)
    return markBlocker(position) ?? position
  }

  /** One position at current prices. */
  async get(
    caller: Caller,
    { position_id: id }: OperationParams<typeof getPosition>,
  ): Promise<Position | Refusal> {
    const position = await this.#positions.findListed(caller, id)
    if (position instanceof Refusal) return position
    if (position === undefined) return positionNotFound(id)
    const [shown] = await show(caller, [position], this.#now())
    return shown ?? positionNotFound(id)
  }

  /**
   * Reads positions page by page, newest first. All are valued at the prices of the moment of this
   * call, however long the reading takes.
   */
  reader(caller: Caller, filters: Filters): ReadPage<Position> {
    const moment = this.#now()
    return (after, pageSize) => this.#page(caller, filters, after, pageSize, moment)
  }

  async #page(
    caller: Caller,
    filters: Filters,
    after: string | undefined,
    pageSize: number,
    moment: PricesOfAMoment,
  ): Promise<ListPage<Position> | Refusal> {
    const unknown = unknownStatus(positionStates, filters.status, 'is not a status of a position')
    if (unknown !== undefined) return unknown
    const from = after === undefined ? undefined : readPosition(after)
    const rows = await this.#positions.page(caller, selectionOf(filters), from, pageSize)
    if (rows instanceof Refusal) return rows
    const page = cutPage(rows, pageSize, placeOf, (row) => row)
    return { items: await show(caller, page.items, moment), end: page.end }
  }

  #now(): PricesOfAMoment {
    return new PricesOfAMoment(this.#prices, this.#clock.now())
  }
}

async function show(
  caller: Caller,
  positions: readonly ListedPosition[],
  moment: PricesOfAMoment,
): Promise<Position[]> {
  const now = new Date(moment.nowMs).toISOString()
  const valuer = new PositionValuer(await moment.read(pricedAssets(positions)))
  return positions.map((position) =>
    positionResource(position, valuer.figures(position), caller, now),
  )
}

function selectionOf(filters: Filters): PositionSelection {
  return {
    status: filters.status,
    asset: filters.asset,
    collateralAsset: filters.collateral_asset,
    counterpartyId: filters.counterparty_id?.toLowerCase(),
    readyForM2m: filters.ready_for_m2m,
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
