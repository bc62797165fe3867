import {
  activateOrganization,
  createOrganization,
  getOrganization,
  listAssets,
  listOrganizations,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, bookTime } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const harbor = book.party('harbor')
const operator = platform.credential('operator')
const admin = harbor.credential('admin')
const unknownId = '00000000-0000-4000-8000-000000000000'

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const create = (slug: string, name = slug) =>
  succeed(service, createOrganization, { key: operator, body: { slug, name } })
const params = (organization_id: string) => ({ organization_id })

describe('200 OK', () => {
  it('returns 200 for a new organization, which is active and empty', async () => {
    service.clock.set('2026-03-02T12:30:00.000Z')
    const created = await create('quay-1', 'Quay & Söhne 銀行')
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      slug: 'quay-1',
      name: 'Quay & Söhne 銀行',
      status: 'active',
      create_time: '2026-03-02T12:30:00.000Z',
    })
    const got = await succeed(service, getOrganization, {
      key: operator,
      params: params(created.id.toUpperCase()),
    })
    expect(got).toEqual(created)
  })

  it('returns 200 with all organizations, newest first, in pages that neither repeat nor skip', async () => {
    for (const slug of ['a', 'b', 'c']) await create(`list-${slug}`)
    const seen: string[] = []
    let token: string | undefined
    do {
      const page = await succeed(service, listOrganizations, {
        key: operator,
        query: { page_size: 2, ...(token !== undefined && { page_token: token }) },
      })
      expect(page.organizations.length).toBeLessThanOrEqual(2)
      seen.push(...page.organizations.map(({ slug }) => slug))
      token = page.next_page_token
      // A new organization between two pages does not change the remaining pages.
      if (seen.length === 2) await create('in-between')
    } while (token !== undefined)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toEqual(expect.arrayContaining(['list-a', 'list-b', 'list-c', 'quay-1']))
    expect(seen.slice(-2).sort()).toEqual(['harbor', 'platform'])
    const { organizations } = await succeed(service, listOrganizations, { key: operator })
    const times = organizations.map(({ create_time }) => create_time)
    expect(times).toEqual([...times].sort().reverse())
    expect(times.at(-1)).toBe(bookTime)
  })

  it('returns 200 for a suspension and an activation, which take effect at the next request', async () => {
    const asked = () => call(service, callOf(listAssets, { key: admin }))
    expect((await asked()).status).toBe(200)
    const suspended = await succeed(service, suspendOrganization, {
      key: operator,
      params: params(harbor.id),
    })
    expect(suspended).toMatchObject({ id: harbor.id, status: 'suspended' })
    const reply = await refused(service, 403, callOf(listAssets, { key: admin }))
    expect(reply.reason).toBe('ORGANIZATION_SUSPENDED')
    const activated = await succeed(service, activateOrganization, {
      key: operator,
      params: params(harbor.id),
    })
    expect(activated).toMatchObject({ id: harbor.id, status: 'active' })
    expect((await asked()).status).toBe(200)
  })

  it('records each change of a status once, at its time, whichever process makes it', async () => {
    const { id } = await create('often-suspended')
    const { database, clock } = service
    const changes = async () => {
      const { rows } = await database.query<{ is_suspended: boolean; is_now: boolean }>(
        `SELECT is_suspended, changed_at = $2 AS is_now FROM suspensions
         WHERE organization_id = $1 ORDER BY sequence`,
        [id, new Date(clock.now()).toISOString()],
      )
      return rows.map(({ is_suspended, is_now }) => [is_suspended, is_now])
    }
    await succeed(service, suspendOrganization, { key: operator, params: params(id) })
    const suspended = [true, true]
    expect(await changes()).toEqual([suspended])
    // A process that knows no suspensions, and one that records them itself.
    await database.query(`UPDATE organizations SET status = 'active' WHERE id = $1`, [id])
    const activatedElsewhere = [false, false]
    expect(await changes()).toEqual([suspended, activatedElsewhere])
    await database.query(
      `WITH changed AS (UPDATE organizations SET status = 'suspended' WHERE id = $1 RETURNING id)
       INSERT INTO suspensions (organization_id, is_suspended, changed_at)
       SELECT id, true, $2 FROM changed`,
      [id, new Date(clock.now()).toISOString()],
    )
    expect(await changes()).toEqual([suspended, activatedElsewhere, suspended])
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['Upper', 'slug'],
    ['-dash', 'slug'],
    ['a'.repeat(64), 'slug'],
    ['', 'slug'],
  ])('returns 400 for the slug %s', async (slug, field) => {
    const reply = await refused(
      service,
      400,
      callOf(createOrganization, { key: operator, body: { slug, name: 'x' } }),
    )
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })

  it.each(['', ' x', 'x ', 'x\ny', 'x'.repeat(201), '\u202e'])(
    'returns 400 for the name %j',
    async (name) => {
      const reply = await refused(
        service,
        400,
        callOf(createOrganization, { key: operator, body: { slug: 'name', name } }),
      )
      expect(reply.body.error.details?.[0]?.field).toBe('name')
    },
  )
})

describe('403 Forbidden', () => {
  it('returns 403 for every caller except the operator', async () => {
    for (const options of [
      callOf(createOrganization, { key: admin, body: { slug: 'x', name: 'x' } }),
      callOf(listOrganizations, { key: admin }),
      callOf(getOrganization, { key: admin, params: params(harbor.id) }),
      callOf(suspendOrganization, { key: admin, params: params(platform.id) }),
      callOf(activateOrganization, { key: admin, params: params(harbor.id) }),
    ]) {
      expect((await refused(service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
    }
  })
})

describe('404 Not Found', () => {
  it('returns 404 for an unknown organization', async () => {
    for (const operation of [getOrganization, suspendOrganization, activateOrganization]) {
      const reply = await refused(
        service,
        404,
        callOf(operation, { key: operator, params: params(unknownId) }),
      )
      expect(reply.reason).toBe('ORGANIZATION_NOT_FOUND')
    }
  })
})

describe('409 Conflict', () => {
  it('returns 409 for all but one of several new organizations with the same slug at once', async () => {
    const twins = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        call(
          service,
          callOf(createOrganization, { key: operator, body: { slug: 'once', name: `twin ${i}` } }),
        ),
      ),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    const reply = await refused(
      service,
      409,
      callOf(createOrganization, { key: operator, body: { slug: 'once', name: 'again' } }),
    )
    expect(reply.reason).toBe('ALREADY_EXISTS')
    expect(reply.body.error.details?.[0]?.field).toBe('slug')
  })

  it('returns 409 for the suspension of a suspended organization, and the activation of an active one', async () => {
    const { id } = await create('still')
    const active = await refused(
      service,
      409,
      callOf(activateOrganization, { key: operator, params: params(id) }),
    )
    expect(active.reason).toBe('INVALID_STATE')
    await succeed(service, suspendOrganization, { key: operator, params: params(id) })
    const suspended = await refused(
      service,
      409,
      callOf(suspendOrganization, { key: operator, params: params(id) }),
    )
    expect(suspended.reason).toBe('INVALID_STATE')
  })

  it("returns 409 for the suspension of the operator's own organization", async () => {
    for (const id of [platform.id, platform.id.toUpperCase()]) {
      const reply = await refused(
        service,
        409,
        callOf(suspendOrganization, { key: operator, params: params(id) }),
      )
      expect(reply.reason).toBe('INVALID_STATE')
    }
    expect((await call(service, callOf(listOrganizations, { key: operator }))).status).toBe(200)
  })
})
