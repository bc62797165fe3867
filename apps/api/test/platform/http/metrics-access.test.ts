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

describe('without a token', () => {
  it('this machine may scrape, and needs no signature', async () => {
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
  ])('nobody may who comes by way of a proxy: %s: %s', async (name, value) => {
    await start()
    const reply = await refused(service, 404, { target, headers: { [name]: value } })
    expect(reply.reason).toBe('ROUTE_NOT_FOUND')
  })

  it('nobody may where proxies are known to be in front', async () => {
    await start({ TRUST_PROXY: '1' })
    await refused(service, 404, { target })
  })
})

describe('with a token', () => {
  it('whoever sends it may, by way of whatever', async () => {
    await start({ METRICS_TOKEN: token, TRUST_PROXY: '1' })
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.7' }
    expect((await call(service, { target, headers })).status).toBe(200)
  })

  it.each([
    ['none', {}],
    ['another', { Authorization: `Bearer ${token}0` }],
    ['a part of it', { Authorization: `Bearer ${token.slice(0, -1)}` }],
    ['it in another way', { Authorization: `Basic ${token}` }],
  ])('nobody else may, also on this machine: %s', async (_name, headers) => {
    await start({ METRICS_TOKEN: token })
    const reply = await refused(service, 401, { target, headers })
    expect(reply.reason).toBe('UNAUTHENTICATED')
    expect(reply.headers['www-authenticate']).toBe('Bearer')
    expect(reply.text).not.toContain(token)
  })

  it('whoever guesses draws on the budget of the address, and whoever has it does not', async () => {
    await start({ METRICS_TOKEN: token, RATE_LIMIT_ADDRESS: '2' })
    const right = { target, headers: { Authorization: `Bearer ${token}` } }
    for (let i = 0; i < 4; i += 1) expect((await call(service, right)).status).toBe(200)
    await refused(service, 401, { target })
    await refused(service, 401, { target })
    await refused(service, 429, { target })
    expect((await call(service, right)).status).toBe(200)
  })

  it('is refused where it is too short to be a secret', async () => {
    const database = await createDatabase()
    await expect(startService({ database, settings: { METRICS_TOKEN: 'secret' } })).rejects.toThrow(
      'METRICS_TOKEN',
    )
    await database.drop()
    await start()
  })
})
