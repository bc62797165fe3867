import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WalledBooks } from '../../harness/walled-books.ts'

let walled: WalledBooks
beforeAll(async () => {
  walled = await WalledBooks.open()
}, 60_000)
afterAll(() => walled.close())

/** An entry of an existing transaction, with other values of some columns. */
const entry = (changes: object) =>
  walled.database.query(
    `INSERT INTO journal_entries
     SELECT c.* FROM (SELECT * FROM journal_entries ORDER BY transaction_id, line LIMIT 1) e,
       jsonb_populate_record(NULL::journal_entries, to_jsonb(e) || $1) c`,
    [JSON.stringify({ line: 99, ...changes })],
  )

describe('a journal entry', () => {
  it.each([
    ['of another order than its transaction', { order_id: crypto.randomUUID() }],
    ['of a transaction that does not exist', { transaction_id: crypto.randomUUID() }],
  ])('is refused when it is %s', async (_what, changes) => {
    await expect(entry(changes)).rejects.toMatchObject({ code: '23503' })
  })

  it('is refused when it has other parties than its transaction', async () => {
    const { rows } = await walled.database.query(
      `SELECT lender_id AS borrower_id, borrower_id AS lender_id FROM journal_entries
       ORDER BY transaction_id, line LIMIT 1`,
    )
    await expect(entry(rows[0] ?? {})).rejects.toMatchObject({ code: '23503' })
  })

  it('is refused when its line is taken', async () => {
    await expect(entry({ line: 1 })).rejects.toMatchObject({ code: '23505' })
  })
})

describe('a transfer', () => {
  const replacement = (external: string) =>
    walled.database.query(
      `INSERT INTO transfers (id, external_transfer_id, category, status, token, quantity, notional_usd,
         order_id, order_number, leg, lender_id, borrower_id, create_time, update_time,
         sender_organization_id, sender_custodian_id, sender_wallet_address, receiver_organization_id,
         receiver_custodian_id, receiver_wallet_address, provider, provider_state, provider_label,
         replaces, document, late_at)
       SELECT x.id, $1, category, status, token, quantity, notional_usd, order_id, order_number, leg,
         lender_id, borrower_id, create_time, update_time, sender_organization_id, sender_custodian_id,
         sender_wallet_address, receiver_organization_id, receiver_custodian_id,
         receiver_wallet_address, provider, provider_state, provider_label, t.id,
         jsonb_set(document::jsonb, '{id}', to_jsonb(x.id))::text, late_at
       FROM (SELECT * FROM transfers ORDER BY id LIMIT 1) t, gen_random_uuid() AS x (id)`,
      [external],
    )

  it('is replaced once', async () => {
    await replacement('first')
    await expect(replacement('second')).rejects.toMatchObject({
      code: '23505',
      constraint: 'transfers_replaced_once',
    })
  })
})
