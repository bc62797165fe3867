import { type acceptOrder, type OperationBody, orderStates } from '@vadium/schema'
import type { PriceBook } from '../../prices/index.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { hasExpired } from '../lifecycle/time-to-answer.ts'
import type { CounterpartyLimitReader } from '../limits/counterparty-limits.ts'
import { warnOfLimits } from '../limits/limit-warnings.ts'
import { otherLimitFault } from '../limits/limit-refusals.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { createPosition } from '../positions/position-life.ts'
import { acceptanceOf, assetsAwaitingAnswer, changedTermsFault } from './order-acceptance.ts'
import { orderLifecycle, withoutPrices } from './order-lifecycle.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderTransfers } from './order-transfers.ts'
import {
  retiredWalletFault,
  retiredWallets,
  walletColumns,
  walletsFault,
  withWallets,
} from './order-wallets.ts'
import { together } from '../../../platform/writes/together.ts'

type AcceptBody = OperationBody<typeof acceptOrder>

/** How a pending order is accepted, declined or expires. The deal must be locked. */
export class OrderAnswers {
  readonly #transfers: OrderTransfers
  readonly #prices: PriceBook
  readonly #limits: CounterpartyLimitReader
  readonly #withAgents: boolean

  constructor(
    transfers: OrderTransfers,
    prices: PriceBook,
    limits: CounterpartyLimitReader,
    withAgents: boolean,
  ) {
    this.#transfers = transfers
    this.#prices = prices
    this.#limits = limits
    this.#withAgents = withAgents
  }

  /**
   * Copies the terms in effect, which must be those that the body names, if it does. Tests the
   * limits of both sides, creates the position and instructs both transfers of the opening.
   */
  async accept(
    tx: WriteTransaction,
    order: OrderRow,
    body: AcceptBody,
  ): Promise<Refusal | undefined> {
    const wallets = { asset: body.asset_wallet_id, collateral: body.collateral_wallet_id }
    const side = tx.organizationId === order.lenderId ? 'lender' : 'borrower'
    const [prices, unsuitable, retired, locked] = await together([
      this.#prices.readWithin(tx, assetsAwaitingAnswer([order]), tx.nowMs),
      walletsFault(tx, wallets, order),
      retiredWallets(tx, order.id),
      this.#limits.lock(tx, order),
    ])
    const limits = await this.#limits.ofPair(tx, order, locked)
    const prepare = async () => {
      const fault =
        changedTermsFault(order, body.terms_version) ??
        unsuitable ??
        retiredWalletFault(order, retired) ??
        otherLimitFault(tx, order, limits)
      const { termsId } = acceptanceOf(order, prices)
      return fault ?? { ...walletColumns(side, wallets), terms_id: termsId }
    }
    const own = limits.own && new Map([[limits.own.limits.counterpartyId, limits.own]])
    const facts = {
      nowMs: tx.nowMs,
      prices,
      ...(own && { limits: own }),
      withAgents: this.#withAgents,
    }
    const asked = { action: 'accept', facts, prepare } as const
    return change(tx, orderLifecycle, order, asked, async () => {
      const { assetPriceUsd, collateralQuantity } = acceptanceOf(order, prices)
      await createPosition(
        tx,
        {
          orderId: order.id,
          lenderId: order.lenderId,
          borrowerId: order.borrowerId,
          assetQuantity: order.assetQuantity,
          assetPriceUsd,
        },
        { organizationId: tx.organizationId },
      )
      await this.#transfers.instruct(tx, withWallets(order, side, wallets), [
        { category: 'open', leg: 'asset', sender: 'lender', quantity: order.assetQuantity },
        { category: 'open', leg: 'collateral', sender: 'borrower', quantity: collateralQuantity },
      ])
      await warnOfLimits(tx, order, limits)
      return undefined
    })
  }

  /** `reject` by the counterparty, `cancel` by the creator. */
  decline(
    tx: WriteTransaction,
    order: OrderRow,
    action: 'reject' | 'cancel',
  ): Promise<Refusal | undefined> {
    return change(tx, orderLifecycle, order, { action, facts: withoutPrices(tx) })
  }

  /** False if its time has not come. */
  async expire(tx: WriteTransaction, order: OrderRow): Promise<boolean> {
    if (order.status !== orderStates.initial) return true
    if (!hasExpired(order, tx)) return false
    await mustMove(tx, orderStates, order, 'expire')
    return true
  }
}
