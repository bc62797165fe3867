import { listTransfers, type Operation } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { generateKeyPair, VadiumClient, VadiumServiceError, verifyPreview } from '../src/index.ts'
import { json, keys, refusal, scriptedServer } from './scripted-server.ts'

const POSITION = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'

describe('markToMarketRequests.preview', () => {
  it('sends the given body, signed, and returns the preview', async () => {
    await using server = await scriptedServer()
    server.answer(json({ preview: { position_id: POSITION, requirement_percent: 125.5 } }))
    const client = new VadiumClient({ baseUrl: `${server.url}/v1/`, privateKey: keys.privateKey })

    const { preview } = await client.markToMarketRequests.preview({
      position_id: POSITION,
      explain: undefined,
    })

    expect(preview.requirement_percent).toBe(125.5)
    const [request] = server.arrived
    expect(request).toMatchObject({
      method: 'POST',
      target: '/v1/mark-to-market-requests:preview',
      verified: true,
    })
    expect(Buffer.from(request?.body ?? []).toString()).toBe(`{"position_id":"${POSITION}"}`)
    expect(request?.headers['content-type']).toBe('application/json')
  })

  it('returns what verifyPreview takes', async () => {
    await using server = await scriptedServer()
    server.answer(json({ preview: {}, calculation: { formula_version: 'of another age' } }))
    const client = new VadiumClient({ baseUrl: server.url, privateKey: keys.privateKey })

    const answer = await client.markToMarketRequests.preview({
      position_id: POSITION,
      explain: true,
    })
    if (answer.calculation === undefined) throw new Error('There is a calculation.')
    const { ok, differences } = verifyPreview(answer.preview, answer.calculation)
    expect(ok).toBe(false)
    expect(differences[0]).toMatchObject({ member: 'calculation.formula_version' })
  })

  it('rejects with the refusal of the service', async () => {
    await using server = await scriptedServer()
    const details = [{ field: 'position_id', issue: 'awaits an answer', value: POSITION }]
    server.answer(refusal('MARK_TO_MARKET_REQUEST_OPEN', { details }))
    const client = new VadiumClient({ baseUrl: server.url, privateKey: keys.privateKey })

    const error: unknown = await client.markToMarketRequests
      .preview({ position_id: POSITION })
      .catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(VadiumServiceError)
    expect(error).toMatchObject({
      name: 'VadiumServiceError',
      code: 'ABORTED',
      reason: 'MARK_TO_MARKET_REQUEST_OPEN',
      status: 409,
      requestId: 'from-body',
      outcome: 'refused',
      details,
    })
    expect(server.arrived).toHaveLength(1)
  })
})

describe('transfers.list', () => {
  it('signs and sends the filters, and returns quantities with every digit', async () => {
    await using server = await scriptedServer()
    server.answer(
      json('{"transfers":[{"quantity":123456789.123456789012345678,"order_id":7}]}', 200, {
        'X-RateLimit-Limit': '600',
        'X-RateLimit-Remaining': '599',
        'X-RateLimit-Reset': '60',
      }),
    )
    const now = 1_790_000_000_000
    const { privateKey } = generateKeyPair()
    const client = new VadiumClient({ baseUrl: server.url, privateKey, now: () => now })
    expect(client.rateLimit).toBeUndefined()

    const page = await client.transfers.list({
      orderId: 7,
      token: "a|b#c d'(é)",
      status: undefined,
    })

    expect(page.transfers[0]).toEqual({ quantity: '123456789.123456789012345678', order_id: 7 })
    expect(page.hasNextPage).toBe(false)
    expect(server.arrived[0]).toMatchObject({
      target: '/transfers?orderId=7&token=a%7Cb%23c%20d%27%28%C3%A9%29',
      timestamp: String(now),
      verified: true,
    })
    expect(client.rateLimit).toEqual({
      limit: 600,
      remaining: 599,
      resetAt: new Date(now + 60_000),
    })
  })
})

describe('request', () => {
  it('calls an operation by its type, and an operation of unknown type', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const client = new VadiumClient({ baseUrl: server.url, privateKey: keys.privateKey })

    const { transfers } = await client.request(listTransfers, { query: { token: 'BTC' } })
    expect(transfers).toEqual([])
    const any: Operation = listTransfers
    const answer: unknown = await client.request(any, { query: { token: 'BTC', newer: 1 } })
    expect(answer).toEqual({ transfers: [] })
    expect(server.arrived.map(({ target }) => target)).toEqual([
      '/transfers?token=BTC',
      '/transfers?token=BTC&newer=1',
    ])

    // @ts-expect-error the known members of an operation are still checked
    await client.request(listTransfers, { query: { newer: 1 } })
    // @ts-expect-error it takes no body
    await client.request(listTransfers, { body: {} })
  })
})
