import {
  advanceSandbox,
  cancelMarkToMarketRequest,
  getSandbox,
  listMarkToMarketRequests,
  listPositions,
  previewMarkToMarketRequest,
  scriptSandboxPrices,
  setAutomation,
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

it('calls it automatically at the market cut, and once the margin call level is reached', async () => {
  const { service, operator, lender } = sandbox
  const advance = (to: string) => succeed(service, advanceSandbox, { key: operator, body: { to } })
  const called = async () => {
    const query = { status: 'PENDING_ACCEPTANCE' } as const
    return (await succeed(service, listMarkToMarketRequests, { key: lender, query }))
      .mark_to_market_requests
  }
  const { positions } = await succeed(service, listPositions, { key: lender, query: {} })
  const counterparty_id = positions[0]?.borrower_id ?? ''
  const body = { counterparty_id, calls: 'margin_call' }
  await succeed(service, setAutomation, { key: lender, body })
  const feed = { source: 'sandbox-feed' }
  const script = (prices: readonly object[]) =>
    succeed(service, scriptSandboxPrices, { key: operator, body: { prices } })
  await script([{ ...feed, asset: 'USDT', time: '2026-01-05T09:00:02.000Z', price_usd: '1' }])
  await advance('2026-01-05T15:59:59.999Z')
  expect(await called()).toEqual([])
  await advance('2026-01-05T16:00:01.000Z')
  const [atCut] = await called()
  expect(atCut).toMatchObject({
    create_time: '2026-01-05T16:00:00.000Z',
    created_automatically: true,
    collateral_amount: '163.64',
  })
  const params = { mark_to_market_request_id: atCut?.id ?? '' }
  await succeed(service, cancelMarkToMarketRequest, { key: lender, params })
  const time = '2026-01-05T19:00:00.000Z'
  const eth = { ...feed, asset: 'ETH' }
  const cured = { ...eth, time: '2026-01-05T18:30:00.000Z', price_usd: '2600' }
  await script([cured, { ...eth, time, price_usd: '2000' }])
  await advance(time)
  expect(await called()).toMatchObject([
    { create_time: time, created_automatically: true, collateral_amount: '300' },
  ])
})
