import { randomBytes } from 'node:crypto'
import pg, { type Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { randomIds } from '../../../src/platform/ids.ts'
import { JsonText } from '../../../src/platform/json-text.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import { lockDeal } from '../../../src/features/deals/parties/deal.ts'
import {
  admit,
  answerOf,
  Awaiting,
  once,
  ShownOnce,
} from '../../../src/platform/writes/idempotency.ts'
import type { WriteTransaction } from '../../../src/platform/writes/write-transaction.ts'
import { Writes } from '../../../src/platform/writes/writes.ts'
import { TransferDesk } from '../../../src/features/deals/transfers/transfer-desk.service.ts'
import { bookOfDeals } from '../../harness/book-of-deals.ts'
import { newTransfer } from '../../harness/decided-transfer.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const { book, lender, deals, nextDeal } = bookOfDeals(6)
const stranger = book.party('stranger')
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

let attempts = 0
beforeEach(() => {
  attempts = 0
})

const failWith = (tx: WriteTransaction, code: string) =>
  tx.query(`DO $$ BEGIN RAISE EXCEPTION 'as the test wants it' USING ERRCODE = '${code}'; END $$`)
const insertChange = (tx: WriteTransaction, action: string) =>
  tx.query(
    `INSERT INTO state_changes (machine, resource_id, action, to_state, lender_id, borrower_id, changed_at)
     VALUES ('test', $1, $2, 'X', $3, $3, $4)`,
    [randomIds.next(), action, tx.organizationId, tx.now],
  )
const changes = async (action: string) => {
  const { rows } = await service.database.query(
    'SELECT 1 FROM state_changes WHERE machine = $1 AND action = $2',
    ['test', action],
  )
  return rows.length
}

describe('a transaction that PostgreSQL has aborted', () => {
  it.each(['40P01', '40001'])('is repeated from its beginning at %s', async (code) => {
    const afterCommitCalls: string[] = []
    const outcome = await writes.byService(lender.id, async (tx) => {
      attempts += 1
      await insertChange(tx, code)
      tx.afterCommit(() => afterCommitCalls.push(`attempt ${attempts}`))
      if (attempts < 3) await failWith(tx, code)
      return 'done'
    })
    expect(outcome).toBe('done')
    // Functions that the undone attempts registered with afterCommit do not run.
    expect(afterCommitCalls).toEqual(['attempt 3'])
    expect(await changes(code)).toBe(1)
  })

  it('five times is an error', async () => {
    const given = writes.byService(lender.id, async (tx) => {
      attempts += 1
      await failWith(tx, '40P01')
    })
    await expect(given).rejects.toThrow('as the test wants it')
    expect(attempts).toBe(5)
  })

  it('is an error at once for any other reason, and leaves nothing', async () => {
    const given = writes.byService(lender.id, async (tx) => {
      attempts += 1
      await insertChange(tx, 'other')
      await failWith(tx, '23514')
    })
    await expect(given).rejects.toThrow(pg.DatabaseError)
    expect(attempts).toBe(1)
    expect(await changes('other')).toBe(0)
  })

  it('is an error to neither side at a deadlock', async () => {
    const [one, other] = deals
    if (one === undefined || other === undefined) throw new Error('there are deals')
    const locked = new Set<string>()
    let bothHaveOne: () => void = () => undefined
    const waited = new Promise<void>((resolve) => (bothHaveOne = resolve))
    const lockBoth = (orderIds: readonly [string, string]) =>
      writes.byService(lender.id, async (tx) => {
        attempts += 1
        await lockDeal(tx, orderIds[0])
        if (locked.add(orderIds[0]).size === 2) bothHaveOne()
        await waited
        return lockDeal(tx, orderIds[1])
      })
    const outcomes = await Promise.all([
      lockBoth([one.orderId, other.orderId]),
      lockBoth([other.orderId, one.orderId]),
    ])
    expect(outcomes).toEqual([true, true])
    // The side that was undone may get its first lock again before the other side wakes.
    expect(attempts).toBeGreaterThan(2)
  })
})

describe('a request that is refused for the moment', () => {
  it.each(['OVERLOADED', 'RATE_LIMITED'] as const)(
    'keeps nothing under its key at %s, and is carried out when it is repeated',
    async (reason) => {
      const request = { key: reason, method: 'POST', target: '/', body: Buffer.alloc(0) }
      const write = (outcome: object, signature: Uint8Array) =>
        writes.byService(lender.id, async (tx) =>
          once(tx, await admit(tx, { ...request, signature }), async () => {
            await insertChange(tx, reason)
            return outcome
          }),
        )
      expect(await write(new Refusal(reason), randomBytes(64))).toMatchObject({ reason })
      expect(await changes(reason)).toBe(0)
      expect(await write({ done: true }, randomBytes(64))).toMatchObject({ replayed: false })
      expect(await write({ done: true }, randomBytes(64))).toMatchObject({ replayed: true })
      expect(await changes(reason)).toBe(1)
    },
  )
})

describe('the answer of a write', () => {
  it.each([
    [{ id: 1 }, { status: 200, text: '{"id":1}', kept: '{"id":1}' }],
    [new JsonText('{"id": 2}'), { status: 200, text: '{"id": 2}', kept: '{"id": 2}' }],
    [new ShownOnce({ secret: 's' }, {}), { status: 200, text: '{"secret":"s"}', kept: '{}' }],
    [new Awaiting({ id: 3 }), { status: 202, text: '{"id":3}', kept: '{"id":3}' }],
  ])('%j is sent and kept as %j', (outcome, answer) => {
    expect(answerOf(outcome)).toEqual(answer)
  })
})

describe('a request whose transaction is repeated', () => {
  it('has its effect, its key and its signature once', async () => {
    const request = {
      key: 'again',
      method: 'POST',
      target: '/',
      body: Buffer.alloc(0),
      signature: Buffer.alloc(64, 2),
    }
    const write = () =>
      writes.byService(lender.id, async (tx) =>
        once(tx, await admit(tx, request), async () => {
          attempts += 1
          await insertChange(tx, 'once')
          if (attempts === 1) await failWith(tx, '40P01')
          return { attempts }
        }),
      )
    expect(await write()).toEqual({ status: 200, text: '{"attempts":2}', replayed: false })
    expect(await changes('once')).toBe(1)
    // The signature was valid that one time.
    expect(await write()).toMatchObject({ reason: 'UNAUTHENTICATED' })
    expect(attempts).toBe(2)
  })
})

describe('a transaction in which a statement has failed', () => {
  it('fails with it, even when its work ignores the failure', async () => {
    const afterCommitCalls: string[] = []
    const given = writes.byService(lender.id, async (tx) => {
      await insertChange(tx, 'unnoticed')
      tx.afterCommit(() => afterCommitCalls.push('committed'))
      await failWith(tx, '23514').catch(() => undefined)
      return 'done'
    })
    await expect(given).rejects.toThrow('as the test wants it')
    expect(await changes('unnoticed')).toBe(0)
    expect(afterCommitCalls).toEqual([])
  })

  it('continues from its savepoint, with the functions registered until then', async () => {
    const afterCommitCalls: string[] = []
    await writes.byService(lender.id, async (tx) => {
      tx.afterCommit(() => afterCommitCalls.push('before'))
      await insertChange(tx, 'before savepoint')
      await tx.savepoint('here')
      tx.afterCommit(() => afterCommitCalls.push('within'))
      await insertChange(tx, 'after savepoint')
      await failWith(tx, '23514').catch(() => undefined)
      await tx.undoTo('here')
      tx.afterCommit(() => afterCommitCalls.push('after'))
    })
    expect(afterCommitCalls).toEqual(['before', 'after'])
    expect([await changes('before savepoint'), await changes('after savepoint')]).toEqual([1, 0])
  })

  it('returns its connection, and a broken one is replaced', async () => {
    const small = openServicePool({ url: service.database.url, poolSize: 1 })
    const narrow = new Writes(small, service.clock, randomIds)
    const anyOrder = { text: 'SELECT 1 FROM orders LIMIT $1', values: [1] }
    const failures: ((tx: WriteTransaction) => Promise<unknown>)[] = [
      (tx) => failWith(tx, '23514'),
      (tx) => tx.query('SELECT pg_terminate_backend(pg_backend_pid())'),
      (tx) => failWith(tx, '40001'),
      () => Promise.reject(new Error('of its own')),
    ]
    for (const failure of failures) {
      await expect(narrow.byService(lender.id, failure)).rejects.toThrow()
      const seen = await narrow.byService(stranger.id, (tx) => tx.rowsOf(anyOrder))
      // No setting of the earlier organization remains.
      expect(seen).toEqual([])
    }
    await small.end()
  })
})

describe('a statement that a connection has planned once for all', () => {
  it('returns the rows of the organization whose turn it is', async () => {
    const small = openServicePool({ url: service.database.url, poolSize: 1 })
    const narrow = new Writes(small, service.clock, randomIds)
    const text = 'SELECT count(*)::int AS count FROM orders WHERE number > $1'
    const counting = { text, values: [0] }
    // PostgreSQL plans the first five executions for their values.
    for (let turn = 0; turn < 6; turn += 1) {
      for (const { id, count } of [
        { id: lender.id, count: deals.length },
        { id: stranger.id, count: 0 },
      ]) {
        expect(await narrow.byService(id, (tx) => tx.rowsOf(counting))).toEqual([{ count }])
      }
    }
    await small.end()
  })
})

describe('a function registered with afterCommit', () => {
  it('runs when everybody can see the change', async () => {
    let seen = Promise.resolve(0)
    await writes.byService(lender.id, async (tx) => {
      await insertChange(tx, 'visible')
      tx.afterCommit(() => {
        seen = changes('visible')
      })
      expect(await changes('visible')).toBe(0)
    })
    expect(await seen).toBe(1)
  })
})

describe('an entry that the journal refuses', () => {
  it('is a refusal to the caller, and nothing of the work remains', async () => {
    const deal = nextDeal()
    const afterCommitCalls: string[] = []
    const request = {
      key: 'overdraw',
      method: 'POST',
      target: '/',
      body: Buffer.alloc(0),
      signature: Buffer.alloc(64, 1),
    }
    const refusal = await writes.byService(deal.lender.id, async (tx) =>
      once(tx, await admit(tx, request), async () => {
        const desk = new TransferDesk(() => afterCommitCalls.push('woken'), 86_400)
        const { order, transfer } = newTransfer(deal, { from: 'lender', quantity: '300.1' })
        return desk.instruct(tx, order, transfer)
      }),
    )
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ reason: 'QUANTITY_NOT_AVAILABLE' })
    const { rows } = await service.database.query(
      `SELECT count(*)::int AS count FROM instructions i JOIN transfers t ON t.id = i.transfer_id
       WHERE i.order_id = $1 AND t.category = 'm2m'`,
      [deal.orderId],
    )
    expect(rows).toEqual([{ count: 0 }])
    expect(afterCommitCalls).toEqual([])
  })
})

