import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageOf } from '../../../../src/features/deals/orders/orders.repository.ts'
import { Book } from '../../../harness/book.ts'
import { createDatabase, type TestDatabase } from '../../../harness/database.ts'
import { loadBook } from '../../../harness/load-book.ts'
import { addWallets, copyDeals } from '../../../harness/many-deals.ts'
import { QueryPlans, rowsReadOfEach } from '../../../harness/query-plans.ts'

const walletCount = 1000
const orderCount = 50

const book = new Book()
const lender = book.party('lender')
const borrower = book.party('borrower')
const deal = book.deal(lender, borrower)

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  await copyDeals(database, [[deal, orderCount]])
  await addWallets(database, lender, walletCount, ['BTC', 'ETH'])
  await addWallets(database, borrower, walletCount, ['USDC'])
  await database.query('VACUUM ANALYZE')
}, 60_000)
afterAll(() => database.drop())

it.each([
  ['for the assets of the orders', lender],
  ['for another asset', borrower],
])(
  'a page of orders reads few wallets of an organization that has many %s',
  async (_what, party) => {
    const plans = await QueryPlans.of(database, party.id)
    const statement = pageOf(party.id, {}, undefined, orderCount, '2026-03-02T12:00:00.000Z')
    const nodes = await plans.nodes(statement, 'custom')
    await plans.end()
    expect(nodes[0]?.['Actual Rows']).toBe(orderCount + 1)
    // For each asset: the wallet that the order names, another one, and a few beside them.
    const read = rowsReadOfEach(nodes)
    expect(read['wallet_assets']).toBeLessThanOrEqual(4 * 2 * (orderCount + 1))
    expect(read['wallets'] ?? 0).toBeLessThanOrEqual(4 * 2 * (orderCount + 1))
  },
)
