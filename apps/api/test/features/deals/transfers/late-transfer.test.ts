import { retryMarkToMarketRequest, transferStatuses } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLate, lateTime } from '../../../../src/features/deals/transfers/late-transfer.ts'
import type { Deal } from '../../../harness/book.ts'
import { World } from '../../../harness/world/world.ts'

const instructedMs = Date.parse('2026-03-02T12:00:00Z')
const lateAt = lateTime(instructedMs, 86_400)
const dayLaterMs = instructedMs + 86_400_000

describe('a transfer', () => {
  it('is late when its first attempt was instructed more than a day ago', () => {
    expect(lateAt).toBe('2026-03-03T12:00:00.000Z')
    const transfer = { status: 'PENDING', lateAt } as const
    expect(isLate(transfer, { nowMs: dayLaterMs })).toBe(false)
    expect(isLate(transfer, { nowMs: dayLaterMs + 1 })).toBe(true)
  })

  it('is late only while it has not ended', () => {
    const late = transferStatuses.filter((status) =>
      isLate({ status, lateAt }, { nowMs: Infinity }),
    )
    expect(late).toEqual(['PENDING', 'IN_PROGRESS'])
  })
})

describe('a retry', () => {
  const world = new World({ short: 1 })
  const quick = world.book.deal(world.lender, world.borrower, {
    collateral_quantity: '300',
    terms: { settlement_time_seconds: 7200 },
  })
  beforeAll(() => world.start())
  afterAll(() => world.close())

  const lateTimes = async ({ orderId }: Deal) => {
    const { rows } = await world.service.database.query<{ late_at: string }>(
      `SELECT (late_at - min(create_time) OVER ())::text AS late_at
       FROM transfers WHERE category = 'm2m' AND order_id = $1 ORDER BY create_time`,
      [orderId],
    )
    return rows.map(({ late_at }) => late_at)
  }

  async function threeAttempts(deal: Deal): Promise<string[]> {
    const request = await world.margin.accepted(deal)
    let [transferId = ''] = request.transfer_ids
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      await world.report(transferId, 'failed')
      world.service.clock.set(new Date(world.service.clock.now() + 1000).toISOString())
      const retried = await world.do(retryMarkToMarketRequest, request, world.lenderKey)
      transferId = retried.transfer_ids.at(-1) ?? ''
    }
    return lateTimes(deal)
  }

  it('keeps the time from which the first attempt is late', async () => {
    expect(await threeAttempts(world.shortDeal())).toEqual(Array(3).fill('1 day'))
  })

  it('keeps that which the terms of its deal have agreed on', async () => {
    expect(await threeAttempts(quick)).toEqual(Array(3).fill('02:00:00'))
  })
})
