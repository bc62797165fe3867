import { closeOut, type CloseOutStatement, Decimal, formatDecimal } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { PriceReading } from '../../prices/index.ts'
import { closeOutInputs } from './close-out-inputs.ts'
import { type CloseOutRecord, statementOf } from './close-out-record.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'
import { arrivedOf, type Straggler } from './stragglers.ts'

/**
 * The figures of a close-out of a deal at a time (RFC 3339), with the borrower in default; or which
 * price is missing. They are provisional if a transfer is on its way that counts.
 */
export function closeOutOf(
  deal: DefaultedDeal,
  prices: ReadonlyMap<string, PriceReading>,
  now: string,
): CloseOutStatement | Refusal {
  const provisional = deal.transfersUnderWay.some(({ isOnItsWay }) => isOnItsWay)
  return computed(deal, provisional, prices, now)
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
  const deal = withoutArrivals(record, stragglers)
  const figures = computed(deal, false, fixedPrices(provisional), provisional.price_time, now)
  if (figures instanceof Refusal) throw new Error(`close-out ${record.id} has no price of an asset`)
  return figures
}

function computed(
  deal: DefaultedDeal,
  provisional: boolean,
  prices: ReadonlyMap<string, PriceReading>,
  now: string,
  readAt?: string,
): CloseOutStatement | Refusal {
  const { positionId: id, positionStatus: status, positionUpdatedAt: updatedAt } = deal
  const asked = { inDefault: 'borrower', provisional } as const
  const inputs = closeOutInputs({ ...deal, id, status, updatedAt }, asked, prices, now, readAt)
  return inputs instanceof Refusal ? inputs : closeOut(inputs)
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
    [collateral[0]?.asset ?? '', 'collateral_price'],
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
  const collateral = new Decimal(deal.collateralQuantity).plus(released).minus(toppedUp)
  return {
    ...deal,
    assetQuantity: formatDecimal(new Decimal(deal.assetQuantity).plus(assetBack)),
    collateralQuantity: formatDecimal(collateral),
  }
}
