import { getToday, listPositions, type Today } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const { lender, borrower, lenderKey, borrowerKey } = world
// 10 BTC at 60,000 USD against 204 ETH at 2,500 USD, of which a fifth is not credited.
const haircut = { requirement_percent: null, haircut: '0.2' }
const deal = world.book.deal(lender, borrower, { collateral_quantity: '204', terms: haircut })

beforeAll(() => world.start())
afterAll(() => world.close())

const today = (key = lenderKey): Promise<Today> => succeed(world.service, getToday, { key })

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