describe('an organization that is not a party', () => {
  const deal = nextDeal()

  it('sees nothing of a deal, and cannot lock it', async () => {
    const seen = await writes.byService(stranger.id, async (tx) => [
      await lockDeal(tx, deal.orderId),
      await tx.row('SELECT 1 FROM journal_entries WHERE order_id = $1', [deal.orderId]),
      await tx.row('SELECT 1 FROM journal_balances WHERE order_id = $1', [deal.orderId]),
    ])
    expect(seen).toEqual([false, undefined, undefined])
  })

  it('cannot instruct a transfer of it', async () => {
    const { order, transfer } = newTransfer(deal)
    const instructed = writes.byService(stranger.id, (tx) =>
      new TransferDesk(() => undefined, 86_400).instruct(tx, order, transfer),
    )
    await expect(instructed).rejects.toThrow('names no wallet')
  })

  it('cannot report the outcome of its transfer', async () => {
    const { services } = service
    const { id } = await writes.byService(lender.id, (tx) => {
      const { order, transfer } = newTransfer(deal)
      return new TransferDesk(() => undefined, 86_400).instruct(tx, order, transfer)
    })
    const moved = {
      state: 'completed',
      requestState: 'DONE',
      label: 'Done',
      quantity: '1.5',
    } as const
    const reported = writes.byService(stranger.id, (tx) =>
      services.settlement.report(tx, id, moved),
    )
    await expect(reported).rejects.toThrow('is not of this organization')
    const { rows } = await service.database.query('SELECT status FROM transfers WHERE id = $1', [
      id,
    ])
    expect(rows).toEqual([{ status: 'PENDING' }])
  })
})
