import { createWallet, listWallets } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const operator = book.party('platform').credential('operator')
const harbor = book.party('harbor')
const quay = book.party('quay')
const viewer = harbor.credential('viewer')
const admin = harbor.credential('admin')
const reporting = harbor.credential('reporting')
const unknownId = '00000000-0000-4000-8000-000000000000'

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const wallet = {
  id: 'harbor-reserve',
  organization_id: harbor.id,
  custodian: 'copper',
  name: 'Harbor, reserve',
  address: '0xreserve',
  assets: ['USDC', 'BTC'],
}

describe('200 OK', () => {
  it('returns 200 for a new wallet', async () => {
    const created = await succeed(service, createWallet, {
      key: operator,
      body: { ...wallet, organization_id: harbor.id.toUpperCase() },
    })
    expect(created).toEqual({ ...wallet, assets: ['BTC', 'USDC'], retire_time: null })
    const { wallets } = await succeed(service, listWallets, { key: viewer })
    expect(wallets).toContainEqual(created)
  })

  it('returns 200 for one address at each of two custodians', async () => {
    const body = { ...wallet, id: 'elsewhere', custodian: 'bitgo', name: 'Harbor, elsewhere' }
    expect((await succeed(service, createWallet, { key: operator, body })).id).toBe('elsewhere')
  })

  it("returns 200 with the wallets of the caller's organization, or all for the operator", async () => {
    const own = await succeed(service, listWallets, { key: viewer })
    expect(new Set(own.wallets.map(({ organization_id }) => organization_id))).toEqual(
      new Set([harbor.id]),
    )
    const all = await succeed(service, listWallets, { key: operator })
    const ids = all.wallets.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
    const filtered = await succeed(service, listWallets, {
      key: operator,
      query: { organization_id: quay.id },
    })
    expect(filtered.wallets).toHaveLength(3)
    expect(filtered.wallets).toEqual(
      all.wallets.filter(({ organization_id }) => organization_id === quay.id),
    )
  })

  it('returns 200 with nothing for another organization or an unknown one', async () => {
    for (const organization_id of [quay.id, unknownId]) {
      const list = await succeed(service, listWallets, { key: viewer, query: { organization_id } })
      expect(list).toEqual({ wallets: [] })
    }
  })

  it('returns 200 with pages even after the longest id', async () => {
    for (const letter of ['y', 'z']) {
      const id = letter.repeat(128)
      const changes = { id, name: `Quay ${letter}`, address: `0x${letter}` }
      const body = { ...wallet, ...changes, organization_id: quay.id }
      await succeed(service, createWallet, { key: operator, body })
    }
    const query = { organization_id: quay.id, page_size: 4 }
    const first = await succeed(service, listWallets, { key: operator, query })
    expect(first.wallets.at(-1)?.id).toBe('y'.repeat(128))
    const second = await succeed(service, listWallets, {
      key: operator,
      query: { ...query, page_token: first.next_page_token ?? '' },
    })
    expect(second.wallets.map(({ id }) => id)).toEqual(['z'.repeat(128)])
    expect(second.next_page_token).toBeUndefined()
  })
})

describe('400 Bad Request', () => {
  it.each([
    [{ assets: [] }, 'assets'],
    [{ assets: ['BTC', 'BTC'] }, 'assets'],
    [{ address: 'a b' }, 'address'],
    [{ id: 'ü' }, 'id'],
    [{ id: 'x'.repeat(129) }, 'id'],
  ])('returns 400 and names the invalid member: %o', async (changes, field) => {
    const body = { ...wallet, id: 'new', address: '0xnew', ...changes }
    const reply = await refused(service, 400, callOf(createWallet, { key: operator, body }))
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a creator other than the operator, and for a reader with the reporting role', async () => {
    for (const options of [
      callOf(createWallet, { key: admin, body: { ...wallet, id: 'mine', address: '0xmine' } }),
      callOf(listWallets, { key: reporting }),
    ]) {
      expect((await refused(service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
    }
  })
})

describe('409 Conflict', () => {
  it.each([
    [{ id: quay.wallet('BTC'), address: '0xother' }, 'id'],
    [{ id: 'other', custodian: 'fireblocks', address: '0xquayBTC' }, 'address'],
    [{ id: 'other', address: '0xother' }, 'name'],
    [{ id: 'other', address: '0xother', name: 'HARBOR,\u00a0  reserve' }, 'name'],
    [{ id: 'other', address: '0xother', name: 'Ｈarbor, ＲＥＳＥＲＶＥ' }, 'name'],
  ])(
    'returns 409 for an id in use, an address at a custodian, a name of the organization: %o',
    async (changes, field) => {
      const body = { ...wallet, ...changes }
      const reply = await refused(service, 409, callOf(createWallet, { key: operator, body }))
      expect(reply.reason).toBe('ALREADY_EXISTS')
      expect(reply.body.error.details?.[0]?.field).toBe(field)
    },
  )
})

describe('422 Unprocessable Content', () => {
  it.each([
    [{ organization_id: unknownId }, 'organization_id'],
    [{ custodian: 'nobody' }, 'custodian'],
    [{ assets: ['BTC', 'NONE'] }, 'assets.1'],
  ])('returns 422 for a member that names nothing: %o', async (changes, field) => {
    const body = { ...wallet, id: 'new', address: '0xnew', ...changes }
    const reply = await refused(service, 422, callOf(createWallet, { key: operator, body }))
    expect(reply.reason).toBe('REFERENCE_UNKNOWN')
    expect(reply.body.error.details?.[0]?.field).toBe(field)
    const { wallets } = await succeed(service, listWallets, { key: operator })
    expect(wallets.filter(({ id }) => id === 'new')).toEqual([])
  })
})
