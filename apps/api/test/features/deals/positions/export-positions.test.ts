import { exportPositions, listPositions, type Position } from '@vadium/schema'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StreamedText } from '../../../../src/platform/http/streamed-text.ts'
import type { Caller } from '../../../../src/platform/signing/caller.ts'
import { Book, type Key } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { copyDeals } from '../../../harness/many-deals.ts'
import { firstOf, isLongRun } from '../../../harness/long-run.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const book = new Book()
const lender = book.party('harbor', 'fireblocks')
const borrower = book.party('quay', 'bitgo')
const third = book.party('third', 'copper')
const formulaic = book.party('formulaic', 'copper')
for (const organization of book.scenario.organizations) {
  if (organization.id === formulaic.id) organization.name = '=HYPERLINK("http://x", "y")'
}
const key = lender.credential('viewer')
const thirdKey = third.credential('admin')
const reporting = lender.credential('reporting')
book.price('BTC', '60000', now)
book.price('ETH', '2500', now)

const oldest = book.deal(lender, borrower)
// The terms of its own: those of the oldest position are broken in a test.
const model = book.deal(lender, borrower, { terms: { day_count: 'ACT/365' } })
book.deal(formulaic, lender, { at: '2026-03-01T11:00:00.000Z' })
const unseen = book.deal(third, borrower)

// More than one batch, every twenty created in one millisecond, so that some are on both sides of the
// end of a batch.
const copyCount = isLongRun ? 1129 : 529
const visibleCount = copyCount + 3
const batches = Math.ceil(visibleCount / 500)

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await copyDeals(service.database, [[model, copyCount]])
  await service.database.query(
    `UPDATE positions SET collateral_quantity = 300 + copies.place % 100,
       created_at = '2026-03-01T10:00:00.000Z'::timestamptz + copies.place / 20 * interval '1 millisecond'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM positions
       WHERE id <> ALL ($1)) copies WHERE copies.id = positions.id`,
    [book.deals.map(({ positionId }) => positionId)],
  )
}, 60_000)
afterAll(() => service.close())

const exported = (query: Record<string, string> = {}, as: Key = key) =>
  succeed(service, exportPositions, { key: as, query })
const exportedText = (query: Record<string, string>, as: Key = key) =>
  call(service, callOf(exportPositions, { key: as, query }))

let list: Promise<Position[]> | undefined
/** Every position as the list has it. */
const listed = () => (list ??= listedByPage())

async function listedByPage(): Promise<Position[]> {
  const all: Position[] = []
  let query: Record<string, string | number> = { page_size: 1000 }
  for (;;) {
    const { positions, next_page_token: next } = await succeed(service, listPositions, {
      key,
      query,
    })
    all.push(...positions)
    if (next === undefined) return all
    query = { page_size: 1000, page_token: next }
  }
}

