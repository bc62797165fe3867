import { acceptMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstOf } from '../../../harness/long-run.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 7, over: 2 })
const { lenderKey, borrowerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

const statusOf = async (request: { id: string }) => (await world.margin.get(request)).status

describe('a top-up', () => {
  it('completes with its transfer, and updates the position', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.accepted(deal)
    const [transferId = ''] = request.transfer_ids
    await world.report(transferId, 'pending_provider_approval')
    expect(await statusOf(request)).toBe('IN_PROGRESS')
    expect(availableTo(await world.margin.get(request, borrowerKey))).toEqual([])
    await world.report(transferId, 'confirming')
    expect(await statusOf(request)).toBe('IN_PROGRESS')
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '300', journal: '300' })

    world.service.clock.set('2026-03-02T12:00:20.000Z')
    await world.setPrice('BTC', '61000')
    await world.report(transferId, 'completed')
    const { preview } = await world.margin.preview(deal)
    await world.setPrice('BTC', '60000')
    expect(await statusOf(request)).toBe('COMPLETED')
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
    // Marked at the price of the request, whatever the price was when its collateral arrived.
    expect(preview).toMatchObject({
      price_at_last_m2m: '60000',
      last_m2m_at: '2026-03-02T12:00:20.000Z',
      current_price: '61000',
      m2m_collateral_amount: '6',
    })
    expect((await world.margin.get(request)).update_time).toBe('2026-03-02T12:00:20.000Z')
  })

  it('moves once when it is reported twice, late and out of order', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.accepted(deal)
    const [transferId = ''] = request.transfer_ids
    await world.report(transferId, 'completed')
    await world.report(transferId, 'confirming')
    await world.report(transferId, 'completed')
    await world.report(transferId, 'failed')
    expect(await statusOf(request)).toBe('COMPLETED')
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
    expect(await world.margin.historyOf(request)).toEqual([
      'create PENDING_ACCEPTANCE',
      'accept ACCEPTED',
      'start IN_PROGRESS',
      'complete COMPLETED',
    ])
  })

  it.each(firstOf(['failed', 'rejected', 'cancelled'] as const))(
    '%s before its custodian has begun fails too',
    async (state) => {
      const deal = world.shortDeal()
      const request = await world.margin.accepted(deal)
      await world.report(request.transfer_ids[0] ?? '', state)
      expect(await statusOf(request)).toBe('FAILED')
      expect(await world.margin.historyOf(request)).toEqual([
        'create PENDING_ACCEPTANCE',
        'accept ACCEPTED',
        'start IN_PROGRESS',
        'fail FAILED',
      ])
      expect(await world.margin.collateralOf(deal)).toEqual({ position: '300', journal: '300' })
    },
  )
})

describe('a release', () => {
  it('reduces the position when the collateral is back with the borrower, and not before', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '400', journal: '400' })
    await world.report(transfer_ids[0] ?? '', 'completed')
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
    expect((await world.margin.preview(deal)).preview).toMatchObject({
      direction: 'None',
      price_at_last_m2m: '60000',
    })
  })

  it('leaves the position unchanged when its transfer fails', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, request, lenderKey)
    await world.report(transfer_ids[0] ?? '', 'rejected')
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '400', journal: '400' })
    expect(await statusOf(request)).toBe('FAILED')
  })
})

describe('a disputed request', () => {
  it('fails with its undisputed part, and completes with it after a retry', async () => {
    const deal = world.shortDeal()
    const disputed = await world.margin.disputed(deal, '100000')
    await world.report(disputed.transfer_ids[0] ?? '', 'failed')
    expect(await statusOf(disputed)).toBe('FAILED')
  })
})

describe('two requests of one position', () => {
  it('are independent when they are under way together', async () => {
    const deal = world.shortDeal()
    const first = await world.margin.accepted(deal)
    await world.setPrice('BTC', '61000')
    const second = await world.margin.accepted(deal)
    await world.setPrice('BTC', '60000')
    expect(second).toMatchObject({ collateral_amount: '6' })
    await world.report(second.transfer_ids[0] ?? '', 'completed')
    expect(await statusOf(first)).toBe('ACCEPTED')
    expect(await statusOf(second)).toBe('COMPLETED')
    await world.report(first.transfer_ids[0] ?? '', 'completed')
    expect(await statusOf(first)).toBe('COMPLETED')
    expect(await world.margin.collateralOf(deal)).toEqual({ position: '366', journal: '366' })
  })
})
