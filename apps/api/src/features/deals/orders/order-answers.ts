import { type acceptOrder, type OperationBody, orderStates } from '@vadium/schema'
import { clearDeadline } from '../deadlines/deadlines.ts'
import type { PriceBook } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { allowedMove, mustMove } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { createPosition } from '../positions/position-life.ts'
import { acceptanceOf, assetsAwaitingAnswer } from './order-acceptance.ts'
import { hasExpired, type OrderRow, statefulOrder } from './order-row.ts'
import type { OrderTransfers } from './order-transfers.ts'
import { walletsFault } from './order-wallets.ts'
import type { OrderRepository } from './orders.repository.ts'

type AcceptBody = OperationBody<typeof acceptOrder>

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
    const refusal = answerRefusal(tx, order, 'accept')
    if (refusal !== undefined) return refusal
    const tokens = assetsAwaitingAnswer([order])
    const acceptance = acceptanceOf(order, await this.#prices.readWithin(tx, tokens, tx.nowMs))
    if (acceptance instanceof Refusal) return acceptance
    const wallets = { asset: body.asset_wallet_id, collateral: body.collateral_wallet_id }
    const unsuitable = await walletsFault(tx, wallets, order)
    if (unsuitable !== undefined) return unsuitable

    const side = tx.organizationId === order.lenderId ? 'lender' : 'borrower'
    const mover = { organizationId: tx.organizationId }
    await this.#orders.nameWallets(tx, order.id, side, wallets)
    await this.#orders.keepTerms(tx, order.id, acceptance.termsId)
    await mustMove(tx, orderStates, statefulOrder(order), 'accept', mover)
    await clearDeadline(tx, 'order', order.id)
    await createPosition(
      tx,
      {
        orderId: order.id,
        lenderId: order.lenderId,
        borrowerId: order.borrowerId,
        assetQuantity: order.assetQuantity,
        assetPriceUsd: acceptance.assetPriceUsd,
      },
      mover,
    )
    await this.#open(tx, order, acceptance.collateralQuantity)
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

  async #open(
    tx: WriteTransaction,
    { id, assetQuantity }: OrderRow,
    collateralQuantity: string,
  ): Promise<void> {
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
