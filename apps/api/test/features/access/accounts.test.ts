import { createAccount, listAccounts } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const harbor = book.party('harbor')
const quay = book.party('quay')
const operator = platform.credential('operator')
const admin = harbor.credential('admin')
const unknownId = '00000000-0000-4000-8000-000000000000'

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const body = { organization_id: harbor.id, name: 'Night desk', kind: 'person' }

describe('200 OK', () => {
  it('returns 200 and creates an account', async () => {
    const created = await succeed(service, createAccount, {
      key: operator,
      body: { ...body, organization_id: harbor.id.toUpperCase() },
    })
    expect(created).toEqual({ ...body, id: created.id })
    const { accounts } = await succeed(service, listAccounts, { key: admin })
    expect(accounts).toContainEqual(created)
  })

  it("returns 200 with the accounts of the caller's organization, or all for the operator", async () => {
    const own = await succeed(service, listAccounts, { key: admin })
    expect(new Set(own.accounts.map(({ organization_id }) => organization_id))).toEqual(
      new Set([harbor.id]),
    )
    const all = await succeed(service, listAccounts, { key: operator })
    expect(new Set(all.accounts.map(({ organization_id }) => organization_id))).toEqual(
      new Set([platform.id, harbor.id, quay.id]),
    )
    const filtered = await succeed(service, listAccounts, {
      key: operator,
      query: { organization_id: quay.id.toUpperCase() },
    })
    expect(filtered.accounts).toEqual(
      all.accounts.filter(({ organization_id }) => organization_id === quay.id),
    )
  })

  it('returns 200 with an empty list for another organization or an unknown one', async () => {
    for (const organization_id of [quay.id, unknownId]) {
      const list = await succeed(service, listAccounts, { key: admin, query: { organization_id } })
      expect(list).toEqual({ accounts: [] })
    }
  })

  it('returns 200 with one order across all pages', async () => {
    for (let i = 0; i < 5; i += 1) await succeed(service, createAccount, { key: operator, body })
    const whole = await succeed(service, listAccounts, { key: admin })
    const ids: string[] = []
    let token: string | undefined
    do {
      const page = await succeed(service, listAccounts, {
        key: admin,
        query: { page_size: 3, ...(token !== undefined && { page_token: token }) },
      })
      ids.push(...page.accounts.map(({ id }) => id))
      token = page.next_page_token
    } while (token !== undefined)
    expect(ids).toEqual(whole.accounts.map(({ id }) => id))
    expect(ids).toEqual([...ids].sort())
  })
})

describe('400 Bad Request', () => {
  it('returns 400 for a page token of other filters', async () => {
    const { next_page_token: token } = await succeed(service, listAccounts, {
      key: operator,
      query: { page_size: 1 },
    })
    const reply = await refused(
      service,
      400,
      callOf(listAccounts, {
        key: operator,
        query: { organization_id: quay.id, page_token: token ?? '' },
      }),
    )
    expect(reply.reason).toBe('PAGE_TOKEN_INVALID')
  })

  it('returns 400 and names the invalid member', async () => {
    const reply = await refused(
      service,
      400,
      callOf(createAccount, { key: operator, body: { ...body, kind: 'robot' } }),
    )
    expect(reply.body.error.details?.[0]?.field).toBe('kind')
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for every caller except the operator', async () => {
    const reply = await refused(service, 403, callOf(createAccount, { key: admin, body }))
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for an organization that does not exist', async () => {
    const reply = await refused(
      service,
      422,
      callOf(createAccount, { key: operator, body: { ...body, organization_id: unknownId } }),
    )
    expect(reply.reason).toBe('REFERENCE_UNKNOWN')
    expect(reply.body.error.details?.[0]?.field).toBe('organization_id')
  })
})
