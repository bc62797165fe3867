import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { ScenarioError } from '../../../src/features/scenario/scenario-error.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { PlayedBook } from '../../harness/played-book.ts'

const dayMs = 86_400_000
const loadedAt = '2026-06-01T12:00:00.000Z'

let database: TestDatabase
let book: PlayedBook
beforeEach(async () => {
  database = await createDatabase()
  book = new PlayedBook()
})
afterEach(() => database.drop())

const load = () => loadBook(database, book, loadedAt)

/** The first column of the rows of a statement. */
async function column(text: string, values: unknown[] = []): Promise<unknown[]> {
  const { rows } = await database.query(text, values)
  return rows.map((row) => Object.values(row)[0])
}

async function breaches() {
  const checked = await withOwnerClient(database.url, (client) => checkBook(client))
  return checked.filter(({ breaches: count }) => count > 0)
}

describe('a history', () => {
  it('opens, marks and closes a loan as the operations do, at the times of its steps', async () => {
    book.open('loan').wait(dayMs).prices('66000')
    book.by(book.lender, 'createMarkToMarketRequest', { on: 'loan', as: 'call' })
    book.wait(1000).by(book.borrower, 'acceptMarkToMarketRequest', { on: 'call' })
    book.report('call', 'collateral').wait(dayMs)
    book.by(book.borrower, 'closeOrder', { on: 'loan' })
    book.report('loan', 'asset').report('loan', 'interest')
    const closedAt = book.wait(1000).now
    book.report('loan', 'collateral')
    await load()
    expect(await column('SELECT status FROM orders')).toEqual(['CLOSED'])
    expect(await column('SELECT status FROM mark_to_market_requests')).toEqual(['COMPLETED'])
    expect(await column('SELECT closed_at FROM positions')).toEqual([new Date(closedAt)])
    expect(await column('SELECT max(time) FROM events')).toEqual([new Date(closedAt)])
    expect(await column('SELECT count(*)::int FROM instructions WHERE due_at IS NOT NULL')).toEqual(
      [0],
    )
    expect(await breaches()).toEqual([])
  })

  it('leaves nothing when its last step is refused', async () => {
    book.open('loan').by(book.borrower, 'cancelOrder', { on: 'loan' })
    const failure: unknown = await load().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ScenarioError)
    expect(failure).toHaveProperty('path', 'history[6]')
    expect(String(failure)).toContain('INVALID_STATE')
    for (const table of ['organizations', 'orders', 'events', 'prices', 'scenario_loads'])
      expect(await column(`SELECT count(*)::int FROM ${table}`), table).toEqual([0])
  })

  it('is played once by however many processes', async () => {
    book.open('loan')
    const loads = await Promise.all([load(), load(), load()])
    expect(loads.filter(({ loaded }) => loaded)).toHaveLength(1)
    expect(await column('SELECT status FROM orders')).toEqual(['ACTIVE'])
  })
})
