import { Decimal, type MostToSend, mostToSend } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { ListedPosition } from './listed-position.ts'
import { markBlocker, releaseBlocker } from './mark-blocker.ts'
import type { PositionFigures } from './position-figures.ts'
import { requirementOf, smallestUnit, type ValuedPosition } from './valued-position.ts'

/** The least worth where the minimum notional of a top-up is zero, in USD. */
const leastUsd = new Decimal(1)

/** What is sent without a call is worth this at least, in USD: nobody is flooded. */
export function leastWorth({
  minimumNotionalTopUpUsd,
}: Pick<ValuedPosition['terms'], 'minimumNotionalTopUpUsd'>): Decimal {
  const agreed = new Decimal(minimumNotionalTopUpUsd)
  return agreed.isZero() ? leastUsd : agreed
}

/** The most that the lender may send at two prices in USD. */
export function mostOf(
  position: ValuedPosition,
  assetPriceUsd: string,
  collateralPriceUsd: string,
): MostToSend {
  return mostToSend({
    position: {
      assetQuantity: position.assetQuantity,
      assetPriceUsd,
      collateralQuantity: position.collateralQuantity,
      collateralPriceUsd,
      returnsInTransit: position.returnsInTransit,
      disputedQuantity: position.collateralDisputedQuantity,
    },
    terms: { ...requirementOf(position), thresholdUsd: position.terms.thresholdUsd },
    smallestUnit: smallestUnit(position.collateralDecimals),
  })
}

/** One at a time, so that nobody is flooded. */
export function alreadySending(transferId: string): Refusal {
  const issue = 'collateral sent without a call is under way: send more once it has ended'
  return new Refusal('ALREADY_EXISTS', [{ field: 'transfer_id', issue, value: transferId }])
}

/**
 * Why no quantity of collateral can be sent without a call now. How often something was sent today
 * is not looked at.
 */
export function sendingBlocker(
  position: ListedPosition,
  figures: PositionFigures,
  organizationId: string,
): Refusal | undefined {
  const isLender = position.lenderId === organizationId
  const blocked =
    markBlocker(position) ?? (isLender ? releaseBlocker(position, 'Release') : undefined)
  if (blocked !== undefined) return blocked
  const { underWayId } = position.sending
  if (underWayId !== null) return alreadySending(underWayId)
  return isLender ? tooLittleToSend(position, figures) : neverPriced(position, figures)
}

/** Why the lender has nothing to send: the requirement would not be met any more. */
function tooLittleToSend(
  position: ListedPosition,
  { assetPriceUsd, collateralPriceUsd, direction, refusal }: PositionFigures,
): Refusal | undefined {
  if (assetPriceUsd === null || collateralPriceUsd === null) return refusal
  // Where nothing is in excess with what is in transit, nothing is without it.
  const most =
    direction === 'Release'
      ? mostOf(position, assetPriceUsd, collateralPriceUsd).most
      : new Decimal(0)
  const least = position.sending.owesCalled ? new Decimal(0) : leastWorth(position.terms)
  if (most.greaterThan(0) && most.times(collateralPriceUsd).greaterThanOrEqualTo(least)) {
    return undefined
  }
  const issue =
    'no collateral is in excess of the requirement, or only what is worth too little to send'
  return new Refusal('QUANTITY_NOT_AVAILABLE', [{ field: 'quantity', issue }])
}

/** The borrower sends at the last known price, however old it is. */
function neverPriced(
  { collateralAsset }: ListedPosition,
  { collateralPriceUsd, refusal }: PositionFigures,
): Refusal | undefined {
  if (collateralPriceUsd !== null || refusal?.reason !== 'PRICE_MISSING') return undefined
  return refusal.details.some(({ field }) => field === collateralAsset) ? refusal : undefined
}
