import type { MarkToMarketRequest, Position, Transfer } from '@vadium/client'
import {
  accrue,
  agreedCollateral,
  calculatePreview,
  type CalculatedPreview,
  Decimal,
  formatDecimal,
  liquidationReached,
  marginCall,
  marginCallReached,
  type MarginTerms,
  type PreviewInput,
  type PreviewInputs,
  resolveDispute,
  roundHalfEven,
  roundUp,
  transferNotional,
  valuePosition,
} from '@vadium/margin'
import type { MarginTerms as AgreedTerms } from '@vadium/schema'

type Side = 'lender' | 'borrower'

/** What a script says of its deal. */
interface ScriptedDeal {
  readonly asset: string
  readonly asset_quantity: string
  readonly rate_percent: string
  readonly collateral_asset: string
  readonly collateral_quantity: string
  readonly terms: AgreedTerms
}

type Answered = Pick<
  NonNullable<MarkToMarketRequest['dispute']>,
  'counter_notional_usd' | 'reason' | 'note'
>

/** An expected movement, according to the script. */
export interface ExpectedTransfer {
  readonly category: 'open' | 'm2m' | 'close' | 'interest'
  readonly token: string
  readonly quantity: Decimal
  readonly notional: string
  readonly from: Side
  readonly fails: boolean
}

interface ExpectedRequest {
  readonly creator: Side
  readonly direction: 'TopUp' | 'Release'
  readonly notionalUsd: string
  readonly amount: Decimal
  readonly assetPrice: string
  readonly collateralPrice: string
  readonly status: string
  /** The purpose of its transfers. */
  readonly carried: Decimal
  readonly dispute: MarkToMarketRequest['dispute']
}

/** The decimals of the assets of a test. */
const decimals: Readonly<Record<string, number>> = { BTC: 8, ETH: 18, USDC: 6 }
const zero = new Decimal(0)
const dayMs = 86_400_000
const cutHourMs = 16 * 3_600_000

/**
 * The expected figures of a deal, from its script alone: the quoted prices, the ordered quantities,
 * the agreed terms, and the arithmetic of the margin package. It knows nothing of the service.
 */
export class ExpectedDeal {
  readonly script: ScriptedDeal
  /** Median prices in USD, from the first quote on. */
  readonly #quotes: { readonly timeMs: number; readonly prices: ReadonlyMap<string, string> }[] = []
  lent = zero
  collateral = zero
  pending: readonly ExpectedTransfer[] = []
  readonly completed: ExpectedTransfer[] = []
  request: ExpectedRequest | undefined
  orderStatus = 'PENDING_ACCEPTANCE'
  /** When both opening transfers had arrived. */
  #activeTime: string | undefined
  #closedTime: string | undefined
  /** The price of the asset at the last mark-to-market, and when that was. */
  #lastMark = { price: '', time: '' }

  constructor(script: ScriptedDeal) {
    this.script = script
  }

  quote(quotes: Readonly<Record<string, readonly string[]>>, time: string): void {
    const prices = new Map(
      Object.entries(quotes).map(([asset, said]) => [asset, formatDecimal(median(said))]),
    )
    this.#quotes.push({ timeMs: Date.parse(time), prices })
  }

  price(asset: string): string {
    return this.#quotes.at(-1)?.prices.get(asset) ?? ''
  }

  acceptOrder(): void {
    const { asset, asset_quantity, collateral_asset, collateral_quantity } = this.script
    this.orderStatus = 'ACCEPTED'
    this.pending = [
      this.#transfer('open', asset, new Decimal(asset_quantity), 'lender'),
      this.#transfer('open', collateral_asset, new Decimal(collateral_quantity), 'borrower'),
    ]
  }

  /** The requested amount: that of a preview at the same moment. */
  call(creator: Side): void {
    const { direction, notionalUsd, collateralAmount } = this.#call()
    if (direction === 'None') throw new Error('the script calls where nothing is due')
    this.request = {
      creator,
      direction,
      notionalUsd: formatDecimal(notionalUsd, 2),
      amount: collateralAmount,
      assetPrice: this.price(this.script.asset),
      collateralPrice: this.price(this.script.collateral_asset),
      status: 'PENDING_ACCEPTANCE',
      carried: zero,
      dispute: null,
    }
  }

