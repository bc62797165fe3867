import {
  acceptMarkToMarketRequest,
  acceptOrderRequest,
  cancelMarkToMarketRequest,
  type CloseOut,
  type MarkToMarketRequest,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import type { Deal, Terms } from '../book.ts'
import { type CallOptions, type ErrorReply, refused } from '../call.ts'
import type { World } from './world.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

type Cause = CloseOut['cause']

/** Every cause, and times of a day. A recall binds after a day, whatever its answer. */
export const everyCause: Partial<Terms> & { readonly default_causes: Cause[] } = {
  default_causes: ['UNMET_CALL', 'LIQUIDATION_LEVEL', 'MISSED_RETURN', 'MISSED_INTEREST'],
  grace_seconds: 7200,
  recall_notice_seconds: 86_400,
}

/** What the borrower of a deal does, or does not do, in a world whose deals are 60 ETH short. */
export class DefaultCases {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** Lets days pass, and whatever is due come about. */
  async days(count: number): Promise<void> {
    this.#world.pass(count * dayMs + 1)
    await this.#world.expire()
  }

  /** A call of the lender that the borrower rejects. */
  async rejected(deal: Deal): Promise<MarkToMarketRequest> {
    const { margin, borrowerKey } = this.#world
    return this.#world.do(rejectMarkToMarketRequest, await margin.create(deal), borrowerKey)
  }

  /** A call of the lender that the borrower disputes in full. */
  disputed(deal: Deal): Promise<MarkToMarketRequest> {
    return this.#world.margin.disputed(deal, '0')
  }

  /** The borrower supersedes the call with a top-up of its own, which it withdraws. */
  async ownTopUpWithdrawn(deal: Deal): Promise<void> {
    const { margin, borrowerKey } = this.#world
    const own = await margin.create(deal, borrowerKey)
    await this.#world.do(cancelMarkToMarketRequest, own, borrowerKey)
  }

  /** A Release that the lender has accepted, and never sends. */
  async releaseNeverSent(positionId: string | null): Promise<string> {
    const { margin, borrowerKey, lenderKey } = this.#world
    const asked = await margin.create({ positionId: positionId ?? '' }, borrowerKey)
    const { transfer_ids } = await this.#world.do(acceptMarkToMarketRequest, asked, lenderKey)
    return transfer_ids[0] ?? ''
  }

  /** A part of the asset that is agreed to go back. */
  async returning(deal: Pick<Deal, 'positionId'>, quantity = '4'): Promise<string> {
    const { requests, lenderKey } = this.#world
    const { id } = await requests.ask(deal.positionId, { quantity })
    await this.#world.do(acceptOrderRequest, { id }, lenderKey)
    return id
  }

  /** A part whose asset is back, and whose collateral the custodian of the lender has rejected. */
  async collateralRejected({ orderId, positionId }: Pick<Deal, 'orderId' | 'positionId'>) {
    const id = await this.returning({ positionId })
    await this.#world.orders.end(orderId, 'asset', 'completed')
    await this.#world.orders.end(orderId, 'collateral', 'rejected')
    return id
  }

  /** Of a part whose asset is back, the collateral that the lender never sends. */
  async shareNeverSent({ orderId, positionId }: Pick<Deal, 'orderId' | 'positionId'>) {
    const id = await this.returning({ positionId })
    await this.#world.orders.end(orderId, 'asset', 'completed')
    return (await this.#world.requests.get(id)).transfer_ids[1] ?? ''
  }

  /** Custodians end all that is under way, and nothing has moved. */
  async failAll({ orderId }: Pick<Deal, 'orderId'>): Promise<void> {
    for (const { id, status } of await this.#world.orders.transfers(orderId)) {
      if (status === 'PENDING' || status === 'IN_PROGRESS') await this.#world.report(id, 'failed')
    }
  }

  declare(deal: Pick<Deal, 'positionId'>, cause: Cause): Promise<CloseOut> {
    return this.#world.closeOuts.declare(deal, { cause })
  }

  /** The refusal of a declaration. */
  refused(
    deal: Pick<Deal, 'positionId'>,
    cause: Cause,
    status: 409 | 422 = 422,
  ): Promise<ErrorReply> {
    return refused(this.#world.service, status, this.declaration(deal, cause))
  }

  declaration(deal: Pick<Deal, 'positionId'>, cause: Cause): CallOptions {
    const { closeOuts, lenderKey } = this.#world
    return closeOuts.declaration(deal, lenderKey, { cause })
  }
}

/** The names of the figures of a refusal. */
export const figuresOf = ({ body }: ErrorReply) => body.error.details?.map(({ field }) => field)
