import type { EarlierScenario as Scenario, ScenarioTransfer } from '@vadium/api/scenario'
import { Decimal, formatDecimal } from '@vadium/margin'
import { timestamp } from '../calendar.ts'
import { Random } from '../random.ts'
import { agreementNamed, termsAt } from '../reference/agreements.ts'
import { organizationId } from '../reference/organizations.ts'
import { priceAt } from '../reference/prices.ts'
import { walletId } from '../reference/wallets.ts'
import { transfersOf } from '../transfers/transfer.ts'
import { lifeOf } from './life.ts'
import type { OrderHistory } from './order-history.ts'
import { orderId, type OrderPlan, positionId, positionStatus } from './order-plan.ts'

type Book = Pick<
  Scenario,
  'orders' | 'positions' | 'mark_to_market_requests' | 'order_requests' | 'transfers'
>

/** Orders with all that came of them. */
export function bookOf(plans: readonly OrderPlan[]): Book {
  const book: Book = {
    orders: [],
    positions: [],
    mark_to_market_requests: [],
    order_requests: [],
    transfers: [],
  }
  for (const plan of plans) {
    const history = lifeOf(plan)
    const transfers = transfersOf(plan, history.movements)
    const updatedAt = transfers.reduce(
      (latest, { update_time }) => (update_time > latest ? update_time : latest),
      timestamp(plan.openedAt),
    )
    const random = new Random(`requests of order ${plan.number}`)
    const owned = <Request extends object>(request: Request) => ({
      id: random.uuid(),
      position_id: positionId(plan.number),
      ...request,
    })
    book.orders.push(orderOf(plan, history, updatedAt))
    const status = positionStatus(plan)
    if (status !== undefined) book.positions.push(positionOf(plan, status, history, updatedAt))
    const calls = history.calls.map((call) =>
      owned({ ...call, ...pricesAt(plan, call.created_at) }),
    )
    book.mark_to_market_requests.push(...calls)
    book.order_requests.push(...history.requests.map(owned))
    book.transfers.push(...transfers.map((transfer) => ofItsCall(transfer, calls)))
  }
  return book
}

/** The prices that a call was computed with. */
function pricesAt({ asset, collateralAsset }: OrderPlan, time: string) {
  return {
    asset_price_usd: formatDecimal(priceAt(asset, Date.parse(time))),
    collateral_price_usd: formatDecimal(priceAt(collateralAsset, Date.parse(time))),
  }
}

/** A movement was called for by the request of its amount that begins or ends with it. */
function ofItsCall(
  transfer: ScenarioTransfer,
  calls: Scenario['mark_to_market_requests'],
): ScenarioTransfer {
  if (transfer.category !== 'm2m') return transfer
  const call = calls.find(
    ({ collateral_amount, created_at, updated_at }) =>
      collateral_amount === transfer.quantity &&
      (created_at === transfer.create_time || updated_at === transfer.update_time),
  )
  return call === undefined ? transfer : { ...transfer, mark_to_market_request_id: call.id }
}

function orderOf(
  plan: OrderPlan,
  { movements }: OrderHistory,
  updatedAt: string,
): Scenario['orders'][number] {
  const { lender, borrower } = agreementNamed(plan.agreement)
  // What was lent and pledged at first; some of it may have come back since.
  const opening = (of: 'asset' | 'collateral') =>
    movements.find(({ category, leg }) => category === 'open' && leg === of)?.quantity
  // What nobody has answered has been asked for by the borrower, and the lender has named no wallet.
  const isAnswered = plan.status !== 'PENDING_ACCEPTANCE'
  return {
    id: orderId(plan.number),
    number: plan.number,
    status: plan.status,
    terms_id: termsAt(plan.agreement, plan.openedAt).id,
    asset: plan.asset,
    asset_quantity: formatDecimal(new Decimal(opening('asset') ?? plan.assetQuantity)),
    rate_percent: plan.ratePercent,
    collateral_asset: plan.collateralAsset,
    collateral_quantity: formatDecimal(
      new Decimal(opening('collateral') ?? plan.collateralQuantity),
    ),
    collateral_type: plan.collateralType,
    creator_id: organizationId(borrower),
    ...(isAnswered && {
      lender_asset_wallet_id: walletId(lender, 'treasury', plan.asset),
      lender_collateral_wallet_id: walletId(lender, 'collateral', plan.collateralAsset),
    }),
    borrower_asset_wallet_id: walletId(borrower, 'treasury', plan.asset),
    borrower_collateral_wallet_id: walletId(borrower, 'collateral', plan.collateralAsset),
    created_at: timestamp(plan.openedAt),
    updated_at: updatedAt,
  }
}

function positionOf(
  plan: OrderPlan,
  status: Scenario['positions'][number]['status'],
  { lastMarkedAt = plan.openedAt }: OrderHistory,
  updatedAt: string,
): Scenario['positions'][number] {
  // What is to be lent counts from the acceptance, what is pledged from its arrival.
  const isLent = status !== 'CLOSED'
  const isPledged = isLent && status !== 'OPENING'
  return {
    id: positionId(plan.number),
    order_id: orderId(plan.number),
    status,
    asset_quantity: isLent ? plan.assetQuantity : '0',
    collateral_quantity: isPledged ? plan.collateralQuantity : '0',
    ...(plan.disputedQuantity !== undefined && {
      collateral_disputed_quantity: plan.disputedQuantity,
    }),
    price_at_last_m2m_usd: formatDecimal(priceAt(plan.asset, lastMarkedAt)),
    last_m2m_at: timestamp(lastMarkedAt),
    created_at: timestamp(plan.openedAt),
    updated_at: updatedAt,
  }
}