  answer(dispute: Answered | undefined, fails: boolean, time: string): void {
    const request = this.#request()
    if (dispute === undefined) {
      this.request = { ...request, status: 'ACCEPTED', carried: request.amount }
    } else {
      const { terms } = this.script
      const { dispute_tolerance_usd: absolute, dispute_tolerance_percent: percent } = terms
      const resolution = resolveDispute({
        call: request.notionalUsd,
        counter: dispute.counter_notional_usd,
        tolerance: absolute === null ? { percent: percent ?? '0' } : { absolute },
        method: terms.dispute_method,
      })
      const carried = agreedCollateral(
        {
          direction: request.direction,
          agreedNotionalUsd: resolution.agreed,
          collateralPriceUsd: request.collateralPrice,
          collateralAmount: request.amount,
        },
        this.terms,
      )
      this.request = {
        ...request,
        status: resolution.outcome === 'disputed' ? 'DISPUTED' : 'ACCEPTED',
        carried,
        dispute: {
          ...dispute,
          agreed_notional_usd: formatDecimal(resolution.agreed, 2),
          agreed_collateral_amount: formatDecimal(carried),
          disputed_notional_usd: formatDecimal(resolution.disputed, 2),
          outcome: resolution.outcome,
          time,
        },
      }
    }
    this.#instructCollateral(fails)
  }

  letStand(time: string): void {
    const request = this.#request()
    const isOver = this.pending.length === 0
    this.request = { ...request, status: isOver ? 'COMPLETED' : 'IN_PROGRESS' }
    if (isOver) this.#mark(request, time)
  }

