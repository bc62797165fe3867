import {
  type CloseOut,
  createCloseOut,
  dischargeCloseOut,
  getCloseOut,
  type Operation,
  type OperationResponse,
  previewCloseOut,
  receiveCloseOut,
  retryCloseOut,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import { expect } from 'vitest'
import type { Deal, Key, Terms } from '../book.ts'
import { call, type CallOptions, callOf, succeed } from '../call.ts'
import { isLongRun } from '../long-run.ts'
import type { World } from './world.ts'

/** Terms under which the liquidation level is a cause: at 115 % of coverage, with a discount. */
export const stressTerms: Partial<Terms> = {
  liquidation_percent: '115',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '25000',
  default_causes: ['LIQUIDATION_LEVEL'],
  close_out_discount: '0.03',
}

type OfPosition = Pick<Deal, 'positionId'>

/** The close-outs of a world: declared by the lender, and against the borrower. */
export class CloseOuts {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** A loan of 1,000,000 USDC at 6.5 % against 25 BTC, active since the beginning of the book. */
  deal(terms: Partial<Terms> = {}, maturity?: string): Deal {
    const { book, lender, borrower } = this.#world
    return book.deal(lender, borrower, {
      asset: 'USDC',
      asset_quantity: '1000000',
      rate_percent: '6.5',
      collateral_asset: 'BTC',
      collateral_quantity: '25',
      terms: { ...stressTerms, ...terms },
      ...(maturity !== undefined && { maturity_time: maturity }),
    })
  }

  /** The price of the collateral, with the alerts that follow from it. */
  async fall(priceUsd: string): Promise<void> {
    const { revaluation } = this.#world.service.services
    await this.#world.setPrice('BTC', priceUsd)
    revaluation.pricesChanged(['BTC'])
    await revaluation.runPending()
  }

  /** A fall of the price that has lasted as long as the terms ask for. */
  async lastingFall(priceUsd: string): Promise<void> {
    await this.fall(priceUsd)
    this.#world.pass(900_000)
  }

  declaration(
    { positionId }: OfPosition,
    key = this.#world.lenderKey,
    body: object = {},
  ): CallOptions {
    return callOf(createCloseOut, { key, body: declared(positionId, body) })
  }

  async declare(
    { positionId }: OfPosition,
    body: { readonly cause?: string; readonly note?: string } = {},
    key = this.#world.lenderKey,
  ): Promise<CloseOut> {
    const { service } = this.#world
    const asked = declared(positionId, body)
    const foretold = isLongRun ? await this.#foretold(asked, key) : undefined
    const closeOut = await succeed(service, createCloseOut, { key, body: asked })
    if (foretold !== undefined) expect(closeOut.earliest_terminate_time).toBe(foretold)
    return closeOut
  }

  /**
   * A preview says before a declaration that its cause is there, if there are prices for one, and
   * from when it can be terminated.
   */
  async #foretold(
    { position_id, cause }: ReturnType<typeof declared>,
    key: Key,
  ): Promise<string | undefined> {
    const in_default = key === this.#world.borrowerKey ? 'lender' : 'borrower'
    const { service } = this.#world
    const reply = await call(
      service,
      callOf(previewCloseOut, { key, body: { position_id, in_default } }),
    )
    if (reply.status !== 200) return undefined
    const { facts } = reply.body as OperationResponse<typeof previewCloseOut>
    const found = facts.find((fact) => fact.cause === cause)
    expect(found).toMatchObject({ holds: true })
    return found?.earliest_terminate_time ?? undefined
  }

  /** What a preview says, with one side in default. */
  preview(
    { positionId: position_id }: OfPosition,
    in_default: 'borrower' | 'lender' = 'borrower',
    key = this.#world.lenderKey,
  ): Promise<OperationResponse<typeof previewCloseOut>> {
    const { service } = this.#world
    return succeed(service, previewCloseOut, { key, body: { position_id, in_default } })
  }

  /** A deal whose close-out was declared and terminated. */
  async terminated(deal: OfPosition): Promise<CloseOut> {
    const { id } = await this.declare(deal)
    return this.do('terminate', id)
  }

  callOf(action: CloseOutAction, id: string, key = this.#world.lenderKey): CallOptions {
    return this.#world.callOn(operations[action], { id }, key)
  }

  do(action: CloseOutAction, id: string, key = this.#world.lenderKey): Promise<CloseOut> {
    return this.#world.do(operations[action], { id }, key)
  }

  get(id: string, key = this.#world.lenderKey): Promise<CloseOut> {
    return this.#world.do(getCloseOut, { id }, key)
  }
}

const declared = (position_id: string, body: { readonly cause?: string }) => ({
  position_id,
  cause: 'LIQUIDATION_LEVEL',
  ...body,
})

type CloseOutAction = keyof typeof operations

const operations = {
  withdraw: withdrawCloseOut,
  terminate: terminateCloseOut,
  retry: retryCloseOut,
  receive: receiveCloseOut,
  discharge: dischargeCloseOut,
} as const satisfies Record<string, Operation>
