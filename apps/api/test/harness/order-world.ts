import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  closeOrder,
  createOrder,
  getOrder,
  type Operation,
  type Order,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import { Book, type Key, type Party } from './book.ts'
import { type CallOptions, callOf, succeed } from './call.ts'
import { type RunningService, type ServiceOptions, startService } from './service.ts'

/** When a service of a test begins. */
export const now = '2026-03-02T12:00:00.000Z'

/** A lender and a borrower that have agreed on terms, somebody else, and prices of BTC and ETH. */
export class OrderWorld {
  readonly book = new Book()
  readonly lender: Party = this.book.party('harbor')
  readonly borrower: Party = this.book.party('quay', 'bitgo')
  readonly stranger: Party = this.book.party('stone', 'copper')
  readonly lenderKey: Key = this.lender.credential('execution')
  readonly borrowerKey: Key = this.borrower.credential('execution')
  readonly strangerKey: Key = this.stranger.credential('execution')
  readonly termsId: string = this.book.agreement(this.lender, this.borrower)
  #service: RunningService | undefined

  constructor() {
    this.book.price('BTC', '60000', now)
    this.book.price('ETH', '2500', now)
  }

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  async start(settings: ServiceOptions['settings'] = {}): Promise<void> {
    // Tests move the clock by days; those that are about stale prices set their own.
    const patient = { PRICE_MAX_AGE_S: '31536000', ...settings }
    this.#service = await startService({ scenario: this.book.scenario, settings: patient })
  }

  async close(): Promise<void> {
    await this.#service?.close()
  }

  /** 10 BTC against 300 ETH, asked for by the borrower. */
  body(): Record<string, unknown> {
    return {
      lender_id: this.lender.id,
      borrower_id: this.borrower.id,
      asset: 'BTC',
      asset_quantity: '10',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '300',
      collateral_type: 'BILATERAL',
      ...this.wallets(this.borrower),
    }
  }

  wallets(of: Party): { asset_wallet_id: string; collateral_wallet_id: string } {
    return { asset_wallet_id: of.wallet('BTC'), collateral_wallet_id: of.wallet('ETH') }
  }

  create(changes: object = {}, key = this.borrowerKey): Promise<Order> {
    return succeed(this.service, createOrder, { key, body: { ...this.body(), ...changes } })
  }

  get(orderId: string, key = this.borrowerKey): Promise<Order> {
    return succeed(this.service, getOrder, { key, params: { order_id: orderId } })
  }

  /** An action on an order as a call, with the body it needs: by the lender, unless said otherwise. */
  callOf(action: OrderAction, orderId: string, key = this.lenderKey): CallOptions {
    return callOf(operations[action], {
      key,
      params: { order_id: orderId },
      ...(action === 'accept' && {
        body: this.wallets(key === this.borrowerKey ? this.borrower : this.lender),
      }),
    })
  }

  do(action: OrderAction, orderId: string, key = this.lenderKey): Promise<Order> {
    const { body } = this.callOf(action, orderId, key)
    return succeed(this.service, operations[action], {
      key,
      params: { order_id: orderId },
      ...(body !== undefined && { body }),
    })
  }

  async accepted(changes: object = {}): Promise<Order> {
    const { id } = await this.create(changes)
    return this.do('accept', id)
  }
}

type OrderAction = keyof typeof operations

const operations = {
  accept: acceptOrder,
  reject: rejectOrder,
  cancel: cancelOrder,
  close: closeOrder,
  retry: retryOrder,
  abandon: abandonOrder,
} as const satisfies Record<string, Operation>

/** What an order's action list says of one of them: null where it can be done, or why not. */
export function obstacleOf(order: Order, action: string): string | null | undefined {
  return order.actions.find((offered) => offered.action === action)?.reason
}
