import { Decimal, formatDecimal, roundUp, totalInterest } from '@vadium/margin'
import { orderStates, type TransferStatus } from '@vadium/schema'
import { Refusal } from '../../refusal.ts'
import { allowedMove, type Mover, mustMove } from '../../writes/state-moves.ts'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import { dayOf, interestBasis, readInterestChanges } from '../positions/interest-changes.ts'
import { beginClosing, endPosition } from '../positions/position-life.ts'
import { closingObstacle } from './order-obstacles.ts'
import { arrivedLegs, type OrderRow, positionOf, statefulOrder } from './order-row.ts'
import type { OrderTransfers, PlannedTransfer } from './order-transfers.ts'
import { knownAssets } from './reference-data.ts'

/** Who knows what is argued about. */
export interface Disputes {
  concludeDisputes(tx: WriteTransaction, positionId: string): Promise<void>
}

/** Who knows what else was asked for. */
export interface OpenRequests {
  /** What nobody has answered, and rates to come, have no object any more. */
  lapse(tx: WriteTransaction, positionId: string): Promise<void>
}

interface Parts {
  readonly transfers: OrderTransfers
  readonly disputes: Disputes
  readonly requests: OpenRequests
}

/** How everything goes back. The deal is locked. */
export class OrderClosing {
  readonly #transfers: OrderTransfers
  readonly #disputes: Disputes
  readonly #requests: OpenRequests

  constructor({ transfers, disputes, requests }: Parts) {
    this.#transfers = transfers
    this.#disputes = disputes
    this.#requests = requests
  }

  /**
   * Instructs asset and interest to the lender. The collateral follows when they have arrived: until then it
   * secures what is still lent.
   */
  async close(
    tx: WriteTransaction,
    order: OrderRow,
    mover: Mover = { organizationId: tx.organizationId },
  ): Promise<Refusal | undefined> {
    const move = allowedMove(orderStates, statefulOrder(order), 'close', mover)
    if (move instanceof Refusal) return move
    const obstacle = closingObstacle(order)
    if (obstacle !== undefined) return obstacle

    const position = positionOf(order)
    const interest = await interestDue(tx, order)
    await this.#disputes.concludeDisputes(tx, position.id)
    await this.#requests.lapse(tx, position.id)
    await mustMove(tx, orderStates, statefulOrder(order), 'close', mover)
    await beginClosing(tx, position, position.assetQuantity, mover)
    const back: PlannedTransfer[] = [
      { category: 'close', leg: 'asset', sender: 'borrower', quantity: position.assetQuantity },
      { category: 'interest', leg: 'interest', sender: 'borrower', quantity: interest },
    ]
    await this.#transfers.instruct(
      tx,
      order,
      back.filter(({ quantity }) => !new Decimal(quantity).isZero()),
    )
    return undefined
  }

  /** Something has become of a closing transfer: the next goes out, or the order is closed with the last. */
  async transferChanged(
    tx: WriteTransaction,
    order: OrderRow,
    reached: TransferStatus,
  ): Promise<void> {
    if (order.status !== 'CLOSING' || reached !== 'COMPLETED') return
    if (arrivedLegs(order).length < order.legs.length) return
    const position = positionOf(order)
    const { collateralQuantity } = position
    if (!new Decimal(collateralQuantity).isZero()) {
      await this.#transfers.instruct(tx, order, [
        { category: 'close', leg: 'collateral', sender: 'lender', quantity: collateralQuantity },
      ])
      return
    }
    await mustMove(tx, orderStates, statefulOrder(order), 'settle')
    await endPosition(tx, position, 'settle')
  }
}

interface InterestRow {
  readonly paidUntil: string | null
}

/**
 * Interest that the borrower owes, in the smallest units of the asset, rounded up for the lender: from the day
 * on which the position became active, or from that of the last payment, up to and without today; under each
 * quantity and each rate for as long as it held. It is rounded once.
 */
async function interestDue(tx: WriteTransaction, order: OrderRow): Promise<string> {
  const { id: positionId, assetQuantity, activeAt } = positionOf(order)
  if (activeAt === null)
    throw new Error(`order ${order.id} is ${order.status} and never was active`)
  const row = await tx.row<InterestRow>(
    `SELECT max(create_time) AS "paidUntil" FROM transfers
     WHERE order_id = $1 AND category = 'interest' AND status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED')`,
    [order.id],
  )
  const [from = ''] = [activeAt, row?.paidUntil ?? activeAt].map(dayOf).sort().reverse()
  const today = dayOf(tx.now)
  // Where the clock was set back, no day has passed.
  if (today <= from) return '0'
  const changes = await readInterestChanges(tx, positionId)
  const interest = totalInterest({
    ...interestBasis({ quantity: assetQuantity, ratePercent: order.ratePercent, changes }),
    from,
    to: today,
    dayCount: order.terms.day_count,
  })
  const decimals = (await knownAssets(tx, [order.asset])).get(order.asset)?.decimals ?? 0
  return formatDecimal(roundUp(interest, new Decimal(10).pow(-decimals)))
}
