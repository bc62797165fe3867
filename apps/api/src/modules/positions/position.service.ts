import {
  type getPosition,
  type listPositions,
  type OperationParams,
  type OperationQuery,
  type Position,
  positionStates,
  statesOf,
} from '@vadium/schema'
import type { Clock } from '../../clock.ts'
import type { Tenant } from '../../db/tenant.ts'
import type { Asker } from '../../edge/operation-pipeline.ts'
import { cutPage, type ListPage } from '../../paging/list.ts'
import { positionText, readPosition } from '../../paging/page-token.ts'
import type { PriceBook } from '../../prices/price-book.ts'
import { Refusal } from '../../refusal.ts'
import type { ListedPosition } from './listed-position.ts'
import { markObstacle } from './mark-obstacle.ts'
import type { MarkablePosition } from './markable-position.ts'
import { pricedAssets, PositionValuer } from './position-figures.ts'
import type { PositionSelection } from './position-listing.ts'
import type { PositionRepository } from './position.repository.ts'
import { positionResource } from './position-resource.ts'

type PositionQuery = OperationQuery<typeof listPositions>

export class PositionService {
  readonly #positions: PositionRepository
  readonly #prices: PriceBook
  readonly #clock: Clock

  constructor(positions: PositionRepository, prices: PriceBook, clock: Clock) {
    this.#positions = positions
    this.#prices = prices
    this.#clock = clock
  }

  /** A position of the organization that can be marked to market, or the refusal that says why not. */
  async markable(tenant: Tenant, id: string): Promise<MarkablePosition | Refusal> {
    const position = await this.#positions.findMarkable(tenant, id)
    if (position instanceof Refusal) return position
    if (position === undefined) return positionNotFound(id)
    return markObstacle(position) ?? position
  }

  /** One position at the prices of now. */
  async get(
    asker: Asker,
    { position_id: id }: OperationParams<typeof getPosition>,
  ): Promise<Position | Refusal> {
    const position = await this.#positions.findListed(asker, id)
    if (position instanceof Refusal) return position
    if (position === undefined) return positionNotFound(id)
    const [shown] = await this.#show(asker, [position])
    return shown ?? positionNotFound(id)
  }

  /** A page of positions, newest first, at the prices of now. */
  async list(
    asker: Asker,
    query: PositionQuery,
    after: string | undefined,
    pageSize: number,
  ): Promise<ListPage<Position> | Refusal> {
    const unknown = unknownStatus(query)
    if (unknown !== undefined) return unknown
    const from = after === undefined ? undefined : readPosition(after)
    const rows = await this.#positions.page(asker, selectionOf(query), from, pageSize)
    if (rows instanceof Refusal) return rows
    const page = cutPage(rows, pageSize, placeOf, (row) => row)
    return { items: await this.#show(asker, page.items), end: page.end }
  }

  async #show(asker: Asker, positions: readonly ListedPosition[]): Promise<Position[]> {
    const nowMs = this.#clock.now()
    const now = new Date(nowMs).toISOString()
    const valuer = new PositionValuer(await this.#prices.read(pricedAssets(positions), nowMs))
    return positions.map((position) =>
      positionResource(position, valuer.figures(position), asker, now),
    )
  }
}

function selectionOf(query: PositionQuery): PositionSelection {
  const { page_size: _size, page_token: _token, counterparty_id: other, ...same } = query
  return { ...same, ...(other !== undefined && { counterparty_id: other.toLowerCase() }) }
}

function placeOf({ createdAt, id }: ListedPosition): string {
  return positionText({ createTime: createdAt, id })
}

/** Whether nobody has it or another organization does, the answer is the same. */
export function positionNotFound(id: string): Refusal {
  return new Refusal('POSITION_NOT_FOUND', [
    { field: 'position_id', issue: 'is not a position of this organization', value: id },
  ])
}

/** A status that does not exist can never be met; the answer lists those that do. */
function unknownStatus({ status }: PositionQuery): Refusal | undefined {
  const known = statesOf(positionStates)
  if (status === undefined || known.some((one) => one === status)) return undefined
  return new Refusal('STATUS_UNKNOWN', [
    { field: 'status', issue: 'is not a status of a position', allowed: [...known] },
  ])
}
