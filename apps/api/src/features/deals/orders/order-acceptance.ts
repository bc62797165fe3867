import { Decimal } from '@vadium/margin'
import { orderStates } from '@vadium/schema'
import { type PriceReading, type UsablePrice, usablePrice } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isBeyondBooking } from '../transfers/transfer-worth.ts'
import { coarseUnitFault } from './coarse-units.ts'
import { tripartyBlocker } from '../blockers/triparty.ts'
import type { Blocker, Facts } from '../lifecycle/lifecycle.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { ownLimitFault } from '../limits/limit-refusals.ts'
import { otherSide } from '../parties/deal.ts'
import type { OrderRow } from './order-row.ts'

type Readings = ReadonlyMap<string, PriceReading>

/** What decides about an action on an order besides the order. */
export interface OrderFacts extends Facts {
  /** The prices of the assets of pending orders. No other orders depend on them. */
  readonly prices: Readings
  /** Whether tri-party agents take part, as in a history. The service itself instructs none. */
  readonly withAgents?: boolean
}

/** What an order is accepted with, besides the wallets that the acceptance names. */
export interface Acceptance {
  readonly termsId: string
  readonly collateralQuantity: string
  /** The price of the asset in USD, with which the position starts. */
  readonly assetPriceUsd: string
}

/** The assets whose prices decide whether orders can be accepted. */
export function assetsAwaitingAnswer(orders: readonly OrderRow[]): string[] {
  const awaiting = orders.filter(({ status }) => status === orderStates.initial)
  return [...new Set(awaiting.flatMap(({ asset, collateralAsset }) => [asset, collateralAsset]))]
}

/** The acceptance of an order that nothing blocks. */
export function acceptanceOf(order: OrderRow, prices: Readings): Acceptance {
  const { id, termsIdInEffect: termsId, collateralQuantity } = order
  const price = bookablePrice(order, 'asset', prices)
  if (termsId === null || price instanceof Refusal) {
    throw new Error(`order ${id} is accepted although it is blocked`)
  }
  return { termsId, collateralQuantity, assetPriceUsd: price.priceUsd }
}

/**
 * Why an acceptance would bind its side to other terms than it names. It may have been read, or
 * sent to be approved, before the terms changed.
 */
export function changedTermsFault(
  { termsVersion }: Pick<OrderRow, 'termsVersion'>,
  read: number | undefined,
): Refusal | undefined {
  if (read === undefined || read === termsVersion) return undefined
  const issue = `version ${termsVersion} of the terms is in effect by now`
  return new Refusal('TERMS_CHANGED', [
    { field: 'terms_version', issue, value: String(termsVersion) },
  ])
}

type AcceptBlocker = Blocker<OrderRow, OrderFacts>

/** Assets of a suspended organization must not move at the request of the other side. */
const creatorSuspended: AcceptBlocker = ({ creatorIsActive }) =>
  creatorIsActive
    ? undefined
    : notNow('creator_id', 'accept is not possible: who asked is suspended')

/** In a history, agents take part. */
export const agentBlocker: AcceptBlocker = (order, { withAgents }) =>
  withAgents === true ? undefined : tripartyBlocker(order)

const noAgreement: AcceptBlocker = ({ termsIdInEffect }) =>
  termsIdInEffect === null ? new Refusal('AGREEMENT_MISSING') : undefined

/** The own limits, with this order. Those of the other side are tested when it is accepted. */
export const ownLimitExceeded: AcceptBlocker = (order, { limits }, organizationId) => {
  const own = limits?.get(otherSide(order, organizationId))
  return own && ownLimitFault(own, order)
}

const notBookable =
  (leg: 'asset' | 'collateral'): AcceptBlocker =>
  (order, { prices }) => {
    const price = bookablePrice(order, leg, prices)
    return price instanceof Refusal ? price : undefined
  }

const coarseUnits: AcceptBlocker = ({ divisibleAssets }, { prices }) =>
  coarseUnitFault(divisibleAssets, (asset) => {
    const reading = prices.get(asset)
    return reading?.kind === 'current' ? reading.priceUsd : undefined
  })

/** The blockers of accepting an order, whatever wallets are named. */
export const acceptBlockers: readonly AcceptBlocker[] = [
  creatorSuspended,
  agentBlocker,
  noAgreement,
  notBookable('asset'),
  notBookable('collateral'),
  coarseUnits,
]

/** The price of an asset, if the value of the transfer at that price can be booked. */
function bookablePrice(
  order: OrderRow,
  leg: 'asset' | 'collateral',
  prices: Readings,
): UsablePrice | Refusal {
  const price = usablePrice(leg === 'asset' ? order.asset : order.collateralAsset, prices)
  if (price instanceof Refusal) return price
  const quantity = leg === 'asset' ? order.assetQuantity : order.collateralQuantity
  if (!isBeyondBooking(new Decimal(quantity).times(price.priceUsd))) return price
  return new Refusal('VALUE_INVALID', [
    { field: `${leg}_quantity`, issue: 'is worth more than can be booked' },
  ])
}
