import { insertInBulk } from './bulk-rows.ts'
import type { TestDatabase } from './database.ts'

/** The range of a report of everything. */
export const untilNow = {
  from: null,
  until: '2027-01-01T00:00:00.000Z',
  interestUntil: '',
  isNow: true,
}

/**
 * This many transfers like one in the book, that one included, a second apart, created in the
 * database. A further call adds those after the ones that are there.
 */
export async function copyTransfer(
  database: Pick<TestDatabase, 'query'>,
  transferId: string,
  count: number,
  there = 1,
): Promise<void> {
  await database.query('ALTER TABLE transfers DROP CONSTRAINT IF EXISTS document_agrees')
  await insertInBulk(
    database,
    'transfers',
    `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
       sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
       receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label, document,
       late_at)
     SELECT gen_random_uuid(), 'many-' || n, category, status, token, quantity, notional_usd,
       order_id, order_number, leg, lender_id, borrower_id, create_time - n * interval '1 second',
       update_time, sender_organization_id, sender_custodian_id, sender_wallet_address,
       receiver_organization_id, receiver_custodian_id, receiver_wallet_address, provider, provider_state,
       provider_label, '{}', late_at
     FROM transfers CROSS JOIN generate_series($3::int + 1, $1::int) AS n WHERE id = $2`,
    [count, transferId, there],
  )
}
