import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, refused } from '../../harness/call.ts'
import { createDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const token = 'correct-horse-battery-staple-0123456789'

/** One service for the tests that follow in a group. */
function serviceWith(settings: Record<string, string> = {}): () => RunningService {
  let service: RunningService
  beforeAll(async () => {
    service = await startService({ settings })
  })
  afterAll(() => service.close())
  return () => service
}
const target = '/metrics'

describe('metrics without a token', () => {
  const service = serviceWith()
  const behindProxy = serviceWith({ TRUST_PROXY: '1' })

  it('are shown to this machine without a signature', async () => {
    const reply = await call(service(), { target })
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['X-Forwarded-For', '203.0.113.7'],
    ['X-Real-IP', '203.0.113.7'],
    ['Forwarded', 'for=203.0.113.7'],
    ['Via', '1.1 edge'],
    ['Host', 'vadium.example'],
    ['Host', '127.0.0.1.vadium.example'],
  ])('are refused through a proxy: %s: %s', async (name, value) => {
    const reply = await refused(service(), 404, { target, headers: { [name]: value } })
    expect(reply.reason).toBe('ROUTE_NOT_FOUND')
  })

  it('are refused when the service is configured behind proxies', async () => {
    await refused(behindProxy(), 404, { target })
  })
})

describe('metrics with a token', () => {
  const service = serviceWith({ METRICS_TOKEN: token })
  const behindProxy = serviceWith({ METRICS_TOKEN: token, TRUST_PROXY: '1' })
  const limited = serviceWith({ METRICS_TOKEN: token, RATE_LIMIT_ADDRESS: '2' })

  it('are shown to a caller with the token, through any proxy', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.7' }
    expect((await call(behindProxy(), { target, headers })).status).toBe(200)
  })

  it.each([
    ['none', {}],
    ['another', { Authorization: `Bearer ${token}0` }],
    ['a part of it', { Authorization: `Bearer ${token.slice(0, -1)}` }],
    ['it in another way', { Authorization: `Basic ${token}` }],
  ])('are refused without the token, even to this machine: %s', async (_name, headers) => {
    const reply = await refused(service(), 401, { target, headers })
    expect(reply.reason).toBe('UNAUTHENTICATED')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
    expect(reply.text).not.toContain(token)
  })

  it('count a wrong token against the budget of the address, and the right one not', async () => {
    const right = { target, headers: { Authorization: `Bearer ${token}` } }
    for (let i = 0; i < 4; i += 1) expect((await call(limited(), right)).status).toBe(200)
    await refused(limited(), 401, { target })
    await refused(limited(), 401, { target })
    await refused(limited(), 429, { target })
    expect((await call(limited(), right)).status).toBe(200)
  })

  it('prevent the start when the token is too short', async () => {
    const database = await createDatabase()
    await expect(startService({ database, settings: { METRICS_TOKEN: 'secret' } })).rejects.toThrow(
      'METRICS_TOKEN',
    )
    await database.drop()
  })
})
