import type { Deal } from './book.ts'
import type { TestDatabase } from './database.ts'

type Queried = Pick<TestDatabase, 'query'>

/** Gives the collateral of a deal to a tri-party agent, which no operation of the service does. */
export async function setTriparty(
  database: Queried,
  { orderId }: Pick<Deal, 'orderId'>,
): Promise<void> {
  await database.query("UPDATE orders SET collateral_type = 'TRIPARTY' WHERE id = $1", [orderId])
}

/** Removes all prices of an asset, as if it had never had one. */
export async function removePrices(database: Queried, asset: string): Promise<void> {
  await database.query('DELETE FROM latest_prices WHERE asset = $1', [asset])
}

/** Inserts copies of a row, each with members of its own. */
export async function insertCopies(
  database: Queried,
  table: 'mark_to_market_requests' | 'order_requests' | 'positions',
  id: string,
  copies: readonly object[],
): Promise<void> {
  await database.query(
    `INSERT INTO ${table} SELECT copy.* FROM ${table} t, jsonb_array_elements($2::jsonb) members,
       jsonb_populate_record(t, members) copy WHERE t.id = $1`,
    [id, JSON.stringify(copies)],
  )
}
