import { getToday, listPositions, type OperationQuery, type Today } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TodayRepository } from '../../../src/features/today/today.repository.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import { succeed } from '../../harness/call.ts'
import { callerOf } from '../../harness/caller-of.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 2, over: 1 })
const { lender, borrower, lenderKey, borrowerKey } = world
// 10 BTC at 60,000 USD against 204 ETH at 2,500 USD, of which a fifth is not credited.
const haircut = { requirement_percent: null, haircut: '0.2' }
const viewerKey = lender.credential('viewer')
// 250 ETH short of 900,000 USD of collateral.
world.book.deal(lender, borrower, { collateral_quantity: '110' })
const deal = world.book.deal(lender, borrower, { collateral_quantity: '204', terms: haircut })

beforeAll(() => world.start())
afterAll(() => world.close())

const today = (key = lenderKey, query: OperationQuery<typeof getToday> = {}): Promise<Today> =>
  succeed(world.service, getToday, { key, query })
const positionsWith = async (query: OperationQuery<typeof listPositions>) =>
  (await succeed(world.service, listPositions, { key: lenderKey, query })).positions

const neither = { margin_call_reached: false, liquidation_reached: false }

async function revalued(): Promise<void> {
  const { revaluation } = world.service.services
  revaluation.everythingChanged()
  await revaluation.runPending()
}

describe('what is owed to us', () => {
  it('is the agreed notional of a failed call, and not the market value of its transfer', async () => {
    const call = await world.margin.accepted(deal)
    const [transfer] = await world.margin.transfersOf(call)
    await world.report(String(transfer?.['id']), 'failed')
    expect(await world.margin.get(call)).toMatchObject({ status: 'FAILED' })
    expect(transfer).toMatchObject({ quantity: '96', notional_usd: '240000.00' })
    expect((await today()).totals.owed_to_us_usd).toBe('192000.00')
    expect((await today(borrowerKey)).totals.owed_by_us_usd).toBe('192000.00')
  })
})

describe('the positions to call', () => {
  it('are named by their amount, and the others are counted and summed', async () => {
    const { to_call: all, to_release: releases } = await today()
    const amounts = all.positions.map(({ m2m_notional_usd }) => Number(m2m_notional_usd))
    expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
    expect(amounts.slice(0, 3)).toEqual([625_000, 150_000, 150_000])
    expect(all.positions[0]).toMatchObject({
      counterparty_id: borrower.id,
      side: 'lender',
      collateral_asset: 'ETH',
      m2m_collateral_amount: '250',
      ccr_percent: '45.83',
    })
    expect(all).toMatchObject({ count: 3, notional_usd: '925000.00', others: { count: 0 } })
    expect((await today(lenderKey, { rows: 1 })).to_call).toEqual({
      ...all,
      positions: all.positions.slice(0, 1),
      others: { count: 2, notional_usd: '300000.00' },
    })
    expect(releases).toMatchObject({ count: 1, notional_usd: '100000.00' })
  })

  it.each([
    ['TopUp', 'to_call'],
    ['Release', 'to_release'],
  ] as const)('are those that the list of positions has for a %s', async (direction, part) => {
    const { positions } = (await today())[part]
    for (const order_by of ['coverage', 'create_time'] as const) {
      const listed = await positionsWith({
        ready_for_m2m: true,
        m2m_direction: direction,
        order_by,
      })
      expect(listed.map(({ id }) => id).sort()).toEqual(positions.map(({ id }) => id).sort())
      for (const { id, m2m_notional_usd } of positions) {
        expect(listed.find((one) => one.id === id)).toMatchObject({ m2m_notional_usd })
      }
    }
  })
})

describe('a failed transfer', () => {
  it('comes before those of a smaller value', async () => {
    const { transfers } = (await today()).failed_transfers
    const values = transfers.map(({ notional }) => Number(notional))
    expect(values).toEqual(values.toSorted((one, other) => other - one))
  })

  const failed = async (key = lenderKey) => (await today(key)).failed_transfers
  /** Ids of later transfers are greater. */
  const newest = async (key = lenderKey) =>
    (await failed(key)).transfers.toSorted((one, other) => (one.id < other.id ? 1 : -1))[0]
  /** What a resource says of its retry. */
  const retryIn = ({ actions }: Pick<Today['failed_transfers']['transfers'][number], 'actions'>) =>
    actions.filter(({ action }) => action === 'retry')

  it('is named to both sides of an opening until it is replaced, or the order abandoned', async () => {
    const { count } = await failed()
    const { id, number } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'rejected')
    const row = await newest()
    expect(row).toMatchObject({
      order_id: id,
      order_id_pretty: number,
      category: 'open',
      leg: 'asset',
      status: 'REJECTED',
      token: 'BTC',
      quantity: '10',
      notional: '600000.00',
      counterparty_id: borrower.id,
      sender: { organization_id: `organizations/${lender.id}` },
      receiver: { organization_id: `organizations/${borrower.id}` },
      label: 'It is rejected.',
      mark_to_market_request_id: null,
      order_request_id: null,
      actions: [{ action: 'retry', available: true, reason: null }],
    })
    expect(row?.actions).toEqual(retryIn(await world.orders.get(id, lenderKey)))
    expect(await newest(borrowerKey)).toEqual({
      ...row,
      counterparty_id: lender.id,
      counterparty_name: expect.any(String) as string,
    })
    expect((await newest(viewerKey))?.actions).toEqual([
      { action: 'retry', available: false, reason: 'the role viewer may not do this' },
    ])
    expect(await failed(world.strangerKey)).toMatchObject({ count: 0, transfers: [] })

    await world.orders.do('retry', id)
    expect((await failed()).count).toBe(count)
    await world.orders.end(id, 'asset', 'failed')
    expect(await newest()).toMatchObject({ id: expect.not.stringMatching(row?.id ?? '') as string })
    await world.orders.end(id, 'collateral', 'failed')
    expect((await failed()).count).toBe(count + 2)
    await world.orders.do('abandon', id)
    expect((await failed()).count).toBe(count)
  })

  it('names the call or the return that is retried, and ends with it', async () => {
    const { count, transfers } = await failed()
    const call = transfers.find(({ category }) => category === 'm2m')
    expect(call).toMatchObject({ leg: 'collateral', quantity: '96', order_request_id: null })
    const request = await world.margin.get({ id: call?.mark_to_market_request_id ?? '' })
    expect(request.transfer_ids).toEqual([call?.id])
    expect(call?.actions).toEqual(retryIn(request))

    const { id, orderId } = await world.requests.returning()
    await world.orders.end(orderId, 'asset', 'failed')
    const row = await newest()
    expect(row).toMatchObject({ category: 'return', order_request_id: id })
    expect(row?.actions).toEqual(retryIn(await world.requests.get(id)))
    expect((await failed()).count).toBe(count + 1)
    await world.requests.do('cancel', id)
    expect((await failed()).count).toBe(count)
  })

  it('is named during a close until the step is instructed again', async () => {
    const { count } = await failed()
    const { id } = await world.orders.active()
    await world.orders.do('close', id, borrowerKey)
    await world.orders.end(id, 'asset', 'cancelled')
    const row = await newest()
    expect(row).toMatchObject({ order_id: id, category: 'close', status: 'CANCELLED' })
    expect(row?.actions).toEqual(retryIn(await world.orders.get(id, lenderKey)))
    await world.orders.do('retry', id)
    expect((await failed()).count).toBe(count)
  })
})

