import type { CollateralType } from '@vadium/schema'
import type { OperationStep, Steps, TransferStep } from './history.ts'

export type Side = 'lender' | 'borrower'
export type Leg = 'asset' | 'collateral' | 'interest'

/** Who plays a side of a deal. */
export interface DealParty {
  readonly id: string
  /** The account that performs the operations. */
  readonly accountId: string
  /** The wallet from which it sends an asset of a leg, and in which it receives it. */
  wallet(asset: string, leg: 'asset' | 'collateral'): string
}

/** What the two sides of a deal agree on. */
export interface DealOffer {
  /** The name of the order in the history. */
  readonly name: string
  readonly lender: DealParty
  readonly borrower: DealParty
  readonly creator: Side
  readonly asset: string
  readonly asset_quantity: string
  readonly rate_percent: string
  readonly collateral_asset: string
  readonly collateral_quantity: string
  readonly collateral_type: CollateralType
  /** RFC 3339. Default: none. */
  readonly maturity_time?: string
}

/** An order, or a request of its position. */
export interface Asked {
  readonly kind: 'Order' | 'MarkToMarketRequest' | 'OrderRequest'
  readonly name: string
  readonly creator: Side
}

/** A declared default. */
export interface Declared {
  readonly name: string
  readonly declarer: Side
}

/** What a custodian reports of a transfer. */
export interface Report {
  /** The order, request or close-out that the transfer belongs to. Default: the order. */
  readonly of?: Pick<Asked, 'name'>
  /** The state by the name that the custodian has for it. */
  readonly request_state?: string | null
}

type Operation = Pick<OperationStep, 'operation' | 'on' | 'body' | 'as'>

export const otherSide = (side: Side): Side => (side === 'lender' ? 'borrower' : 'lender')

/**
 * Writes the life of one deal: each method adds a step at a time, in RFC 3339. The service decides
 * what a step leads to when it plays the history.
 *
 * @example
 * const deal = new DealHistory(book.history, offer)
 * deal.create(at)
 * deal.answer(at, 'accept')
 * deal.report(at, 'asset', 'completed')
 */
export class DealHistory {
  readonly order: Asked
  readonly #steps: Steps
  readonly #offer: DealOffer
  #requests = 0

  constructor(steps: Steps, offer: DealOffer) {
    this.#steps = steps
    this.#offer = offer
    this.order = { kind: 'Order', name: offer.name, creator: offer.creator }
  }

