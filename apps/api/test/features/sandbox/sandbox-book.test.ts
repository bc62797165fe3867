import {
  advanceSandbox,
  getSandbox,
  listPositions,
  previewMarkToMarketRequest,
  scriptSandboxPrices,
} from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { succeed } from '../../harness/call.ts'
import { startSandboxWithDeal, type TestSandbox } from '../../harness/deal-player.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startSandboxWithDeal()
})
afterAll(() => sandbox.service.close())

async function preview() {
  const { service, lender } = sandbox
  const { positions } = await succeed(service, listPositions, { key: lender, query: {} })
  expect(positions).toHaveLength(1)
  const body = { position_id: positions[0]?.id ?? '' }
  return (await succeed(service, previewMarkToMarketRequest, { key: lender, body })).preview
}

it('is correct, has nothing due, and both sides have its one position', async () => {
  const { service, borrower, operator } = sandbox
  const checked = await withOwnerClient(service.database.url, checkBook)
  expect(checked.filter(({ breaches }) => breaches > 0)).toEqual([])
  expect(await succeed(service, getSandbox, { key: operator })).toMatchObject({ work_due: 0 })
  const { positions } = await succeed(service, listPositions, { key: borrower, query: {} })
  expect(positions).toMatchObject([{ status: 'ACTIVE', asset: 'USDT', collateral_asset: 'ETH' }])
  expect(await preview()).toMatchObject({ direction: 'None', can_submit_m2m: false })
})

it('has a call that can be submitted once the price of the collateral falls', async () => {
  const { service, operator } = sandbox
  const time = '2026-01-05T09:00:01.000Z'
  const prices = [{ time, asset: 'ETH', source: 'sandbox-feed', price_usd: '2200' }]
  await succeed(service, scriptSandboxPrices, { key: operator, body: { prices } })
  await succeed(service, advanceSandbox, { key: operator, body: { to: time } })
  // 1,200 ETH are then worth 2,640,000 of the 3,000,000 USD that are required.
  expect(await preview()).toMatchObject({
    direction: 'TopUp',
    can_submit_m2m: true,
    m2m_collateral_amount: '163.64',
  })
})
