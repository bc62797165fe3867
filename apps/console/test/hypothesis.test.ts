import { getToday, listPositions, type OperationQuery, type Position } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
import { World } from '../../api/test/harness/world/world.ts'
import { bookAfter, revaluedUnder } from '../src/screens/what-if/hypothesis.ts'

const world = new World({ short: 2, over: 2 })
world.book.deal(world.lender, world.borrower, {
  asset: 'ETH',
  collateral_asset: 'BTC',
  asset_quantity: '4468112280701754.385964912280701754',
  collateral_quantity: '190000000000.12345678',
})
let positions: readonly Position[]

beforeAll(async () => {
  await world.start()
  ;({ positions } = await succeed(world.service, listPositions, { key: world.lenderKey }))
})
afterAll(() => world.close())

it('computes for no change what the service says', () => {
  expect(positions).toHaveLength(5)
  for (const position of positions) {
    expect(revaluedUnder(position, {})).toMatchObject({
      assetNotionalUsd: position.asset_notional_usd,
      collateralValueUsd: position.collateral_value_usd,
      ltvPercent: position.ltv_percent,
      ccrPercent: position.ccr_percent,
      direction: position.m2m_direction,
      m2mNotionalUsd: position.m2m_notional_usd,
      m2mCollateralAmount: position.m2m_collateral_amount,
      ready: position.ready_for_m2m,
    })
  }
})

it('counts what would be due in the book after a change of one price', () => {
  const againstEth = positions.filter(({ collateral_asset }) => collateral_asset === 'ETH')
  const due = (percent: number) => {
    const { total } = bookAfter(againstEth, { ETH: percent }, () => ({ id: '1', name: 'Quay' }))
    return {
      calls: total.calls,
      callsUsd: total.callsUsd.toFixed(2),
      releases: total.releases,
      releasesUsd: total.releasesUsd.toFixed(2),
    }
  }
  // At 2,500 USD, 300 ETH are 150,000 short of 900,000, and 400 ETH are 100,000 over it. Ten
  // percent less: 225,000 short, and exactly enough.
  expect(due(0)).toEqual({
    calls: 2,
    callsUsd: '300000.00',
    releases: 2,
    releasesUsd: '200000.00',
  })
  expect(due(-10)).toEqual({
    calls: 2,
    callsUsd: '450000.00',
    releases: 0,
    releasesUsd: '0.00',
  })
})

it('counts for no change what Today and the list of positions count, whatever is under way', async () => {
  const key = world.lenderKey
  // A call that is open, an opening, and a close, whose position is at its liquidation level.
  await world.margin.create(world.shortDeal())
  await world.orders.accepted()
  const { id } = await world.orders.active({ collateral_quantity: '250' })
  await world.orders.do('close', id, world.borrowerKey)
  await world.orders.active({ collateral_quantity: '250' })
  const { revaluation } = world.service.services
  revaluation.everythingChanged()
  await revaluation.runPending()

  const listed = async (query: OperationQuery<typeof listPositions>) =>
    (await succeed(world.service, listPositions, { key, query })).positions
  const lent = (await listed({})).filter((position) => position.lent)
  const { total } = bookAfter(lent, { ETH: 0 }, () => ({ id: '1', name: 'Quay' }))
  const today = await succeed(world.service, getToday, { key })
  expect(today).toMatchObject({
    to_call: { count: total.calls, notional_usd: total.callsUsd.toFixed(2) },
    to_release: { count: total.releases, notional_usd: total.releasesUsd.toFixed(2) },
    watch: { liquidation_reached: total.atLiquidation },
  })
  for (const [query, count] of [
    [{ ready_for_m2m: true, m2m_direction: 'TopUp' }, total.calls],
    [{ ready_for_m2m: true, m2m_direction: 'Release' }, total.releases],
    [{ liquidation_reached: true }, total.atLiquidation],
  ] as const) {
    expect(await listed(query)).toHaveLength(count)
  }
  expect(total).toMatchObject({ calls: 3, releases: 2, blocked: 2, atLiquidation: 3 })
})
