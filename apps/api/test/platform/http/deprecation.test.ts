import { getToday, listOrders, type Operation } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, callOf } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const deprecation = {
  since: '2027-01-15',
  sunset: '2027-07-14',
  instead: 'Use another one.',
}
const headers = { deprecation: '@1799971200', sunset: 'Wed, 14 Jul 2027 00:00:00 GMT' }

const book = new Book()
const harbor = book.party('harbor')
const [viewer, reporting] = [harbor.credential('viewer'), harbor.credential('reporting')]
const marked = getToday as { deprecated?: Operation['deprecated'] }

let service: RunningService
beforeAll(async () => {
  marked.deprecated = deprecation
  service = await startService({ scenario: book.scenario })
})
afterAll(async () => {
  delete marked.deprecated
  await service.close()
})

describe('an operation that will end', () => {
  it('says so in each answer, also in a refusal', async () => {
    for (const [key, status] of [
      [viewer, 200],
      [reporting, 403],
    ] as const) {
      const reply = await call(service, callOf(getToday, { key }))
      expect(reply.status).toBe(status)
      expect(reply.headers).toMatchObject(headers)
    }
    const other = await call(service, callOf(listOrders, { key: viewer }))
    expect(other.headers).not.toHaveProperty('deprecation')
    expect(other.headers).not.toHaveProperty('sunset')
  })

  it('is marked in the document, with what to use instead', async () => {
    const { body } = await call(service, { target: '/openapi.json' })
    const { paths } = body as { paths: Record<string, Record<string, object>> }
    const described = paths[getToday.path]?.['get']
    expect(described).toMatchObject({
      deprecated: true,
      description: expect.stringContaining(
        '\n\nIt may be gone from 2027-07-14 on. Use another one.',
      ) as string,
    })
    expect(paths[listOrders.path]?.['get']).not.toHaveProperty('deprecated')
  })
})
