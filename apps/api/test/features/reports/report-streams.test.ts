import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  listPositions,
  reportExposureByAsset,
  reportTransfers,
  type TransferReportRow,
} from '@vadium/schema'
import { signRequest } from '@vadium/client'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { type SnapshotLimits, Snapshots } from '../../../src/platform/db/snapshots.ts'
import { StreamedText } from '../../../src/platform/http/streamed-text.ts'
import type { Caller } from '../../../src/platform/signing/caller.ts'
import { ReportAnswers } from '../../../src/features/reports/report-answers.ts'
import { transferReport } from '../../../src/features/reports/transfer-report.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import { Book, type Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { copyTransfer, untilNow } from '../../harness/many-transfers.ts'
import { insertTransfers } from '../../harness/inserted-transfers.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const lender = book.party('harbor')
const borrower = book.party('quay', 'bitgo')
const key = lender.credential('reporting')
const otherKey = borrower.credential('viewer')
// An order without transfers of its own: those of the report are inserted.
const deal = book.deal(lender, borrower, { state: 'PENDING_ACCEPTANCE' })
book.deal(book.party('third'), borrower)
const first = book.transfer(deal, borrower, lender)

/** More batches of 1,000 rows than a test reads while a report must still be open. */
const transferCount = 14_000
/** Enough rows that a batch in memory is far smaller than all of them. */
const hugeCount = 40_000
const farAway: SnapshotLimits = {
  process: 3,
  organization: 2,
  idleMs: 60_000,
  totalMs: 60_000,
  lookMs: 60_000,
  bytesPerSecondMin: 1,
}

let service: RunningService
const ending: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await insertTransfers(service.database, book)
  await copyTransfer(service.database, first.id, transferCount)
}, 120_000)
afterAll(async () => {
  for (const end of ending) await end()
  await service.close()
})

let callers = 0
/** A caller of the lender's organization, and a function that revokes its credential. */
async function someone(): Promise<{ caller: Caller; revoke: () => Promise<unknown> }> {
  callers += 1
  const { rows } = await service.database.query(
    `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
     SELECT gen_random_uuid(), organization_id, account_id, role, sha256($2::text::bytea), created_at
     FROM credentials WHERE organization_id = $1 LIMIT 1 RETURNING id, account_id`,
    [lender.id, String(callers)],
  )
  const credentialId = String(rows[0]?.['id'])
  const caller = {
    credentialId,
    accountId: String(rows[0]?.['account_id']),
    organizationId: lender.id,
    role: 'reporting',
    organizationStatus: 'active',
    verified: false,
  } as const
  const text = 'UPDATE credentials SET revoked_at = now() WHERE id = $1'
  return { caller, revoke: () => service.database.query(text, [credentialId]) }
}

function snapshotsWithin(limits: Partial<SnapshotLimits> = {}): Snapshots {
  const pool = openServicePool({ url: service.database.url, poolSize: 4 })
  const snapshots = new Snapshots(pool, { ...farAway, ...limits })
  ending.push(() => snapshots.close())
  return snapshots
}

const log: string[] = []
const logger = createLogger('info', { write: (line) => void log.push(line) })

/** A report of all transfers, as its chunks. */
async function open(snapshots: Snapshots, caller?: Caller, format: 'json' | 'csv' = 'json') {
  const answer = await new ReportAnswers(snapshots, logger).answer(
    reportTransfers,
    { caller: caller ?? (await someone()).caller, query: { format }, requestId: 'test' },
    (snapshot, written) =>
      transferReport(snapshot, { organizationId: lender.id }, untilNow, written),
  )
  if (!(answer instanceof StreamedText)) throw new Error(`it was refused: ${answer.reason}`)
  return answer.chunks[Symbol.asyncIterator]() as AsyncIterator<string, undefined>
}

/** Reads the rest. */
async function drain(chunks: AsyncIterator<string, undefined>): Promise<void> {
  while ((await chunks.next()).done !== true);
}

