import { previewMarkToMarketRequest } from '@vadium/schema'
import { afterEach, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, callOf, refused } from '../../harness/call.ts'
import { sendRaw } from '../../harness/raw.ts'
import { Scrape, scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const [harbor, quay] = [book.party('harbor'), book.party('quay')]
const [key, other] = [harbor.credential('viewer'), quay.credential('viewer')]
const listing = { target: '/transfers', key }

let service: RunningService
afterEach(() => service.close())

/** A service that is working on as many requests as it may. */
async function startFull(settings: Record<string, string> = {}) {
  service = await startService({
    scenario: book.scenario,
    settings: { REQUESTS_IN_FLIGHT_MAX: '2', OVERLOAD_WAIT_MS: '10', ...settings },
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

describe('a flood of one organization', () => {
  const fromQuay = { 'X-Forwarded-For': '192.0.2.1' }
  const fromElsewhere = { 'X-Forwarded-For': '192.0.2.2' }

  /** Both organizations are known, and harbor has more than its part of a limit that has fallen. */
  async function flood(waitMs = '10') {
    service = await startService({
      scenario: book.scenario,
      settings: { OVERLOAD_WAIT_MS: waitMs, TRUST_PROXY: '127.0.0.1' },
    })
    const { inFlight, load } = service.services
    const shares = { key: listing, other: { ...listing, key: other, headers: fromQuay } }
    for (const known of Object.values(shares)) await call(service, known)
    for (let n = 0; n < 100; n += 1) {
      inFlight.enter(undefined).takeShare(harbor.id)
    }
    const keepWaiting = setInterval(() => load.waited(500), 5)
    await expect.poll(() => load.limit).toBe(64)
    return { ...shares, [Symbol.dispose]: () => clearInterval(keepWaiting) }
  }

  const refusals = async () =>
    new Scrape(await service.services.metrics.text()).of('vadium_organization_refusals_total')

  it('is refused, and the requests of others are answered', async () => {
    // A stop of the process for less than 200 ms, four times this, refuses nobody.
    using requests = await flood('50')
    await refused(service, 429, requests.key)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => call(service, requests.other)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(await refusals()).toEqual({ [`{organization="${harbor.id}"}`]: 1 })
  })

  it('does not count for the organization whose key it names, if it is not signed', async () => {
    using requests = await flood()
    const { load } = service.services
    // All that is not signed has its part of the limit, too.
    for (let n = 0; n < 32; n += 1) load.enter()
    const headers = { ...fromElsewhere, 'X-Signature': 'forged' }
    const forged = Array.from({ length: 12 }, () =>
      refused(service, 429, { ...requests.other, headers }),
    )
    expect((await call(service, requests.other)).status).toBe(200)
    await Promise.all(forged)
    expect(await refusals()).toEqual({ '{organization="unknown"}': 12 })
    expect((await call(service, requests.other)).status).toBe(200)
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
