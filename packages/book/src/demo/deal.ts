import { Decimal, formatDecimal } from '@vadium/margin'
import type { CloseOutCause } from '@vadium/schema'
import { timestamp } from '../calendar.ts'
import {
  type Asked as AskedInHistory,
  DealHistory,
  type Declared,
  type Leg,
  otherSide,
  type Side,
} from '../deal-history.ts'
import { DealQuantities, type Movement } from './deal-quantities.ts'
import { type DealTerms, orderName } from './deal-terms.ts'
import { demoParty } from './parties.ts'
import { isFinal, providerWords, type ReportedState } from './provider-words.ts'
import { agreementNamed } from './reference/agreements.ts'
import type { AssetSymbol } from './reference/assets.ts'
import { custodyOf } from './reference/organizations.ts'
import { priceAt } from './reference/prices.ts'
import type { Timeline } from './timeline.ts'

/** An order, or a request of its position. */
export interface Asked extends AskedInHistory {
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

/** The collateral that is given in exchange. */
interface Given {
  readonly asset: AssetSymbol
  /** Decimal string. */
  readonly quantity: string
}

export type NewOrderRequest =
  | { readonly kind: 'recall' | 'return'; readonly quantity: Decimal | undefined }
  | { readonly kind: 'rerate'; readonly creator: Side; readonly ratePercent: string }

/**
 * Plays one deal of the demo book: writes its steps, and keeps its quantities to know what is due.
 * Times are in Unix milliseconds.
 */
export class Deal {
  readonly #timeline: Timeline
  readonly #terms: DealTerms
  readonly #history: DealHistory
  readonly #order: Asked
  #accepted: DealQuantities | undefined

