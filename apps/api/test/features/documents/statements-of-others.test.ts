import { type Document, listDocuments, setDocumentPreferences } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeMarketCut } from '../../../src/features/prices/market-cuts.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { succeed } from '../../harness/call.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const { lender, stranger, borrower, borrowerKey } = world
world.book.agreement(stranger, borrower)
const [first, second] = [lender, stranger].sort((one, other) => (one.id < other.id ? -1 : 1))
if (first === undefined || second === undefined) throw new Error('there are two lenders')
const large = { asset_quantity: '1000000000000000000', collateral_quantity: '99999999999999999' }
world.book.deal(first, borrower, { asset: 'BTC', ...large })
world.book.deal(second, borrower, { asset: 'BTC', collateral_quantity: '310' })
const admins = [first, second].map((party) => party.credential('admin'))

beforeAll(async () => {
  await world.start()
  for (const key of admins) {
    await succeed(world.service, setDocumentPreferences, {
      ...{ key, body: { kinds: ['margin_statement'] } },
    })
  }
})
afterAll(() => world.close())

async function statementsOf(day: string): Promise<Document[]> {
  const cutMs = Date.parse(`${day}T16:00:00.000Z`)
  world.pass(cutMs + 60_000 - world.service.clock.now())
  await withOwnerClient(world.service.database.url, (client) =>
    takeMarketCut(client, cutMs, 31_536_000),
  )
  await world.service.services.marginStatements.run(cutMs)
  const query = { kind: 'margin_statement' } as const
  const { documents } = await succeed(world.service, listDocuments, { key: borrowerKey, query })
  return documents.filter(({ cut_time: cut }) => cut?.startsWith(day))
}

it('states a loan that is worth more than a quantity can be', async () => {
  await world.setPrice('BTC', '2000000000000')
  expect(await statementsOf('2026-03-12')).toHaveLength(2)
  expect(await world.faults()).toEqual([])
})

it('states all others at this cut and the next if one pair cannot be stated', async () => {
  const { database } = world.service
  await database.query(`
    CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.lender_id = '${first.id}' THEN RAISE EXCEPTION 'this one cannot be stated'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_one BEFORE INSERT ON documents FOR EACH ROW EXECUTE FUNCTION refuse_one()`)
  for (const day of ['2026-03-13', '2026-03-14']) {
    expect(await statementsOf(day)).toMatchObject([{ lender_id: second.id }])
  }
  await database.query('DROP TRIGGER refuse_one ON documents; DROP FUNCTION refuse_one()')
  expect(await statementsOf('2026-03-15')).toHaveLength(2)
  expect(await world.faults()).toMatchObject([{ breaches: 2 }])
})
