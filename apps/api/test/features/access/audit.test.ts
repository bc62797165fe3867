import {
  createAccount,
  createOrganization,
  getOrganization,
  listAssets,
  listAuditEntries,
  listWallets,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomIdAt } from '../../../src/platform/ids.ts'
import { Book, type Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const harbor = book.party('harbor')
const quay = book.party('quay')
const operator = platform.credential('operator')
const admin = harbor.credential('admin')
const viewer = harbor.credential('viewer')
const quayAdmin = quay.credential('admin')
const unknownId = '00000000-0000-4000-8000-000000000000'

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const requestIdOf = (reply: { headers: Record<string, unknown> }) => reply.headers['x-request-id']
const idOf = ({ publicKey }: Key) =>
  book.scenario.credentials.find(({ public_key }) => public_key === publicKey)?.id
const trail = async (key: Key) => {
  await service.services.audit.flush()
  return (await succeed(service, listAuditEntries, { key, query: { page_size: 1000 } }))
    .audit_entries
}

describe('200 OK', () => {
  it('returns 200 with an entry for every request with a valid signature, whatever its outcome', async () => {
    const read = await call(service, callOf(listAssets, { key: viewer }))
    const forbidden = await call(service, callOf(listAuditEntries, { key: viewer }))
    const malformed = await call(service, { target: '/wallets?unknown=1', key: viewer })
    const lines = await trail(admin)
    const line = (reply: { headers: Record<string, unknown> }) =>
      lines.filter(({ request_id }) => request_id === requestIdOf(reply))
    expect(line(read)).toEqual([
      {
        id: expect.any(String) as string,
        time: new Date(service.clock.now()).toISOString(),
        kind: 'request',
        organization_id: harbor.id,
        credential_id: idOf(viewer),
        event: listAssets.id,
        outcome: 'ok',
        request_id: requestIdOf(read),
        subject_id: null,
      },
    ])
    expect(line(forbidden)).toMatchObject([{ outcome: 'ROLE_NOT_PERMITTED' }])
    expect(line(malformed)).toMatchObject([{ event: listWallets.id, outcome: 'PARAMETER_INVALID' }])
  })

  it('returns 200 with one entry for a write, with its effect or its refusal', async () => {
    const body = { slug: 'tide', name: 'Tide' }
    const written = await call(service, callOf(createOrganization, { key: operator, body }))
    const again = await call(service, callOf(createOrganization, { key: operator, body }))
    const missing = await call(
      service,
      callOf(getOrganization, { key: operator, params: { organization_id: unknownId } }),
    )
    const lines = await trail(operator)
    const outcomes = [written, again, missing].map((reply) =>
      lines
        .filter(({ request_id }) => request_id === requestIdOf(reply))
        .map(({ outcome, subject_id }) => [outcome, subject_id]),
    )
    expect(outcomes).toEqual([
      [['ok', null]],
      [['ALREADY_EXISTS', null]],
      [['ORGANIZATION_NOT_FOUND', unknownId]],
    ])
  })

  it('returns 200 with the newest first, in pages that neither repeat nor skip', async () => {
    for (const second of ['01', '02', '03']) {
      service.clock.set(`2026-03-02T12:30:${second}.000Z`)
      await call(service, callOf(listAssets, { key: viewer }))
    }
    const whole = await trail(admin)
    const times = whole.map(({ time }) => time)
    expect(times).toEqual([...times].sort().reverse())
    const ids: string[] = []
    let token: string | undefined
    do {
      const page = await succeed(service, listAuditEntries, {
        key: admin,
        query: { page_size: 2, ...(token !== undefined && { page_token: token }) },
      })
      ids.push(...page.audit_entries.map(({ id }) => id))
      token = page.next_page_token
      await service.services.audit.flush()
    } while (token !== undefined)
    // Reading the trail adds to it, at the end that has already been read.
    const known = new Set(whole.map(({ id }) => id))
    expect(ids.filter((id) => known.has(id))).toEqual(whole.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("returns 200 with entries of the caller's organization only, even for the operator", async () => {
    await call(service, callOf(listAssets, { key: quayAdmin }))
    await succeed(service, createAccount, {
      key: operator,
      body: { organization_id: quay.id, name: 'Desk', kind: 'person' },
    })
    for (const [key, party] of [
      [admin, harbor],
      [quayAdmin, quay],
      [operator, platform],
    ] as const) {
      const organizations = (await trail(key)).map(({ organization_id }) => organization_id)
      expect(new Set(organizations)).toEqual(new Set([party.id]))
    }
  })
})

describe('filters', () => {
  const found = async (key: Key, query: object) =>
    (await succeed(service, listAuditEntries, { key, query: { page_size: 1000, ...query } }))
      .audit_entries

  it('returns just the entries that match all filters', async () => {
    service.clock.set('2026-03-02T13:00:00.000Z')
    const body = { slug: 'wave', name: 'Wave' }
    const params = { organization_id: unknownId }
    const [made] = [
      await call(service, callOf(createOrganization, { key: operator, body })),
      await call(service, callOf(createOrganization, { key: operator, body })),
      await call(service, callOf(getOrganization, { key: operator, params })),
      await call(service, callOf(listAssets, { key: operator })),
    ]
    service.clock.set('2026-03-02T13:00:01.000Z')
    const whole = await trail(operator)
    const request_id = String(requestIdOf(made))
    const isRead = ({ event, outcome }: (typeof whole)[number]) =>
      (event.startsWith('list') || event.startsWith('get')) && outcome === 'ok'
    const cases: [query: object, matches: (entry: (typeof whole)[number]) => boolean][] = [
      [{ event: createOrganization.id }, ({ event }) => event === createOrganization.id],
      [{ outcome: 'ok' }, ({ outcome }) => outcome === 'ok'],
      [{ outcome: 'refused' }, ({ outcome }) => outcome !== 'ok'],
      [{ outcome: 'ALREADY_EXISTS' }, ({ outcome }) => outcome === 'ALREADY_EXISTS'],
      [{ subject_id: unknownId }, ({ subject_id }) => subject_id === unknownId],
      [{ request_id }, (entry) => entry.request_id === request_id],
      [{ reads: true }, isRead],
      [{ reads: false }, (entry) => !isRead(entry)],
      [{ credential_id: idOf(operator) }, ({ credential_id }) => credential_id === idOf(operator)],
      [{ from: '2026-03-02T13:00:00.000Z' }, ({ time }) => time >= '2026-03-02T13:00'],
      [{ to: '2026-03-02T13:00:00.000Z' }, ({ time }) => time < '2026-03-02T13:00'],
      [
        { event: createOrganization.id, outcome: 'refused', from: '2026-03-02T13:00:00.000Z' },
        ({ event, outcome, time }) =>
          event === createOrganization.id && outcome !== 'ok' && time >= '2026-03-02T13:00',
      ],
    ]
    // What is read here is in the trail too, after that time.
    const to = service.clock.now()
    for (const [query, matches] of cases) {
      const seen = (await found(operator, query)).filter(({ time }) => Date.parse(time) < to)
      const expected = whole.filter((one) => Date.parse(one.time) < to).filter(matches)
      expect(seen, JSON.stringify(query)).toEqual(expected)
      expect(expected.length, JSON.stringify(query)).toBeGreaterThan(0)
    }
    expect(await found(admin, { request_id })).toEqual([])
  })

  it.each(['0001-01-01T00:00:00.000Z', '0001-02-01T00:00:00.000Z'])(
    'returns nothing before the beginning of the calendar: %s',
    async (to) => {
      const answer = await succeed(service, listAuditEntries, { key: admin, query: { to } })
      expect(answer.audit_entries).toEqual([])
    },
  )

  it('returns a short page and a next page where few of many entries match', async () => {
    const event = 'rare.event'
    await service.database.query(
      `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id)
       SELECT gen_random_uuid(), '2026-03-01T00:00:00Z'::timestamptz + n * interval '1 ms',
         'request', $1, CASE WHEN n IN (1, 20, 15000) THEN $2 ELSE 'common' END, 'ok', n::text
       FROM generate_series(1, 15000) n`,
      [quay.id, event],
    )
    const query = { event, to: '2026-03-02T00:00:00.000Z' }
    const pages: string[][] = []
    let token: string | undefined
    do {
      const page = await succeed(service, listAuditEntries, {
        key: quayAdmin,
        query: { ...query, page_size: 3, ...(token !== undefined && { page_token: token }) },
      })
      pages.push(page.audit_entries.map(({ request_id }) => request_id))
      token = page.next_page_token
    } while (token !== undefined)
    expect(pages).toEqual([['15000'], ['20', '1']])
  })

  it('returns the entry of a write that was carried out days after its request', async () => {
    const requestedMs = service.clock.now()
    const request_id = randomIdAt(requestedMs)
    const carriedOut = new Date(requestedMs + 29 * 86_400_000).toISOString()
    await service.database.query(
      `INSERT INTO audit_entries (id, time, kind, organization_id, event, outcome, request_id)
       SELECT gen_random_uuid(), $3::timestamptz + (n - 1) * interval '1 ms', 'request', $1, 'event', 'ok',
         CASE WHEN n = 1 THEN $2 ELSE n::text END
       FROM generate_series(1, 10001) n`,
      [quay.id, request_id, carriedOut],
    )
    const first = await succeed(service, listAuditEntries, {
      key: quayAdmin,
      query: { request_id },
    })
    expect(first.audit_entries).toEqual([])
    const { next_page_token: page_token = '' } = first
    expect(await found(quayAdmin, { request_id, page_token })).toMatchObject([{ time: carriedOut }])
    const to = new Date(requestedMs + 86_400_000).toISOString()
    expect(await found(quayAdmin, { request_id, to })).toEqual([])
    const inTheLastYear = randomIdAt(Date.parse('9999-12-31T00:00:00.000Z'))
    expect(await found(quayAdmin, { request_id: inTheLastYear })).toEqual([])
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for a page token of another organization', async () => {
    await trail(quayAdmin)
    const page = await succeed(service, listAuditEntries, {
      key: quayAdmin,
      query: { page_size: 1 },
    })
    const reply = await refused(
      service,
      400,
      callOf(listAuditEntries, { key: admin, query: { page_token: page.next_page_token ?? '' } }),
    )
    expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for a time that does not exist', async () => {
    const query = { from: '2026-02-30T00:00:00.000Z' }
    const reply = await refused(service, 422, callOf(listAuditEntries, { key: admin, query }))
    expect(reply.reason).toBe('VALUE_INVALID')
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a caller that is neither admin nor operator', async () => {
    const reply = await refused(service, 403, callOf(listAuditEntries, { key: viewer }))
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})
