import {
  acceptCallSet,
  type CallSet,
  type CallSetPreview,
  createCallSet,
  getCallSet,
  previewCallSet,
} from '@vadium/schema'
import type { Deal, Key, Party, Terms } from '../book.ts'
import { type CallOptions, callOf, succeed } from '../call.ts'
import type { Identified, World } from './world.ts'

/** The terms of the worked example of the documents. */
export const calledTogether = {
  requirement_percent: '150',
  margin_call_percent: '130',
  liquidation_percent: '115',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '25000',
  minimum_applies_to: 'agreement',
  dispute_tolerance_usd: '500',
  dispute_tolerance_percent: null,
} as const satisfies Partial<Terms>

/** A lender and a borrower of their own, with the three deals of the worked example. */
export class CalledPair {
  readonly lender: Party
  readonly borrower: Party
  readonly lenderKey: Key
  readonly borrowerKey: Key
  /** 6,000.24 and 6,000.00 USD short, and 59,999.94 over, at the prices of the documents. */
  readonly deals: readonly [Deal, Deal, Deal]
  readonly #world: World
  #agreementId = ''

  constructor(world: World, name: string, terms: Partial<Terms> = {}) {
    const { book } = world
    this.#world = world
    this.lender = book.party(`${name}-lender`)
    this.borrower = book.party(`${name}-borrower`)
    this.lenderKey = this.lender.credential('execution')
    this.borrowerKey = this.borrower.credential('execution')
    const agreed = { ...calledTogether, ...terms }
    book.agreement(this.lender, this.borrower, agreed)
    const loan = (asset_quantity: string, collateral_asset: string, collateral_quantity: string) =>
      book.deal(this.lender, this.borrower, {
        ...{ asset: 'USDC', asset_quantity, collateral_asset, collateral_quantity },
        terms: agreed,
      })
    this.deals = [
      loan('1000000', 'BTC', '24.9'),
      loan('500000', 'ETH', '248'),
      loan('200000', 'BTC', '6'),
    ]
  }

  async agreementId(): Promise<string> {
    if (this.#agreementId === '') {
      const { rows } = await this.#world.service.database.query(
        'SELECT id::text FROM agreements WHERE lender_id = $1 AND borrower_id = $2',
        [this.lender.id, this.borrower.id],
      )
      const [row] = rows as { id: string }[]
      this.#agreementId = row?.id ?? ''
    }
    return this.#agreementId
  }

  async previewing(
    { direction = 'TopUp', explain = false }: Partial<Previewed> = {},
    key = this.lenderKey,
  ): Promise<CallOptions> {
    const params = { agreement_id: await this.agreementId() }
    return callOf(previewCallSet, { params, key, body: { direction, explain } })
  }

  async preview(of: Partial<Previewed> = {}, key = this.lenderKey): Promise<CallSetPreview> {
    const params = { agreement_id: await this.agreementId() }
    const body = { direction: 'TopUp', ...of }
    return succeed(this.#world.service, previewCallSet, { params, key, body })
  }

  creation(calculation_id: string, key = this.lenderKey): CallOptions {
    return callOf(createCallSet, { key, body: { calculation_id } })
  }

  /** A set created from a fresh preview. */
  async create(of: Partial<Previewed> = {}, key = this.lenderKey): Promise<CallSet> {
    return this.createFrom((await this.preview(of, key)).calculation_id, key)
  }

  createFrom(calculation_id: string, key = this.lenderKey): Promise<CallSet> {
    return succeed(this.#world.service, createCallSet, { key, body: { calculation_id } })
  }

  acceptance(set: Identified, except?: readonly string[], key = this.borrowerKey): CallOptions {
    const body = except === undefined ? {} : { except }
    return callOf(acceptCallSet, { params: { call_set_id: set.id }, key, body })
  }

  accept(set: Identified, except?: readonly string[], key = this.borrowerKey): Promise<CallSet> {
    const body = except === undefined ? {} : { except }
    return succeed(this.#world.service, acceptCallSet, {
      params: { call_set_id: set.id },
      ...{ key, body },
    })
  }

  get(set: Identified, key = this.lenderKey): Promise<CallSet> {
    return this.#world.do(getCallSet, set, key)
  }
}

interface Previewed {
  readonly direction: 'TopUp' | 'Release'
  readonly explain: boolean
  readonly position_ids: string[]
}
