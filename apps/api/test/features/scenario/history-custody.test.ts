import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { PlayedBook } from '../../harness/played-book.ts'
import { startService } from '../../harness/service.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
})
afterEach(() => database.drop())

const states = async () => {
  const { rows } = await database.query<{ leg: string; state: string }>(
    'SELECT leg, provider_state AS state FROM transfers ORDER BY leg',
  )
  return Object.fromEntries(rows.map(({ leg, state }) => [leg, state]))
}

it('keeps a transfer in its reported state, and carries out one without a report', async () => {
  const book = new PlayedBook()
  book.prices().create('loan').accept('loan').report('loan', 'asset', 'confirming')
  await loadBook(database, book)
  const service = await startService({ database })
  for (const minutes of ['00', '01', '02', '30']) {
    service.clock.set(`2026-03-03T12:${minutes}:00.000Z`)
    await service.services.custodyWorker.runDue()
  }
  expect(await states()).toEqual({ asset: 'confirming', collateral: 'completed' })
  await service.close()
})
