import type { ScenarioStep } from '@vadium/api/scenario'
import { Decimal, formatDecimal } from '@vadium/margin'
import { timestamp } from '../calendar.ts'
import { accountId } from '../profiles.ts'
import { agreementNamed } from '../reference/agreements.ts'
import { custodyOf, organizationId, type PartySlug } from '../reference/organizations.ts'
import { priceAt } from '../reference/prices.ts'
import { walletId } from '../reference/wallets.ts'
import { DealQuantities, type Movement } from './deal-quantities.ts'
import { type DealTerms, type Leg, orderName, otherSide, type Side } from './deal-terms.ts'
import { isFinal, providerWords, type ReportedState } from './provider-words.ts'
import type { Timeline } from './timeline.ts'

type OperationStep = Extract<ScenarioStep, { operation: unknown }>
type Operation = Pick<OperationStep, 'operation' | 'on' | 'body' | 'as'>

/** An order, or a request of its position. */
export interface Asked {
  readonly kind: 'Order' | 'MarkToMarketRequest' | 'OrderRequest'
  readonly name: string
  readonly creator: Side
  /** What is sent when it is accepted. */
  readonly moves: readonly Movement[]
}

/** A mark-to-market request. */
export interface MarginCall extends Asked {
  readonly direction: 'TopUp' | 'Release'
  readonly notionalUsd: string
  readonly collateralPriceUsd: string
  readonly collateralAmount: Decimal
}

export type NewOrderRequest =
  | { readonly kind: 'recall' | 'return'; readonly quantity: Decimal | undefined }
  | { readonly kind: 'rerate'; readonly creator: Side; readonly ratePercent: string }

/** Plays one deal: adds its steps to the timeline and keeps its quantities. */
export class Deal {
  readonly #timeline: Timeline
  readonly #terms: DealTerms
  readonly #order: Asked
  #accepted: DealQuantities | undefined
  #requests = 0

