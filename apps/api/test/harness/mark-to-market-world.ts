import {
  acceptMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  getMarkToMarketRequest,
  type MarkToMarketRequest,
  type Operation,
  type OperationResponse,
  previewMarkToMarketRequest,
  type ProviderState,
} from '@vadium/schema'
import { Book, type Deal, type Key, type Party } from './book.ts'
import { type CallOptions, callOf, succeed } from './call.ts'
import { type RunningService, startService } from './service.ts'

type Terms = NonNullable<Parameters<Book['deal']>[2]>['terms']
type Body = Readonly<Record<string, string>>

/** When the services of these tests begin, and when their prices were observed. */
export const now = '2026-03-02T12:00:00.000Z'

/**
 * A lender and a borrower with deals to call on: 10 BTC at 60,000 USD require 900,000 of collateral, at 2,500
 * USD an ETH. Deals are used up one by one, so that no test meets what another did.
 */
export class MarkToMarketWorld {
  readonly book = new Book()
  readonly lender: Party = this.book.party('harbor', 'fireblocks')
  readonly borrower: Party = this.book.party('quay', 'bitgo')
  readonly lenderKey: Key = this.lender.credential('execution')
  readonly borrowerKey: Key = this.borrower.credential('execution')
  readonly strangerKey: Key = this.book.party('stranger', 'copper').credential('execution')
  #short: Deal[] = []
  #over: Deal[] = []
  #service: RunningService | undefined

  constructor() {
    this.book.price('BTC', '60000', now)
    this.book.price('ETH', '2500', now)
  }

  /** So many deals that are short of 60 ETH, and so many that have 40 ETH too much. */
  stock(short: number, over = 0, terms: Terms = {}): this {
    this.#short = Array.from({ length: short }, () =>
      this.book.deal(this.lender, this.borrower, { terms }),
    )
    this.#over = Array.from({ length: over }, () =>
      this.book.deal(this.lender, this.borrower, {
        collateral_quantity: '400',
        terms,
      }),
    )
    return this
  }

  async start(): Promise<void> {
    this.#service = await startService({ scenario: this.book.scenario })
  }

  async close(): Promise<void> {
    await this.#service?.close()
  }

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  /** A deal that is 60 ETH short. */
  shortDeal(): Deal {
    return taken(this.#short)
  }

  /** A deal that has 40 ETH too much. */
  overDeal(): Deal {
    return taken(this.#over)
  }

  /** A preview with its calculation. */
  async preview(deal: Deal, key = this.lenderKey) {
    const { preview, calculation } = await succeed(this.service, previewMarkToMarketRequest, {
      key,
      body: { position_id: deal.positionId, explain: true },
    })
    if (calculation === undefined) throw new Error('the preview did not explain itself')
    return { preview, calculation }
  }

  /** The id of what a fresh preview has shown. */
  async calculationOf(deal: Deal, key = this.lenderKey): Promise<string> {
    return (await this.preview(deal, key)).calculation.calculation_id
  }

  /** How a request is created from what a preview has shown. */
  creation(
    deal: { readonly positionId: string },
    calculationId: string,
    key = this.lenderKey,
  ): CallOptions {
    const body = { position_id: deal.positionId, calculation_id: calculationId }
    return callOf(createMarkToMarketRequest, { key, body })
  }

  /** A request created from a fresh preview. */
  async create(deal: Deal, key = this.lenderKey): Promise<MarkToMarketRequest> {
    const body = {
      position_id: deal.positionId,
      calculation_id: await this.calculationOf(deal, key),
    }
    return succeed(this.service, createMarkToMarketRequest, { key, body })
  }

  /** How an operation on a request is called. */
  callOn(operation: Operation, { id }: { id: string }, key: Key, body?: Body): CallOptions {
    const params = { mark_to_market_request_id: id }
    return callOf(operation, { params, key, ...(body && { body }) })
  }

  /** An operation on a request, which succeeds. */
  do<O extends Operation>(
    operation: O,
    { id }: { id: string },
    key: Key,
    body?: Body,
  ): Promise<OperationResponse<O>> {
    const params = { mark_to_market_request_id: id }
    return succeed(this.service, operation, { params, key, ...(body && { body }) })
  }

  get(request: { id: string }, key = this.lenderKey): Promise<MarkToMarketRequest> {
    return this.do(getMarkToMarketRequest, request, key)
  }

  /** A request that the lender asked for and the borrower accepted. */
  async accepted(deal: Deal): Promise<MarkToMarketRequest> {
    const request = await this.create(deal)
    return this.do(acceptMarkToMarketRequest, request, this.borrowerKey)
  }

  /** A request that the lender asked for and the borrower answered with a figure of its own. */
  async disputed(deal: Deal, counterNotionalUsd: string): Promise<MarkToMarketRequest> {
    const request = await this.create(deal)
    return this.do(disputeMarkToMarketRequest, request, this.borrowerKey, {
      counter_notional_usd: counterNotionalUsd,
      reason: 'PRICE',
    })
  }

  /** What a custodian says of a transfer, as the service's own worker takes it in. */
  async report(
    transferId: string,
    state: Exclude<ProviderState, 'pending_submission'>,
  ): Promise<void> {
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

  /** The only current price of an asset. */
  async setPrice(asset: string, priceUsd: string, observedAt = now): Promise<void> {
    await this.service.database.query(
      'UPDATE latest_prices SET price_usd = $2, observed_at = $3 WHERE asset = $1',
      [asset, priceUsd, observedAt],
    )
  }

  /** A turn of the worker that ends what nobody has answered in time. */
  async expire(): Promise<void> {
    await this.service.services.deadlineWorker.runDue()
  }

  /** What the book holds of the transfers of a request, the oldest first. */
  async transfersOf({ id }: { id: string }): Promise<Record<string, unknown>[]> {
    const { rows } = await this.service.database.query(
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
  async collateralOf(deal: Deal): Promise<{ position: string; journal: string }> {
    const { rows } = await this.service.database.query(
      `SELECT trim_scale(p.collateral_quantity)::text AS position,
         (SELECT trim_scale(coalesce(sum(b.quantity), 0))::text FROM journal_balances b
          JOIN orders o ON o.id = b.order_id
          WHERE b.order_id = p.order_id AND b.holder_id = p.lender_id
            AND b.asset = o.collateral_asset AND b.bucket IN ('pledged', 'in_transit')) AS journal
       FROM positions p WHERE p.id = $1`,
      [deal.positionId],
    )
    const [row] = rows as { position: string; journal: string }[]
    if (row === undefined) throw new Error('there is no such position')
    return row
  }

  /** The moves of a request, in their order. */
  async historyOf({ id }: { id: string }): Promise<string[]> {
    const { rows } = await this.service.database.query(
      'SELECT action, to_state, actor_id FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
      [id],
    )
    return rows.map(({ action, to_state }) => `${String(action)} ${String(to_state)}`)
  }

  /** Whether a deadline still waits for a request. */
  async hasDeadline({ id }: { id: string }): Promise<boolean> {
    const { rowCount } = await this.service.database.query(
      'SELECT FROM deadlines WHERE resource_id = $1',
      [id],
    )
    return rowCount === 1
  }
}

function taken(deals: Deal[]): Deal {
  const deal = deals.pop()
  if (deal === undefined) throw new Error('all deals of this world are used up: stock more')
  return deal
}

/** The actions of a request that its reader may do now. */
export function availableTo(request: MarkToMarketRequest): string[] {
  return request.actions.filter(({ available }) => available).map(({ action }) => action)
}
