import { randomUUID } from 'node:crypto'
import { listTransfers } from '@vadium/schema'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type AuditEntry,
  AuditTrail,
  auditStatement,
} from '../../../src/platform/writes/audit-trail.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { MergedAudit } from '../../../src/platform/writes/merged-audit.ts'
import { Book } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, refused } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const harbor = book.party('harbor')
const key = harbor.credential('viewer')

let database: TestDatabase
let link: BreakableLink
let service: RunningService
let pool: Pool
beforeAll(async () => {
  database = await createDatabase()
  link = await openBreakableLink(database.url)
  service = await startService({
    scenario: book.scenario,
    database: { ...database, url: link.url },
  })
  pool = openServicePool({ url: link.url, poolSize: 1 })
})
afterAll(async () => {
  await service.close()
  await pool.end()
  await link.close()
  await database.drop()
})

let logged: { record: Record<string, unknown>; message: string }[]
let trail: AuditTrail
let event: string
beforeEach(() => {
  logged = []
  event = randomUUID()
  const log = (record: unknown, message?: string) =>
    void logged.push({ record: record as Record<string, unknown>, message: String(message) })
  trail = new AuditTrail(pool, { warn: log, error: log })
})

const entry = (): AuditEntry => ({
  id: randomUUID(),
  time: '2026-03-02T12:00:00.000Z',
  kind: 'request',
  organizationId: harbor.id,
  credentialId: null,
  event,
  outcome: 'ok',
  requestId: randomUUID(),
  subjectId: null,
})
const append = (count: number) => {
  const entries = Array.from({ length: count }, entry)
  for (const one of entries) trail.append(one)
  return entries.map(({ id }) => id)
}
/**
 * PostgreSQL may put later rows into room that an earlier page has left, so the order says nothing.
 */
const expectWritten = async (ids: readonly (string | undefined)[]) => {
  const { rows } = await database.query('SELECT id FROM audit_entries WHERE event = $1', [event])
  expect(rows.map(({ id }) => String(id)).toSorted()).toEqual(ids.toSorted())
}

describe('pending entries of the audit trail', () => {
  it('are written, each once, however many there are', async () => {
    const ids = append(2500)
    await trail.flush()
    await expectWritten(ids)
  })

  it('are written when the service stops, and none after that', async () => {
    const ids = append(1200)
    await trail.close()
    await expectWritten(ids)
    append(1)
    expect(logged).toEqual([])
  })

  it('are written once, even when several flushes run at once', async () => {
    const ids = append(1500)
    await Promise.all([trail.flush(), trail.flush(), trail.close()])
    await expectWritten(ids)
  })

  it('wait while the database is away, with one attempt per flush, and none is lost', async () => {
    await link.cut()
    const ids = append(1500)
    await trail.flush()
    await trail.flush()
    expect(logged.map(({ message }) => message)).toEqual([
      'audit entries could not be written; they wait',
      'audit entries could not be written; they wait',
    ])
    ids.push(...append(10))
    await link.mend()
    await trail.flush()
    await expectWritten(ids)
  })

  it('are at most 20,000: the lost ones are counted, and hide no equal one of the same hour', async () => {
    const merged = new MergedAudit(trail)
    await link.cut()
    const ids = append(20_002)
    merged.append(entry())
    await trail.flush()
    await link.mend()
    await trail.flush()
    expect(logged.at(-1)).toEqual({ record: { lost: 3 }, message: 'audit entries were lost' })
    const equal = [entry(), entry()]
    for (const one of equal) merged.append(one)
    await trail.close()
    await expectWritten([...ids.slice(0, 20_000), equal[0]?.id])
  })

  it('are logged as lost when the service stops while the database is away', async () => {
    await link.cut()
    append(7)
    await trail.close()
    await link.mend()
    expect(logged.at(-1)).toEqual({ record: { lost: 7 }, message: 'audit entries were lost' })
  })

  it('may already have been written when the answer was lost', async () => {
    const [first, second] = [entry(), entry()]
    await pool.query(auditStatement([first]))
    await pool.query(auditStatement([first, second]))
    await expectWritten([first.id, second.id])
  })
})

describe('a request that fails', () => {
  const outcomes = async (requestId: unknown) => {
    await service.services.audit.flush()
    const { rows } = await database.query(
      'SELECT event, outcome, organization_id FROM audit_entries WHERE request_id = $1',
      [requestId],
    )
    return rows
  }
  const request = callOf(listTransfers, { key })

  it('has its entry in the audit trail', async () => {
    expect((await call(service, request)).status).toBe(200)
    await link.cut()
    const reply = await refused(service, 429, request)
    await link.mend()
    expect(await outcomes(reply.body.error.request_id)).toEqual([
      { event: 'listTransfers', outcome: 'OVERLOADED', organization_id: harbor.id },
    ])
  })
})
