import { Decimal } from '@vadium/margin'
import { type acceptOrder, type OperationBody, orderStates } from '@vadium/schema'
import { clearDeadline } from '../../deadlines/deadlines.ts'
import type { PriceBook } from '../../prices/price-book.ts'
import { type UsablePrice, usablePrice } from '../../prices/usable-price.ts'
import { Refusal } from '../../refusal.ts'
import { allowedMove, mustMove } from '../../writes/state-moves.ts'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import { bearPosition } from '../positions/position-life.ts'
import { isBeyondBooking } from '../transfers/transfer-worth.ts'
import { hasExpired, type OrderRow, statefulOrder } from './order-row.ts'
import type { OrderTransfers } from './order-transfers.ts'
import { walletsFault } from './order-wallets.ts'
import type { OrderRepository } from './orders.repository.ts'
import { isActiveOrganization, termsInEffect } from './reference-data.ts'

type AcceptBody = OperationBody<typeof acceptOrder>

/** An order that can be accepted: what is pledged is known. */
type AcceptableOrder = OrderRow & { readonly collateralQuantity: string }

/** How an order is answered, withdrawn or left unanswered. The deal is locked. */
export class OrderAnswers {
  readonly #orders: OrderRepository
  readonly #transfers: OrderTransfers
  readonly #prices: PriceBook

  constructor(orders: OrderRepository, transfers: OrderTransfers, prices: PriceBook) {
    this.#orders = orders
    this.#transfers = transfers
    this.#prices = prices
  }

  /** Copies the terms in effect, bears the position and instructs both sides of the opening. */
  async accept(
    tx: WriteTransaction,
    order: OrderRow,
    body: AcceptBody,
  ): Promise<Refusal | undefined> {
    const refusal = answerRefusal(tx, order, 'accept') ?? (await sidesFault(tx, order))
    if (refusal !== undefined) return refusal
    if (!isAcceptable(order)) return withoutCollateral
    if (order.collateralType === 'TRIPARTY') return managedByAgent
    const termsId = await termsInEffect(tx, order)
    if (termsId === undefined) return new Refusal('AGREEMENT_MISSING')
    const wallets = { asset: body.asset_wallet_id, collateral: body.collateral_wallet_id }
    const unsuitable = await walletsFault(tx, wallets, order)
    if (unsuitable !== undefined) return unsuitable
    const assetPrice = await this.#assetPrice(tx, order)
    if (assetPrice instanceof Refusal) return assetPrice

    const side = tx.organizationId === order.lenderId ? 'lender' : 'borrower'
    const mover = { organizationId: tx.organizationId }
    await this.#orders.nameWallets(tx, order.id, side, wallets)
    await this.#orders.keepTerms(tx, order.id, termsId)
    await mustMove(tx, orderStates, statefulOrder(order), 'accept', mover)
    await clearDeadline(tx, 'order', order.id)
    await bearPosition(
      tx,
      {
        orderId: order.id,
        lenderId: order.lenderId,
        borrowerId: order.borrowerId,
        assetQuantity: order.assetQuantity,
        assetPriceUsd: assetPrice.priceUsd,
      },
      mover,
    )
    await this.#open(tx, order)
    return undefined
  }

  /** `reject` by the other side, `cancel` by the one that asked. */
  async decline(
    tx: WriteTransaction,
    order: OrderRow,
    action: 'reject' | 'cancel',
  ): Promise<Refusal | undefined> {
    const refusal = answerRefusal(tx, order, action)
    if (refusal !== undefined) return refusal
    const mover = { organizationId: tx.organizationId }
    await mustMove(tx, orderStates, statefulOrder(order), action, mover)
    await clearDeadline(tx, 'order', order.id)
    return undefined
  }

  /** False where its time has not come. */
  async expire(tx: WriteTransaction, order: OrderRow): Promise<boolean> {
    if (order.status !== orderStates.initial) return true
    if (!hasExpired(order, tx.nowMs)) return false
    await mustMove(tx, orderStates, statefulOrder(order), 'expire')
    return true
  }

  /** The price of the asset, with which the position begins; that of the collateral must be known too. */
  async #assetPrice(tx: WriteTransaction, order: AcceptableOrder): Promise<UsablePrice | Refusal> {
    const { asset, assetQuantity, collateralAsset, collateralQuantity } = order
    const readings = await this.#prices.readWithin(tx, [asset, collateralAsset], tx.nowMs)
    const assetPrice = usablePrice(asset, readings)
    if (assetPrice instanceof Refusal) return assetPrice
    const collateralPrice = usablePrice(collateralAsset, readings)
    if (collateralPrice instanceof Refusal) return collateralPrice
    const isTooMuch = (quantity: string, { priceUsd }: UsablePrice) =>
      isBeyondBooking(new Decimal(quantity).times(priceUsd))
    if (isTooMuch(assetQuantity, assetPrice)) return tooMuch('asset_quantity')
    if (isTooMuch(collateralQuantity, collateralPrice)) return tooMuch('collateral_quantity')
    return assetPrice
  }

  async #open(tx: WriteTransaction, { id, assetQuantity, collateralQuantity }: AcceptableOrder) {
    const accepted = await this.#orders.within(tx, id)
    if (accepted === undefined) throw new Error(`order ${id} is gone while it is locked`)
    await this.#transfers.instruct(tx, accepted, [
      { category: 'open', leg: 'asset', sender: 'lender', quantity: assetQuantity },
      { category: 'open', leg: 'collateral', sender: 'borrower', quantity: collateralQuantity },
    ])
  }
}

/** The state and the side must allow an answer, and its time must not be over. */
function answerRefusal(
  tx: WriteTransaction,
  order: OrderRow,
  action: 'accept' | 'reject' | 'cancel',
): Refusal | undefined {
  const mover = { organizationId: tx.organizationId }
  const move = allowedMove(orderStates, statefulOrder(order), action, mover)
  if (move instanceof Refusal) return move
  if (!hasExpired(order, tx.nowMs)) return undefined
  return new Refusal('INVALID_STATE', [
    {
      field: 'expire_time',
      issue: `${action} is not possible: the time to answer is over`,
      ...(order.expireAt !== null && { value: order.expireAt }),
    },
  ])
}

/** No money of a suspended organization moves on the word of the other side. */
async function sidesFault(tx: WriteTransaction, order: OrderRow): Promise<Refusal | undefined> {
  if (await isActiveOrganization(tx, order.creatorId)) return undefined
  return new Refusal('INVALID_STATE', [
    { field: 'creator_id', issue: 'accept is not possible: who asked is suspended' },
  ])
}

function isAcceptable(order: OrderRow): order is AcceptableOrder {
  return order.collateralQuantity !== null
}

const withoutCollateral = new Refusal('INVALID_STATE', [
  {
    field: 'collateral_quantity',
    issue: 'accept is not possible: the order was taken over without what is to be pledged',
  },
])

const managedByAgent = new Refusal('INVALID_STATE', [
  {
    field: 'collateral_type',
    issue: 'accept is not possible: this service instructs no tri-party agent',
    value: 'TRIPARTY',
  },
])

function tooMuch(field: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue: 'is worth more than can be booked' }])
}
