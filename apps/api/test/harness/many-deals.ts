import type { Deal, Party } from './book.ts'
import { insertInBulk } from './bulk-rows.ts'
import type { TestDatabase } from './database.ts'

/**
 * The ids of the copies of a row, by their number `n`, as SQL. The row is of a deal of the list.
 */
type CopiedIds = (row: string, index: number) => string

/** In no order, all over the range of ids. */
const scatteredIds: CopiedIds = (row) => `md5('${row}' || n)::uuid`

/** As the service makes them: they begin with their time, so rows are stored in their order. */
export const idsInOrder: CopiedIds = (_row, index) =>
  `('0199c1d2-' || lpad(to_hex(${index}), 4, '0') || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`

/**
 * Many copies of deals in the book, each with its order and its position, created in the database.
 */
export async function copyDeals(
  database: TestDatabase,
  deals: readonly (readonly [deal: Deal, times: number])[],
  idsOf = scatteredIds,
): Promise<void> {
  for (const [index, [{ orderId, positionId }, times]] of deals.entries()) {
    const order = `'id', ${idsOf(orderId, index)}, 'number', ${copyNumber(index, 0)} + n`
    await copies(database, 'orders', order, [orderId, times])
    const position = `'id', ${idsOf(positionId, index)}, 'order_id', ${idsOf(orderId, index)}`
    await copies(database, 'positions', position, [positionId, times])
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