  constructor(timeline: Timeline, terms: DealTerms, creator: Side = 'borrower') {
    this.#timeline = timeline
    this.#terms = terms
    this.#order = {
      kind: 'Order',
      name: orderName(terms.number),
      creator,
      moves: [
        { leg: 'asset', sender: 'lender', quantity: new Decimal(terms.assetQuantity) },
        { leg: 'collateral', sender: 'borrower', quantity: new Decimal(terms.collateralQuantity) },
      ],
    }
  }

  get lent(): Decimal {
    return this.#quantities.lent
  }

  /** Creates the order. Default expiry: a day. */
  offer(at: number, expireAt?: number): void {
    const { name, creator } = this.#order
    this.#perform(at, creator, {
      operation: 'createOrder',
      body: {
        lender_id: organizationId(this.#party('lender')),
        borrower_id: organizationId(this.#party('borrower')),
        asset: this.#terms.asset,
        asset_quantity: this.#terms.assetQuantity,
        rate_percent: this.#terms.ratePercent,
        collateral_asset: this.#terms.collateralAsset,
        collateral_quantity: this.#terms.collateralQuantity,
        collateral_type: this.#terms.collateralType,
        ...this.#wallets(creator),
        ...(expireAt !== undefined && { expire_time: timestamp(expireAt) }),
      },
      as: name,
    })
  }

  /** Accepts or rejects the order or a request: the counterparty of its creator does. */
  answer(at: number, action: 'accept' | 'reject', asked = this.#order): void {
    const side = otherSide(asked.creator)
    const isAcceptedOrder = asked === this.#order && action === 'accept'
    if (isAcceptedOrder) this.#accepted = new DealQuantities(this.#terms, at)
    this.#perform(at, side, {
      operation: `${action}${asked.kind}`,
      on: asked.name,
      ...(isAcceptedOrder && { body: this.#wallets(side) }),
    })
    if (action === 'accept') this.#send(at, asked)
  }

  /** Withdraws the order or a request, or cancels one whose transfer has failed. */
  cancel(at: number, { kind, name, creator } = this.#order): void {
    this.#perform(at, creator, { operation: `cancel${kind}`, on: name })
  }

  /** Instructs the failed transfer of a request again. */
  retry(at: number, asked: Asked): void {
    this.#perform(at, asked.creator, { operation: `retry${asked.kind}`, on: asked.name })
    this.#send(at, asked)
  }

  /** Cancels an opening whose transfers have failed. */
  abandon(at: number): void {
    this.#perform(at, 'lender', { operation: 'abandonOrder', on: this.#order.name })
  }

  /** Starts the close. */
  close(at: number): void {
    this.#perform(at, 'borrower', { operation: 'closeOrder', on: this.#order.name })
    this.#send(at, { ...this.#order, moves: [this.#wholeAsset] })
  }

  say(at: number, side: Side, text: string): void {
    const on = this.#order.name
    this.#perform(at, side, { operation: 'postChatMessage', on, body: { text } })
  }

  /** Creates the mark-to-market request that is due. Undefined if none is. */
  call(at: number): MarginCall | undefined {
    const figures = this.#quantities.preview(at)
    const { direction, m2m_collateral_amount: amount, m2m_notional_usd: notionalUsd } = figures
    if (!figures.can_submit_m2m || direction === 'None') return undefined
    const creator = direction === 'TopUp' ? 'lender' : 'borrower'
    const quantity = new Decimal(amount)
    this.#quote(at)
    const name = this.#ask(at, creator, 'call', { operation: 'createMarkToMarketRequest' })
    return {
      kind: 'MarkToMarketRequest',
      name,
      creator,
      moves: [{ leg: 'collateral', sender: otherSide(creator), quantity }],
      direction,
      notionalUsd,
      collateralPriceUsd: formatDecimal(priceAt(this.#terms.collateralAsset, at)),
      collateralAmount: quantity,
    }
  }

  /** Answers a call with a counter-valuation, by which the undisputed part is sent. */
  dispute(at: number, call: MarginCall, counterUsd: string, note: string): void {
    const side = otherSide(call.creator)
    this.#perform(at, side, {
      operation: 'disputeMarkToMarketRequest',
      on: call.name,
      body: { counter_notional_usd: counterUsd, reason: 'PRICE', note },
    })
    const quantity = this.#quantities.undisputed(call, counterUsd)
    this.#send(at, { ...call, moves: [{ leg: 'collateral', sender: side, quantity }] })
  }

  /** Requests a recall, a return or a new rate. No quantity: all, which closes the order. */
  request(at: number, asked: NewOrderRequest): Asked {
    const { kind } = asked
    const side = { recall: 'lender', return: 'borrower' } as const
    const creator = asked.kind === 'rerate' ? asked.creator : side[asked.kind]
    const quantity = asked.kind === 'rerate' ? undefined : asked.quantity
    const body = {
      kind,
      ...(quantity !== undefined && { quantity: formatDecimal(quantity) }),
      ...(asked.kind === 'rerate' && { rate_percent: asked.ratePercent }),
    }
    const name = this.#ask(at, creator, kind, { operation: 'createOrderRequest', body })
    const moves: Movement[] =
      quantity === undefined ? [] : [{ leg: 'asset', sender: 'borrower', quantity }]
    return { kind: 'OrderRequest', name, creator, moves }
  }

  /** Accepts the return of all, which starts the close. */
  acceptWholeReturn(at: number, request: Asked): void {
    this.answer(at, 'accept', request)
    this.#send(at, { ...this.#order, moves: [this.#wholeAsset] })
  }

  /** Reports the state of a transfer of the order, or of a request. */
  report(at: number, leg: Leg, state: ReportedState, { name } = this.#order): void {
    const transfer = this.#quantities.transfer(name, leg)
    const custody = custodyOf(this.#party(transfer.sender))
    const custodian = leg === 'collateral' ? custody.collateral : custody.treasury
    const request_state = providerWords[custodian][state]
    this.#timeline.add(at, { transfer: { of: name, leg }, state, request_state })
    if (isFinal(state)) this.#quantities.end(transfer, state === 'completed')
  }

  get #quantities(): DealQuantities {
    if (this.#accepted === undefined) throw new Error(`${this.#order.name} is not accepted`)
    return this.#accepted
  }

  get #wholeAsset(): Movement {
    return { leg: 'asset', sender: 'borrower', quantity: this.lent }
  }

  /** The service values what it sends at the last prices. Those of a call are minutes old. */
  #send(at: number, { kind, name, moves }: Asked): void {
    if (kind !== 'MarkToMarketRequest') this.#quote(at)
    for (const movement of moves) this.#quantities.send(name, movement)
  }

  /** Creates a request of the position. */
  #ask(at: number, creator: Side, kind: string, operation: Operation): string {
    this.#requests += 1
    const as = `${this.#order.name}-${kind}-${this.#requests}`
    this.#perform(at, creator, { ...operation, on: this.#order.name, as })
    return as
  }

  #perform(at: number, side: Side, operation: Operation): void {
    this.#timeline.add(at, { by: accountId(this.#party(side), 'execution'), ...operation })
  }

  #quote(at: number): void {
    this.#timeline.quote(at, [this.#terms.asset, this.#terms.collateralAsset])
  }

  #party(side: Side): PartySlug {
    return agreementNamed(this.#terms.agreement)[side]
  }

  #wallets(side: Side) {
    const { asset, collateralAsset } = this.#terms
    const party = this.#party(side)
    return {
      asset_wallet_id: walletId(party, 'treasury', asset),
      collateral_wallet_id: walletId(party, 'collateral', collateralAsset),
    }
  }
}
