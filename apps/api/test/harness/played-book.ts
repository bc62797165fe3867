import type { Scenario, ScenarioStep } from '../../src/features/scenario/scenario.ts'
import { Book, type Party } from './book.ts'

type OperationStep = Extract<ScenarioStep, { readonly operation: string }>

export const historyBegins = '2026-03-01T09:00:00.000Z'

/** A book of two organizations, with a history that a test writes step by step. */
export class PlayedBook {
  readonly lender: Party
  readonly borrower: Party
  readonly scenario: Scenario
  #timeMs = Date.parse(historyBegins)

  constructor() {
    const book = new Book()
    this.lender = book.party('harbor')
    this.borrower = book.party('quay')
    book.agreement(this.lender, this.borrower)
    this.scenario = book.scenario
  }

  /** The time of the next step. */
  get now(): string {
    return new Date(this.#timeMs).toISOString()
  }

  wait(ms: number): this {
    this.#timeMs += ms
    return this
  }

  /** Adds a step at the present time. */
  step(step: ScenarioStep extends infer S ? (S extends unknown ? Omit<S, 'at'> : never) : never) {
    this.scenario.history.push({ at: this.now, ...step })
    return this
  }

  quote(asset: string, price_usd: string): this {
    return this.step({ quote: { asset, source: 'test', price_usd } })
  }

  /** A current price of Bitcoin, which no step of the history observed. */
  price(price_usd: string, observed_at: string): void {
    this.scenario.prices.push({ asset: 'BTC', source: 'test', price_usd, observed_at })
  }

  by(
    party: Party,
    operation: OperationStep['operation'],
    rest: Omit<OperationStep, 'at' | 'by' | 'operation'> = {},
  ): this {
    return this.step({ by: party.accountId, operation, ...rest })
  }

  report(
    of: string,
    leg: 'asset' | 'collateral' | 'interest',
    state: Extract<ScenarioStep, { readonly state: string }>['state'] = 'completed',
  ): this {
    return this.step({ transfer: { of, leg }, state })
  }

  /** An order of the lender: 10 BTC against 300 ETH. */
  create(as: string, body: Record<string, unknown> = {}): this {
    return this.by(this.lender, 'createOrder', {
      as,
      body: {
        lender_id: this.lender.id,
        borrower_id: this.borrower.id,
        asset: 'BTC',
        asset_quantity: '10',
        rate_percent: '5',
        collateral_asset: 'ETH',
        collateral_quantity: '300',
        collateral_type: 'BILATERAL',
        asset_wallet_id: this.lender.wallet('BTC'),
        collateral_wallet_id: this.lender.wallet('ETH'),
        ...body,
      },
    })
  }

  accept(on: string): this {
    return this.by(this.borrower, 'acceptOrder', {
      on,
      body: {
        asset_wallet_id: this.borrower.wallet('BTC'),
        collateral_wallet_id: this.borrower.wallet('ETH'),
      },
    })
  }

  prices(btc = '60000', eth = '3000'): this {
    return this.quote('BTC', btc).quote('ETH', eth)
  }

  /** An order that is active: both transfers of its opening have arrived. */
  open(as: string): this {
    return this.prices().create(as).accept(as).report(as, 'asset').report(as, 'collateral')
  }
}
