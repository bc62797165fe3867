import {
  type acceptOrder,
  type changeOrderWallets,
  type createOrder,
  listOrders,
  type listOrderTerms,
  type OperationBody,
  type OperationQuery,
  type OperationResponse,
  type Order,
  orderStates,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { DeadlineHandler, DeadlineHandlers } from '../deadlines/deadline-worker.ts'
import { setDeadline } from '../deadlines/deadlines.ts'
import type { JsonText } from '../../../platform/json-text.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import { unknownStatus } from '../../../platform/lists/unknown-status.ts'
import type { PriceBook } from '../../prices/index.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockDeal } from '../parties/deal.ts'
import type { Offers } from '../parties/offer.ts'
import { change } from '../lifecycle/change.ts'
import { recordCreation } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyLimitReader } from '../limits/counterparty-limits.ts'
import { transferHasArrived } from '../positions/position-life.ts'
import type { TransferChange, TransferListener } from '../transfers/transfer-change.ts'
import type { TransferDesk } from '../transfers/transfer-desk.service.ts'
import { assetsAwaitingAnswer } from './order-acceptance.ts'
import { OrderAnswers } from './order-answers.ts'
import type { Confirmations } from './confirmations.ts'
import { OrderClosing, type PartsOfClosing } from './order-closing.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { MonthlyInterest } from './monthly-interest.ts'
import { newOrder } from './order-creation.ts'
import { factsOfOrders, pricesOf } from './order-facts.ts'
import { orderLifecycle, withoutPrices } from './order-lifecycle.ts'
import { OrderMaturity } from './order-maturity.ts'
import { OrderOpening } from './order-opening.ts'
import { orderResource } from './order-resource.ts'
import type { OrderRow } from './order-row.ts'
import { changeWallets } from './order-wallet-change.ts'
import { OrderTransfers, type PlannedTransfer } from './order-transfers.ts'
import type { OrderRepository } from './orders.repository.ts'
import { together } from '../../../platform/writes/together.ts'

interface Parts extends Omit<PartsOfClosing, 'transfers'> {
  readonly orders: OrderRepository
  readonly traffic: CounterpartyTraffic
  readonly confirmations: Confirmations
  readonly desk: TransferDesk
  readonly prices: PriceBook
  readonly limits: CounterpartyLimitReader
  readonly lists: Lists
  /** The clock of the book. */
  readonly clock: Clock
  /**
   * Whether orders may have tri-party agents. The service instructs none, but a history has some.
   */
  readonly withAgents: boolean
}

/**
 * Orders, from creation to the end. Every change locks the deal first and reads the order again.
 */
export class OrderService implements TransferListener, DeadlineHandler {
  readonly #withAgents: boolean
  readonly #traffic: CounterpartyTraffic
  readonly #orders: OrderRepository
  readonly #lists: Lists
  readonly #clock: Clock
  readonly #prices: PriceBook
  readonly #limits: CounterpartyLimitReader
  readonly #transfers: OrderTransfers
  readonly #answers: OrderAnswers
  readonly #opening: OrderOpening
  readonly #closing: OrderClosing
  readonly #interest: MonthlyInterest
  readonly #maturity: OrderMaturity
  readonly #confirmations: Confirmations

  constructor(parts: Parts) {
    const { orders, desk, prices, limits, lists, clock, traffic, withAgents } = parts
    this.#withAgents = withAgents
    this.#traffic = traffic
    this.#confirmations = parts.confirmations
    this.#orders = orders
    this.#lists = lists
    this.#clock = clock
    this.#prices = prices
    this.#limits = limits
    this.#transfers = new OrderTransfers(desk, prices)
    this.#answers = new OrderAnswers(this.#transfers, prices, limits, withAgents)
    this.#opening = new OrderOpening(this.#transfers, prices)
    this.#closing = new OrderClosing({ ...parts, transfers: this.#transfers })
    this.#interest = new MonthlyInterest(orders, this.#transfers)
    this.#maturity = new OrderMaturity(orders, this.#closing)
  }

  async get(caller: Caller, id: string): Promise<Order | Refusal> {
    const nowMs = this.#clock.now()
    const order = await this.#orders.find(caller, id, new Date(nowMs).toISOString())
    if (order instanceof Refusal) return order
    if (order === undefined) return notFound(id)
    const shown = await this.#shown([order], caller, nowMs)
    return shown instanceof Refusal ? shown : (shown[0] ?? notFound(id))
  }

