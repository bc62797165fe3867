import {
  listPrices,
  listTransfers,
  operations,
  previewMarkToMarketRequest,
  pushPrices,
} from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, type Deal, type Key, type Party } from './harness/book.ts'
import { call, type CallOptions, refused, succeed } from './harness/call.ts'
import { type RunningService, startService } from './harness/service.ts'

const book = new Book()
const parties: Party[] = ['alpha', 'bravo', 'charlie', 'delta'].map((slug) => book.party(slug))
const keys = new Map<Party, Key>(parties.map((party) => [party, party.credential('admin')]))
const observedAt = '2026-03-02T12:00:00.000Z'
book.price('BTC', '60000', observedAt)
book.price('ETH', '2500', observedAt)

interface Owned {
  readonly deal: Deal
  readonly owners: readonly Party[]
  readonly transferId: string
}
const owned: Owned[] = parties.flatMap((lender) =>
  parties
    .filter((borrower) => borrower !== lender)
    .map((borrower) => {
      const deal = book.deal(lender, borrower)
      const { id } = book.transfer(deal, borrower, lender, { token: 'ETH' })
      return { deal, owners: [lender, borrower], transferId: id }
    }),
)

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const keyOf = (party: Party) => keys.get(party) ?? { publicKey: '', privateKey: '' }
const preview = (positionId: string, key: Key): CallOptions => ({
  method: 'POST',
  target: previewMarkToMarketRequest.path,
  body: JSON.stringify({ position_id: positionId }),
  key,
})
const nobodys = '00000000-0000-4000-8000-000000000000'

/** Every way in which an operation can be asked for something of another organization. */
const trials: Record<string, (asker: Party) => Promise<void>> = {
  [previewMarkToMarketRequest.id]: async (asker) => {
    const missing = await refused(service, 404, preview(nobodys, keyOf(asker)))
    for (const { deal, owners } of owned) {
      const options = preview(deal.positionId, keyOf(asker))
      if (owners.includes(asker)) {
        expect((await call(service, options)).status).toBe(200)
        continue
      }
      const reply = await refused(service, 404, options)
      const same = (text: string, id: string) =>
        text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
      expect(same(reply.text, deal.positionId)).toBe(same(missing.text, nobodys))
    }
  },
  [listTransfers.id]: async (asker) => {
    const key = keyOf(asker)
    const own = owned.filter(({ owners }) => owners.includes(asker))
    const seen = async (query: string) => {
      const target = `/transfers?page_size=1000${query}`
      const { transfers } = await succeed(service, listTransfers, { key, target })
      return transfers
    }
    const everything = await seen('')
    expect(everything.map(({ id }) => id).sort()).toEqual(
      own.map(({ transferId }) => transferId).sort(),
    )
    for (const { deal, owners } of owned) {
      const expected = owners.includes(asker) ? 1 : 0
      expect(await seen(`&orderId=${deal.orderNumber}`)).toHaveLength(expected)
    }
    for (const sender of parties) {
      for (const receiver of parties) {
        const query = `&sender=organizations/${sender.id}&receiver=organizations/${receiver.id}`
        const involved = sender !== receiver && [sender, receiver].includes(asker)
        expect(await seen(query)).toHaveLength(involved ? 1 : 0)
      }
    }
    const first = await call(service, { target: '/transfers?page_size=1', key })
    const token = (first.body as { next_page_token: string }).next_page_token
    for (const other of parties.filter((party) => party !== asker)) {
      const target = `/transfers?page_size=1&page_token=${token}`
      const reply = await refused(service, 400, { target, key: keyOf(other) })
      expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
    }
  },
  // Prices are nobody's: all see the same, and no organization of the book may change them.
  [listPrices.id]: async (asker) => {
    const [first = asker] = parties
    const list = (party: Party) => succeed(service, listPrices, { key: keyOf(party) })
    expect(await list(asker)).toEqual(await list(first))
  },
  [pushPrices.id]: async (asker) => {
    const body = JSON.stringify({ quotes: [{ asset: 'BTC', source: 'own', price_usd: '1' }] })
    const options = { method: 'POST', target: pushPrices.path, key: keyOf(asker), body }
    expect((await refused(service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
  },
}

describe.each(operations)('$id', (operation) => {
  it.each(parties)('shows $name nothing of others', async (asker) => {
    const trial = trials[operation.id]
    if (trial === undefined) throw new Error(`no trial is known for ${operation.id}`)
    await trial(asker)
  })
})

describe('row-level security, with the WHERE clauses taken away', () => {
  const books = [
    'margin_terms',
    'agreements',
    'agreement_versions',
    'orders',
    'positions',
    'transfers',
  ]
  const all = [...books, 'mark_to_market_requests', 'order_requests']

  const asService = async (work: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: service.database.url })
    await client.connect()
    try {
      await client.query('SET ROLE vadium_service')
      await work(client)
    } finally {
      await client.end()
    }
  }

  it.each(all)('shows no row of %s to nobody in particular', async (table) => {
    await asService(async (client) => {
      expect((await client.query(`SELECT * FROM ${table}`)).rows).toEqual([])
    })
  })

  it.each(books)('shows of %s what belongs to the organization', async (table) => {
    const [alpha] = parties
    await asService(async (client) => {
      await client.query("SELECT set_config('vadium.organization_id', $1, false)", [alpha?.id])
      const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${table}`)
      expect(rows).toHaveLength(6)
      for (const row of rows) expect(JSON.stringify(row)).toContain(alpha?.id)
    })
  })

  it.each(all)('lets nothing be written to %s', async (table) => {
    await asService(async (client) => {
      await expect(client.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied')
    })
  })

  it('covers every table that names an organization, but for reference data', async () => {
    const { rows } = await service.database.query(
      `SELECT DISTINCT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
         AND a.attname IN ('organization_id', 'lender_id', 'borrower_id', 'sender_organization_id')
         AND NOT (c.relrowsecurity AND c.relforcerowsecurity)`,
    )
    expect(rows.map(({ relname }) => String(relname)).sort()).toEqual([
      'accounts',
      'credentials',
      'wallets',
    ])
  })

  it('lets the service own nothing and not bypass it', async () => {
    const { rows } = await service.database.query(
      `SELECT (SELECT count(*) FROM pg_tables WHERE tableowner = 'vadium_service')::int AS owned,
              rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = 'vadium_service'`,
    )
    expect(rows).toEqual([{ owned: 0, rolsuper: false, rolbypassrls: false, rolcanlogin: false }])
  })
})
