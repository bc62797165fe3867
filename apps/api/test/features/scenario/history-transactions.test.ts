import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  HistoryMoment,
  HistoryTransactions,
} from '../../../src/features/scenario/history-transactions.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import type { WriteTransaction } from '../../../src/platform/writes/write-transaction.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const organizationId = randomUUID()

/** Plays one step of a history without resources. */
function inStep(
  work: (tx: WriteTransaction, client: Client) => Promise<void>,
): Promise<HistoryTransactions> {
  return withOwnerClient(database.url, async (client) => {
    await client.query('BEGIN')
    const moment = new HistoryMoment('a history')
    moment.beginStep(3)
    const transactions = await HistoryTransactions.begin(client, moment)
    await transactions.run({ organizationId }, (tx) => work(tx, client))
    await transactions.end()
    await client.query('ROLLBACK')
    return transactions
  })
}

describe('a step of a history', () => {
  it('fails when a write of one row has written none, although nobody waited for it', async () => {
    const { lateFailure } = await inStep((tx) =>
      tx.writeOne('UPDATE orders SET number = 1 WHERE id = $1', [randomUUID()], 'no order'),
    )
    expect(lateFailure).toEqual({ step: 3, error: new Error('no order') })
  })

  it('sends two readings in one round trip, with the writes before them', async () => {
    await inStep(async (tx, client) => {
      const sent = vi.spyOn(client, 'query')
      await tx.write(`SELECT set_config('application_name', $1, true)`, ['a step'])
      const name = () => tx.row(`SELECT current_setting('application_name') AS name`)
      expect(await Promise.all([name(), name()])).toEqual([{ name: 'a step' }, { name: 'a step' }])
      expect(sent).toHaveBeenCalledTimes(1)
    })
  })
})
