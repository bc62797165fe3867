import { acceptMarkToMarketRequest, headerNames } from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 1 })
const { borrowerKey } = world
const operation = acceptMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

describe('twenty acceptances at once', () => {
  it('succeed once under one key too, and all that are answered have the same answer', async () => {
    const request = await world.margin.create(world.shortDeal())
    const headers = { [headerNames.idempotencyKey]: randomUUID() }
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(world.service, { ...world.callOn(operation, request, borrowerKey), headers }),
      ),
    )
    const done = replies.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    for (const { status, body } of replies) {
      if (status !== 200) {
        expect(body).toMatchObject({ error: { reason: 'IDEMPOTENCY_KEY_IN_USE' } })
      }
    }
    expect(await world.margin.transfersOf(request)).toHaveLength(1)
  })
})
