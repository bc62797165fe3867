import {
  closeOut,
  type CloseOutStatement,
  collateralSuffix,
  Decimal,
  formatDecimal,
} from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { PriceReading } from '../../prices/index.ts'
import { inDefaultOf } from './close-out-facts.ts'
import { closeOutInputs } from './close-out-inputs.ts'
import { type CloseOutRecord, statementOf } from './close-out-record.ts'
import { asksForPart, isInPart, returnsTooMuch, type ScopedDefault } from './close-out-scope.ts'
import { closedOutPosition, type ClosedOutPosition, type DefaultedDeal } from './defaulted-deal.ts'
import { arrivedOf, type Straggler } from './stragglers.ts'

/**
 * The figures of a close-out of a position at a time (RFC 3339), in part where terms and cause ask
 * for it and it can be; or which price is missing. Only figures of the whole deal are provisional:
 * a part lets transfers go on.
 */
export function figuresOf(
  position: ClosedOutPosition,
  { inDefault, cause, provisional }: ScopedDefault & { readonly provisional: boolean },
  prices: ReadonlyMap<string, PriceReading>,
  now: string,
): CloseOutStatement | Refusal {
  const toRequirement = asksForPart(position, { inDefault, cause })
  const asked = { inDefault, provisional: false, toRequirement }
  const inputs = closeOutInputs(position, asked, prices, now)
  if (inputs instanceof Refusal) return inputs
  const statement = closeOut(inputs)
  // All of the deal is closed out with all of its collateral.
  const isAll = !toRequirement || position.replacedCollateral === null
  const isFinal = isInPart(statement) ? !returnsTooMuch(statement, position) : isAll && !provisional
  if (isFinal) return statement
  const whole = { inDefault, provisional, toRequirement: false }
  const all = closeOutInputs(position, whole, prices, now)
  return all instanceof Refusal ? all : closeOut(all)
}

/** The figures of a close-out that would be terminated at a time (RFC 3339). */
export function closeOutOf(
  record: CloseOutRecord,
  prices: ReadonlyMap<string, PriceReading>,
  now: string,
): CloseOutStatement | Refusal {
  const { cause, transfersUnderWay } = record
  const inDefault = inDefaultOf(record, record.creatorId)
  const provisional = transfersUnderWay.some(({ isOnItsWay }) => isOnItsWay)
  return figuresOf(closedOutPosition(record), { inDefault, cause, provisional }, prices, now)
}

/**
 * The figures with which a close-out is booked: with the prices of its termination, and without
 * what arrived of stragglers.
 */
export function bookedFigures(
  record: CloseOutRecord,
  stragglers: readonly Straggler[],
  now: string,
): CloseOutStatement {
  const provisional = statementOf(record)
  const position = closedOutPosition(withoutArrivals(record, stragglers))
  const { in_default: inDefault, price_time: priceTime } = provisional
  const asked = { inDefault, provisional: false, toRequirement: false }
  const inputs = closeOutInputs(position, asked, fixedPrices(provisional), priceTime, now)
  if (inputs instanceof Refusal) throw new Error(`close-out ${record.id} has no price of an asset`)
  return closeOut(inputs)
}

/** The prices of a termination, as its statement records them. */
function fixedPrices({
  asset,
  collateral,
  price_time: priceTime,
  calculation: { inputs },
}: CloseOutStatement): ReadonlyMap<string, PriceReading> {
  const named = [
    [asset, 'asset_price'],
    ...collateral.map((one, index) => [one.asset, `collateral_price${collateralSuffix(index)}`]),
  ] as const
  return new Map(
    named.flatMap(([symbol, name]): [string, PriceReading][] => {
      const input = inputs.find((one) => one.name === name)
      if (input === undefined) return []
      const { value: priceUsd, source, observed_at: observedAt } = input
      return [[symbol, { kind: 'current', priceUsd, source, observedAt: observedAt ?? priceTime }]]
    }),
  )
}

/** A deal as if no straggler had arrived. */
function withoutArrivals<Deal extends DefaultedDeal>(
  deal: Deal,
  stragglers: readonly Straggler[],
): Deal {
  const { assetBack, released, toppedUp } = arrivedOf(deal, stragglers)
  const { collateralAsset: token } = deal
  const collateral = new Decimal(deal.collateralQuantity)
    .plus(released(token))
    .minus(toppedUp(token))
  return {
    ...deal,
    assetQuantity: formatDecimal(new Decimal(deal.assetQuantity).plus(assetBack)),
    collateralQuantity: formatDecimal(collateral),
  }
}
