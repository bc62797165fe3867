import type { ScenarioTransfer } from '@vadium/api/scenario'
import { formatDecimal, roundHalfEven } from '@vadium/margin'
import { bookTime, timestamp } from '../calendar.ts'
import { orderId, type OrderPlan } from '../book/order-plan.ts'
import { Random } from '../random.ts'
import { agreementNamed } from '../reference/agreements.ts'
import { custodyOf } from '../reference/organizations.ts'
import { priceAt } from '../reference/prices.ts'
import { walletId, type WalletPurpose } from '../reference/wallets.ts'
import type { Movement } from './movement.ts'
import { providerWord, stateLabel, statusOf } from './provider-words.ts'

/** The movements of an order as transfers, oldest first and numbered in that order. */
export function transfersOf(order: OrderPlan, movements: readonly Movement[]): ScenarioTransfer[] {
  const random = new Random(`transfers of order ${order.number}`)
  return movements
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .map((movement, index) => transfer(order, movement, index + 1, random.uuid()))
}

function transfer(
  order: OrderPlan,
  movement: Movement,
  sequence: number,
  id: string,
): ScenarioTransfer {
  const { category, leg, quantity, state, createdAt } = movement
  const token = leg === 'collateral' ? order.collateralAsset : order.asset
  const { from, to } = route(order, movement)
  const provider = custodyOf(from.party)[from.purpose]
  const notional = roundHalfEven(quantity.times(priceAt(token, createdAt)), '0.01')
  return {
    id,
    external_transfer_id: `VT-${order.number}-${String(sequence).padStart(3, '0')}`,
    category,
    status: statusOf(state),
    leg,
    token,
    quantity: formatDecimal(quantity),
    notional_usd: formatDecimal(notional, 2),
    order_id: orderId(order.number),
    sender_wallet_id: walletId(from.party, from.purpose, token),
    receiver_wallet_id: walletId(to.party, to.purpose, token),
    provider_state: state,
    provider_request_state: providerWord(provider, state),
    label: stateLabel(provider, state),
    create_time: timestamp(createdAt),
    update_time: timestamp(Math.min(movement.updatedAt, bookTime)),
  }
}

function route(order: OrderPlan, { leg, path }: Movement) {
  const { lender, borrower } = agreementNamed(order.agreement)
  const purpose: WalletPurpose = leg === 'collateral' ? 'collateral' : 'treasury'
  const [from, to] = path === 'toLender' ? [borrower, lender] : [lender, borrower]
  return { from: { party: from, purpose }, to: { party: to, purpose } }
}
