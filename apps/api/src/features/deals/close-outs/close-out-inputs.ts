import { type CloseOutInputs, type CloseOutSide, Decimal } from '@vadium/margin'
import { type PriceReading, type UsablePrice, usablePrice } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { interestOwed, interestPeriodsUntil } from '../positions/accrued-interest.ts'
import { requirementOf, smallestUnit } from '../positions/valued-position.ts'
import { type ClosedOutPosition, collateralOf } from './defaulted-deal.ts'

const observed = (value: string, source: string, observedAt: string | null = null) => ({
  value,
  source,
  observedAt,
})

const quoted = ({ priceUsd, source, observedAt }: UsablePrice) =>
  observed(priceUsd, source, observedAt)

const isSome = (quantity: string) => !new Decimal(quantity).isZero()

type Holdings = Parameters<typeof interestOwed>[0] &
  Parameters<typeof collateralOf>[0] &
  Pick<ClosedOutPosition, 'asset' | 'assetQuantity'>

/** The assets of a deal of which there is any: lent, owed as interest, or held as collateral. */
export function assetsWithQuantity(deal: Holdings, now: string): string[] {
  const isOwed = isSome(deal.assetQuantity) || isSome(interestOwed(deal, now))
  return [
    ...(isOwed ? [deal.asset] : []),
    ...collateralOf(deal).flatMap(({ asset, quantity }) => (isSome(quantity) ? [asset] : [])),
  ]
}

/** What a close-out is asked to be. */
interface AskedCloseOut {
  readonly inDefault: CloseOutSide
  readonly provisional: boolean
  /** Whether it ends no more than what restores the requirement, where it can. */
  readonly toRequirement: boolean
}

/**
 * The inputs of a close-out of settled quantities at a time (RFC 3339), each with its source and
 * time. The refusal of an asset of which there is any, and no current price.
 */
export function closeOutInputs(
  row: ClosedOutPosition,
  { inDefault, provisional, toRequirement }: AskedCloseOut,
  readings: ReadonlyMap<string, PriceReading>,
  now: string,
  /** When the quantities were read, if that is not the time of the prices. */
  readAt = now,
): CloseOutInputs | Refusal {
  const terms = `terms of order ${row.orderNumber}`
  const held = (quantity: string) => observed(quantity, `position ${row.id}`, row.updatedAt)
  const unit = (asset: string, decimals: number) =>
    observed(smallestUnit(decimals), `smallest unit of ${asset}`)
  const needed = assetsWithQuantity(row, now)
  const assetPrice = priceOf(row.asset, readings, needed)
  if (assetPrice instanceof Refusal) return assetPrice
  // A part is one of the present collateral alone: the replaced one secures nothing but the whole.
  const all = collateralOf(row).slice(0, toRequirement ? 1 : undefined)
  const collateral: CloseOutInputs['collateral'][number][] = []
  for (const { asset, decimals, quantity } of all) {
    const price = priceOf(asset, readings, needed)
    if (price instanceof Refusal) return price
    collateral.push({
      asset,
      quantity: held(quantity),
      ...(price && { price: quoted(price) }),
      ...(inDefault === 'borrower' && { unit: unit(asset, decimals) }),
    })
  }
  return {
    in_default: inDefault,
    lender: row.lenderId,
    borrower: row.borrowerId,
    to_requirement: toRequirement,
    day_count: row.dayCount,
    price_source: 'current',
    price_time: now,
    provisional,
    asset: row.asset,
    asset_quantity: held(row.assetQuantity),
    ...(assetPrice && { asset_price: quoted(assetPrice) }),
    asset_unit: unit(row.asset, row.assetDecimals),
    interest_paid: observed(
      row.interestPaid,
      `completed interest transfers of order ${row.orderNumber}`,
      readAt,
    ),
    interest_periods: interestPeriodsUntil(row, now).map(({ from, to, notional, ratePercent }) => ({
      from,
      to,
      quantity: notional.toFixed(),
      rate_percent: ratePercent.toFixed(),
      source: terms,
    })),
    collateral,
    close_out_discount: observed(row.closeOutDiscount, terms),
    ...(toRequirement && requirementInputs(row, (value) => observed(value, terms))),
  }
}

type RequirementInputs = Pick<CloseOutInputs, 'requirement_percent' | 'haircut' | 'threshold_usd'>

function requirementInputs(
  position: ClosedOutPosition,
  agreed: (value: string) => ReturnType<typeof observed>,
): RequirementInputs {
  const one = requirementOf(position)
  return {
    ...('haircut' in one
      ? { haircut: agreed(one.haircut) }
      : { requirement_percent: agreed(one.requirementPercent) }),
    threshold_usd: agreed(position.terms.thresholdUsd),
  }
}

/** Undefined of an asset that is not needed and has no current price. */
function priceOf(
  asset: string,
  readings: ReadonlyMap<string, PriceReading>,
  needed: readonly string[],
): UsablePrice | Refusal | undefined {
  const price = usablePrice(asset, readings)
  return needed.includes(asset) || !(price instanceof Refusal) ? price : undefined
}
