import { randomUUID } from 'node:crypto'
import { acceptOrderRequest, type OrderRequest } from '@vadium/schema'
import { endDeadline } from '../../../src/features/deals/deadlines/deadline-worker.ts'
import { eligible } from '../agreed-terms.ts'
import type { Deal, Terms } from '../book.ts'
import type { CallOptions } from '../call.ts'
import type { OrderTransfer } from './orders.ts'
import { now, type ReportedState, type World } from './world.ts'

/**
 * Deals of 1,000,000 USDC against 25 BTC, in place of which ETH may be given: at 160 %, so that at
 * 3,000 USD 533.333333333333333334 are the least.
 */
export class Substitutions {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
    world.book.price('USDC', '1', now)
    for (const asset of ['ETH', 'USDC'])
      [world.lender, world.borrower].map((of) => of.wallet(asset))
  }

  /** Starts the service. ETH is at 3,000 USD, and BTC at 60,000. */
  async start(): Promise<void> {
    await this.#world.start()
    await this.#world.setPrice('ETH', '3000')
  }

  /** A deal of the history. */
  deal(terms: Partial<Terms> = {}, maturity?: string): Deal {
    const { book, lender, borrower } = this.#world
    return book.deal(lender, borrower, {
      asset: 'USDC',
      asset_quantity: '1000000',
      collateral_asset: 'BTC',
      collateral_quantity: '25',
      terms: { eligible_collateral: [{ ...eligible('ETH', '160'), id: randomUUID() }], ...terms },
      ...(maturity !== undefined && { maturity_time: maturity }),
    })
  }

  body(changes: object = {}) {
    const asked = {
      ...{ kind: 'substitution', collateral_asset: 'ETH', collateral_quantity: '534' },
      ...changes,
    }
    return { collateral_wallet_id: this.#world.borrower.wallet(asked.collateral_asset), ...asked }
  }

  ask({ positionId }: Pick<Deal, 'positionId'>, changes: object = {}): Promise<OrderRequest> {
    return this.#world.requests.ask(positionId, this.body(changes))
  }

  acceptCall(id: string, asset = 'ETH'): CallOptions {
    const { lender, lenderKey } = this.#world
    const body = { collateral_wallet_id: lender.wallet(asset) }
    return this.#world.callOn(acceptOrderRequest, { id }, lenderKey, body)
  }

  accept(id: string, asset = 'ETH'): Promise<OrderRequest> {
    const { lender, lenderKey } = this.#world
    const body = { collateral_wallet_id: lender.wallet(asset) }
    return this.#world.do(acceptOrderRequest, { id }, lenderKey, body)
  }

  /** One that is accepted, and whose new collateral is under way. */
  async agreed(
    deal: Pick<Deal, 'positionId'>,
    changes: { readonly collateral_asset?: string; readonly collateral_quantity?: string } = {},
  ): Promise<string> {
    const { id } = await this.ask(deal, changes)
    await this.accept(id, changes.collateral_asset)
    return id
  }

  /** As a turn of the worker of deadlines does with that of a request. */
  async expire(id: string): Promise<void> {
    const { writes, orderRequests } = this.#world.service.services
    const handlers = { order_request: orderRequests }
    await writes.byService(this.#world.lender.id, (tx) =>
      endDeadline(tx, handlers, 'order_request', id),
    )
  }

  /** The exchanges of a deal, the oldest first. */
  async transfers({ orderId }: Pick<Deal, 'orderId'>): Promise<OrderTransfer[]> {
    const all = await this.#world.orders.transfers(orderId)
    return all.filter(({ category }) => category === 'substitution')
  }

  /** What the custodian says of the exchange that is under way. */
  async end(deal: Pick<Deal, 'orderId'>, state: ReportedState = 'completed'): Promise<void> {
    const underWay = (await this.transfers(deal)).filter(({ status }) =>
      ['PENDING', 'IN_PROGRESS'].includes(status),
    )
    const [transfer, ...more] = underWay
    if (transfer === undefined || more.length > 0) {
      throw new Error(`${underWay.length} transfers of the exchange are under way`)
    }
    await this.#world.report(transfer.id, state)
  }
}
