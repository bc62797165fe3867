import {
  advanceSandbox,
  getCurrentCredential,
  getSandbox,
  listPrices,
  scriptSandboxCustodian,
  scriptSandboxPrices,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const operator = platform.credential('operator')
const admin = platform.credential('admin')
const begin = '2026-01-05T09:00:00.000Z'

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario, settings: { SANDBOX: '1' } })
})
afterAll(() => service.close())

describe('the time of a sandbox', () => {
  it("stands still until it is advanced, whatever the machine's clock does", async () => {
    const first = await succeed(service, getSandbox, { key: operator })
    service.clock.set('2026-03-02T12:10:00.000Z')
    expect(await succeed(service, getSandbox, { key: operator })).toEqual(first)
    expect(first).toEqual({ time: begin, seed: 'vadium', work_due: 0 })
  })

  it('advances to the requested time', async () => {
    const to = '2026-01-05T09:30:00.000Z'
    const moved = await succeed(service, advanceSandbox, { key: operator, body: { to } })
    expect(moved.time).toBe(to)
    expect(await succeed(service, advanceSandbox, { key: operator, body: { to } })).toEqual(moved)
    for (const key of [operator, admin]) {
      const { sandbox, book_time } = await succeed(service, getCurrentCredential, { key })
      expect({ sandbox, book_time }).toEqual({ sandbox: true, book_time: to })
    }
  })

  it('never moves back', async () => {
    const reply = await refused(
      service,
      422,
      callOf(advanceSandbox, { key: operator, body: { to: begin } }),
    )
    expect(reply.reason).toBe('VALUE_INVALID')
    expect(reply.body.error.details?.[0]?.field).toBe('to')
  })

  it('can be advanced by the operator only', async () => {
    await refused(service, 403, callOf(getSandbox, { key: admin }))
  })
})

describe('a scripted price', () => {
  it('is quoted from its time on, and does not become stale', async () => {
    const prices = [
      { time: '2026-01-05T10:00:00.000Z', asset: 'BTC', source: 'script', price_usd: '60000' },
      { time: '2026-01-05T11:00:00.000Z', asset: 'BTC', source: 'script', price_usd: '61000.5' },
    ]
    await succeed(service, scriptSandboxPrices, { key: operator, body: { prices } })
    const priceAt = async (to: string) => {
      await succeed(service, advanceSandbox, { key: operator, body: { to } })
      const answer = await succeed(service, listPrices, { key: operator, query: { asset: 'BTC' } })
      return answer.prices[0]?.price_usd
    }
    expect(await priceAt('2026-01-05T09:59:59.999Z')).toBeNull()
    expect(await priceAt('2026-01-05T10:59:59.999Z')).toBe('60000')
    expect(await priceAt('2026-01-05T11:00:00.000Z')).toBe('61000.5')
    expect(await priceAt('2026-01-09T00:00:00.000Z')).toBe('61000.5')
  })

  it.each([
    [{ time: begin }, 422, 'prices.0.time'],
    [{ asset: 'NONE' }, 422, 'prices.0.asset'],
    [{ price_usd: '0' }, 422, 'prices.0.price_usd'],
    [{ price_usd: '-1' }, 422, 'prices.0.price_usd'],
    [{ source: '' }, 400, 'prices.0.source'],
  ])('is refused when it is invalid: %o', async (change, status, field) => {
    const price = {
      time: '2026-02-01T00:00:00.000Z',
      asset: 'BTC',
      source: 'script',
      price_usd: '1',
      ...change,
    }
    const reply = await refused(
      service,
      status,
      callOf(scriptSandboxPrices, { key: operator, body: { prices: [price] } }),
    )
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})

describe('a scripted custodian', () => {
  it('must be simulated', async () => {
    const body = { custodian: 'nobody', outcome: 'failed' }
    const reply = await refused(
      service,
      422,
      callOf(scriptSandboxCustodian, { key: operator, body }),
    )
    expect(reply.reason).toBe('REFERENCE_UNKNOWN')
  })

  it('has at most a thousand unused scripts', async () => {
    await service.database.query(
      `INSERT INTO simulated_scripts (custodian_id, uses_left, script)
       SELECT 'simulated', 1, '{}' FROM generate_series(1, 999)`,
    )
    const body = { custodian: 'simulated', outcome: 'failed' }
    await succeed(service, scriptSandboxCustodian, { key: operator, body })
    const beyond = callOf(scriptSandboxCustodian, { key: operator, body })
    expect((await refused(service, 409, beyond)).reason).toBe('INVALID_STATE')
    await service.database.query('DELETE FROM simulated_scripts')
  })
})

describe('a service without a sandbox', () => {
  const plain = new Book()
  const key = plain.party('platform').credential('operator')
  let other: RunningService
  beforeAll(async () => {
    other = await startService({ scenario: plain.scenario })
  })
  afterAll(() => other.close())

  it('has none of its operations', async () => {
    const reply = await refused(other, 404, callOf(getSandbox, { key }))
    expect(reply.reason).toBe('ROUTE_NOT_FOUND')
  })

  it('does not start on the database of a sandbox, nor a sandbox on that of a book', async () => {
    await expect(startService({ database: service.database })).rejects.toThrow(/holds a sandbox/)
    const again = startService({ database: other.database, settings: { SANDBOX: '1' } })
    await expect(again).rejects.toThrow(/not a sandbox/)
  })
})

describe('a sandbox', () => {
  it('keeps its time over a restart, and refuses another seed', async () => {
    const { time } = await succeed(service, getSandbox, { key: operator })
    const again = await startService({ database: service.database, settings: { SANDBOX: '1' } })
    again.clock.set('2026-03-02T12:10:00.000Z')
    try {
      expect((await succeed(again, getSandbox, { key: operator })).time).toBe(time)
    } finally {
      await again.close()
    }
    const settings = { SANDBOX: '1', SANDBOX_SEED: 'another' }
    await expect(startService({ database: service.database, settings })).rejects.toThrow(/seed/)
  })
})
