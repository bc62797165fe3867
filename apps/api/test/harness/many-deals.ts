import type { Deal, Party } from './book.ts'
import { insertInBulk } from './bulk-rows.ts'
import type { TestDatabase } from './database.ts'

/**
 * Many copies of deals in the book, each with its order and its position, created in the database.
 */
export async function copyDeals(
  database: TestDatabase,
  deals: readonly (readonly [deal: Deal, times: number])[],
): Promise<void> {
  for (const [index, [{ orderId, positionId }, times]] of deals.entries()) {
    const copied = `md5('order ' || $1 || n)::uuid`
    const numbered = `'number', ${copyNumber(index, 0)} + n`
    await copies(database, 'orders', `'id', ${copied}, ${numbered}`, [orderId, times])
    const position = `'id', md5('position ' || $1 || n)::uuid, 'order_id', md5('order ' || $3 || n)::uuid`
    await copies(database, 'positions', position, [positionId, times, orderId])
  }
  // So that the checks of references know how many there are.
  await database.query('ANALYZE')
}

/** Many wallets of one party, each with the same assets. */
export async function addWallets(
  database: TestDatabase,
  { id }: Pick<Party, 'id'>,
  count: number,
  assets: readonly string[],
): Promise<void> {
  await insertInBulk(
    database,
    'wallets',
    `INSERT INTO wallets (id, organization_id, custodian_id, name, folded_name, address)
     SELECT w.id, $1::uuid, 'simulated', w.id, w.id, w.id
     FROM generate_series(1, $2::int) n, concat($1::text, n) w (id)`,
    [id, count],
  )
  await insertInBulk(
    database,
    'wallet_assets',
    `INSERT INTO wallet_assets (wallet_id, asset)
     SELECT concat($2::text, n), a FROM generate_series(1, $1::int) n, unnest($3::text[]) a`,
    [count, id, assets],
  )
}

/** Gives each transfer that has none its instruction, as transfers of the service have. */
export async function instructAll(database: TestDatabase): Promise<void> {
  await insertInBulk(
    database,
    'instructions',
    `INSERT INTO instructions (transfer_id, order_id, lender_id, borrower_id, custodian_id,
       external_transfer_id, created_at)
     SELECT id, order_id, lender_id, borrower_id, provider, external_transfer_id, create_time
     FROM transfers t WHERE NOT EXISTS (SELECT FROM instructions i WHERE i.transfer_id = t.id)`,
  )
}

/** The order number of the nth copy, from 1 on, of a deal of the list. */
export const copyNumber = (index: number, n: number): number => (index + 1) * 1_000_000 + n

/** `changes` are the members of a copy that differ, by its number `n`; the row copied is `$1`. */
async function copies(
  database: TestDatabase,
  table: 'orders' | 'positions',
  changes: string,
  values: readonly unknown[],
): Promise<void> {
  await insertInBulk(
    database,
    table,
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(${changes}))).*
     FROM ${table} t CROSS JOIN generate_series(1, $2::int) n WHERE t.id = $1::text::uuid`,
    [...values],
  )
}
