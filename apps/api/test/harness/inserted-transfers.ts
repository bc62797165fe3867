import {
  type StoredTransfer,
  transferRow,
} from '../../src/features/deals/transfers/transfer-row.ts'
import type { Book } from './book.ts'
import type { TestDatabase } from './database.ts'

/**
 * A transfer that a test inserts: with any category, status and custodian, and without a journal.
 */
export interface InsertedTransfer extends Omit<
  StoredTransfer,
  'order_number' | 'lender_id' | 'borrower_id' | 'sender' | 'receiver' | 'provider'
> {
  readonly sender_wallet_id: string
  readonly receiver_wallet_id: string
}

/** Inserts the transfers of a book that no history writes, as the owner of the tables. */
export async function insertTransfers(
  database: Pick<TestDatabase, 'query'>,
  { transfers }: Book,
): Promise<void> {
  const { rows: wallets } = await database.query<StoredTransfer['sender'] & { id: string }>(
    'SELECT id, organization_id, custodian_id AS custodian, address FROM wallets',
  )
  const { rows: orders } = await database.query<
    Pick<StoredTransfer, 'order_id' | 'lender_id' | 'borrower_id'> & { order_number: string }
  >('SELECT id AS order_id, number AS order_number, lender_id, borrower_id FROM orders')
  const rows = transfers.map(({ sender_wallet_id, receiver_wallet_id, ...transfer }) => {
    const order = found(orders.find(({ order_id }) => order_id === transfer.order_id))
    const sender = found(wallets.find(({ id }) => id === sender_wallet_id))
    const receiver = found(wallets.find(({ id }) => id === receiver_wallet_id))
    return transferRow({
      ...transfer,
      ...order,
      order_number: Number(order.order_number),
      sender,
      receiver,
      provider: sender.custodian,
    })
  })
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  if (rows.length === 0) return
  await database.query(
    `INSERT INTO transfers (${columns}, late_at)
     SELECT ${columns}, create_time + interval '1 day' FROM json_populate_recordset(null::transfers, $1)`,
    [JSON.stringify(rows)],
  )
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an inserted transfer names what is not in the book')
  return value
}
