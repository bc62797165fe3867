import { orderStates } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { together } from '../../../platform/writes/together.ts'
import type { PriceBook, PriceReading } from '../../prices/index.ts'
import type { CounterpartyLimitReader } from '../limits/counterparty-limits.ts'
import { otherSide } from '../parties/deal.ts'
import { assetsAwaitingAnswer, type OrderFacts } from './order-acceptance.ts'
import type { OrderRow } from './order-row.ts'

interface Sources {
  readonly prices: PriceBook
  readonly limits: CounterpartyLimitReader
}

/**
 * What decides about the actions of an organization on some orders: prices, and its own limits for
 * the counterparties whose orders it may accept. `tx` is given within a write.
 */
export async function factsOfOrders(
  { prices, limits }: Sources,
  tenant: Tenant,
  orders: readonly OrderRow[],
  nowMs: number,
  tx?: WriteTransaction,
): Promise<OrderFacts | Refusal> {
  const { organizationId } = tenant
  const asked = orders.filter(
    ({ status, creatorId }) => status === orderStates.initial && creatorId !== organizationId,
  )
  const others = [...new Set(asked.map((order) => otherSide(order, organizationId)))]
  const [readings, own] = await together([
    pricesOf(prices, assetsAwaitingAnswer(orders), nowMs, tx),
    limits.own(tenant, others, nowMs, { orders: asked, ...(tx && { tx }) }),
  ])
  return own instanceof Refusal ? own : { nowMs, prices: readings, limits: own }
}

/** In a write, on its own connection: it must not wait for a second connection of the pool. */
export function pricesOf(
  prices: PriceBook,
  assets: readonly string[],
  nowMs: number,
  tx: WriteTransaction | undefined,
): Promise<ReadonlyMap<string, PriceReading>> {
  if (assets.length === 0) return Promise.resolve(new Map())
  return tx === undefined ? prices.read(assets, nowMs) : prices.readWithin(tx, assets, nowMs)
}
