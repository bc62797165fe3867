import {
  abandonOrder,
  acceptMarkToMarketRequest,
  acceptOrder,
  cancelOrder,
  closeOrder,
  createMarkToMarketRequest,
  createOrder,
  getOrder,
  type MarkToMarketRequest,
  type Operation,
  type Order,
  previewMarkToMarketRequest,
  type ProviderState,
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

  async start(
    settings: ServiceOptions['settings'] = {},
    options: Pick<ServiceOptions, 'database' | 'streaming'> = {},
  ): Promise<void> {
    // Tests move the clock by days; those that are about stale prices set their own.
    const patient = { PRICE_MAX_AGE_S: '31536000', ...settings }
    this.#service = await startService({
      scenario: this.book.scenario,
      settings: patient,
      ...options,
    })
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

  async active(changes: object = {}): Promise<Order> {
    const { id } = await this.accepted(changes)
    await this.end(id, 'asset', 'completed')
    await this.end(id, 'collateral', 'completed')
    return this.get(id)
  }

  /** What the custodian says of the transfer of a leg that is under way, as the service's own worker takes it. */
  async end(orderId: string, leg: OrderTransfer['leg'], state: ReportedState): Promise<void> {
    const underWay = (await this.transfers(orderId)).filter(
      (transfer) => transfer.leg === leg && ['PENDING', 'IN_PROGRESS'].includes(transfer.status),
    )
    const [transfer, ...more] = underWay
    if (transfer === undefined || more.length > 0) {
      throw new Error(`${underWay.length} transfers of the ${leg} are under way`)
    }
    await this.report(transfer.id, state)
  }

  async report(transferId: string, state: ReportedState): Promise<void> {
    const { writes, settlement } = this.service.services
    await writes.byService(this.lender.id, (tx) =>
      settlement.report(tx, transferId, {
        state,
        requestState: state.toUpperCase(),
        label: `It is ${state}.`,
        quantity: undefined,
      }),
    )
  }

  /** The transfers of an order, the oldest first. */
  async transfers(orderId: string): Promise<OrderTransfer[]> {
    const { rows } = await this.service.database.query<OrderTransfer>(
      `SELECT id, category, leg, status, token, trim_scale(quantity)::text AS quantity,
         notional_usd::text AS notional, replaces,
         CASE sender_organization_id WHEN lender_id THEN 'lender' ELSE 'borrower' END AS sender
       FROM transfers WHERE order_id = $1
       ORDER BY create_time, replaces IS NOT NULL, category, leg, id`,
      [orderId],
    )
    return rows
  }

  /** The lender asks for what a preview says is due. */
  async callMargin({ position_id }: Pick<Order, 'position_id'>): Promise<MarkToMarketRequest> {
    const asked = { position_id: position_id ?? '' }
    const { calculation } = await succeed(this.service, previewMarkToMarketRequest, {
      key: this.lenderKey,
      body: { ...asked, explain: true },
    })
    const body = { ...asked, calculation_id: calculation?.calculation_id }
    return succeed(this.service, createMarkToMarketRequest, { key: this.lenderKey, body })
  }

  /** The borrower agrees. */
  acceptMargin({ id }: MarkToMarketRequest): Promise<MarkToMarketRequest> {
    const params = { mark_to_market_request_id: id }
    return succeed(this.service, acceptMarkToMarketRequest, { key: this.borrowerKey, params })
  }

  /** What a close has instructed and is under way: category, leg, asset, quantity and side. */
  async closingTransfers(orderId: string): Promise<string[][]> {
    return (await this.transfers(orderId))
      .filter(({ category }) => category === 'close' || category === 'interest')
      .filter(({ status }) => status === 'PENDING')
      .map(({ category, leg, token, quantity, sender }) => [category, leg, token, quantity, sender])
  }

  /** The position of an order as it is kept. */
  async position(orderId: string): Promise<KeptPosition> {
    const { rows } = await this.service.database.query<KeptPosition>(
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
    const { rows } = await this.service.database.query(
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

  /** Every move of an order, its birth included. */
  async moves(orderId: string): Promise<string[]> {
    const { rows } = await this.service.database.query(
      'SELECT action FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
      [orderId],
    )
    return rows.map(({ action }) => String(action))
  }
}

type ReportedState = Exclude<ProviderState, 'pending_submission'>

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
  retry: retryOrder,
  abandon: abandonOrder,
} as const satisfies Record<string, Operation>

/** What an order's action list says of one of them: null where it can be done, or why not. */
export function obstacleOf(order: Order, action: string): string | null | undefined {
  return order.actions.find((offered) => offered.action === action)?.reason
}
