import {
  acceptOrderRequest,
  cancelOrderRequest,
  createOrderRequest,
  getOrderRequest,
  type Operation,
  type Order,
  type OrderRequest,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import { type CallOptions, callOf, succeed } from '../call.ts'
import type { World } from './world.ts'

/**
 * The recalls, returns, rerates, amends and extends of a world: asked for by the borrower and
 * answered by the lender, unless said otherwise.
 */
export class OrderRequests {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** A creation as a call: a return, unless said otherwise. */
  askCall(
    positionId: string | null,
    body: object = {},
    key = this.#world.borrowerKey,
  ): CallOptions {
    return callOf(createOrderRequest, { key, body: asked(positionId, body) })
  }

  ask(
    positionId: string | null,
    body: object = {},
    key = this.#world.borrowerKey,
  ): Promise<OrderRequest> {
    const { service } = this.#world
    return succeed(service, createOrderRequest, { key, body: asked(positionId, body) })
  }

  /** An active order of 10 BTC against 300 ETH of which a part is on its way back. */
  async returning(quantity = '4', changes: object = {}) {
    const order = await this.#world.orders.active(changes)
    const { id } = await this.ask(order.position_id, { quantity })
    await this.do('accept', id)
    return { order, id, orderId: order.id, positionId: order.position_id }
  }

  /** A new rate, asked for by the lender and accepted at once by the borrower. */
  async rerate(
    { position_id }: Pick<Order, 'position_id'>,
    rate_percent: string,
    effective_time?: string,
  ): Promise<OrderRequest> {
    const terms = { kind: 'rerate', rate_percent, ...(effective_time && { effective_time }) }
    const { id } = await this.ask(position_id, terms, this.#world.lenderKey)
    return this.do('accept', id, this.#world.borrowerKey)
  }

  callOf(action: RequestAction, id: string, key = this.#world.lenderKey): CallOptions {
    return this.#world.callOn(operations[action], { id }, key)
  }

  do(action: RequestAction, id: string, key = this.#world.lenderKey): Promise<OrderRequest> {
    return this.#world.do(operations[action], { id }, key)
  }

  get(id: string, key = this.#world.lenderKey): Promise<OrderRequest> {
    return this.#world.do(getOrderRequest, { id }, key)
  }
}

const asked = (positionId: string | null, body: object) => ({
  position_id: positionId ?? '',
  kind: 'return',
  ...body,
})

type RequestAction = keyof typeof operations

const operations = {
  accept: acceptOrderRequest,
  reject: rejectOrderRequest,
  cancel: cancelOrderRequest,
  retry: retryOrderRequest,
} as const satisfies Record<string, Operation>