  constructor(timeline: Timeline, terms: DealTerms, creator: Side = 'borrower') {
    this.#timeline = timeline
    this.#terms = terms
    const { lender, borrower } = agreementNamed(terms.agreement)
    this.#history = new DealHistory(timeline, {
      name: orderName(terms.number),
      lender: demoParty(lender),
      borrower: demoParty(borrower),
      creator,
      asset: terms.asset,
      asset_quantity: terms.assetQuantity,
      rate_percent: terms.ratePercent,
      collateral_asset: terms.collateralAsset,
      collateral_quantity: terms.collateralQuantity,
      collateral_type: terms.collateralType,
    })
    this.#order = {
      ...this.#history.order,
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
    this.#history.create(timestamp(at), expireAt === undefined ? undefined : timestamp(expireAt))
  }

  /** Accepts or rejects the order or a request: the counterparty of its creator does. */
  answer(at: number, action: 'accept' | 'reject', asked = this.#order): void {
    const isAccepted = action === 'accept'
    if (isAccepted && asked === this.#order) this.#accepted = new DealQuantities(this.#terms, at)
    this.#history.answer(timestamp(at), action, asked)
    if (isAccepted) this.#send(at, asked)
  }

  /** Withdraws the order or a request, or cancels one whose transfer has failed. */
  cancel(at: number, asked = this.#order): void {
    this.#history.cancel(timestamp(at), asked)
  }

  /** Instructs the failed transfer of a request again. */
  retry(at: number, asked: Asked): void {
    this.#history.retry(timestamp(at), asked)
    this.#send(at, asked)
  }

  /** Cancels an opening whose transfers have failed. */
  abandon(at: number): void {
    this.#history.abandon(timestamp(at))
  }

  close(at: number): void {
    this.#history.close(timestamp(at))
    this.#sendAll(at)
  }

  say(at: number, side: Side, text: string): void {
    this.#history.say(timestamp(at), side, text)
  }

  /**
   * Creates the mark-to-market request that is due. Undefined if none is.
   *
   * @param by default: the side that gets the collateral.
   */
  call(at: number, by?: Side): MarginCall | undefined {
    const figures = this.#quantities.preview(at)
    const { direction, m2m_collateral_amount: amount, m2m_notional_usd: notionalUsd } = figures
    if (!figures.can_submit_m2m || direction === 'None') return undefined
    const [sender, receiver] =
      direction === 'TopUp' ? (['borrower', 'lender'] as const) : (['lender', 'borrower'] as const)
    const quantity = new Decimal(amount)
    this.#quote(at)
    return {
      ...this.#history.call(timestamp(at), by ?? receiver),
      moves: [{ leg: 'collateral', sender, quantity }],
      direction,
      notionalUsd,
      collateralPriceUsd: formatDecimal(priceAt(this.#terms.collateralAsset, at)),
      collateralAmount: quantity,
    }
  }

  /** Answers a call with a counter-valuation, by which the undisputed part is sent. */
  dispute(at: number, call: MarginCall, counterUsd: string, note: string): void {
    this.#history.dispute(timestamp(at), call, counterUsd, note)
    const quantity = this.#quantities.undisputed(call, counterUsd)
    const sender = otherSide(call.creator)
    this.#send(at, { ...call, moves: [{ leg: 'collateral', sender, quantity }] })
  }

  /** Requests a recall, a return or a new rate. No quantity: all, which closes the order. */
  request(at: number, asked: NewOrderRequest): Asked {
    const { kind } = asked
    if (kind === 'rerate') {
      const body = { kind, rate_percent: asked.ratePercent }
      return { ...this.#history.request(timestamp(at), asked.creator, body), moves: [] }
    }
    const { quantity } = asked
    const creator = kind === 'recall' ? 'lender' : 'borrower'
    const body = { kind, ...(quantity !== undefined && { quantity: formatDecimal(quantity) }) }
    const moves: Movement[] =
      quantity === undefined ? [] : [{ leg: 'asset', sender: 'borrower', quantity }]
    return { ...this.#history.request(timestamp(at), creator, body), moves }
  }

  /** Accepts the return of all, which starts the close. */
  acceptWholeReturn(at: number, request: Asked): void {
    this.answer(at, 'accept', request)
    this.#sendAll(at)
  }

  /** Asks to exchange the collateral. Its quantities are followed no further. */
  exchange(at: number, { asset, quantity }: Given, expireAt: number): AskedInHistory {
    return this.#history.exchange(timestamp(at), asset, quantity, timestamp(expireAt))
  }

  /** Accepts an exchange, whose new collateral arrives at another time. */
  acceptExchange(at: number, asked: AskedInHistory, { asset }: Given, arrivesAt: number): void {
    this.#timeline.quote(at, [this.#terms.asset, asset])
    this.#history.acceptExchange(timestamp(at), asked, asset)
    this.#timeline.quote(arrivesAt, [this.#terms.asset, asset])
    this.#report(arrivesAt, 'collateral', 'completed', { of: asked, sender: 'borrower' })
  }

  /** Reports the state of the old collateral, which goes back. */
  reportReplaced(at: number, state: ReportedState, asked: AskedInHistory): void {
    this.#report(at, 'collateral', state, { of: asked, sender: 'lender' })
  }

  /** Sends collateral that nobody called for. */
  secure(at: number, sender: Side, quantity: Decimal): void {
    this.#quote(at)
    this.#history.sendCollateral(timestamp(at), sender, formatDecimal(quantity))
    this.#quantities.send(this.#order.name, { leg: 'collateral', sender, quantity })
  }

  /** Declares a default of the other side. */
  declare(at: number, declarer: Side, cause: CloseOutCause, note: string): Declared {
    this.#quote(at)
    return this.#history.declare(timestamp(at), declarer, { cause, note })
  }

  withdraw(at: number, declared: Declared): void {
    this.#history.withdraw(timestamp(at), declared)
  }

  /** Closes the deal out. Its quantities are followed no further. */
  terminate(at: number, declared: Declared): void {
    this.#quote(at)
    this.#history.terminate(timestamp(at), declared)
  }

  /** What the party in default offers under a notice: the service has accepted it. */
  acceptedAtOnce(at: number, offered: Asked): void {
    this.#send(at, offered)
  }

  /** Reports what goes back after a termination. */
  reportExcess(at: number, leg: Leg, state: ReportedState, { name, declarer }: Declared): void {
    this.#report(at, leg, state, { of: { name }, sender: declarer })
  }

  /** Reports the interest that is due on the first day of a month, under such terms. */
  reportInterest(at: number, state: ReportedState): void {
    this.#report(at, 'interest', state, { of: this.#order, sender: 'borrower' })
  }

  /** Reports the state of a transfer of the order, or of a request. */
  report(at: number, leg: Leg, state: ReportedState, of = this.#order): void {
    const transfer = this.#quantities.transfer(of.name, leg)
    this.#report(at, leg, state, { of, sender: transfer.sender })
    if (isFinal(state)) this.#quantities.end(transfer, state === 'completed')
  }

  /** In the words of the custodian that sends it. */
  #report(
    at: number,
    leg: Leg,
    state: ReportedState,
    { of, sender }: { readonly of: Pick<Asked, 'name'>; readonly sender: Side },
  ): void {
    const custody = custodyOf(agreementNamed(this.#terms.agreement)[sender])
    const custodian = leg === 'collateral' ? custody.collateral : custody.treasury
    const request_state = providerWords[custodian][state]
    this.#history.report(timestamp(at), leg, state, { of, request_state })
  }

  get #quantities(): DealQuantities {
    if (this.#accepted === undefined) throw new Error(`${this.#order.name} is not accepted`)
    return this.#accepted
  }

  /** The service values what it sends at the last prices. Those of a call are minutes old. */
  #send(at: number, { kind, name, moves }: Asked): void {
    if (kind !== 'MarkToMarketRequest') this.#quote(at)
    for (const movement of moves) this.#quantities.send(name, movement)
  }

  /** The whole asset goes back. */
  #sendAll(at: number): void {
    const moves: Movement[] = [{ leg: 'asset', sender: 'borrower', quantity: this.lent }]
    this.#send(at, { ...this.#order, moves })
  }

  #quote(at: number): void {
    this.#timeline.quote(at, [this.#terms.asset, this.#terms.collateralAsset])
  }
}
