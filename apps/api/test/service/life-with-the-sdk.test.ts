import {
  signRequest,
  VadiumClient,
  VadiumConnectionError,
  VadiumServiceError,
  verifyPreview,
} from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Book } from '../harness/book.ts'
import { insertTransfers } from '../harness/inserted-transfers.ts'
import { type RunningService, startService } from '../harness/service.ts'

const book = new Book()
const [harbor, quay] = [book.party('harbor'), book.party('quay', 'bitgo')]
const key = quay.credential('execution')
const deal = book.deal(harbor, quay)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')
const quantities = ['123456789.123456789012345678', '9007199254740993', '0.000000000000000001']
for (const quantity of quantities) book.transfer(deal, quay, harbor, { quantity })
for (let i = 0; i < 40; i += 1) book.transfer(deal, harbor, quay, { token: 'BTC', leg: 'asset' })

let service: RunningService
let client: VadiumClient
beforeAll(async () => {
  service = await startService({ scenario: book.scenario, settings: { BASE_PATH: '/v1' } })
  await insertTransfers(service.database, book)
  client = new VadiumClient({
    baseUrl: service.url,
    privateKey: key.privateKey,
    now: () => service.clock.now(),
  })
})
afterAll(async () => {
  await client.close()
  await service.close()
})

describe('the shipped SDK against the service', () => {
  it('previews, and recomputes the calculation', async () => {
    const { preview, calculation } = await client.markToMarketRequests.preview({
      position_id: deal.positionId,
      explain: true,
    })
    expect(preview).toMatchObject({ direction: 'TopUp', m2m_collateral_amount: '60' })
    if (calculation === undefined) throw new Error('no calculation')
    expect(verifyPreview(preview, calculation).ok).toBe(true)
    expect(verifyPreview({ ...preview, m2m_collateral_amount: '61' }, calculation).ok).toBe(false)
  })

  it('reads what another program has read with its key in the same millisecond', async () => {
    const now = service.clock.now() + 1000
    const target = '/v1/assets'
    const headers = signRequest({ method: 'GET', target }, key.privateKey, now)
    const read = () => fetch(new URL(target, service.url), { headers: { ...headers } })
    expect((await read()).status).toBe(200)
    expect((await read()).status).toBe(401)
    const settings = { baseUrl: service.url, privateKey: key.privateKey, now: () => now }
    const other = new VadiumClient(settings)
    onTestFinished(() => other.close())
    expect((await other.assets.list()).assets.length).toBeGreaterThan(0)
    // The SDK signs the same bytes: without another signature it is refused.
    const impatient = new VadiumClient({ ...settings, now: () => now - 1, retries: false })
    onTestFinished(() => impatient.close())
    const taken = signRequest({ method: 'GET', target }, key.privateKey, now - 1)
    await fetch(new URL(target, service.url), { headers: { ...taken } })
    await expect(impatient.assets.list()).rejects.toMatchObject({ reason: 'UNAUTHENTICATED' })
  })

  it('lists one page, and all of them, with every digit', async () => {
    const page = await client.transfers.list({ page_size: 10 })
    expect(page.transfers).toHaveLength(10)
    expect(page.hasNextPage).toBe(true)
    const all: string[] = []
    for await (const transfer of client.transfers.list({ page_size: 7, token: 'ETH' })) {
      all.push(transfer.quantity)
    }
    // The 300 ETH of the opening are among them.
    expect(all.sort()).toEqual([...quantities, '300'].sort())
  })

  it('returns the remaining budget', async () => {
    await client.transfers.list()
    expect(client.rateLimit).toMatchObject({ limit: 1_000_000 })
  })

  it('throws a refusal of the service, with its reason', async () => {
    const refusal = client.markToMarketRequests.preview({
      position_id: '00000000-0000-4000-8000-000000000000',
    })
    await expect(refusal).rejects.toThrow(VadiumServiceError)
    await expect(refusal).rejects.toMatchObject({
      code: 'NOT_FOUND',
      reason: 'POSITION_NOT_FOUND',
      status: 404,
      outcome: 'refused',
      requestId: expect.any(String) as string,
    })
  })

  it('corrects its clock by itself', async () => {
    const late = new VadiumClient({
      baseUrl: service.url,
      privateKey: key.privateKey,
      now: () => service.clock.now() + 3_600_000,
    })
    expect((await late.transfers.list()).transfers.length).toBeGreaterThan(0)
    await late.close()
  })

  it('signs concurrent calls so that none is refused as a replay', async () => {
    const calls = Array.from({ length: 50 }, () => client.transfers.list({ page_size: 1 }))
    expect(await Promise.all(calls)).toHaveLength(50)
  })

  it('reports that nothing was done when it cannot connect', async () => {
    const lost = new VadiumClient({
      baseUrl: 'http://127.0.0.1:9',
      privateKey: key.privateKey,
      retries: false,
    })
    const failure = lost.transfers.list().then(() => undefined)
    await expect(failure).rejects.toThrow(VadiumConnectionError)
    await expect(failure).rejects.toMatchObject({ outcome: 'refused' })
    await lost.close()
  })
})
