import { day, hour, minute } from '../../calendar.ts'
import { demoTime } from '../times.ts'
import type { Side } from '../../deal-history.ts'
import type { Deal, MarginCall } from '../deal.ts'
import type { DealTerms } from '../deal-terms.ts'
import type { AgreementName } from '../reference/agreements.ts'
import type { AssetSymbol } from '../reference/assets.ts'

export interface ShowcaseOrder extends DealTerms {
  readonly acceptedAt: number
  /** What happens after its opening. */
  readonly then: (deal: Deal) => void
}

/** When the orders of the showcase were created, one after the other. */
export const showcaseTime = demoTime - 6 * day - 6 * hour

/** The last calls of the showcase, at the prices that the feeds quote at the end. */
export const callTime = demoTime - 10 * minute

type Amount = readonly [quantity: string, asset: AssetSymbol]

/** An order of the showcase. Default: nothing happens after its opening. */
export function order(
  number: number,
  agreement: AgreementName,
  [assetQuantity, asset]: Amount,
  [collateralQuantity, collateralAsset]: Amount,
  then: ShowcaseOrder['then'] = () => undefined,
): ShowcaseOrder {
  return {
    number,
    agreement,
    collateralType: 'BILATERAL',
    ratePercent: '5.25',
    asset,
    assetQuantity,
    collateralAsset,
    collateralQuantity,
    acceptedAt: showcaseTime + 20 * minute,
    then,
  }
}

/** Plays one of these orders, from its creation to the end of the book. */
export function playShowcaseOrder(deal: Deal, { number, acceptedAt, then }: ShowcaseOrder): void {
  deal.offer(showcaseTime + (number - 1000) * 1000, demoTime + day)
  deal.answer(acceptedAt, 'accept')
  const isOpening = acceptedAt === callTime
  deal.report(acceptedAt + 5 * minute, 'asset', isOpening ? 'confirming' : 'completed')
  const collateralState = isOpening ? 'pending_provider_approval' : 'completed'
  deal.report(acceptedAt + 8 * minute, 'collateral', collateralState)
  then(deal)
}

/** Creates the call that is due, or the offer of the other side. */
export function call(deal: Deal, at = callTime, by?: Side): MarginCall {
  const called = deal.call(at, by)
  if (called === undefined) throw new Error('the showcase calls what is not due')
  return called
}
