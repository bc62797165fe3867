import { listPositions, type Position } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const collaterals = ['300', '250', '410', '250', '333.3', '1000', '270', '305', '299']
for (const collateral_quantity of collaterals) book.deal(lender, borrower, { collateral_quantity })
for (const asset_quantity of ['90', '80', '500', '1']) {
  book.deal(borrower, lender, {
    ...{ asset: 'ETH', asset_quantity },
    ...{ collateral_asset: 'BTC', collateral_quantity: '5' },
  })
}
const dollars = book.deal(lender, borrower, { collateral_asset: 'USDC' })
const empty = book.deal(lender, borrower)
const closed = book.deal(lender, borrower, { state: 'CLOSED' })

beforeAll(async () => {
  await world.start()
  const { database } = world.service
  await database.query("DELETE FROM latest_prices WHERE asset = 'USDC'")
  await database.query('UPDATE positions SET collateral_quantity = 0 WHERE id = $1', [
    empty.positionId,
  ])
})
afterAll(() => world.close())

const query = { order_by: 'coverage' as const }

async function pages(page_size: number, between: () => Promise<void> = async () => undefined) {
  const all: Position[] = []
  let page_token: string | undefined
  do {
    const answer = await succeed(world.service, listPositions, {
      key: lenderKey,
      query: { ...query, page_size, ...(page_token !== undefined && { page_token }) },
    })
    all.push(...answer.positions)
    page_token = answer.next_page_token
    await between()
  } while (page_token !== undefined)
  return all
}

const idsOf = (positions: readonly Position[]) => positions.map(({ id }) => id)

describe('positions by coverage', () => {
  it('begin with the lowest, over all pairs and both sides, and end with those without a ratio', async () => {
    const [first, ...rest] = await pages(1000)
    expect(first).toMatchObject({ id: empty.positionId, ccr_percent: '0.00' })
    const ratios = rest.map(({ ccr_percent: ratio }) => ratio)
    const rated = ratios.filter((ratio) => ratio !== null).map(Number)
    expect(rated).toHaveLength(collaterals.length + 4)
    expect(rated).toEqual(rated.toSorted((a, b) => a - b))
    expect(ratios.slice(rated.length)).toEqual([null, null])
    expect(idsOf(rest.slice(rated.length)).sort()).toEqual(
      [dollars.positionId, closed.positionId].sort(),
    )
  })

  it.each(firstOf([2, 1, 5, 14, 15]))('are the same in pages of %i', async (size) => {
    expect(idsOf(await pages(size))).toEqual(idsOf(await pages(1000)))
  })

  it('neither repeat nor skip a position when prices change between pages', async () => {
    const before = idsOf(await pages(1000))
    const prices = ['2600', '100', '9000']
    const found = await pages(4, async () => {
      await world.setPrice('ETH', prices.pop() ?? '2500', '2026-03-02T11:59:00.000Z')
    })
    expect(idsOf(found)).toEqual(before)
    // They are as old as the prices of the first page, with which all are valued.
    const times = new Set(found.flatMap(({ price_time: time }) => time ?? []))
    expect([...times]).toEqual([now])
    await world.setPrice('ETH', '2500')
  })

  it('match filters', async () => {
    const of = async (filters: object) =>
      (
        await succeed(world.service, listPositions, {
          key: borrowerKey,
          query: { ...query, ...filters },
        })
      ).positions
    const lent = await of({ asset: 'ETH', status: 'ACTIVE' })
    expect(lent.map(({ asset_quantity: quantity }) => quantity)).toEqual(['500', '90', '80', '1'])
    expect(await of({ counterparty_id: world.stranger.id })).toEqual([])
    const called = await of({ margin_call_reached: true, counterparty_id: lender.id })
    expect(called.length).toBeGreaterThan(2)
    expect(called.every((position) => position.margin_call_reached === true)).toBe(true)
  })

  it('are shown to their parties only', async () => {
    const { positions } = await succeed(world.service, listPositions, { key: strangerKey, query })
    expect(positions).toEqual([])
  })

  it('return 400 for a token that is older than 60 s', async () => {
    const options = { key: lenderKey, query: { ...query, page_size: 2 } }
    const { next_page_token: page_token = '' } = await succeed(
      world.service,
      listPositions,
      options,
    )
    const next = callOf(listPositions, {
      key: lenderKey,
      query: { ...options.query, page_token },
    })
    const { clock } = world.service
    const nowMs = clock.now()
    clock.set(new Date(nowMs + 60_000).toISOString())
    await succeed(world.service, listPositions, {
      key: lenderKey,
      query: { ...options.query, page_token },
    })
    clock.set(new Date(nowMs + 60_001).toISOString())
    const error = await refused(world.service, 400, next)
    expect(error).toMatchObject({ reason: 'PAGE_TOKEN_INVALID' })
    clock.set(new Date(nowMs).toISOString())
  })
})
