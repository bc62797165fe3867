import { type DayCount, statedFigures, statedRate } from '@vadium/margin'
import type { OrderRequest } from '@vadium/schema'
import { isDocumentWanted, recordDocument } from '../../documents/index.ts'
import { type PriceBook, type PriceReading, usablePrice } from '../../prices/index.ts'
import { dayOf } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { orderMembers } from './order-resource.ts'
import type { OrderRow } from './order-row.ts'
import type { OrderRepository } from './orders.repository.ts'
import {
  accruedInterest,
  agreedRates,
  type InterestBearing,
  interestPeriodsUntil,
} from '../positions/accrued-interest.ts'
import { closedQuantity, interestChangesJson } from '../positions/interest-changes.ts'
import { statedInterestOf } from '../positions/stated-interest-of.ts'

/** An order whose two sides have agreed on something. */
interface AgreedOrder {
  readonly orderId: string
  readonly lenderId: string
  readonly borrowerId: string
}

/** The parts of an order request that a confirmation names. */
export interface AgreedChange extends AgreedOrder {
  readonly id: string
  readonly kind: OrderRequest['kind']
  readonly creatorId: string
  readonly ratePercent: string | null
  readonly effectiveAt: string | null
  readonly maturityAt: string | null
  readonly askedTerms: { readonly version: number } | null
}

/** The position of a confirmed order. */
interface ConfirmedPosition extends InterestBearing {
  readonly acceptedAt: string
  /** Whether another collateral has replaced the first one. */
  readonly isSubstituted: boolean
}

/** Confirms what both sides of an order have agreed on, where one of them wants that. */
export class Confirmations {
  readonly #orders: OrderRepository
  readonly #prices: PriceBook

  constructor(orders: OrderRepository, prices: PriceBook) {
    this.#orders = orders
    this.#prices = prices
  }

  /** Whether one of the sides wants them. */
  areWanted(tx: WriteTransaction, sides: AgreedOrder): Promise<boolean> {
    return isDocumentWanted(tx, 'confirmation', sides)
  }

  /** Confirms a change by an order request, where that is wanted. The deal must be locked. */
  async confirm(tx: WriteTransaction, change: AgreedChange): Promise<void> {
    if (await this.areWanted(tx, change)) await this.record(tx, change, change)
  }

  /** Records that an order was just accepted, or changed by a request. The deal must be locked. */
  async record(tx: WriteTransaction, agreed: AgreedOrder, change?: AgreedChange): Promise<void> {
    const [order, position] = await together([
      this.#orders.within(tx, agreed.orderId),
      readPosition(tx, agreed.orderId),
    ])
    if (order === undefined || position === undefined) {
      throw new Error(`order ${agreed.orderId} is confirmed and has no position`)
    }
    const assets = [order.asset, order.collateralAsset]
    const prices = await this.#prices.readWithin(tx, assets, tx.nowMs)
    const { orderId, lenderId, borrowerId } = agreed
    const subject = {
      kind: 'confirmation',
      orderId,
      subjectId: orderId,
      lenderId,
      borrowerId,
    } as const
    await recordDocument(tx, subject, {
      order: orderMembers(order),
      order_request: change === undefined ? null : changeMembers(change, tx.now),
      accept_time: position.acceptedAt,
      active_time: position.activeAt,
      ...(position.isSubstituted && { collateral_replaced: true }),
      ...rateMembers(position, tx.now),
      figures: figureMembers(order, position, prices),
      interest: interestMembers(position, tx.now),
    })
  }
}

async function readPosition(
  tx: WriteTransaction,
  orderId: string,
): Promise<ConfirmedPosition | undefined> {
  return tx.row<ConfirmedPosition & { readonly dayCount: DayCount }>(
    `SELECT trim_scale(p.asset_quantity)::text AS "assetQuantity",
       (${closedQuantity})::text AS "closedQuantity", a.decimals AS "assetDecimals",
       trim_scale(o.rate_percent)::text AS "ratePercent", ${interestChangesJson} AS "interestChanges",
       m.day_count AS "dayCount", p.active_at AS "activeAt", p.asset_back_at AS "assetBackAt",
       (SELECT s.changed_at FROM state_changes s WHERE s.resource_id = o.id AND s.action = 'accept'
         ORDER BY s.sequence LIMIT 1) AS "acceptedAt",
       EXISTS (SELECT FROM replaced_terms r WHERE r.order_id = o.id AND r.collateral_asset IS NOT NULL)
         AS "isSubstituted"
     FROM orders o JOIN positions p ON p.order_id = o.id
     JOIN margin_terms m ON m.id = o.terms_id JOIN assets a ON a.symbol = o.asset
     WHERE o.id = $1`,
    [orderId],
  )
}

function changeMembers(change: AgreedChange, now: string) {
  return {
    id: change.id,
    kind: change.kind,
    creator_id: change.creatorId,
    rate_percent: change.ratePercent,
    effective_time: change.effectiveAt,
    terms_version: change.askedTerms?.version ?? null,
    maturity_time: change.maturityAt,
    accept_time: now,
  }
}

/** The rate of now, and all that were agreed: one of them may begin on a later day. */
function rateMembers(position: ConfirmedPosition, now: string) {
  const rates = agreedRates(position, dayOf(position.activeAt ?? position.acceptedAt))
  const present = statedRate(rates, dayOf(now))
  return { rate_percent: present?.rate_percent, rate_from: present?.from, rates }
}

/** In the opening, nothing has settled: what was agreed is valued then. */
function figureMembers(
  order: OrderRow,
  { assetQuantity, activeAt }: ConfirmedPosition,
  prices: ReadonlyMap<string, PriceReading>,
) {
  const held = activeAt === null ? null : order.position
  const priceOf = (asset: string) => {
    const price = usablePrice(asset, prices)
    return price instanceof Refusal ? null : price.priceUsd
  }
  const quantities = {
    asset_quantity: held === null ? order.assetQuantity : assetQuantity,
    asset_price_usd: priceOf(order.asset),
    collateral_quantity: held?.collateralQuantity ?? order.collateralQuantity,
    collateral_price_usd: priceOf(order.collateralAsset),
  }
  return { ...quantities, ...statedFigures(quantities) }
}

function interestMembers(position: ConfirmedPosition, now: string) {
  const periods = interestPeriodsUntil(position, now)
  if (periods.length === 0) return null
  return { ...statedInterestOf(position, periods), accrued: accruedInterest(position, now) }
}