describe('200 OK as JSON', () => {
  it('returns every item of the list, in its order', async () => {
    const { positions } = await exported()
    expect(positions).toHaveLength(visibleCount)
    expect(positions).toEqual(await listed())
    expect(positions.map(({ id }) => id)).not.toContain(unseen.positionId)
  })

  it('returns the text of a list that has one page', async () => {
    const reply = await exportedText({ counterparty_id: formulaic.id, format: 'json' })
    const target = `/positions?counterparty_id=${formulaic.id}`
    expect(reply.text).toBe((await call(service, { target, key })).text)
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('returns an empty list when there is no position', async () => {
    expect((await exportedText({ asset: 'ETH' })).text).toBe('{"positions":[]}')
  })

  it('returns to another organization its own positions only', async () => {
    const { positions } = await exported({}, thirdKey)
    expect(positions.map(({ id }) => id)).toEqual([unseen.positionId])
  })
})

describe('200 OK as CSV', () => {
  const records = (text: string) => parse<Record<string, string>>(text, { columns: true })

  it('returns the values of every item of the list', async () => {
    const reply = await exportedText({ format: 'csv' })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    const rows = records(reply.text)
    const positions = await listed()
    expect(rows).toHaveLength(positions.length)
    for (const [i, { actions, terms, coverage_history, ...position }] of positions.entries()) {
      expect(coverage_history).toBeUndefined()
      const flat = Object.entries({
        ...position,
        ...Object.fromEntries(
          Object.entries(terms).map(([name, value]) => [`terms.${name}`, value]),
        ),
        'actions.action': actions.map(({ action }) => action).join(';'),
        'actions.available': actions.map(({ available }) => available).join(';'),
        'actions.reason': actions.map(({ reason }) => reason).join(';'),
      })
      const expected = flat.map(([name, value]) => [name, String(value ?? '')])
      if (position.lender_id !== formulaic.id) expect(rows[i]).toEqual(Object.fromEntries(expected))
    }
  })

  it('has the members of a position as its header, CRLF line ends, and no row without a position', async () => {
    const { text } = await exportedText({ format: 'csv', asset: 'ETH' })
    expect(text).toMatch(/^id,status,order_id,[a-z0-9_.,]+,update_time,actions\.action,.*\r\n$/)
    expect(text.split('\r\n')).toHaveLength(2)
  })

  it('makes a text harmless that a spreadsheet would treat as a formula', async () => {
    const { text } = await exportedText({ format: 'csv', counterparty_id: formulaic.id })
    const [row] = records(text)
    expect(row?.['lender_name']).toBe(`'=HYPERLINK("http://x", "y")`)
    expect(row?.['borrower_name']).toBe('harbor Ltd')
  })
})

describe('an open export', () => {
  let callers = 0
  /** A caller of the organization, and a function that revokes its credential. */
  async function someone(): Promise<{ caller: Caller; revoke: () => Promise<unknown> }> {
    const { rows } = await service.database.query(
      `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
       SELECT gen_random_uuid(), organization_id, account_id, role, sha256($2::text::bytea), created_at
       FROM credentials WHERE organization_id = $1 AND role = 'viewer' LIMIT 1 RETURNING id`,
      [lender.id, String((callers += 1))],
    )
    const credentialId = String(rows[0]?.['id'])
    const caller = {
      credentialId,
      organizationId: lender.id,
      role: 'viewer',
      accountId: '00000000-0000-4000-8000-000000000001',
      organizationStatus: 'active',
      verified: false,
    } as const
    const text = 'UPDATE credentials SET revoked_at = now() WHERE id = $1'
    return { caller, revoke: () => service.database.query(text, [credentialId]) }
  }

  /** An export of all positions, and how often it has read from the database. */
  async function open(caller: Caller) {
    let reads = 0
    const { positions, exports } = service.services
    const read = positions.reader(caller, {})
    const answer = await exports.answer(
      exportPositions,
      { caller, query: {}, requestId: 'test' },
      (after, size) => {
        reads += 1
        return read(after, size)
      },
    )
    if (!(answer instanceof StreamedText)) throw new Error('the export was refused')
    return { chunks: answer.chunks[Symbol.asyncIterator](), reads: () => reads }
  }

  it('reads a batch when it is needed, and not before', async () => {
    const { caller } = await someone()
    const { chunks, reads } = await open(caller)
    const seen: [string, number][] = []
    for (;;) {
      const chunk = await chunks.next()
      if (chunk.done === true) break
      seen.push([chunk.value.slice(0, 14), reads()])
    }
    const all = Array.from({ length: batches }, (_, i) => i + 1)
    expect(seen.map(([, count]) => count)).toEqual([...all, batches])
    expect(seen.at(-1)).toEqual([']}', batches])
  })

  it('counts as open while it is read, even when its reader disconnects', async () => {
    const { caller } = await someone()
    const { exports } = service.services
    const { chunks, reads } = await open(caller)
    expect(exports.open).toBe(1)
    await chunks.next()
    expect(exports.open).toBe(1)
    await chunks.return?.()
    expect(exports.open).toBe(0)
    expect(await chunks.next()).toEqual({ done: true, value: undefined })
    expect(reads()).toBe(1)
  })

  it('ends when the credential is revoked', async () => {
    const { caller, revoke } = await someone()
    const { chunks } = await open(caller)
    for (let read = 1; read < batches; read += 1) await chunks.next()
    await revoke()
    await expect(chunks.next()).rejects.toThrow('UNAUTHENTICATED')
    expect(service.services.exports.open).toBe(0)
  })

  it('values everything at the prices of its beginning', async () => {
    const { caller } = await someone()
    const { chunks } = await open(caller)
    const newPrice = (price: string) =>
      service.database.query('UPDATE latest_prices SET price_usd = $1 WHERE asset = $2', [
        price,
        'BTC',
      ])
    let text = ''
    try {
      for (let i = 0; ; i += 1) {
        const chunk = await chunks.next()
        if (chunk.done === true) break
        text += chunk.value
        if (i === 0) await newPrice('12345')
      }
    } finally {
      await newPrice('60000')
    }
    const { positions } = JSON.parse(text) as { positions: Position[] }
    expect(positions).toHaveLength(visibleCount)
    expect(new Set(positions.map(({ current_price }) => current_price))).toEqual(new Set(['60000']))
  })
})

describe('an export that fails midway', () => {
  it.each(firstOf(['csv', 'json']))(
    'is cut off, so that the part is not mistaken for the whole: %s',
    async (format) => {
      // Breaks a constraint of the database: the oldest position, of the last batch, has no
      // requirement.
      const [constraint] = (
        await service.database.query(
          `SELECT conname FROM pg_constraint WHERE conrelid = 'margin_terms'::regclass
         AND pg_get_constraintdef(oid) LIKE '%num_nonnulls(requirement_percent%'`,
        )
      ).rows
      const ofOldest = [oldest.orderId]
      await service.database.query(
        `ALTER TABLE margin_terms DROP CONSTRAINT ${String(constraint?.['conname'])}`,
      )
      const setRequirement = (value: string) =>
        service.database.query(
          `UPDATE margin_terms SET requirement_percent = ${value}
         WHERE id = (SELECT terms_id FROM orders WHERE id = $1)`,
          ofOldest,
        )
      await setRequirement('NULL')
      const before = service.log.length
      try {
        await expect(exportedText({ format })).rejects.toThrow(
          /terminated|other side closed|aborted/,
        )
        const failure = service.log.slice(before).filter((line) => line.includes('cut off'))
        expect(failure).toHaveLength(1)
        expect(failure[0]).toContain('neither a requirement nor a haircut')
      } finally {
        await setRequirement('150')
        await service.database.query(
          `ALTER TABLE margin_terms ADD CONSTRAINT ${String(constraint?.['conname'])}
         CHECK (num_nonnulls(requirement_percent, haircut) = 1)`,
        )
      }
      expect((await exported()).positions).toHaveLength(visibleCount)
    },
  )
})

describe('400 Bad Request', () => {
  it.each([
    ['format=xml', 'format'],
    ['page_size=10', 'page_size'],
    ['page_token=AAAA', 'page_token'],
    ['margin_call_reached=maybe', 'margin_call_reached'],
  ])('returns 400 for %s', async (query, field) => {
    const reply = await refused(service, 400, { target: `/positions:export?${query}`, key })
    expect(reply.body.error.details?.[0]).toMatchObject({ field })
  })
})

describe('401 Unauthorized', () => {
  it('returns 401 for a request without a signature', async () => {
    await refused(service, 401, { target: '/positions:export' })
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not read positions', async () => {
    const reply = await refused(service, 403, { target: '/positions:export', key: reporting })
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 with the statuses that exist', async () => {
    const reply = await refused(service, 422, { target: '/positions:export?status=OPEN', key })
    expect(reply.reason).toBe('STATUS_UNKNOWN')
  })
})
