import { randomUUID } from 'node:crypto'
import type { Party } from './book.ts'
import type { TestDatabase } from './database.ts'

type Database = Pick<TestDatabase, 'query'>

/**
 * A new wallet of a party, created in the database, which costs less than a request. Its address is
 * `at-` and its id.
 */
export async function addedWallet(
  database: Database,
  { id: organizationId }: Pick<Party, 'id'>,
  { name, assets = ['BTC', 'ETH'] }: { readonly name?: string; readonly assets?: string[] } = {},
): Promise<string> {
  const id = `wallet-${randomUUID()}`
  await database.query(
    `INSERT INTO wallets (id, organization_id, custodian_id, name, folded_name, address)
     VALUES ($1::text, $2, 'simulated', $3::text, lower($3::text), 'at-' || $1::text)`,
    [id, organizationId, name ?? id],
  )
  await database.query(
    'INSERT INTO wallet_assets (wallet_id, asset) SELECT $1, unnest($2::text[])',
    [id, assets],
  )
  return id
}

/** The address of the wallet of an asset that a party names for its deals. */
export const usualAddress = (party: Party, asset: string): string =>
  `0x${party.wallet(asset)}`.replace('-', '')

/** The addresses between which the transfers of an order move, the oldest first. */
export async function addressesOf(database: Database, orderId: string): Promise<string[]> {
  const { rows } = await database.query<{ ends: string }>(
    `SELECT format('%s %s: %s > %s', t.category, t.leg, t.sender_wallet_address,
       t.receiver_wallet_address) AS ends
     FROM transfers t JOIN instructions i ON i.transfer_id = t.id
     WHERE t.order_id = $1 ORDER BY i.sequence`,
    [orderId],
  )
  return rows.map((row) => row.ends)
}
