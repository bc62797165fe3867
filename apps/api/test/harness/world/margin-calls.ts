import {
  acceptMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  getMarkToMarketRequest,
  type MarkToMarketRequest,
  type Order,
  previewMarkToMarketRequest,
} from '@vadium/schema'
import type { Deal } from '../book.ts'
import { type CallOptions, callOf, succeed } from '../call.ts'
import type { Identified, World } from './world.ts'

/** What has a position: a deal of the book, or an order as it was answered. */
type Positioned = Pick<Deal, 'positionId'> | Pick<Order, 'position_id'>

/** The mark-to-market requests of a world: by the lender, unless said otherwise. */
export class MarginCalls {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** A preview with its calculation. */
  async preview(of: Positioned, key = this.#world.lenderKey) {
    const { preview, calculation } = await succeed(
      this.#world.service,
      previewMarkToMarketRequest,
      { key, body: { position_id: positionOf(of), explain: true } },
    )
    if (calculation === undefined) throw new Error('the preview did not explain itself')
    return { preview, calculation }
  }

  /** The id of what a fresh preview has shown. */
  async calculationOf(of: Positioned, key = this.#world.lenderKey): Promise<string> {
    return (await this.preview(of, key)).calculation.calculation_id
  }

  /** How a request is created from what a preview has shown. */
  creation(of: Positioned, calculationId: string, key = this.#world.lenderKey): CallOptions {
    const body = { position_id: positionOf(of), calculation_id: calculationId }
    return callOf(createMarkToMarketRequest, { key, body })
  }

  /** A request created from a fresh preview. */
  async create(of: Positioned, key = this.#world.lenderKey): Promise<MarkToMarketRequest> {
    const body = {
      position_id: positionOf(of),
      calculation_id: await this.calculationOf(of, key),
    }
    return succeed(this.#world.service, createMarkToMarketRequest, { key, body })
  }

  get(request: Identified, key = this.#world.lenderKey): Promise<MarkToMarketRequest> {
    return this.#world.do(getMarkToMarketRequest, request, key)
  }

  /** The borrower accepts. */
  accept(request: Identified): Promise<MarkToMarketRequest> {
    return this.#world.do(acceptMarkToMarketRequest, request, this.#world.borrowerKey)
  }

  /** A request that the lender asked for and the borrower accepted. */
  async accepted(of: Positioned): Promise<MarkToMarketRequest> {
    return this.accept(await this.create(of))
  }

  /** An accepted request, and its transfer, which no custodian ends. */
  async underWay(of: Positioned) {
    const request = await this.accepted(of)
    const [transferId = ''] = request.transfer_ids
    return { request, transferId }
  }

  /** An accepted request whose only transfer has failed. */
  async failed(of: Positioned): Promise<MarkToMarketRequest> {
    const { request, transferId } = await this.underWay(of)
    await this.#world.report(transferId, 'failed')
    return request
  }

  /** The status of a request, and what cancelled it. */
  async outcomeOf(request: Identified): Promise<readonly [status: string, cause: string | null]> {
    const { status, cancellation_cause } = await this.get(request)
    return [status, cancellation_cause]
  }

  /** A request that the lender asked for and the borrower answered with a figure of its own. */
  async disputed(of: Positioned, counterNotionalUsd: string): Promise<MarkToMarketRequest> {
    const request = await this.create(of)
    return this.#world.do(disputeMarkToMarketRequest, request, this.#world.borrowerKey, {
      counter_notional_usd: counterNotionalUsd,
      reason: 'PRICE',
    })
  }

  /** What the book holds of the transfers of a request, the oldest first. */
  async transfersOf({ id }: Identified): Promise<Record<string, unknown>[]> {
    const { rows } = await this.#world.service.database.query(
      `SELECT id, status, category, leg, token, trim_scale(quantity)::text AS quantity, notional_usd::text,
         sender_organization_id AS sender, receiver_organization_id AS receiver, sender_wallet_address,
         receiver_wallet_address, replaces
       FROM transfers WHERE mark_to_market_request_id = $1
       ORDER BY create_time, replaces IS NOT NULL, id`,
      [id],
    )
    return rows
  }

  /** The collateral of a position: as it says, and as the journal has it. */
  async collateralOf(of: Positioned): Promise<{ position: string; journal: string }> {
    const { rows } = await this.#world.service.database.query(
      `SELECT trim_scale(p.collateral_quantity)::text AS position,
         (SELECT trim_scale(coalesce(sum(b.quantity), 0))::text FROM journal_balances b
          JOIN orders o ON o.id = b.order_id
          WHERE b.order_id = p.order_id AND b.holder_id = p.lender_id
            AND b.asset = o.collateral_asset AND b.bucket IN ('pledged', 'in_transit')) AS journal
       FROM positions p WHERE p.id = $1`,
      [positionOf(of)],
    )
    const [row] = rows as { position: string; journal: string }[]
    if (row === undefined) throw new Error('there is no such position')
    return row
  }

  /** The moves of a request, in their order. */
  async historyOf({ id }: Identified): Promise<string[]> {
    const { rows } = await this.#world.service.database.query(
      'SELECT action, to_state, actor_id FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
      [id],
    )
    return rows.map(({ action, to_state }) => `${String(action)} ${String(to_state)}`)
  }

  /** Whether a deadline still waits for a request. */
  async hasDeadline({ id }: Identified): Promise<boolean> {
    const { rowCount } = await this.#world.service.database.query(
      'SELECT FROM deadlines WHERE resource_id = $1',
      [id],
    )
    return rowCount === 1
  }
}

/** The actions of a request that its reader may do now. */
export function availableTo(request: MarkToMarketRequest): string[] {
  return request.actions.filter(({ available }) => available).map(({ action }) => action)
}

const positionOf = (of: Positioned): string =>
  'positionId' in of ? of.positionId : (of.position_id ?? '')