describe('the number of failed transfers', () => {
  it('is a lower bound, and says so, where more have failed than are looked at', async () => {
    const opening = async () => {
      const { id } = await world.orders.accepted()
      await world.orders.end(id, 'asset', 'failed')
    }
    for (let failed = 0; failed < 2; failed += 1) await opening()
    const { tenantDatabase } = world.service.services
    const caller = await callerOf(world.service, lender, 'execution')
    const asked = { now: (await today()).as_of, rows: 10 }
    const read = async (countMax: number) => {
      const row = await new TodayRepository(tenantDatabase, { countMax }).read(
        caller,
        asked,
        new Map(),
      )
      if (row instanceof Refusal) throw new Error(row.reason)
      return row.failed
    }
    const all = await read(1000)
    expect(all.hasMore).toBe(false)
    const few = await read(1)
    expect(few.hasMore).toBe(true)
    expect(few.found.count).toBeLessThan(all.found.count)
  })
})

describe('a level of coverage', () => {
  /** The positions that a filter has, in the order of the levels. */
  const reached = (isReached: boolean) =>
    Promise.all(
      (['margin_call_reached', 'liquidation_reached'] as const).map(async (level) => {
        const query = { page_size: 1000, [level]: isReached }
        const { positions } = await succeed(world.service, listPositions, { key: lenderKey, query })
        return positions.map(({ id }) => id)
      }),
    )

  const openings: [what: string, prepare: typeof world.orders.accepted][] = [
    ['an opening, of which nothing has arrived', () => world.orders.accepted()],
    [
      'an opening that is unwound',
      async () => {
        const order = await world.orders.accepted()
        await world.orders.end(order.id, 'asset', 'completed')
        await world.orders.end(order.id, 'collateral', 'failed')
        return world.orders.do('abandon', order.id)
      },
    ],
  ]
  it.each(isLongRun ? openings : openings.slice(0, 1))(
    'is not reached by %s',
    async (_what, prepare) => {
      await revalued()
      const { watch } = await today()
      const { position_id: id } = await prepare()
      await revalued()
      expect((await today()).watch).toEqual(watch)
      for (const ids of await reached(true)) expect(ids).not.toContain(id)
      for (const ids of await reached(false)) expect(ids).toContain(id)
      expect(await world.orders.shownPosition(id)).toMatchObject(neither)
      expect(await world.faults()).toEqual([])
    },
  )

  it('is reached by no position without a current price, on Today and in the list', async () => {
    await world.orders.active({ collateral_quantity: '250' })
    await revalued()
    expect((await today()).watch.margin_call_reached).toBeGreaterThan(0)
    await world.setPrice('ETH', '2500', '2020-01-01T00:00:00.000Z')
    expect((await today()).watch).toMatchObject({ margin_call_reached: 0, liquidation_reached: 0 })
    for (const ids of await reached(true)) expect(ids).toEqual([])
    await world.setPrice('ETH', '2500')
  })

  it('is reached from the arrival of both sides until the asset is back', async () => {
    await revalued()
    const { watch } = await today()
    const { id, position_id: position } = await world.orders.active({ collateral_quantity: '250' })
    await revalued()
    expect((await today()).watch).toMatchObject({
      margin_call_reached: watch.margin_call_reached + 1,
      liquidation_reached: watch.liquidation_reached + 1,
    })
    for (const ids of await reached(true)) expect(ids).toContain(position)
    await world.orders.do('close', id, borrowerKey)
    await world.orders.end(id, 'asset', 'completed')
    await revalued()
    expect((await today()).watch).toEqual(watch)
    expect(await world.orders.shownPosition(position)).toMatchObject(neither)
    expect(await world.faults()).toEqual([])
  })
})
