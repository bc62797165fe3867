import { acceptMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const pairRounds = 4
const world = new World({ short: pairRounds, over: 1, terms: { cure_time_seconds: 20 } })
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

describe('conceding and accepting the counter-valuation at once', () => {
  it('end the dispute once', async () => {
    for (let round = 0; round < pairRounds; round += 1) {
      const request = await world.margin.disputed(world.shortDeal(), '100000')
      const keys = round % 2 === 0 ? [lenderKey, borrowerKey] : [borrowerKey, lenderKey]
      const replies = await Promise.all(
        keys.map((key) =>
          call(world.service, world.callOn(acceptMarkToMarketRequest, request, key)),
        ),
      )
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const { status, transfer_ids } = await world.margin.get(request)
      expect(status).toBe('IN_PROGRESS')
      const [, action] = (await world.margin.historyOf(request)).slice(-2)
      expect(transfer_ids).toHaveLength(action === 'concede IN_PROGRESS' ? 2 : 1)
    }
  })
})

describe('releases of one position at once', () => {
  it('send back no more than is available', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        call(world.service, world.callOn(acceptMarkToMarketRequest, request, lenderKey)),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await world.margin.preview(deal)).preview.direction).toBe('None')
  })
})
