import { Decimal } from '@vadium/margin'
import { orderStates } from '@vadium/schema'
import { type PriceReading, type UsablePrice, usablePrice } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isBeyondBooking } from '../transfers/transfer-worth.ts'
import type { OrderRow } from './order-row.ts'

type Readings = ReadonlyMap<string, PriceReading>

/** What an order is accepted with, besides the wallets that its other side names. */
export interface Acceptance {
  readonly termsId: string
  readonly collateralQuantity: string
  /** The price of the asset, with which the position begins, in USD. */
  readonly assetPriceUsd: string
}

/** The assets whose prices decide whether some orders can be accepted. */
export function assetsAwaitingAnswer(orders: readonly OrderRow[]): string[] {
  const awaiting = orders.filter(({ status }) => status === orderStates.initial)
  return [...new Set(awaiting.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset]))]
}

/** With what an order would be accepted now, or why it cannot be, whatever wallets are named. */
export function acceptanceOf(order: OrderRow, readings: Readings): Acceptance | Refusal {
  const { collateralQuantity, termsIdInEffect: termsId } = order
  // No money of a suspended organization moves at the request of the other side.
  if (!order.creatorIsActive) return notPossible('creator_id', 'who asked is suspended')
  if (collateralQuantity === null) {
    const issue = 'the order was imported without its collateral quantity'
    return notPossible('collateral_quantity', issue)
  }
  if (order.collateralType === 'TRIPARTY') {
    const issue = 'this service instructs no tri-party agent'
    return notPossible('collateral_type', issue, 'TRIPARTY')
  }
  if (termsId === null) return new Refusal('AGREEMENT_MISSING')
  const assetPrice = bookablePrice(order.asset, order.assetQuantity, 'asset_quantity', readings)
  if (assetPrice instanceof Refusal) return assetPrice
  const { collateralAsset } = order
  const fault = bookablePrice(collateralAsset, collateralQuantity, 'collateral_quantity', readings)
  if (fault instanceof Refusal) return fault
  return { termsId, collateralQuantity, assetPriceUsd: assetPrice.priceUsd }
}

/** A price at which the worth of a quantity can be booked. */
function bookablePrice(
  asset: string,
  quantity: string,
  field: string,
  readings: Readings,
): UsablePrice | Refusal {
  const price = usablePrice(asset, readings)
  if (price instanceof Refusal) return price
  if (!isBeyondBooking(new Decimal(quantity).times(price.priceUsd))) return price
  return new Refusal('VALUE_INVALID', [{ field, issue: 'is worth more than can be booked' }])
}

function notPossible(field: string, cause: string, value?: string): Refusal {
  const issue = `accept is not possible: ${cause}`
  return new Refusal('INVALID_STATE', [{ field, issue, ...(value !== undefined && { value }) }])
}
