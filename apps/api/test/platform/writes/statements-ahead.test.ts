import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockDeal } from '../../../src/features/deals/parties/deal.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import { attempted } from '../../../src/platform/writes/idempotency.ts'
import { together } from '../../../src/platform/writes/together.ts'
import type { WriteTransaction } from '../../../src/platform/writes/write-transaction.ts'
import { Writes } from '../../../src/platform/writes/writes.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { roundTripsOf } from '../../harness/round-trips.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const { book, lender, nextDeal } = bookOfDeals(8)
let service: RunningService
let pool: Pool
let writes: Writes
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 2 })
  writes = new Writes(pool, service.clock, randomIds)
})
afterAll(async () => {
  await pool.end()
  await service.close()
})

const setRate = `UPDATE orders SET rate_percent = $2 WHERE id = $1`
const rateOf = (tx: WriteTransaction, id: string) =>
  tx.row<{ rate: string }>('SELECT trim_scale(rate_percent) AS rate FROM orders WHERE id = $1', [
    id,
  ])
const committedRate = async (id: string) => {
  const { rows } = await service.database.query<{ rate: string }>(
    'SELECT trim_scale(rate_percent) AS rate FROM orders WHERE id = $1',
    [id],
  )
  return rows[0]?.rate
}
const inTurn = (work: (tx: WriteTransaction) => Promise<unknown>) =>
  writes.byService(lender.id, work)

describe('a reading that is sent with a lock', () => {
  it('sees what the writer before it at the lock has committed', async () => {
    const { orderId } = nextDeal()
    const seen: unknown[] = []
    const raiseByOne = () =>
      inTurn(async (tx) => {
        const [, before] = await Promise.all([lockDeal(tx, orderId), rateOf(tx, orderId)])
        seen.push(before?.rate)
        await tx.write(setRate, [orderId, Number(before?.rate) + 1])
      })
    const first = Number(await committedRate(orderId))
    await Promise.all([raiseByOne(), raiseByOne()])
    expect(seen).toEqual([String(first), String(first + 1)])
    expect(await committedRate(orderId)).toBe(String(first + 2))
  })
})

describe('writes for which nobody waits', () => {
  it('go to the database in the round trip of the next reading', async () => {
    const { orderId } = nextDeal()
    const [trips] = await roundTripsOf(() =>
      inTurn(async (tx) => {
        await tx.write(setRate, [orderId, '7'])
        await tx.write(setRate, [orderId, '8'])
        expect(await rateOf(tx, orderId)).toEqual({ rate: '8' })
      }),
    )
    expect(trips).toEqual([
      ['BEGIN', 'enter by service'],
      ['UPDATE orders', 'UPDATE orders', 'SELECT orders'],
      ['COMMIT'],
    ])
  })

  it('are undone together when one fails, whose error is that of the transaction', async () => {
    const { orderId } = nextDeal()
    const before = await committedRate(orderId)
    const given = inTurn(async (tx) => {
      await tx.write(setRate, [orderId, '9'])
      await tx.write(setRate, [orderId, '-1'])
      await tx.write(setRate, [orderId, '10'])
    })
    await expect(given).rejects.toMatchObject({ code: '23514', table: 'orders' })
    expect(await committedRate(orderId)).toBe(before)
  })

  it('are undone when one of exactly one row has found none', async () => {
    const { orderId } = nextDeal()
    const before = await committedRate(orderId)
    const given = inTurn(async (tx) => {
      await tx.write(setRate, [orderId, '11'])
      await tx.writeOne(setRate, [randomIds.next(), '11'], 'there is no such order')
    })
    await expect(given).rejects.toThrow('there is no such order')
    expect(await committedRate(orderId)).toBe(before)
  })
})

describe('a write that cannot be sent', () => {
  it('leaves nothing, although PostgreSQL knows nothing of it', async () => {
    const { orderId } = nextDeal()
    const before = await committedRate(orderId)
    const circular: Record<string, unknown> = {}
    circular['itself'] = circular
    const given = inTurn(async (tx) => {
      await tx.write(setRate, [orderId, '12'])
      await tx.write(setRate, [randomIds.next(), circular])
    })
    await expect(given).rejects.toThrow(TypeError)
    expect(await committedRate(orderId)).toBe(before)
  })
})

describe('a write that a constraint may refuse', () => {
  const attempt = (work: (tx: WriteTransaction, orderId: string) => Promise<object>) => {
    const { orderId } = nextDeal()
    return writes.byService(lender.id, async (tx) => {
      await tx.savepoint('work')
      const outcome = await attempted(tx, () => work(tx, orderId)).catch(() => 'refused')
      if (outcome === 'refused') await tx.undoTo('work')
      return outcome
    })
  }

  it('is seen at the end of the work, with nothing after it left', async () => {
    const outcome = await attempt(async (tx, orderId) => {
      await tx.attempt(setRate, [orderId, '-1'])
      // Without its refusal, this count would fail the transaction.
      await tx.writeOne(setRate, [randomIds.next(), '13'], 'there is no such order')
      return {}
    })
    expect(outcome).toBe('refused')
  })

  it('does not replace a refusal of the work itself', async () => {
    const outcome = await attempt(async (tx, orderId) => {
      await tx.attempt(setRate, [orderId, '-1'])
      return new Refusal('ORDER_NOT_FOUND')
    }).catch((error: unknown) => error)
    // The work has to be undone by who was refused.
    expect(outcome).toMatchObject({ code: '23514' })
  })
})

describe('readings that are made together', () => {
  it('are all over when one has failed', async () => {
    let isOver = false
    const slow = service.database.query('SELECT').then(() => (isOver = true))
    await expect(together([slow, Promise.reject(new Error('at once'))])).rejects.toThrow('at once')
    expect(isOver).toBe(true)
    expect(await together([Promise.resolve(1), 'two'])).toEqual([1, 'two'])
  })
})

describe('an event that a reading makes', () => {
  it('keeps its place, and fails the transaction if the reading does', async () => {
    const before = await service.database.query('SELECT FROM unnumbered_events')
    const given = inTurn((tx) => {
      tx.publishFrom(tx.row('SELECT').then(() => Promise.reject(new Error('nothing was found'))))
      return Promise.resolve()
    })
    await expect(given).rejects.toThrow('nothing was found')
    expect((await service.database.query('SELECT FROM unnumbered_events')).rowCount).toBe(
      before.rowCount,
    )
  })
})

describe('a statement that is made after the end of its transaction', () => {
  it('is never sent, because others may have the connection', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const given = inTurn((tx) => {
      const slow = service.database.query('SELECT').then(() => tx.query('SELECT'))
      late = slow
      return Promise.all([slow, Promise.reject(new Error('at once'))])
    })
    await expect(given).rejects.toThrow('at once')
    await expect(late).rejects.toThrow('after the end of its transaction')
  })
})
