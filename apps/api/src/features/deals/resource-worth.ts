import { Decimal, transferNotional } from '@vadium/margin'
import type { WorthyResource } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../prices/index.ts'
import { claimOfCloseOut } from './close-outs/close-out-claim.ts'

/** The order of a resource, if it has one, and what the resource is worth. */
export interface ResourceWorth {
  readonly orderId: string | null
  /** In USD at the current prices. Undefined if a price is missing or stale, or for a rate. */
  readonly usd: Decimal | undefined
}

interface QuantityRow {
  readonly orderId: string
  readonly asset: string
  readonly quantity: string | null
}

const quantities: Readonly<Record<'order' | 'order_request' | 'transfer', string>> = {
  order: `
    SELECT o.id AS "orderId", leg.asset, leg.quantity::text AS quantity
    FROM orders o LEFT JOIN positions p ON p.order_id = o.id CROSS JOIN LATERAL (VALUES
      (o.asset, o.asset_quantity),
      (o.collateral_asset, greatest(o.collateral_quantity, p.collateral_quantity))
    ) AS leg (asset, quantity)
    WHERE o.id = $1`,
  order_request: `
    SELECT o.id AS "orderId", leg.asset, leg.quantity::text AS quantity
    FROM order_requests r JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
      CROSS JOIN LATERAL (VALUES
        (coalesce(r.new_collateral_asset, o.asset), coalesce(r.new_collateral_quantity, r.quantity)),
        (coalesce(r.new_collateral_asset, o.collateral_asset), coalesce(r.new_collateral_quantity,
          p.collateral_quantity * r.quantity / nullif(p.asset_quantity, 0)))
      ) AS leg (asset, quantity)
    WHERE r.id = $1`,
  transfer: `
    SELECT order_id AS "orderId", token AS asset, quantity::text AS quantity
    FROM transfers WHERE id = $1`,
}

/**
 * What an order or a request moves, in USD: of an order, a recall or a return the greater of the
 * asset and the collateral, of a substitution the new collateral, of a transfer what it sends, of a
 * mark-to-market request its amount, of a close-out the claim. The collateral of an open order is
 * that of its position, because margin calls have added to it. Of a call set it is the total of all
 * its requests, also of those that are answered already.
 */
export async function worthOfResource(
  tx: WriteTransaction,
  resource: WorthyResource,
  id: string,
  prices: PriceBook,
): Promise<ResourceWorth> {
  if (resource === 'mark_to_market_request') return worthOfRequest(tx, id)
  if (resource === 'call_set') return worthOfCallSet(tx, id)
  if (resource === 'close_out') return claimOfCloseOut(tx, id, prices)
  const { rows } = await tx.query<QuantityRow>(quantities[resource], [id])
  const [first] = rows
  if (first === undefined) throw new Error(`there is no ${resource} ${id}`)
  const assets = rows.map(({ asset }) => asset)
  const readings = await prices.readWithin(tx, assets, tx.nowMs)
  const worths = rows.map(({ asset, quantity }) => {
    const reading = readings.get(asset)
    if (quantity === null || reading?.kind !== 'current') return undefined
    return transferNotional(quantity, reading.priceUsd)
  })
  const known = worths.filter((worth) => worth !== undefined)
  const isKnown = known.length === worths.length
  return { orderId: first.orderId, usd: isKnown ? Decimal.max(...known) : undefined }
}

async function worthOfRequest(tx: WriteTransaction, id: string): Promise<ResourceWorth> {
  const row = await tx.row<{ orderId: string; usd: string }>(
    `SELECT p.order_id AS "orderId", r.notional_usd::text AS usd
     FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id WHERE r.id = $1`,
    [id],
  )
  if (row === undefined) throw new Error(`there is no mark_to_market_request ${id}`)
  return { orderId: row.orderId, usd: new Decimal(row.usd) }
}

async function worthOfCallSet(tx: WriteTransaction, id: string): Promise<ResourceWorth> {
  const row = await tx.row<{ usd: string }>(
    'SELECT total_notional_usd::text AS usd FROM call_sets WHERE id = $1',
    [id],
  )
  if (row === undefined) throw new Error(`there is no call_set ${id}`)
  return { orderId: null, usd: new Decimal(row.usd) }
}
