import {
  acceptOrderRequest,
  cancelOrderRequest,
  createOrderRequest,
  getOrderRequest,
  getPosition,
  type Operation,
  type OrderRequest,
  type Position,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import { checkBook, type CheckedRule } from '../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import type { Key } from './book.ts'
import { type CallOptions, callOf, succeed } from './call.ts'
import { OrderWorld } from './order-world.ts'

const operations = {
  accept: acceptOrderRequest,
  reject: rejectOrderRequest,
  cancel: cancelOrderRequest,
  retry: retryOrderRequest,
} as const satisfies Record<string, Operation>
type RequestAction = keyof typeof operations

/** An {@link OrderWorld} in which recalls, returns and rerates are asked for. */
export class OrderRequestWorld extends OrderWorld {
  /** A creation as a call: a return by the borrower, unless said otherwise. */
  askCall(positionId: string | null, body: object = {}, key = this.borrowerKey): CallOptions {
    return callOf(createOrderRequest, {
      key,
      body: { position_id: positionId ?? '', kind: 'return', ...body },
    })
  }

  ask(positionId: string | null, body: object = {}, key = this.borrowerKey): Promise<OrderRequest> {
    const asked = { position_id: positionId ?? '', kind: 'return', ...body }
    return succeed(this.service, createOrderRequest, { key, body: asked })
  }

  /** An active order of 10 BTC against 300 ETH of which a part is on its way back. */
  async returning(quantity = '4', changes: object = {}) {
    const order = await this.active(changes)
    const { id } = await this.ask(order.position_id, { quantity })
    await this.answer('accept', id)
    return { order, id, orderId: order.id, positionId: order.position_id }
  }

  answerCall(action: RequestAction, id: string, key: Key = this.lenderKey): CallOptions {
    return callOf(operations[action], { key, params: { order_request_id: id } })
  }

  answer(action: RequestAction, id: string, key: Key = this.lenderKey): Promise<OrderRequest> {
    return succeed(this.service, operations[action], { key, params: { order_request_id: id } })
  }

  request(id: string, key: Key = this.lenderKey): Promise<OrderRequest> {
    return succeed(this.service, getOrderRequest, { key, params: { order_request_id: id } })
  }

  shownPosition(positionId: string | null, key: Key = this.lenderKey): Promise<Position> {
    return succeed(this.service, getPosition, { key, params: { position_id: positionId ?? '' } })
  }

  /** Which rules of `vadium-api check` the book breaks. */
  async faults(): Promise<CheckedRule[]> {
    const checked = await withOwnerClient(this.service.database.url, checkBook)
    return checked.filter(({ breaches }) => breaches > 0)
  }
}

/** What the action list of a request, position or order says of an action: null where it can be done. */
export function reasonAgainst(
  { actions }: { readonly actions: OrderRequest['actions'] },
  action: string,
): string | null | undefined {
  return actions.find((offered) => offered.action === action)?.reason
}
