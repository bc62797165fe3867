import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  closeOrder,
  createOrder,
  getOrder,
  getPosition,
  type Operation,
  type Order,
  type Position,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import type { Key } from '../book.ts'
import { type CallOptions, succeed } from '../call.ts'
import type { ReportedState, World } from './world.ts'

/**
 * The orders of a world: created by the borrower and answered by the lender, unless said otherwise.
 */
export class Orders {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** 10 BTC against 300 ETH, asked for by the borrower. */
  body(): Record<string, unknown> {
    return {
      lender_id: this.#world.lender.id,
      borrower_id: this.#world.borrower.id,
      asset: 'BTC',
      asset_quantity: '10',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '300',
      collateral_type: 'BILATERAL',
      ...this.#world.wallets(this.#world.borrower),
    }
  }

  create(changes: object = {}, key = this.#world.borrowerKey): Promise<Order> {
    return succeed(this.#world.service, createOrder, { key, body: { ...this.body(), ...changes } })
  }

  get(id: string, key = this.#world.borrowerKey): Promise<Order> {
    return this.#world.do(getOrder, { id }, key)
  }

  /**
   * An action on an order as a call, with the body it needs: by the lender, unless said otherwise.
   */
  callOf(action: OrderAction, id: string, key = this.#world.lenderKey): CallOptions {
    return this.#world.callOn(operations[action], { id }, key, this.#bodyOf(action, key))
  }

  do(action: OrderAction, id: string, key = this.#world.lenderKey): Promise<Order> {
    return this.#world.do(operations[action], { id }, key, this.#bodyOf(action, key))
  }

  #bodyOf(action: OrderAction, key: Key): object | undefined {
    const { lender, borrower, borrowerKey } = this.#world
    return action === 'accept'
      ? this.#world.wallets(key === borrowerKey ? borrower : lender)
      : undefined
  }

  async accepted(changes: object = {}): Promise<Order> {
    const { id } = await this.create(changes)
    return this.do('accept', id)
  }

  async active(changes: object = {}): Promise<Order> {
    const { id } = await this.accepted(changes)
    await this.end(id, 'asset', 'completed')
    await this.end(id, 'collateral', 'completed')
    return this.get(id)
  }

  /** An active order whose close the borrower has begun. */
  async closing(): Promise<Order> {
    const { id } = await this.active()
    return this.do('close', id, this.#world.borrowerKey)
  }

  /**
   * What the custodian says of the transfer of a leg that is under way, as the service's own worker
   * takes it.
   */
  async end(orderId: string, leg: OrderTransfer['leg'], state: ReportedState): Promise<void> {
    const underWay = (await this.transfers(orderId)).filter(
      (transfer) => transfer.leg === leg && ['PENDING', 'IN_PROGRESS'].includes(transfer.status),
    )
    const [transfer, ...more] = underWay
    if (transfer === undefined || more.length > 0) {
      throw new Error(`${underWay.length} transfers of the ${leg} are under way`)
    }
    await this.#world.report(transfer.id, state)
  }

  /** The transfers of an order, the oldest first. */
  async transfers(orderId: string): Promise<OrderTransfer[]> {
    const { rows } = await this.#world.service.database.query<OrderTransfer>(
      `SELECT id, category, leg, status, token, trim_scale(quantity)::text AS quantity,
         notional_usd::text AS notional, replaces,
         CASE sender_organization_id WHEN lender_id THEN 'lender' ELSE 'borrower' END AS sender
       FROM transfers WHERE order_id = $1
       ORDER BY create_time, replaces IS NOT NULL, category, leg, id`,
      [orderId],
    )
    return rows
  }

  /** What a close has instructed and is under way: category, leg, asset, quantity and side. */
  async closingTransfers(orderId: string): Promise<string[][]> {
    return (await this.transfers(orderId))
      .filter(({ category }) => category === 'close' || category === 'interest')
      .filter(({ status }) => status === 'PENDING')
      .map(({ category, leg, token, quantity, sender }) => [category, leg, token, quantity, sender])
  }

  shownPosition(positionId: string | null, key = this.#world.lenderKey): Promise<Position> {
    return this.#world.do(getPosition, { id: positionId ?? '' }, key)
  }

  async position(orderId: string): Promise<KeptPosition> {
    const { rows } = await this.#world.service.database.query<KeptPosition>(
      `SELECT status, trim_scale(asset_quantity)::text AS asset, active_at IS NOT NULL AS was_active,
         trim_scale(collateral_quantity)::text AS collateral, closed_at IS NOT NULL AS is_over,
         trim_scale(price_at_last_m2m_usd)::text AS price
       FROM positions WHERE order_id = $1`,
      [orderId],
    )
    const [position] = rows
    if (position === undefined) throw new Error(`order ${orderId} has no position`)
    return position
  }

  /** What the journal says is with the other side, or under way. */
  async balances(orderId: string): Promise<Record<string, string>> {
    const { rows } = await this.#world.service.database.query(
      `SELECT bucket || ' ' || asset AS account, trim_scale(sum(quantity))::text AS quantity
       FROM journal_balances WHERE order_id = $1 AND bucket <> 'own'
       GROUP BY bucket, asset HAVING sum(quantity) <> 0`,
      [orderId],
    )
    return Object.fromEntries(rows.map(({ account, quantity }) => [account, quantity])) as Record<
      string,
      string
    >
  }

  /** Every move of an order, its creation included. */
  async moves(orderId: string): Promise<string[]> {
    const { rows } = await this.#world.service.database.query(
      'SELECT action FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
      [orderId],
    )
    return rows.map(({ action }) => String(action))
  }
}

export interface OrderTransfer {
  readonly id: string
  readonly category: string
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly status: string
  readonly token: string
  readonly quantity: string
  readonly notional: string
  readonly replaces: string | null
  readonly sender: 'lender' | 'borrower'
}

interface KeptPosition {
  readonly status: string
  readonly asset: string
  readonly collateral: string
  readonly price: string
  readonly was_active: boolean
  readonly is_over: boolean
}

type OrderAction = keyof typeof operations

const operations = {
  accept: acceptOrder,
  reject: rejectOrder,
  cancel: cancelOrder,
  close: closeOrder,
  cancel_close: cancelOrderClose,
  retry: retryOrder,
  abandon: abandonOrder,
} as const satisfies Record<string, Operation>
