import { afterAll, beforeAll, expect, it } from 'vitest'
import { searchStatement } from '../../../src/features/search/search.service.ts'
import { Book } from '../../harness/book.ts'
import { copyDeals, idsInOrder } from '../../harness/many-deals.ts'
import { QueryPlans, readFromEndToEnd, rowsReadOfEach } from '../../harness/query-plans.ts'

const book = new Book()
const own = book.party('own')
const other = book.party('other')
const third = book.party('third')
const stranger = book.party('stranger')
const lent = book.deal(own, other)
const borrowed = book.deal(other, own)
const foreign = book.deal(other, third)

const resultsMax = 20

let plans: QueryPlans
beforeAll(async () => {
  plans = await QueryPlans.ofBook(book, own.id, (database) =>
    copyDeals(
      database,
      [
        [lent, 400],
        [borrowed, 400],
        [foreign, 1_600],
      ],
      idsInOrder,
    ),
  )
})
afterAll(() => plans.end())

/** The search that finds every order and position, as if all ids began with the text. */
function searchOfAll(organizationId: string) {
  const statement = searchStatement({ organizationId, role: 'viewer' }, '0199c1d2')
  const range = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
  return { ...statement, values: [...statement.values.slice(0, -range.length), ...range] }
}

it('a search reads no more of the rows that begin alike than it may answer', async () => {
  const nodes = await plans.nodes(searchOfAll(own.id), 'generic')
  expect(readFromEndToEnd(nodes)).not.toContain('orders')
  expect(readFromEndToEnd(nodes)).not.toContain('positions')
  const { orders = 0, positions = 0 } = rowsReadOfEach(nodes)
  // The ids of either side, those rows, and the orders of the positions.
  expect(orders).toBeGreaterThan(resultsMax)
  expect(orders).toBeLessThanOrEqual(6 * resultsMax)
  expect(positions).toBeLessThanOrEqual(4 * resultsMax)
  expect(nodes[0]?.['Actual Rows']).toBe(resultsMax)
})

it('a search reads none of the rows of others that begin alike', async () => {
  const read = rowsReadOfEach(await plans.nodes(searchOfAll(stranger.id), 'generic'))
  expect(read['orders'] ?? 0).toBe(0)
  expect(read['positions'] ?? 0).toBe(0)
})