describe('an open report', () => {
  it('shows one snapshot of the book, whatever is written meanwhile', async () => {
    const chunks = await open(snapshotsWithin())
    const changed = (status: string) =>
      service.database.query(
        `UPDATE transfers SET status = $1
         WHERE id IN (SELECT id FROM transfers ORDER BY create_time LIMIT 100)`,
        [status],
      )
    let text = (await chunks.next()).value ?? ''
    await changed('FAILED')
    try {
      for (;;) {
        const { done, value } = await chunks.next()
        if (done === true) break
        text += value
      }
    } finally {
      await changed('COMPLETED')
    }
    const { transfers } = JSON.parse(text) as { transfers: TransferReportRow[] }
    expect(transfers).toHaveLength(transferCount)
    expect(new Set(transfers.map(({ status }) => status))).toEqual(new Set(['COMPLETED']))
    const times = transfers.map(({ create_time }) => create_time)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it('counts as open until it is read to its end or abandoned, and not before it begins', async () => {
    const snapshots = snapshotsWithin()
    const chunks = await open(snapshots)
    expect(snapshots.open).toBe(1)
    await chunks.return?.()
    expect(snapshots.open).toBe(0)
    const begun = await open(snapshots)
    await begun.next()
    await begun.next()
    expect(snapshots.open).toBe(1)
    await begun.return?.()
    expect(snapshots.open).toBe(0)
    expect(await begun.next()).toEqual({ done: true, value: undefined })
    let end = 0
    for await (const _chunk of { [Symbol.asyncIterator]: () => chunksOf(snapshots) }) end += 1
    expect(end).toBe(transferCount / 1000 + 1)
    expect(snapshots.open).toBe(0)
  })

  async function* chunksOf(snapshots: Snapshots) {
    const chunks = await open(snapshots)
    for (;;) {
      const { done, value } = await chunks.next()
      if (done === true) return
      yield value
    }
  }

  it('ends when the credential is revoked', async () => {
    const snapshots = snapshotsWithin({ lookMs: 0 })
    const { caller, revoke } = await someone()
    const chunks = await open(snapshots, caller)
    await chunks.next()
    await revoke()
    await expect(drain(chunks)).rejects.toThrow('its credential is no longer good')
    expect(snapshots.open).toBe(0)
    expect(log.at(-1)).toMatch(/"level":"info".*report cut off/)
  })

  it('does not begin with a credential that has ended', async () => {
    const { caller, revoke } = await someone()
    await revoke()
    const snapshots = snapshotsWithin()
    const refusal = await snapshots.begin(caller)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ reason: 'UNAUTHENTICATED' })
    expect(snapshots.open).toBe(0)
  })

  const limits = [
    ['its reader took too long', { idleMs: 500 }],
    ['it was open for too long', { totalMs: 1500 }],
  ] as const
  it.concurrent.each(isLongRun ? limits : limits.slice(0, 1))(
    'releases its snapshot when %s',
    async (why, limits) => {
      const snapshots = snapshotsWithin(limits)
      const chunks = await open(snapshots)
      await expect.poll(() => snapshots.open).toBe(0)
      await expect(drain(chunks)).rejects.toThrow(why)
    },
  )

  it('is cut off when the database fails, and that is logged', async () => {
    const snapshots = snapshotsWithin()
    const chunks = await open(snapshots)
    const terminated = async () => {
      const { rows } = await service.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'idle in transaction'`,
      )
      return rows.length
    }
    await expect.poll(terminated).toBe(1)
    await expect(drain(chunks)).rejects.toThrow(/terminat|connection/i)
    expect(snapshots.open).toBe(0)
    expect(log.at(-1)).toMatch(/"level":"error".*report cut off/)
  })
})

describe('a slow reader', () => {
  const leastRate = 1024 * 1024
  /** All places are taken, and the test moves the clock. */
  async function full() {
    let nowMs = 0
    const snapshots = snapshotsWithin({
      process: 2,
      organization: 10,
      bytesPerSecondMin: leastRate,
      now: () => nowMs,
    })
    const open2 = [await open(snapshots), await open(snapshots)] as const
    const pass = (ms: number) => (nowMs += ms)
    return { snapshots, readers: open2, pass }
  }

  it('is cut off when another report waits for its place, with that error', async () => {
    const { snapshots, readers, pass } = await full()
    const [slow, fast] = readers
    await slow.next()
    for (let i = 0; i < 10; i += 1) {
      await fast.next()
      pass(400)
    }
    const another = await open(snapshots)
    expect(snapshots.open).toBe(2)
    // One more batch was ready for it.
    await expect(drain(slow)).rejects.toThrow('its reader was too slow while another waited')
    expect(log.at(-1)).toContain('report cut off')
    await drain(fast)
    await another.return?.()
    expect(snapshots.open).toBe(0)
  })

  it.runIf(isLongRun)(
    'is not cut off when no other report waits, nor when it is fast enough',
    async () => {
      const { snapshots, readers, pass } = await full()
      for (let i = 0; i < 12; i += 1) {
        for (const reader of readers) await reader.next()
        pass(300)
      }
      await expect(open(snapshots)).rejects.toThrow('OVERLOADED')
      for (const reader of readers) await drain(reader)
    },
  )
})

describe('reports at once', () => {
  it('are limited in number, and to half of that for one organization', async () => {
    const { snapshots } = service.services
    const { caller } = await someone()
    const held = await Promise.all(Array.from({ length: 4 }, () => snapshots.begin(caller)))
    expect(held.every((one) => !(one instanceof Refusal))).toBe(true)
    const ask = (as: Key) => callOf(reportExposureByAsset, { key: as })
    const reply = await refused(service, 429, ask(key))
    expect(reply.reason).toBe('OVERLOADED')
    expect((await call(service, ask(otherKey))).status).toBe(200)

    const { rows } = await service.database.query(
      'SELECT id FROM credentials WHERE organization_id = $1',
      [borrower.id],
    )
    const other = {
      ...caller,
      organizationId: borrower.id,
      credentialId: String(rows[0]?.['id']),
      role: 'viewer',
    }
    const more = await Promise.all(Array.from({ length: 4 }, () => snapshots.begin(other)))
    expect(snapshots.open).toBe(8)
    await refused(service, 429, ask(otherKey))
    // Other requests have their own connections.
    const { positions } = await succeed(service, listPositions, { key: otherKey })
    expect(positions).toHaveLength(1)

    for (const one of [...held, ...more]) if (!(one instanceof Refusal)) await one.end()
    expect((await call(service, ask(key))).status).toBe(200)
    expect(snapshots.open).toBe(0)
  })

  it('release their place when a caller disconnects', async () => {
    const { snapshots } = service.services
    const leaving = new AbortController()
    const target = new URL(`${service.url}${reportTransfers.path}`)
    const headers = signRequest(
      { method: 'GET', target: target.pathname },
      key.privateKey,
      service.clock.now() + 15_000,
    )
    const reply = await fetch(target, { headers: { ...headers }, signal: leaving.signal })
    expect(reply.status).toBe(200)
    const reader = reply.body?.getReader()
    await reader?.read()
    expect(snapshots.open).toBe(1)
    leaving.abort()
    await expect.poll(() => snapshots.open).toBe(0)
  })
})

// At the end, because every later report would be as long.
describe.runIf(isLongRun)('a report of very many rows', () => {
  it('is sent in constant memory', async () => {
    await copyTransfer(service.database, first.id, hugeCount, transferCount)
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const chunks = await open(snapshotsWithin(), undefined, 'csv')
    await chunks.next()
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    let [length, heapMax] = [0, 0]
    for (let i = 0; ; i += 1) {
      const { done, value } = await chunks.next()
      if (done === true) break
      length += value.length
      if (i % 10 === 5) {
        collectGarbage()
        heapMax = Math.max(heapMax, process.memoryUsage().heapUsed - before)
      }
    }
    const megabyte = 2 ** 20
    expect(length).toBeGreaterThan(9 * megabyte)
    expect(heapMax).toBeLessThan(4 * megabyte)
  })
})
