import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  HistoryMoment,
  HistoryTransactions,
} from '../../../src/features/scenario/history-transactions.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import type { WriteTransaction } from '../../../src/platform/writes/write-transaction.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { roundTripsOf } from '../../harness/round-trips.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const organizationId = randomUUID()

/** Plays one step of a history without resources. */
function inStep(work: (tx: WriteTransaction) => Promise<void>): Promise<HistoryTransactions> {
  return withOwnerClient(database.url, async (client) => {
    await client.query('BEGIN')
    const moment = new HistoryMoment('a history')
    moment.beginStep(3)
    const transactions = await HistoryTransactions.begin(client, moment)
    await transactions.run({ organizationId }, work)
    await transactions.end()
    await client.query('ROLLBACK')
    return transactions
  })
}

describe('a step of a history', () => {
  it('fails when a write of one row has written none, although nobody waited for it', async () => {
    const { failed } = await inStep((tx) =>
      tx.writeOne('UPDATE orders SET number = 1 WHERE id = $1', [randomUUID()], 'no order'),
    )
    expect(failed).toEqual({ step: 3, error: new Error('no order') })
  })

  it('sends two readings in one round trip, with the writes before them', async () => {
    const [trips] = await roundTripsOf(() =>
      inStep(async (tx) => {
        await tx.write(`SELECT set_config('application_name', $1, true)`, ['a step'])
        const name = () => tx.row(`SELECT current_setting('application_name') AS name`)
        expect(await Promise.all([name(), name()])).toEqual([
          { name: 'a step' },
          { name: 'a step' },
        ])
      }),
    )
    // What enters the organization is the first of them.
    expect(trips).toContainEqual(['SELECT', 'SELECT', 'SELECT', 'SELECT'])
  })
})