  /** Creates the order. Its default expiry is that of the service. */
  create(at: string, expire_time?: string): OperationStep {
    const { name, lender, borrower, creator, ...agreed } = this.#offer
    return this.#perform(at, creator, {
      operation: 'createOrder',
      as: name,
      body: {
        lender_id: lender.id,
        borrower_id: borrower.id,
        ...agreed,
        ...this.#wallets(creator),
        ...(expire_time !== undefined && { expire_time }),
      },
    })
  }

  /** Accepts or rejects the order or a request: the counterparty of its creator does. */
  answer(at: string, action: 'accept' | 'reject', asked = this.order): OperationStep {
    const side = otherSide(asked.creator)
    return this.#perform(at, side, {
      operation: `${action}${asked.kind}`,
      on: asked.name,
      ...(asked.kind === 'Order' && action === 'accept' && { body: this.#wallets(side) }),
    })
  }

  /** Answers a mark-to-market request with a counter-valuation in USD. */
  dispute(at: string, call: Asked, counter_notional_usd: string, note?: string): OperationStep {
    return this.#perform(at, otherSide(call.creator), {
      operation: 'disputeMarkToMarketRequest',
      on: call.name,
      body: { counter_notional_usd, reason: 'PRICE', ...(note !== undefined && { note }) },
    })
  }

  /** Withdraws the order or a request, or cancels one whose transfer has failed. */
  cancel(at: string, { kind, name, creator } = this.order): OperationStep {
    return this.#perform(at, creator, { operation: `cancel${kind}`, on: name })
  }

  /** Instructs the failed transfers of the order or of a request again. */
  retry(at: string, { kind, name, creator } = this.order): OperationStep {
    return this.#perform(at, creator, { operation: `retry${kind}`, on: name })
  }

  /** Cancels an opening whose transfers have failed. */
  abandon(at: string): OperationStep {
    return this.#perform(at, 'lender', { operation: 'abandonOrder', on: this.order.name })
  }

  close(at: string, by: Side = 'borrower'): OperationStep {
    return this.#perform(at, by, { operation: 'closeOrder', on: this.order.name })
  }

  /** Creates a mark-to-market request. */
  call(at: string, creator: Side): Asked {
    const name = this.#ask(at, creator, 'call', { operation: 'createMarkToMarketRequest' })
    return { kind: 'MarkToMarketRequest', name, creator }
  }

  /** Creates a recall, a return or a rerate, whose members are those of `createOrderRequest`. */
  request(at: string, creator: Side, body: { kind: string; [member: string]: unknown }): Asked {
    const name = this.#ask(at, creator, body.kind, { operation: 'createOrderRequest', body })
    return { kind: 'OrderRequest', name, creator }
  }

  /** Asks to give another collateral in place of the present one. */
  exchange(
    at: string,
    collateral_asset: string,
    collateral_quantity: string,
    expire_time?: string,
  ): Asked {
    return this.request(at, 'borrower', {
      kind: 'substitution',
      collateral_asset,
      collateral_quantity,
      collateral_wallet_id: this.#offer.borrower.wallet(collateral_asset, 'collateral'),
      ...(expire_time !== undefined && { expire_time }),
    })
  }

  /** Accepts another collateral, in the wallet of the lender for it. */
  acceptExchange(at: string, { name }: Asked, asset: string): OperationStep {
    const body = { collateral_wallet_id: this.#offer.lender.wallet(asset, 'collateral') }
    return this.#perform(at, 'lender', { operation: 'acceptOrderRequest', on: name, body })
  }

  /** Sends collateral without a call. */
  sendCollateral(at: string, sender: Side, quantity: string): OperationStep {
    const operation = { operation: 'sendCollateral', on: this.order.name } as const
    return this.#perform(at, sender, { ...operation, body: { quantity } })
  }

  /** Declares a default of the other side, with the body of `createCloseOut`. */
  declare(at: string, declarer: Side, body: { cause: string; note?: string }): Declared {
    const name = this.#ask(at, declarer, 'default', { operation: 'createCloseOut', body })
    return { name, declarer }
  }

  withdraw(at: string, { declarer, name }: Declared): OperationStep {
    return this.#perform(at, declarer, { operation: 'withdrawCloseOut', on: name })
  }

  terminate(at: string, { declarer, name }: Declared): OperationStep {
    return this.#perform(at, declarer, { operation: 'terminateCloseOut', on: name })
  }

  say(at: string, side: Side, text: string): OperationStep {
    return this.#perform(at, side, {
      operation: 'postChatMessage',
      on: this.order.name,
      body: { text },
    })
  }

  /** What the custodian reports of the transfer of a leg that is under way. */
  report(
    at: string,
    leg: Leg,
    state: TransferStep['state'],
    { of = this.order, ...words }: Report = {},
  ): TransferStep {
    return this.#steps.add({ at, transfer: { of: of.name, leg }, state, ...words })
  }

  /** Creates a request or a close-out of the position. */
  #ask(at: string, creator: Side, kind: string, operation: Operation): string {
    this.#requests += 1
    const as = `${this.order.name}-${kind}-${this.#requests}`
    this.#perform(at, creator, { ...operation, on: this.order.name, as })
    return as
  }

  #perform(at: string, side: Side, operation: Operation): OperationStep {
    return this.#steps.add({ at, by: this.#offer[side].accountId, ...operation })
  }

  #wallets(side: Side) {
    const { asset, collateral_asset } = this.#offer
    return {
      asset_wallet_id: this.#offer[side].wallet(asset, 'asset'),
      collateral_wallet_id: this.#offer[side].wallet(collateral_asset, 'collateral'),
    }
  }
}
