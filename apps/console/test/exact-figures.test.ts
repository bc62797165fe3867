import { listPositions } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../api/test/harness/call.ts'
import { revaluedUnder } from '../src/screens/what-if/hypothesis.ts'
import { ConsoleWorld } from './harness/console-world.ts'

const desk = new ConsoleWorld({ short: 2, over: 2 })
const { book, lender, borrower } = desk.world
const quadrillions = book.deal(lender, borrower, {
  asset: 'ETH',
  collateral_asset: 'BTC',
  asset_quantity: '4468112280701754.385964912280701754',
  collateral_quantity: '190000000000.12345678',
})

beforeAll(() => desk.start())
afterAll(() => desk.close())

it('shows every figure of every position as the string of the API, digit for digit', async () => {
  const { positions } = await succeed(desk.world.service, listPositions, {
    key: desk.world.lenderKey,
  })
  expect(positions.map(({ id }) => id)).toContain(quadrillions.positionId)
  const window = await desk.lender()
  for (const position of positions) {
    await window.goto(`/positions/${position.id}`)
    await window.sees('Held')
    const figures = await window.page.locator('[data-figure]').allTextContents()
    const shown = [
      position.asset_quantity,
      position.asset_notional_usd,
      position.collateral_quantity,
      position.collateral_value_usd,
      position.ccr_percent,
      position.ltv_percent,
      position.m2m_notional_usd,
      position.current_price,
      position.collateral_price,
      position.price_at_last_m2m,
      ...Object.values(position.terms),
    ]
    for (const figure of shown) if (figure !== null) expect(figures).toContain(figure)
  }
})

it('shows the figures of a list as the strings of the API, and names its meters so', async () => {
  const { positions } = await succeed(desk.world.service, listPositions, {
    key: desk.world.lenderKey,
  })
  const window = await desk.lender()
  await window.goto('/positions')
  for (const { order_id_pretty, asset_quantity, collateral_quantity, ccr_percent } of positions) {
    const row = window.page
      .getByRole('row')
      .filter({ has: window.page.getByRole('link', { name: String(order_id_pretty) }) })
    await row.waitFor()
    const figures = await row.locator('[data-figure]').allTextContents()
    expect(figures).toEqual(expect.arrayContaining([asset_quantity, collateral_quantity]))
    expect(figures).toContain(ccr_percent)
    const meter = row.getByRole('meter')
    expect(await meter.getAttribute('aria-label')).toContain(
      `Coverage of order ${order_id_pretty}: ${ccr_percent} %, `,
    )
  }
})

it('computes for no change what the service says, and shows it as hypothetical', async () => {
  const { positions } = await succeed(desk.world.service, listPositions, {
    key: desk.world.lenderKey,
  })
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
  const window = await desk.lender()
  await window.goto('/what-if?asset=BTC&percent=10')
  await window.sees('Hypothetical.')
  const callable = positions.filter((one) => one.ready_for_m2m && one.m2m_direction === 'TopUp')
  const row = window.page.getByRole('row').filter({ hasText: /^0 %/ })
  const calls = row.getByRole('cell').nth(1)
  await expect.poll(() => calls.textContent()).toBe(String(callable.length))
})
