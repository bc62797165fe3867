import { countUnreadNotifications } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../../harness/book.ts'
import { succeed } from '../../../harness/call.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const count = 10_000
const batches = 10
const book = new Book()
const [lender, borrower] = [book.party('harbor'), book.party('quay')]
const [lenderKey, borrowerKey] = [lender.credential('viewer'), borrower.credential('viewer')]
const deal = book.deal(lender, borrower)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  const { database } = service
  const copies = `generate_series(1, ${count - 1}) AS i`
  const copied = (table: string, of: string) =>
    `INSERT INTO ${table} SELECT c.* FROM ${table} t, ${copies},
       jsonb_populate_record(t, ${of}) c WHERE t.id = $1`
  const id = (prefix: string) => `('${prefix}000000-0000-4000-8000-' || lpad(i::text, 12, '0'))`
  await database.query(
    copied('orders', `jsonb_build_object('id', ${id('0a')}, 'number', 100000 + i)`),
    [deal.orderId],
  )
  await database.query(
    copied('positions', `jsonb_build_object('id', ${id('0b')}, 'order_id', ${id('0a')})`),
    [deal.positionId],
  )
  const { rows } = await database.query('SELECT current_database() AS name')
  // Connections that begin from now on count the calls of functions.
  await database.query(`ALTER DATABASE "${String(rows[0]?.['name'])}" SET track_functions = 'all'`)
}, 60_000)
afterAll(() => service.close())

async function calls(): Promise<Record<string, number>> {
  const { rows } = await service.database.query(
    `SELECT funcname AS name, calls::int AS calls FROM pg_stat_user_functions
     WHERE funcname IN ('add_notifications', 'record_events')`,
  )
  return Object.fromEntries(rows.map(({ name, calls: n }) => [name, n])) as Record<string, number>
}

describe('ten thousand positions that reach a level at once', () => {
  it('are notified with one statement a batch, each once', async () => {
    const counting = await startService({ database: service.database })
    try {
      const { revaluation } = counting.services
      revaluation.pricesChanged(['ETH'])
      expect(await revaluation.runPending()).toBe(count)
      revaluation.pricesChanged(['ETH'])
      expect(await revaluation.runPending()).toBe(0)
    } finally {
      // A connection reports its count when it ends.
      await counting.close()
    }
    for (const key of [lenderKey, borrowerKey]) {
      expect(await succeed(service, countUnreadNotifications, { key })).toEqual({
        unread: count,
        has_more: false,
      })
    }
    await service.services.numbering.sweep()
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS events, count(DISTINCT data #>> '{notification,link,id}')::int AS positions,
         count(DISTINCT data #>> '{notification,id}')::int AS notifications
       FROM events WHERE type = 'notification.created'`,
    )
    expect(rows).toEqual([{ events: 2 * count, positions: count, notifications: 2 * count }])
    await expect.poll(calls).toEqual({ add_notifications: batches, record_events: batches })
  }, 60_000)
})
