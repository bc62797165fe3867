import type { EarlierScenario as Scenario } from '@vadium/api/scenario'
import { type CalculatedPreview, calculatePreview, Decimal, formatDecimal } from '@vadium/margin'
import {
  type ErrorReason,
  markToMarketCreators,
  previewMarkToMarketRequest,
  type Role,
} from '@vadium/schema'
import { demoProfiles } from '../src/index.ts'
import { organizationId } from '../src/reference/organizations.ts'

/**
 * The answer of the service to a profile that previews a position, computed from the scenario
 * alone.
 */
export function previewFromScenario(
  scenario: Scenario,
  positionId: string,
  profileName: string,
): CalculatedPreview | ErrorReason {
  const profile = named(demoProfiles, ({ name }) => name === profileName)
  const caller = organizationId(profile.organization)
  if (named(scenario.organizations, ({ id }) => id === caller).status === 'suspended') {
    return 'ORGANIZATION_SUSPENDED'
  }
  const permitted: readonly Role[] = previewMarkToMarketRequest.roles
  if (!permitted.includes(profile.role)) return 'ROLE_NOT_PERMITTED'

  const position = named(scenario.positions, ({ id }) => id === positionId)
  const order = named(scenario.orders, ({ id }) => id === position.order_id)
  const { terms, ...agreement } = termsOf(scenario, order.terms_id)
  if (![agreement.lender_id, agreement.borrower_id].includes(caller)) return 'POSITION_NOT_FOUND'
  const blocker = blockerOf(scenario, position, order)
  if (blocker !== undefined) return blocker

  const assetPrice = priceNow(scenario, order.asset)
  const collateralPrice = priceNow(scenario, order.collateral_asset)
  if (typeof assetPrice === 'string') return assetPrice
  if (typeof collateralPrice === 'string') return collateralPrice
  const collateral = named(scenario.assets, ({ symbol }) => symbol === order.collateral_asset)
  const unit = formatDecimal(new Decimal(10).pow(-collateral.decimals))
  const given = (value: string) => ({ value, source: 'scenario', observedAt: null })
  const transit = inTransit(scenario, order.id)
  return calculatePreview({
    asset: order.asset,
    collateral_asset: order.collateral_asset,
    lender: agreement.lender_id,
    borrower: agreement.borrower_id,
    role_may_create: markToMarketCreators.includes(profile.role),
    asset_quantity: given(position.asset_quantity),
    asset_price: given(formatDecimal(assetPrice)),
    collateral_quantity: given(position.collateral_quantity),
    collateral_price: given(formatDecimal(collateralPrice)),
    deliveries_in_transit: given(transit(agreement.borrower_id)),
    returns_in_transit: given(transit(agreement.lender_id)),
    disputed_quantity: given(position.collateral_disputed_quantity ?? '0'),
    ...(terms.haircut == null
      ? { requirement_percent: given(terms.requirement_percent ?? '') }
      : { haircut: given(terms.haircut) }),
    threshold_usd: given(terms.threshold_usd),
    minimum_notional_top_up_usd: given(terms.minimum_notional_top_up_usd),
    minimum_notional_release_usd: given(terms.minimum_notional_release_usd),
    lot_top_up: given(terms.lot_top_up ?? unit),
    lot_release: given(terms.lot_release ?? unit),
    margin_call_percent: given(terms.margin_call_percent),
    liquidation_percent: given(terms.liquidation_percent),
  })
}

function blockerOf(
  scenario: Scenario,
  position: Scenario['positions'][number],
  order: Scenario['orders'][number],
): ErrorReason | undefined {
  if (position.status === 'OPENING' || position.status === 'CLOSED') return 'POSITION_NOT_ACTIVE'
  if (order.collateral_type === 'TRIPARTY') return 'COLLATERAL_MANAGED_BY_AGENT'
  const open = scenario.mark_to_market_requests.some(
    ({ position_id, status }) =>
      position_id === position.id && ['PENDING_ACCEPTANCE', 'FAILED'].includes(status),
  )
  if (open) return 'MARK_TO_MARKET_REQUEST_OPEN'
  const changing = scenario.order_requests.some(
    ({ position_id, kind, status }) =>
      position_id === position.id &&
      kind !== 'rerate' &&
      ['ACCEPTED', 'IN_PROGRESS'].includes(status),
  )
  return changing || position.status === 'CLOSING' ? 'POSITION_QUANTITY_CHANGING' : undefined
}

function termsOf(scenario: Scenario, termsId: string) {
  const agreement = named(scenario.agreements, ({ versions }) =>
    versions.some(({ terms }) => terms.id === termsId),
  )
  return { ...agreement, ...named(agreement.versions, ({ terms }) => terms.id === termsId) }
}

/** The median of the live quotes of the feeds. */
function priceNow(scenario: Scenario, asset: string): Decimal | ErrorReason {
  const quotes = scenario.prices.filter((price) => price.asset === asset)
  if (quotes.length === 0) return 'PRICE_MISSING'
  const live = quotes.filter((price) => price.live === true)
  if (live.length === 0) return 'PRICE_STALE'
  const sorted = live
    .map(({ price_usd }) => new Decimal(price_usd))
    .toSorted((a, b) => a.comparedTo(b))
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return Decimal.sum(...middle).div(middle.length)
}

function inTransit(scenario: Scenario, orderId: string): (sender: string) => string {
  const moving = scenario.transfers.filter(
    ({ order_id, leg, status }) =>
      order_id === orderId && leg === 'collateral' && ['PENDING', 'IN_PROGRESS'].includes(status),
  )
  return (sender) => {
    const sent = moving.filter(({ sender_wallet_id }) => {
      const wallet = named(scenario.wallets, ({ id }) => id === sender_wallet_id)
      return wallet.organization_id === sender
    })
    return formatDecimal(Decimal.sum(0, ...sent.map(({ quantity }) => quantity)))
  }
}

/** The only item that matches. */
export function named<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item {
  const item = items.find(isMeant)
  if (item === undefined) throw new Error('the scenario has no such item')
  return item
}
