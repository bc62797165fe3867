import {
  acceptMarkToMarketRequest,
  disputeMarkToMarketRequest,
  retryMarkToMarketRequest,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { type CallOptions, refused } from '../../../harness/call.ts'
import { now, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, margin, requests, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)
const atOnce = { liquidation_confirm_seconds: 0 }
const deals = Array.from({ length: 4 }, () => closeOuts.deal(atOnce))

const nextDeal = () => unused(deals)

beforeAll(() => world.start())
beforeEach(() => closeOuts.fall('80000'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

async function declaredAfterFall(deal: Deal): Promise<string> {
  await closeOuts.fall('45000')
  return (await closeOuts.declare(deal)).id
}

async function heldBy(id: string, asked: CallOptions): Promise<void> {
  const { body } = await refused(world.service, 409, asked)
  expect(body.error).toMatchObject({
    ...{ reason: 'INVALID_STATE', details: [{ field: 'close_out_id', value: id }] },
  })
}

const lastTransfer = async ({ orderId }: Deal) => (await orders.transfers(orderId)).at(-1)

/** A return of so little that the coverage stays at the level. */
async function returning(deal: Deal) {
  const { id } = await requests.ask(deal.positionId, { quantity: '1000' })
  await requests.do('accept', id)
  return id
}

describe('an open notice against the borrower', () => {
  it('holds back a Release that the borrower asked for, while its cause is there', async () => {
    const deal = nextDeal()
    const release = await margin.create(deal, borrowerKey)
    const id = await declaredAfterFall(deal)
    await heldBy(id, world.callOn(acceptMarkToMarketRequest, release, lenderKey))
    const counter = { counter_notional_usd: '100000', reason: 'PRICE' }
    await heldBy(id, world.callOn(disputeMarkToMarketRequest, release, lenderKey, counter))
    await closeOuts.fall('80000')
    const accepted = await world.do(acceptMarkToMarketRequest, release, lenderKey)
    expect(accepted.transfer_ids).toHaveLength(1)
  })

  it('lets the lender alone retry a Release', async () => {
    const deal = nextDeal()
    const release = await margin.create(deal, borrowerKey)
    const { transfer_ids } = await world.do(acceptMarkToMarketRequest, release, lenderKey)
    await world.report(transfer_ids[0] ?? '', 'failed')
    const id = await declaredAfterFall(deal)
    await heldBy(id, world.callOn(retryMarkToMarketRequest, release, borrowerKey))
    const retried = await world.do(retryMarkToMarketRequest, release, lenderKey)
    expect(retried.status).toBe('IN_PROGRESS')
  })

  it('keeps the share of the collateral for a part of the asset that comes back', async () => {
    const deal = nextDeal()
    const returned = await returning(deal)
    await declaredAfterFall(deal)
    await world.report((await lastTransfer(deal))?.id ?? '', 'completed')
    expect(await requests.get(returned)).toMatchObject({
      ...{ status: 'COMPLETED', collateral_returned: '0', transfer_ids: { length: 1 } },
    })
  })
})
