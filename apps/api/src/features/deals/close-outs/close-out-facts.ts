import { type DealPrices, type Fact, factOf, ifArrived, type StressedDeal } from '@vadium/margin'
import type { CloseOutCause } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { type HeldPrice, type PriceReading, usablePrice } from '../../prices/index.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import { interestOwed } from '../positions/accrued-interest.ts'
import { marginTermsOf } from '../positions/valued-position.ts'
import { assetsWithQuantity } from './close-out-inputs.ts'
import { historyOf, type KeptHistory } from './deal-history.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'

/**
 * What decides about a close-out besides itself: the prices of now, and the history of its deal.
 */
export interface CloseOutFacts extends Facts {
  readonly prices: ReadonlyMap<string, PriceReading>
  /** The assets of which a fresh quote is held. */
  readonly held: ReadonlyMap<string, HeldPrice>
  /** By position, of each deal with a notice of a cause that depends on it. */
  readonly histories: ReadonlyMap<string, KeptHistory>
  /** How long transfers may be under way where the terms do not say. */
  readonly settlementSeconds: number
}

type KnownFacts = Omit<CloseOutFacts, 'held'>

/** The facts for what depends on no price: everything but a notice. */
export function withoutPrices({ nowMs }: Facts): CloseOutFacts {
  return {
    nowMs,
    prices: new Map(),
    held: new Map(),
    histories: new Map(),
    settlementSeconds: 0,
  }
}

/**
 * Which price of a deal is missing or too old, of some assets. Default: those of which there is
 * any.
 */
export function missingPrice(
  deal: DefaultedDeal,
  { nowMs, prices }: Pick<CloseOutFacts, 'nowMs' | 'prices'>,
  needed: readonly string[] = assetsWithQuantity(deal, new Date(nowMs).toISOString()),
): Refusal | undefined {
  const found = needed.map((one) => usablePrice(one, prices))
  return found.find((one) => one instanceof Refusal)
}

/** A cause as one side declares it. The other side is in default. */
interface Declared {
  readonly cause: CloseOutCause
  readonly declarerId: string
  /**
   * The prices when the time to confirm a liquidation level began. Needed without a notice.
   */
  readonly pricesAtStart?: ReadonlyMap<string, PriceReading>
}

/** Whether a default of a deal is there. Its notice, if it is open, counts. */
export function defaultFact(deal: DefaultedDeal, declared: Declared, facts: KnownFacts): Fact {
  return factOn(deal, declared, facts, (stressed) => stressed)
}

/** Whether it would be there if all that is on the chain had arrived. */
export function factIfArrived(deal: DefaultedDeal, declared: Declared, facts: KnownFacts): Fact {
  return factOn(deal, declared, facts, ifArrived)
}

function factOn(
  deal: DefaultedDeal,
  { cause, declarerId, pricesAtStart = new Map() }: Declared,
  facts: KnownFacts,
  seenAs: (stressed: StressedDeal) => StressedDeal,
): Fact {
  const { nowMs, prices } = facts
  const now = new Date(nowMs).toISOString()
  return factOf(
    { cause, inDefault: inDefaultOf(deal, declarerId) },
    seenAs(stressedDeal(deal, dealPrices(deal, pricesAtStart), facts)),
    dealPrices(deal, prices),
    now,
  )
}

function dealPrices(
  { asset, collateralAsset }: DefaultedDeal,
  prices: ReadonlyMap<string, PriceReading>,
): DealPrices {
  const priceOf = (one: string) => {
    const reading = prices.get(one)
    return reading?.kind === 'current' ? reading.priceUsd : null
  }
  return { assetUsd: priceOf(asset), collateralUsd: priceOf(collateralAsset) }
}

export function inDefaultOf({ lenderId }: DefaultedDeal, declarerId: string) {
  return declarerId === lenderId ? 'borrower' : 'lender'
}

function stressedDeal(
  deal: DefaultedDeal,
  pricesAtStart: DealPrices,
  { nowMs, histories, settlementSeconds }: KnownFacts,
): StressedDeal {
  const { liquidationAlert } = deal
  const history = histories.get(deal.positionId)
  return {
    positionId: deal.positionId,
    orderId: deal.orderId,
    terms: {
      margin: marginTermsOf({ ...deal, id: deal.positionId }),
      liquidationPercent: deal.terms.liquidationPercent,
      liquidationConfirmSeconds: deal.liquidationConfirmSeconds,
      closeOutScope: deal.closeOutScope,
      minimumAppliesTo: history?.minimumAppliesTo,
    },
    lent: deal.assetQuantity,
    collateral: deal.collateralQuantity,
    interestOwed: interestOwed(deal, new Date(nowMs).toISOString()),
    liquidationAlert: liquidationAlert && { ...liquidationAlert, pricesAtStart },
    notices: deal.notices.map(({ cause, creatorId, resource, resourceId, occasion, since }) => ({
      cause,
      inDefault: inDefaultOf(deal, creatorId),
      resource,
      resourceId,
      occasion: occasion === null ? null : String(occasion),
      since,
    })),
    history: history && historyOf(history, deal, settlementSeconds),
  }
}
