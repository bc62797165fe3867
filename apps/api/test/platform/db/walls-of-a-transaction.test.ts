import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterByService, enterStatement } from '../../../src/platform/db/tenant.ts'
import { appendEvents } from '../../harness/appended-events.ts'
import { WalledBooks } from '../../harness/walled-books.ts'

let walled: WalledBooks
beforeAll(async () => {
  walled = await WalledBooks.open()
}, 60_000)
afterAll(() => walled.close())

/** Runs a statement in a transaction of one organization; `$1` is another one. */
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

  it('never makes an operator, even for the operator, who has an organization of its own', async () => {
    const statement = `
      INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
      SELECT gen_random_uuid(), organization_id, id, 'operator', sha256('a key'), now()
      FROM accounts WHERE organization_id = current_organization() LIMIT 1`
    const refusal = 'only the organization that operates the installation has operators'
    await expect(done(statement)).rejects.toThrow(/row-level security|has operators/)
    await expect(done(statement, true)).rejects.toThrow(refusal)
  })

  it.each([
    `SELECT record_events(now(), ARRAY[$1::uuid], ARRAY['order.updated'], ARRAY['{}'::jsonb])`,
    `SELECT add_notifications(now(), jsonb_build_array(jsonb_build_object('organization_id', $1::uuid,
       'id', gen_random_uuid(), 'category', 'order_request_to_answer', 'occasion', 'one', 'severity', 'info',
       'title', 'A title', 'body', 'A body', 'link_resource', 'order', 'link_id', 'one')))`,
  ])(
    'never publishes for a third organization, unless the operator does: %s',
    async (statement) => {
      await expect(done(statement)).rejects.toThrow('may not publish for strangers')
      await expect(done(statement, true)).resolves.toBeDefined()
    },
  )

  it('publishes for organizations with which it has an agreement', async () => {
    const { lender, borrower } = walled.mine
    const publishing = walled.asService(lender.party.id, (client) =>
      client.query(
        `SELECT record_events(now(), ARRAY[$1, $2]::uuid[], ARRAY['order.updated', 'order.updated'],
           ARRAY['{}', '{}']::jsonb[])`,
        [lender.party.id, borrower.party.id],
      ),
    )
    await expect(publishing).resolves.toBeDefined()
  })

  it("does not keep the operator's rights of its session", async () => {
    const { rows } = await walled.database.query<{ id: string; organization_id: string }>(
      `SELECT id, organization_id FROM credentials
       WHERE organization_id = $1 AND role = 'execution' AND revoked_at IS NULL AND expires_at IS NULL`,
      [walled.mine.lender.party.id],
    )
    const [credential] = rows
    if (credential === undefined) throw new Error('the lender has no credential')
    const { id: credentialId, organization_id: organizationId } = credential
    const tenant = { credentialId, organizationId, role: 'execution', verified: false }
    for (const entrance of [
      enterStatement(tenant, 'generic'),
      enterByService(organizationId, 'generic'),
    ]) {
      const operates = await walled.asService(undefined, async (client) => {
        await client.query(`SET SESSION vadium.operator = 'on'`)
        expect((await client.query(entrance)).rows).toHaveLength(1)
        const asked = await client.query<{ operates: boolean }>(
          'SELECT acts_as_operator() AS operates',
        )
        return asked.rows[0]?.operates
      })
      expect(operates).toBe(false)
    }
  })

  it('names only wallets of its own side in an order', async () => {
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

describe('the service, in a transaction without an organization,', () => {
  it('does not delete events of the last day, whatever time it passes', async () => {
    const organizationId = walled.mine.lender.party.id
    await appendEvents(walled.database, [{ organizationId, type: 'order.updated' }])
    const forgetting = `SELECT forget_events(1000, interval '0') AS count`
    const { rows } = await walled.asService(undefined, (client) =>
      client.query<{ count: number }>(forgetting),
    )
    expect(rows).toEqual([{ count: 0 }])
    const byOwner = await walled.database.query<{ count: number }>(forgetting)
    expect(byOwner.rows[0]?.count).toBeGreaterThan(0)
  })
})
