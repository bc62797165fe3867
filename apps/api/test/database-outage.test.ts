import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from './harness/book.ts'
import { type BreakableLink, openBreakableLink } from './harness/breakable-link.ts'
import { call, type CallOptions, refused } from './harness/call.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { type RunningService, startService } from './harness/service.ts'

const book = new Book()
const harbor = book.party('harbor')
const key = harbor.credential('viewer')
const deal = book.deal(harbor, book.party('quay'))
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

const requests: CallOptions[] = [
  { target: '/transfers', key },
  {
    method: 'POST',
    target: '/mark-to-market-requests:preview',
    body: JSON.stringify({ position_id: deal.positionId }),
    key,
  },
]

let database: TestDatabase
let link: BreakableLink
let service: RunningService
beforeAll(async () => {
  database = await createDatabase()
  link = await openBreakableLink(database.url)
  service = await startService({
    scenario: book.scenario,
    database: { ...database, url: link.url },
  })
})
afterAll(async () => {
  await service.close()
  await link.close()
  await database.drop()
})

/** Readiness is looked at once a second. */
const expectReadiness = (status: number) =>
  expect
    .poll(async () => (await call(service, { target: '/readyz' })).status, { timeout: 15_000 })
    .toBe(status)

const expectGood = async () => {
  for (const request of requests) expect((await call(service, request)).status).toBe(200)
  await expectReadiness(200)
}
const expectAway = async () => {
  for (const request of requests) {
    const reply = await refused(service, 500, request)
    expect(reply.body.error).toEqual({
      code: 'INTERNAL',
      reason: 'INTERNAL',
      message: expect.any(String) as string,
      request_id: expect.any(String) as string,
    })
    expect(reply.text).not.toMatch(/ECONN|postgres|timeout|SELECT|at /)
  }
  await expectReadiness(503)
  expect((await call(service, { target: '/healthz' })).status).toBe(200)
}

describe('a database that goes away', () => {
  it('is a bare 500 on each operation, and all is well when it is back', async () => {
    await expectGood()
    await link.cut()
    await expectAway()
    await link.mend()
    await expectGood()
  })

  it('is the same when it just says nothing any more', async () => {
    await expectGood()
    link.stall()
    await expectAway()
    await link.mend()
    await expectGood()
  }, 60_000)

  it('does not let an unsigned caller see it', async () => {
    await link.cut()
    await refused(service, 401, { target: '/transfers' })
    await link.mend()
  })
})
