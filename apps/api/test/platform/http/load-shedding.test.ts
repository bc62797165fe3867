import { previewMarkToMarketRequest } from '@vadium/schema'
import { afterEach, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, callOf, refused } from '../../harness/call.ts'
import { sendRaw } from '../../harness/raw.ts'
import { scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')
const listing = { target: '/transfers', key }

let service: RunningService
afterEach(() => service.close())

/** A service that is working on as many requests as it may. */
async function startFull(settings: Record<string, string> = {}) {
  service = await startService({
    scenario: book.scenario,
    settings: { REQUESTS_IN_FLIGHT_MAX: '2', ...settings },
  })
  service.services.load.enter()
  service.services.load.enter()
}

describe('an overloaded service', () => {
  it('refuses a request before it looks at path, signature or body', async () => {
    await startFull({ RATE_LIMIT_ADDRESS: '2' })
    const body = '{"position_id":'
    for (const options of [
      listing,
      { target: '/transfers', key, headers: { 'X-Signature': 'forged' } },
      callOf(previewMarkToMarketRequest, { key, body }),
      { target: '/nowhere' },
    ]) {
      const reply = await refused(service, 429, options)
      expect(reply.body.error).toMatchObject({
        code: 'RESOURCE_EXHAUSTED',
        reason: 'OVERLOADED',
        request_id: reply.headers['x-request-id'],
      })
      expect(reply.headers['retry-after']).toBe('1')
      expect(reply.headers['x-ratelimit-reset']).toBe('1')
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    }
    // None of it was logged, and none counted against a budget.
    expect(service.log.filter((line) => line.includes('"answered"'))).toEqual([])
    service.services.load.leave()
    const reply = await refused(service, 401, { target: '/transfers' })
    expect(reply.headers['x-ratelimit-remaining']).toBe('1')
    expect((await call(service, listing)).status).toBe(200)
  })

  it('counts the refused requests, and still answers health and metrics', async () => {
    await startFull()
    await refused(service, 429, listing)
    await refused(service, 429, listing)
    for (const target of ['/healthz', '/readyz', '/healthz?probe=1']) {
      expect((await call(service, { target })).status).toBe(200)
    }
    const scraped = await scrape(service)
    const sample = 'vadium_refusals_total{operation="none",reason="OVERLOADED"}'
    expect(scraped.value(sample)).toBe(2)
    expect(scraped.value('vadium_requests_in_flight_limit')).toBe(2)
  })

  it('keeps the connection for the next request, whatever body the refused one had', async () => {
    await startFull()
    const body = 'x'.repeat(20_000)
    const shed = `POST /transfers HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const reply = await sendRaw(
      service,
      `${shed}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(reply.status).toBe(429)
    expect(reply.text).toMatch(/HTTP\/1\.1 200 OK[\s\S]*\{"status":"ok"\}$/)
  })

  it('does not read a large body to its end', async () => {
    await startFull()
    const reply = await sendRaw(
      service,
      'POST /transfers HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n',
    )
    expect(reply.status).toBe(429)
    expect(reply.headers['connection']).toBe('close')
  })
})

describe('requests that all wait too long for the database', () => {
  it('lower the number of concurrent requests', async () => {
    service = await startService({
      scenario: book.scenario,
      settings: { OVERLOAD_WAIT_MS: '10', REQUESTS_IN_FLIGHT_MAX: '100' },
    })
    const { load } = service.services
    const keepWaiting = setInterval(() => load.waited(500), 5)
    await expect.poll(() => load.limit).toBe(64)
    clearInterval(keepWaiting)
    await expect.poll(() => load.limit).toBe(100)
  })
})
