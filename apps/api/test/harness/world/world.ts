import { randomUUID } from 'node:crypto'
import type { MarginTerms, Operation, OperationResponse, ProviderState } from '@vadium/schema'
import { checkBook, type CheckedRule } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { Book, type Deal, type Key, type Party, type Terms } from '../book.ts'
import { type CallOptions, callOf, succeed } from '../call.ts'
import { type RunningService, type ServiceOptions, startService } from '../service.ts'
import { CloseOuts } from './close-outs.ts'
import { MarginCalls } from './margin-calls.ts'
import { OrderRequests } from './order-requests.ts'
import { Orders } from './orders.ts'
import { insertTerms } from '../inserted-terms.ts'

/** When the service of a world begins, and when its prices were observed. */
export const now = '2026-03-02T12:00:00.000Z'

export interface Identified {
  readonly id: string
}

export type ReportedState = Exclude<ProviderState, 'pending_submission'>

/**
 * A lender and a borrower that have agreed on terms, a stranger, and prices of BTC and ETH: 10 BTC
 * at 60,000 USD require 900,000 of collateral, at 2,500 USD an ETH. Before the start, a test adds
 * to the book what else it needs.
 */
export class World {
  readonly book = new Book()
  readonly lender: Party = this.book.party('harbor')
  readonly borrower: Party = this.book.party('quay', 'bitgo')
  readonly stranger: Party = this.book.party('stone', 'copper')
  readonly lenderKey: Key = this.lender.credential('execution')
  readonly borrowerKey: Key = this.borrower.credential('execution')
  readonly strangerKey: Key = this.stranger.credential('execution')
  readonly termsId: string = this.book.agreement(this.lender, this.borrower)
  readonly orders = new Orders(this)
  readonly requests = new OrderRequests(this)
  readonly margin = new MarginCalls(this)
  readonly closeOuts = new CloseOuts(this)
  readonly #short: Deal[]
  readonly #over: Deal[]
  #service: RunningService | undefined

  /** With so many deals that are short of 60 ETH, and so many that have 40 ETH too much. */
  constructor({ short = 0, over = 0, terms = {} }: Stock = {}) {
    this.book.price('BTC', '60000', now)
    this.book.price('ETH', '2500', now)
    const deals = (count: number, collateral_quantity: string) =>
      Array.from({ length: count }, () =>
        this.book.deal(this.lender, this.borrower, { collateral_quantity, terms }),
      )
    this.#short = deals(short, '300')
    this.#over = deals(over, '400')
  }

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  async start(
    settings: ServiceOptions['settings'] = {},
    options: Pick<ServiceOptions, 'database' | 'streaming' | 'figureTimes' | 'traceExportMs'> = {},
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

  /** A deal that is 60 ETH short, and that no test has used. */
  shortDeal(): Deal {
    return unused(this.#short)
  }

  /** A deal that has 40 ETH too much, and that no test has used. */
  overDeal(): Deal {
    return unused(this.#over)
  }

  wallets(of: Party): { asset_wallet_id: string; collateral_wallet_id: string } {
    return { asset_wallet_id: of.wallet('BTC'), collateral_wallet_id: of.wallet('ETH') }
  }

  /** The call of an operation whose path names one resource. */
  callOn(operation: Operation, { id }: Identified, key: Key, body?: object): CallOptions {
    return callOf(operation, { params: paramOf(operation, id), key, ...(body && { body }) })
  }

  /** An operation on a resource, which succeeds. */
  do<O extends Operation>(
    operation: O,
    { id }: Identified,
    key: Key,
    body?: object,
  ): Promise<OperationResponse<O>> {
    const params = paramOf(operation, id)
    return succeed(this.service, operation, { params, key, ...(body && { body }) })
  }

  /** What a custodian says of a transfer, as the service's own worker takes it in. */
  async report(transferId: string, state: ReportedState, side = this.lender): Promise<void> {
    const { writes, settlement } = this.service.services
    await writes.byService(side.id, (tx) =>
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

  /**
   * Puts newer terms of the lender and the borrower into effect: those of their first version, but
   * for some members.
   * @returns the id of the terms.
   */
  async newerTerms(version: number, changes: Partial<MarginTerms>): Promise<string> {
    const { clock, database } = this.service
    const id = randomUUID()
    await database.query(
      insertTerms(`SELECT (jsonb_populate_record(t, $2)).* FROM margin_terms t WHERE id = $1`),
      [this.termsId, { ...changes, id }],
    )
    await database.query(
      insertTerms(`SELECT (jsonb_populate_record(t, entry.value - 'asset' || jsonb_build_object(
         'id', gen_random_uuid(), 'general_id', t.id, 'collateral_asset', entry.value ->> 'asset'))).*
       FROM margin_terms t CROSS JOIN jsonb_array_elements(t.eligible_collateral) AS entry (value)
       WHERE t.id = $1`),
      [id],
    )
    await database.query(
      `INSERT INTO agreement_versions SELECT agreement_id, $2, lender_id, borrower_id, $3, $4, $4, $4,
         $4::timestamptz + interval '14 days'
       FROM agreement_versions WHERE terms_id = $1`,
      [this.termsId, version, id, new Date(clock.now()).toISOString()],
    )
    return id
  }

  /** Lets time pass. The clock never goes back: signatures of a time before a jump are refused. */
  pass(ms: number): void {
    const { clock } = this.service
    clock.set(new Date(clock.now() + ms).toISOString())
  }

  /** A turn of the worker that ends what nobody has answered in time. */
  async expire(): Promise<void> {
    await this.service.services.deadlineWorker.runDue()
  }

  /** Which rules of `vadium-api check` the book breaks. */
  async faults(): Promise<CheckedRule[]> {
    const checked = await withOwnerClient(this.service.database.url, checkBook)
    return checked.filter(({ breaches }) => breaches > 0)
  }
}

interface Stock {
  readonly short?: number
  readonly over?: number
  readonly terms?: Partial<Terms>
}

/** One of the deals of a test, which it takes away. */
export function unused<T>(deals: T[]): T {
  const deal = deals.pop()
  if (deal === undefined) throw new Error('all deals are used up: stock more')
  return deal
}

function paramOf({ path }: Operation, id: string): Record<string, string> {
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? []
  return { [name]: id }
}

interface Offering {
  readonly actions: readonly { readonly action: string; readonly reason: string | null }[]
}

/** What a resource's action list says of an action: null where it can be done, or why not. */
export function reasonAgainst({ actions }: Offering, action: string): string | null | undefined {
  return actions.find((offered) => offered.action === action)?.reason
}