  retry(): void {
    this.request = { ...this.#request(), status: 'IN_PROGRESS' }
    this.#instructCollateral(false)
  }

  close(): void {
    const { asset } = this.script
    this.orderStatus = 'CLOSING'
    this.request = undefined
    this.pending = [this.#transfer('close', asset, this.lent, 'borrower')]
  }

  /**
   * The movements under way, and those that follow from their arrival until this time: the interest
   * when the asset is back, and the collateral after it.
   */
  movements(time: string): readonly ExpectedTransfer[] {
    if (this.orderStatus !== 'CLOSING') return this.pending
    const { asset, collateral_asset } = this.script
    return [
      ...this.pending,
      this.#transfer('interest', asset, new Decimal(this.interest(time)), 'borrower'),
      this.#transfer('close', collateral_asset, this.collateral, 'lender'),
    ]
  }

  /** All movements under way have ended at this time. */
  settle(time: string): void {
    const arrived = this.movements(time).filter(({ fails }) => !fails)
    for (const transfer of arrived) this.#arrive(transfer)
    this.pending = []
    if (this.orderStatus === 'ACCEPTED') {
      this.orderStatus = 'ACTIVE'
      this.#activeTime = time
      this.#lastMark = { price: this.price(this.script.asset), time }
    } else if (this.orderStatus === 'CLOSING') {
      this.orderStatus = 'CLOSED'
      this.#closedTime = time
    } else {
      const request = this.#request()
      const failed = arrived.length === 0
      const status = failed ? 'FAILED' : request.status === 'DISPUTED' ? 'DISPUTED' : 'COMPLETED'
      this.request = { ...request, status }
      if (status === 'COMPLETED') this.#mark(request, time)
    }
  }

  /** Interest until a time, in the smallest units of the asset, rounded up. */
  interest(time: string): string {
    const from = this.#activeTime?.slice(0, 10)
    const until = this.#closedTime ?? time
    if (from === undefined) return '0'
    const exact = accrue({
      notional: this.script.asset_quantity,
      ratePercent: this.script.rate_percent,
      from,
      to: until.slice(0, 10),
      dayCount: this.script.terms.day_count,
    })
    return formatDecimal(roundUp(exact, smallestUnit(this.script.asset)))
  }

  /** The figures of a position, and when a preview of it would be refused. */
  position(time: string): Partial<Position> {
    const { script } = this
    const valuation = this.#valuation()
    const { direction, collateralAmount, notionalUsd, minimumReached } = this.#call()
    const isOpen = ['PENDING_ACCEPTANCE', 'FAILED'].includes(this.request?.status ?? '')
    const reason =
      this.orderStatus === 'CLOSED'
        ? 'POSITION_NOT_ACTIVE'
        : isOpen
          ? 'MARK_TO_MARKET_REQUEST_OPEN'
          : direction === 'None'
            ? 'NOTHING_DUE'
            : !minimumReached
              ? 'BELOW_MINIMUM_NOTIONAL'
              : collateralAmount.isZero()
                ? 'ROUNDS_TO_ZERO'
                : null
    return {
      status: this.orderStatus,
      asset: script.asset,
      asset_quantity: formatDecimal(this.lent),
      collateral_asset: script.collateral_asset,
      collateral_type: 'BILATERAL',
      collateral_quantity: formatDecimal(this.collateral),
      collateral_disputed_quantity: '0',
      deliveries_in_transit: formatDecimal(this.#inTransit('borrower')),
      returns_in_transit: formatDecimal(this.#inTransit('lender')),
      rate_percent: script.rate_percent,
      interest_accrued: this.interest(time),
      current_price: this.price(script.asset),
      collateral_price: this.price(script.collateral_asset),
      asset_notional_usd: formatDecimal(roundHalfEven(valuation.assetNotionalUsd, '0.01'), 2),
      collateral_value_usd: formatDecimal(roundHalfEven(valuation.collateralValueUsd, '0.01'), 2),
      ltv_percent: printed(valuation.ltvPercent),
      ccr_percent: printed(valuation.ccrPercent),
      margin_call_reached: marginCallReached(valuation, script.terms.margin_call_percent),
      liquidation_reached: liquidationReached(valuation, script.terms.liquidation_percent),
      ready_for_m2m: reason === null,
      m2m_direction: direction,
      m2m_collateral_amount: formatDecimal(collateralAmount),
      m2m_notional_usd: formatDecimal(notionalUsd, 2),
      m2m_reason: reason,
      price_at_last_m2m: this.#lastMark.price,
      last_m2m_at: this.#lastMark.time,
    }
  }

  /** The expected preview; the sources of its inputs are not compared. */
  preview(lender: string, borrower: string): CalculatedPreview {
    const { script } = this
    const { terms } = script
    const given = (value: string): PreviewInput => ({ value, source: '', observedAt: null })
    const lot = (value: string | null) =>
      given(value ?? formatDecimal(smallestUnit(script.collateral_asset)))
    const inputs: PreviewInputs = {
      asset: script.asset,
      collateral_asset: script.collateral_asset,
      lender,
      borrower,
      role_may_create: true,
      asset_quantity: given(formatDecimal(this.lent)),
      asset_price: given(this.price(script.asset)),
      collateral_quantity: given(formatDecimal(this.collateral)),
      collateral_price: given(this.price(script.collateral_asset)),
      deliveries_in_transit: given(formatDecimal(this.#inTransit('borrower'))),
      returns_in_transit: given(formatDecimal(this.#inTransit('lender'))),
      disputed_quantity: given('0'),
      ...(terms.haircut === null
        ? { requirement_percent: given(terms.requirement_percent ?? '') }
        : { haircut: given(terms.haircut) }),
      threshold_usd: given(terms.threshold_usd),
      minimum_notional_top_up_usd: given(terms.minimum_notional_top_up_usd),
      minimum_notional_release_usd: given(terms.minimum_notional_release_usd),
      lot_top_up: lot(terms.lot_top_up),
      lot_release: lot(terms.lot_release),
      margin_call_percent: given(terms.margin_call_percent),
      liquidation_percent: given(terms.liquidation_percent),
    }
    return calculatePreview(inputs)
  }

  get lastMark(): { readonly price: string; readonly time: string } {
    return this.#lastMark
  }

  /** The price of the asset at the last 16:00 UTC; null before the first with a price. */
  priceAtLastCut(time: string): string | null {
    const timeMs = Date.parse(time)
    const sameDayMs = timeMs - (timeMs % dayMs) + cutHourMs
    const cutMs = sameDayMs > timeMs ? sameDayMs - dayMs : sameDayMs
    const quote = this.#quotes.findLast((each) => each.timeMs <= cutMs)
    return quote?.prices.get(this.script.asset) ?? null
  }

  /** What has arrived at a side of an asset, less what has left it. */
  net(side: Side, asset: string): Decimal {
    return this.completed
      .filter(({ token }) => token === asset)
      .reduce(
        (net, { from, quantity }) => (from === side ? net.minus(quantity) : net.plus(quantity)),
        zero,
      )
  }

  get terms(): MarginTerms {
    const { terms, collateral_asset } = this.script
    const unit = formatDecimal(smallestUnit(collateral_asset))
    return {
      ...(terms.haircut === null
        ? { requirementPercent: terms.requirement_percent ?? '' }
        : { haircut: terms.haircut }),
      thresholdUsd: terms.threshold_usd,
      minimumNotionalUsd: {
        topUp: terms.minimum_notional_top_up_usd,
        release: terms.minimum_notional_release_usd,
      },
      lot: { topUp: terms.lot_top_up ?? unit, release: terms.lot_release ?? unit },
    }
  }

  #arrive(transfer: ExpectedTransfer): void {
    const { category, token, quantity, from } = transfer
    this.completed.push(transfer)
    if (category === 'interest') return
    if (token === this.script.collateral_asset) {
      this.collateral =
        from === 'borrower' ? this.collateral.plus(quantity) : this.collateral.minus(quantity)
    } else this.lent = from === 'lender' ? this.lent.plus(quantity) : this.lent.minus(quantity)
  }

  #instructCollateral(fails: boolean): void {
    const { direction, carried } = this.#request()
    const from = direction === 'TopUp' ? 'borrower' : 'lender'
    const transfer = this.#transfer('m2m', this.script.collateral_asset, carried, from)
    this.pending = [{ ...transfer, fails }]
  }

  #transfer(
    category: ExpectedTransfer['category'],
    token: string,
    quantity: Decimal,
    from: Side,
  ): ExpectedTransfer {
    const notional = formatDecimal(transferNotional(quantity, this.price(token)), 2)
    return { category, token, quantity, notional, from, fails: false }
  }

  #mark({ assetPrice }: ExpectedRequest, time: string): void {
    this.#lastMark = { price: assetPrice, time }
  }

  #request(): ExpectedRequest {
    if (this.request === undefined) throw new Error('the script has no request at this point')
    return this.request
  }

  #inTransit(from: Side): Decimal {
    return this.pending
      .filter((transfer) => transfer.from === from && transfer.category === 'm2m')
      .reduce((sum, { quantity }) => sum.plus(quantity), zero)
  }

  #valuation() {
    return valuePosition({
      assetQuantity: this.lent,
      assetPriceUsd: this.price(this.script.asset),
      collateralQuantity: this.collateral,
      collateralPriceUsd: this.price(this.script.collateral_asset),
      deliveriesInTransit: this.#inTransit('borrower'),
      returnsInTransit: this.#inTransit('lender'),
    })
  }

  #call() {
    return marginCall(this.#valuation(), this.terms)
  }
}

/** The transfers of an answer in the order of the script: by purpose, then by asset. */
export function inOrder<T extends Pick<Transfer, 'category' | 'token'>>(
  transfers: readonly T[],
): T[] {
  const rank = ({ category, token }: T) => `${category} ${token}`
  return transfers.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}

function median(said: readonly string[]): Decimal {
  const sorted = said.map((price) => new Decimal(price)).sort((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return middle.reduce((sum, price) => sum.plus(price), zero).div(middle.length)
}

function smallestUnit(asset: string): Decimal {
  return new Decimal(10).pow(-(decimals[asset] ?? 0))
}

function printed(percent: Decimal | null): string | null {
  return percent === null ? null : formatDecimal(percent, 2)
}
