import { afterEach, describe, expect, it } from 'vitest'
import { call, refused } from '../../harness/call.ts'
import { createDatabase } from '../../harness/database.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const token = 'correct-horse-battery-staple-0123456789'

let service: RunningService
afterEach(() => service.close())

const start = async (settings: Record<string, string> = {}) => {
  service = await startService({ settings })
}
const target = '/metrics'

describe('metrics without a token', () => {
  it('are shown to this machine without a signature', async () => {
    await start()
    const reply = await call(service, { target })
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
    await start()
    const reply = await refused(service, 404, { target, headers: { [name]: value } })
    expect(reply.reason).toBe('ROUTE_NOT_FOUND')
  })

  it('are refused when the service is configured behind proxies', async () => {
    await start({ TRUST_PROXY: '1' })
    await refused(service, 404, { target })
  })
})

describe('metrics with a token', () => {
  it('are shown to a caller with the token, through any proxy', async () => {
    await start({ METRICS_TOKEN: token, TRUST_PROXY: '1' })
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.7' }
    expect((await call(service, { target, headers })).status).toBe(200)
  })

  it.each([
    ['none', {}],
    ['another', { Authorization: `Bearer ${token}0` }],
    ['a part of it', { Authorization: `Bearer ${token.slice(0, -1)}` }],
    ['it in another way', { Authorization: `Basic ${token}` }],
  ])('are refused without the token, even to this machine: %s', async (_name, headers) => {
    await start({ METRICS_TOKEN: token })
    const reply = await refused(service, 401, { target, headers })
    expect(reply.reason).toBe('UNAUTHENTICATED')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
    expect(reply.text).not.toContain(token)
  })

  it('count a wrong token against the budget of the address, and the right one not', async () => {
    await start({ METRICS_TOKEN: token, RATE_LIMIT_ADDRESS: '2' })
    const right = { target, headers: { Authorization: `Bearer ${token}` } }
    for (let i = 0; i < 4; i += 1) expect((await call(service, right)).status).toBe(200)
    await refused(service, 401, { target })
    await refused(service, 401, { target })
    await refused(service, 429, { target })
    expect((await call(service, right)).status).toBe(200)
  })

  it('prevent the start when the token is too short', async () => {
    const database = await createDatabase()
    await expect(startService({ database, settings: { METRICS_TOKEN: 'secret' } })).rejects.toThrow(
      'METRICS_TOKEN',
    )
    await database.drop()
    await start()
  })
})