  async terms(
    caller: Caller,
    id: string,
  ): Promise<OperationResponse<typeof listOrderTerms> | Refusal> {
    const terms = await this.#orders.terms(caller, id)
    if (terms instanceof Refusal) return terms
    return terms === undefined ? notFound(id) : { order_terms: terms }
  }

  async list(
    caller: Caller,
    query: OperationQuery<typeof listOrders>,
  ): Promise<JsonText | Refusal> {
    const { status, asset, collateral_asset: collateralAsset, counterparty_id: other } = query
    const unknown = unknownStatus(orderStates, status, 'is not an order status')
    if (unknown !== undefined) return unknown
    const selection = {
      ...(status !== undefined && { status }),
      ...(asset !== undefined && { asset }),
      ...(collateralAsset !== undefined && { collateralAsset }),
      ...(other !== undefined && { counterpartyId: other.toLowerCase() }),
    }
    const nowMs = this.#clock.now()
    return this.#lists.answer(listOrders, caller, query, 'orders', async (after, pageSize) => {
      const now = new Date(nowMs).toISOString()
      const page = await this.#orders.page(caller, selection, after, pageSize, now)
      if (page instanceof Refusal) return page
      const items = await this.#shown(page.items, caller, nowMs)
      return items instanceof Refusal ? items : { ...page, items }
    })
  }

  /** The actions that the caller may do now with each order. `tx` is given within a write. */
  async offers(
    caller: Caller,
    ids: readonly string[],
    tx?: WriteTransaction,
  ): Promise<Offers | Refusal> {
    const nowMs = tx?.nowMs ?? this.#clock.now()
    const rows = await this.#orders.some(caller, ids, new Date(nowMs).toISOString(), tx)
    if (rows instanceof Refusal) return rows
    const orders = await this.#shown(rows, caller, nowMs, tx)
    if (orders instanceof Refusal) return orders
    return new Map(orders.map(({ id, actions }) => [id, actions]))
  }

  async create(
    tx: WriteTransaction,
    caller: Caller,
    body: OperationBody<typeof createOrder>,
  ): Promise<Order | Refusal> {
    const order = await newOrder(tx, body, {
      withAgents: this.#withAgents,
      traffic: this.#traffic,
      limits: this.#limits,
    })
    if (order instanceof Refusal) return order
    const { id, lender_id: lenderId, borrower_id: borrowerId, expire_at: dueAt } = order
    const sides = { lenderId, borrowerId, creatorId: order.creator_id }
    await this.#orders.insert(tx, order)
    await setDeadline(tx, { kind: 'order', resourceId: id, lenderId, borrowerId, dueAt })
    const created = { id, orderId: id, status: orderStates.initial, ...sides }
    await recordCreation(tx, orderStates, created, { organizationId: tx.organizationId })
    return this.#answer(tx, caller, id, [order.asset, order.collateral_asset])
  }

  accept(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    body: OperationBody<typeof acceptOrder>,
  ): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, async (order) => {
      const [refusal, areWanted] = await together([
        this.#answers.accept(tx, order, body),
        this.#confirmations.areWanted(tx, order),
      ])
      if (refusal === undefined && areWanted) await this.#confirmations.record(tx, order)
      return refusal
    })
  }

  reject(tx: WriteTransaction, caller: Caller, id: string): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => this.#answers.decline(tx, order, 'reject'))
  }

  cancel(tx: WriteTransaction, caller: Caller, id: string): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => this.#answers.decline(tx, order, 'cancel'))
  }

  close(tx: WriteTransaction, caller: Caller, id: string): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => this.#closing.close(tx, order))
  }

  cancelClose(tx: WriteTransaction, caller: Caller, id: string): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => this.#closing.cancel(tx, order))
  }

  changeWallets(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    body: OperationBody<typeof changeOrderWallets>,
  ): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => {
      return changeWallets(tx, this.#traffic, order, body)
    })
  }

  retry(tx: WriteTransaction, caller: Caller, id: string): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => this.#retry(tx, order))
  }

  abandon(tx: WriteTransaction, caller: Caller, id: string): Promise<Order | Refusal> {
    return this.#change(tx, caller, id, (order) => this.#opening.abandon(tx, order))
  }

  /**
   * Closes an order because both sides agreed on a full return. The borrower is recorded as closing
   * it, whichever side agreed last. The deal must be locked.
   */
  async closeAgreed(
    tx: WriteTransaction,
    id: string,
    requestId: string,
  ): Promise<Refusal | undefined> {
    const found = await this.#read(tx, id)
    const others = found.changingOrderRequests.filter((changing) => changing !== requestId)
    const order = { ...found, changingOrderRequests: others, marginFirstUntil: null }
    return this.#closing.close(tx, order, order.borrowerId)
  }

  /** Instructs the failed transfers of a close again. The deal must be locked. */
  async retryAgreed(tx: WriteTransaction, id: string): Promise<Refusal | undefined> {
    return this.#retry(tx, await this.#read(tx, id))
  }

  /** Instructs the transfers of a return or of a close-out. The deal must be locked. */
  async instruct(
    tx: WriteTransaction,
    id: string,
    transfers: readonly PlannedTransfer[],
  ): Promise<void> {
    await this.#transfers.instruct(tx, await this.#read(tx, id), transfers)
  }

  /** Whether everything has been returned. The deal must be locked. */
  async isClosed(tx: WriteTransaction, id: string): Promise<boolean> {
    return (await this.#read(tx, id)).status === 'CLOSED'
  }

  /** Ends an order that was not answered in time. Runs in the name of the lender. */
  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    if (!(await lockDeal(tx, id))) return true
    return this.#answers.expire(tx, await this.#read(tx, id))
  }

  /** What happens when the deadlines of orders pass. */
  get deadlines(): DeadlineHandlers {
    return { order: this, interest: this.#interest, maturity: this.#maturity }
  }

  /** Follows a transfer of an opening or a closing. The caller has locked the deal. */
  async transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer, to } = change
    if (to === 'COMPLETED') await transferHasArrived(tx, transfer)
    const order = await this.#read(tx, transfer.orderId)
    if (transfer.category === 'open') await this.#opening.transferChanged(tx, order, to)
    else if (transfer.category === 'voluntary') await this.#closing.voluntaryChanged(tx, order, to)
    else await this.#closing.transferChanged(tx, order, to)
  }

  #retry(tx: WriteTransaction, order: OrderRow): Promise<Refusal | undefined> {
    const asked = { action: 'retry', facts: withoutPrices(tx) } as const
    return change(tx, orderLifecycle, order, asked, async () => {
      if (order.status === 'CLOSING') await this.#closing.retry(tx, order)
      else if (order.status === 'ACTIVE') await this.#interest.pay(tx, order)
      else await this.#opening.retry(tx, order)
      return undefined
    })
  }

  /** Changes one order under the lock of its deal. Returns it as it is afterwards. */
  async #change(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    work: (order: OrderRow) => Promise<Refusal | undefined>,
  ): Promise<Order | Refusal> {
    const [isLocked, order] = await together([lockDeal(tx, id), this.#orders.within(tx, id)])
    if (!isLocked || order === undefined) return notFound(id)
    const refusal = await work(order)
    if (refusal !== undefined) return refusal
    return this.#answer(tx, caller, id, assetsAwaitingAnswer([order]))
  }

  /** Orders as the API shows them, at the prices of a moment. `tx` is given within a write. */
  async #shown(
    orders: readonly OrderRow[],
    caller: Caller,
    nowMs: number,
    tx?: WriteTransaction,
  ): Promise<Order[] | Refusal> {
    const sources = { prices: this.#prices, limits: this.#limits }
    const facts = await factsOfOrders(sources, caller, orders, nowMs, tx)
    if (facts instanceof Refusal) return facts
    return orders.map((order) => orderResource(order, { ...caller, nowMs }, facts))
  }

  /**
   * An order as it is after a change. The prices of its assets are needed while it awaits an
   * answer.
   */
  async #answer(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    assets: readonly string[],
  ): Promise<Order> {
    const [order, prices] = await together([
      this.#read(tx, id),
      pricesOf(this.#prices, assets, tx.nowMs, tx),
    ])
    return orderResource(order, { ...caller, nowMs: tx.nowMs }, { nowMs: tx.nowMs, prices })
  }

  async #read(tx: WriteTransaction, id: string): Promise<OrderRow> {
    const order = await this.#orders.within(tx, id)
    if (order === undefined) throw new Error(`order ${id} is missing for ${tx.organizationId}`)
    return order
  }
}

function notFound(id: string): Refusal {
  return new Refusal('ORDER_NOT_FOUND', [
    { field: 'order_id', issue: 'is not an order of this organization', value: id },
  ])
}
