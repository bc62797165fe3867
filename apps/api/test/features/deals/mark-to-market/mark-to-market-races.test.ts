import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  type ErrorBody,
  rejectMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf } from '../../../harness/call.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'

/** How often all race, and how often two do. */
const [rounds, pairRounds] = isLongRun ? [12, 4] : [3, 1]
const world = new World({ short: rounds + pairRounds + 1, terms: { cure_time_seconds: 20 } })
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

const figure = { counter_notional_usd: '100000', reason: 'PRICE' }

/**
 * The possible outcomes, and how much collateral is instructed then. When dispute and accept arrive
 * at once, the dispute may come first and the acceptance then concedes.
 */
const outcomes: Readonly<Record<string, readonly string[]>> = {
  ACCEPTED: ['60'],
  IN_PROGRESS: ['20', '40'],
  REJECTED: [],
  CANCELLED: [],
  DISPUTED: ['40'],
  EXPIRED: [],
}

describe('accept, reject, dispute, cancel and the deadline at once', () => {
  it('change the state once, and the transfers match that change', async () => {
    const winners = new Set<string>()
    for (let round = 0; round < rounds; round += 1) {
      const start = world.service.clock.now()
      const request = await world.margin.create(world.shortDeal())
      // At the end of the cure time only the worker may end it; before, only the parties.
      const isOver = round % 3 === 2
      if (isOver) world.service.clock.set(new Date(start + 20_000).toISOString())
      const racers = [
        () => call(world.service, world.callOn(acceptMarkToMarketRequest, request, borrowerKey)),
        () => call(world.service, world.callOn(cancelMarkToMarketRequest, request, lenderKey)),
        () => call(world.service, world.callOn(rejectMarkToMarketRequest, request, borrowerKey)),
        () =>
          call(
            world.service,
            world.callOn(disputeMarkToMarketRequest, request, borrowerKey, figure),
          ),
      ]
      const turned = [...racers.slice(round % 4), ...racers.slice(0, round % 4)]
      const [replies] = await Promise.all([
        Promise.all(turned.map((race) => race())),
        world.expire(),
      ])
      const won = replies.filter(({ status }) => status === 200)
      for (const { status, body } of replies) {
        if (status === 200) continue
        expect(status).toBe(409)
        expect((body as ErrorBody).error.reason).toBe('INVALID_STATE')
      }
      const after = await world.margin.get(request)
      if (won.length === 0) expect(after.status).toBe('EXPIRED')
      else expect(won).toHaveLength(after.status === 'IN_PROGRESS' ? 2 : 1)
      expect(after.status === 'EXPIRED').toBe(isOver && won.length === 0)
      const moved = (await world.margin.transfersOf(request)).map(({ quantity }) =>
        String(quantity),
      )
      expect(moved.sort()).toEqual(outcomes[after.status])
      expect(await world.margin.hasDeadline(request)).toBe(false)
      expect(await world.margin.historyOf(request)).toHaveLength(1 + Math.max(won.length, 1))
      winners.add(after.status)
    }
    // Who is first is not decided by the order of three rounds.
    if (isLongRun) expect(winners.size).toBeGreaterThan(1)
  })
})

describe('conceding and creating a new request at once', () => {
  it('call for the disputed part once', async () => {
    for (let round = 0; round < pairRounds; round += 1) {
      const deal = world.shortDeal()
      const request = await world.margin.disputed(deal, '100000')
      const { calculation } = await world.margin.preview(deal)
      const nextRequest = callOf(createMarkToMarketRequest, {
        key: lenderKey,
        body: { position_id: deal.positionId, calculation_id: calculation.calculation_id },
      })
      const concede = world.callOn(acceptMarkToMarketRequest, request, borrowerKey)
      const racers = round % 2 === 0 ? [nextRequest, concede] : [concede, nextRequest]
      const replies = await Promise.all(racers.map((race) => call(world.service, race)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const moved = (await world.margin.transfersOf(request)).map(({ quantity }) =>
        Number(quantity),
      )
      const { superseded_by } = await world.margin.get(request)
      // Either the rest moves, or the new request asks for it.
      expect(moved.reduce((sum, quantity) => sum + quantity, 0)).toBe(
        superseded_by === null ? 60 : 40,
      )
    }
  })
})

describe('a custodian’s report and a retry or withdrawal at once', () => {
  it('move the collateral once', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.accepted(deal)
    const [transferId = ''] = request.transfer_ids
    await Promise.all(Array.from({ length: 8 }, () => world.report(transferId, 'completed')))
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
    expect(await world.margin.get(request)).toMatchObject({ status: 'COMPLETED' })
  })
})
