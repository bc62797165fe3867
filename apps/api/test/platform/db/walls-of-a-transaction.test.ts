import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WalledBooks } from '../../harness/walled-books.ts'

let walled: WalledBooks
beforeAll(async () => {
  walled = await WalledBooks.open()
}, 60_000)
afterAll(() => walled.close())

/** Carries out a statement in a transaction of one organization; `$1` is another one. */
const done = (statement: string, isOperator = false) =>
  walled.asService(
    walled.mine.lender.party.id,
    (client) => {
      const other = walled.theirs.lender.party.id
      return client.query(statement, statement.includes('$1') ? [other] : [])
    },
    isOperator,
  )

const byOperatorsOnly = [
  ['changes what assets are worth', 'UPDATE latest_prices SET price_usd = 1'],
  ['changes what sources said', 'UPDATE prices SET accepted_at = NULL'],
  ['confirms prices that are held', 'DELETE FROM held_prices'],
  ['writes a market cut', 'INSERT INTO market_cuts SELECT symbol, now(), 1 FROM assets'],
  ['adds an asset', "INSERT INTO assets VALUES ('NEW', 'New', 'NEW', 2)"],
  ['adds a custodian', "INSERT INTO custodians VALUES ('new', 'New', 'simulated')"],
  [
    'takes the name of a price source',
    "INSERT INTO price_sources (id, source, created_at) VALUES (gen_random_uuid(), 'new', now())",
  ],
  [
    'makes an agreement',
    `INSERT INTO agreements (id, lender_id, borrower_id)
     SELECT gen_random_uuid(), current_organization(), $1`,
  ],
  [
    'makes an operator',
    `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
     SELECT gen_random_uuid(), organization_id, id, 'operator', sha256('a key'), now()
     FROM accounts WHERE organization_id = current_organization() LIMIT 1`,
  ],
  [
    'writes into the audit trail of another',
    `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id)
     VALUES (gen_random_uuid(), now(), 'request', $1, 'listOrders', 'ok', 'a request')`,
  ],
] as const

describe('a transaction of an organization', () => {
  it.each(byOperatorsOnly)('never %s, unless the operator does', async (_what, statement) => {
    await expect(done(statement)).rejects.toThrow(/row-level security|may not change/)
    await expect(done(statement, true)).resolves.toBeDefined()
  })

  it('names the wallets of an order from those of its own side alone', async () => {
    const { rows } = await walled.database.query<{ id: string }>(
      'SELECT id FROM wallets WHERE organization_id = $1 LIMIT 1',
      [walled.theirs.lender.party.id],
    )
    const columns = ['lender_asset', 'lender_collateral', 'borrower_asset', 'borrower_collateral']
    for (const column of columns) {
      const named = done(`UPDATE orders SET ${column}_wallet_id = '${rows[0]?.id}'`)
      await expect(named).rejects.toThrow('violates foreign key constraint')
    }
  })
})
