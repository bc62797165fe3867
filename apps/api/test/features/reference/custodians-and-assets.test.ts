import { createAsset, createCustodian, listAssets, listCustodians } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const operator = book.party('platform').credential('operator')
const harbor = book.party('harbor')
const reporting = harbor.credential('reporting')
const admin = harbor.credential('admin')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const custodian = { id: 'vault-1', name: 'Vault One', adapter: 'simulated' }
const asset = { symbol: 'USDC.e', name: 'Bridged USDC', normalized_symbol: 'USDC', decimals: 6 }

describe('200 OK', () => {
  it('returns 200 for a new custodian, which every role can see and filter transfers by', async () => {
    const created = await succeed(service, createCustodian, { key: operator, body: custodian })
    expect(created).toEqual(custodian)
    const { custodians } = await succeed(service, listCustodians, { key: reporting })
    expect(custodians).toContainEqual(custodian)
    const target = `/transfers?senderCustodian=${custodian.id}`
    expect((await call(service, { target, key: reporting })).status).toBe(200)
  })

  it('returns 200 for a new asset, which every role can see', async () => {
    const created = await succeed(service, createAsset, { key: operator, body: asset })
    expect(created).toEqual(asset)
    const { assets } = await succeed(service, listAssets, { key: reporting })
    expect(assets).toContainEqual(asset)
  })

  it('returns 200 for every number of decimals that an asset may have', async () => {
    for (const decimals of [0, 20]) {
      const body = { ...asset, symbol: `D${decimals}`, decimals }
      expect(await succeed(service, createAsset, { key: operator, body })).toEqual(body)
    }
  })

  it('returns 200 with both lists in one order across their pages', async () => {
    for (const symbol of ['a', 'B', 'Z', '~', '!']) {
      await succeed(service, createAsset, { key: operator, body: { ...asset, symbol } })
    }
    const whole = await succeed(service, listAssets, { key: admin })
    const symbols: string[] = []
    let token: string | undefined
    do {
      const page = await succeed(service, listAssets, {
        key: admin,
        query: { page_size: 2, ...(token !== undefined && { page_token: token }) },
      })
      symbols.push(...page.assets.map(({ symbol }) => symbol))
      token = page.next_page_token
    } while (token !== undefined)
    expect(symbols).toEqual(whole.assets.map(({ symbol }) => symbol))
    // By their bytes, whatever the locale of the database.
    expect(symbols).toEqual([...symbols].sort())
    const { custodians } = await succeed(service, listCustodians, { key: admin })
    const ids = custodians.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort())
  })
})

describe('400 Bad Request', () => {
  it.each([
    [createCustodian, { ...custodian, id: 'Upper' }, 'id'],
    [createCustodian, { ...custodian, adapter: 'carrier pigeon' }, 'adapter'],
    [createAsset, { ...asset, symbol: 'with space' }, 'symbol'],
    [createAsset, { ...asset, decimals: 21 }, 'decimals'],
    [createAsset, { ...asset, decimals: 6.5 }, 'decimals'],
    [createAsset, { ...asset, issuer: 'x' }, 'issuer'],
  ])('returns 400 and names the invalid member of $id: %o', async (operation, body, field) => {
    const reply = await refused(service, 400, callOf(operation, { key: operator, body }))
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for every caller except the operator', async () => {
    for (const options of [
      callOf(createCustodian, { key: admin, body: { ...custodian, id: 'mine' } }),
      callOf(createAsset, { key: admin, body: { ...asset, symbol: 'MINE' } }),
    ]) {
      expect((await refused(service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
    }
  })
})

describe('409 Conflict', () => {
  it('returns 409 for an existing id, and leaves its record unchanged: the decimals of an asset never change', async () => {
    const changed = { ...asset, symbol: 'BTC', decimals: 0 }
    const reply = await refused(service, 409, callOf(createAsset, { key: operator, body: changed }))
    expect(reply.reason).toBe('ALREADY_EXISTS')
    expect(reply.body.error.details?.[0]?.field).toBe('symbol')
    const { assets } = await succeed(service, listAssets, { key: admin })
    expect(assets.find(({ symbol }) => symbol === 'BTC')?.decimals).toBe(8)
    const again = await refused(
      service,
      409,
      callOf(createCustodian, { key: operator, body: { ...custodian, id: 'copper' } }),
    )
    expect(again.reason).toBe('ALREADY_EXISTS')
    expect(again.body.error.details?.[0]?.field).toBe('id')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for a custodian without a configured adapter, with which the service could not start again', async () => {
    const body = { ...custodian, id: 'fb', adapter: 'fireblocks' }
    const reply = await refused(service, 422, callOf(createCustodian, { key: operator, body }))
    expect(reply.reason).toBe('VALUE_INVALID')
    expect(reply.body.error.details).toEqual([
      { field: 'adapter', issue: 'is not configured in this installation', allowed: ['simulated'] },
    ])
  })
})
