import {
  agreedCollateral,
  calculatePreview,
  Decimal,
  formatDecimal,
  type MarginTerms,
  type PreviewFigures,
  proRataRelease,
  resolveDispute,
} from '@vadium/margin'
import { agreementNamed, type Terms, termsAt } from './reference/agreements.ts'
import { smallestUnit } from './reference/assets.ts'
import { priceAt } from './reference/prices.ts'
import type { Leg, Side } from '../deal-history.ts'
import type { DealTerms } from './deal-terms.ts'

export interface Movement {
  readonly leg: Leg
  readonly sender: Side
  readonly quantity: Decimal
}

export interface TransferUnderWay extends Movement {
  /** The order or request that the transfer belongs to. */
  readonly of: string
}

/** A margin call that a counter-valuation answers. */
interface DisputedCall {
  readonly direction: 'TopUp' | 'Release'
  readonly notionalUsd: string
  readonly collateralPriceUsd: string
  readonly collateralAmount: Decimal
}

/** The quantities of an accepted deal. The margin package decides what they mean. */
export class DealQuantities {
  readonly #deal: DealTerms
  readonly #terms: Terms
  readonly #transfers: TransferUnderWay[] = []
  #lent: Decimal
  #pledged = new Decimal(0)

  constructor(deal: DealTerms, acceptedAt: number) {
    this.#deal = deal
    this.#terms = termsAt(deal.agreement, acceptedAt)
    this.#lent = new Decimal(deal.assetQuantity)
  }

  get lent(): Decimal {
    return this.#lent
  }

  /** The figures of a preview at a time. */
  preview(at: number): PreviewFigures {
    const { agreement, asset, collateralAsset } = this.#deal
    const { lender, borrower } = agreementNamed(agreement)
    const terms = this.#terms
    const given = (value: string) => ({ value, source: 'demo', observedAt: null })
    const price = (of: typeof asset) => given(formatDecimal(priceAt(of, at)))
    const { figures } = calculatePreview({
      asset,
      collateral_asset: collateralAsset,
      lender,
      borrower,
      role_may_create: true,
      asset_quantity: given(formatDecimal(this.#lent)),
      asset_price: price(asset),
      collateral_quantity: given(formatDecimal(this.#pledged)),
      collateral_price: price(collateralAsset),
      deliveries_in_transit: given(this.#inTransit('borrower')),
      returns_in_transit: given(this.#inTransit('lender')),
      disputed_quantity: given('0'),
      ...(terms.haircut == null
        ? { requirement_percent: given(terms.requirement_percent ?? '') }
        : { haircut: given(terms.haircut) }),
      threshold_usd: given(terms.threshold_usd),
      minimum_notional_top_up_usd: given(terms.minimum_notional_top_up_usd),
      minimum_notional_release_usd: given(terms.minimum_notional_release_usd),
      lot_top_up: given(this.#lot(terms.lot_top_up)),
      lot_release: given(this.#lot(terms.lot_release)),
    })
    return figures
  }

  /** The collateral of the undisputed part of a call. */
  undisputed({ notionalUsd, ...call }: DisputedCall, counterUsd: string): Decimal {
    const terms = this.#terms
    const { agreed } = resolveDispute({
      call: notionalUsd,
      counter: counterUsd,
      tolerance: { absolute: terms.dispute_tolerance_usd ?? '0' },
      method: terms.dispute_method,
    })
    const lot = { topUp: this.#lot(terms.lot_top_up), release: this.#lot(terms.lot_release) }
    const margin: MarginTerms =
      terms.haircut == null
        ? { requirementPercent: terms.requirement_percent ?? '', lot }
        : { haircut: terms.haircut, lot }
    return agreedCollateral({ ...call, agreedNotionalUsd: agreed }, margin)
  }

  send(of: string, movement: Movement): void {
    if (!movement.quantity.isZero()) this.#transfers.push({ of, ...movement })
  }

  /** The transfer under way of an order or request. */
  transfer(of: string, leg: Leg): TransferUnderWay {
    const found = this.#transfers.find((one) => one.of === of && one.leg === leg)
    if (found === undefined) throw new Error(`${of} has no transfer of ${leg} under way`)
    return found
  }

  /** Ends a transfer under way. What the service instructs next is then under way. */
  end(transfer: TransferUnderWay, hasArrived: boolean): void {
    this.#transfers.splice(this.#transfers.indexOf(transfer), 1)
    const { of, leg, sender, quantity } = transfer
    if (!hasArrived) return
    if (leg === 'collateral') {
      const isPledge = sender === 'borrower'
      this.#pledged = isPledge ? this.#pledged.plus(quantity) : this.#pledged.minus(quantity)
    } else if (sender === 'borrower') {
      if (leg === 'asset') this.#returned(of, quantity)
      else this.send(of, { leg: 'collateral', sender: 'lender', quantity: this.#pledged })
    }
  }

  /** After a part, its collateral is sent; in a close, the interest. */
  #returned(of: string, returned: Decimal): void {
    const lent = this.#lent
    this.#lent = lent.minus(returned)
    const smallest = smallestUnit(this.#deal.collateralAsset)
    const share = { settled: this.#pledged, lent, returned, smallestUnit: smallest }
    if (!this.#lent.isZero()) {
      this.send(of, { leg: 'collateral', sender: 'lender', quantity: proRataRelease(share) })
    } else {
      // The service computes the interest, and nothing here depends on it.
      this.send(of, { leg: 'interest', sender: 'borrower', quantity: returned })
    }
  }

  #inTransit(sender: Side): string {
    const sent = this.#transfers.filter((one) => one.leg === 'collateral' && one.sender === sender)
    return formatDecimal(Decimal.sum(0, ...sent.map(({ quantity }) => quantity)))
  }

  #lot(agreed: string | null | undefined): string {
    return agreed ?? formatDecimal(smallestUnit(this.#deal.collateralAsset))
  }
}
