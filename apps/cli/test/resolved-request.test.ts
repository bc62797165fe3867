import workedCloseOuts from '../../../docs/examples/close-outs.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { json } from './loopback-service.ts'
import { ID, ORDER, pending, QUAY, run } from './pending-approval.ts'

const party = { organization_id: QUAY, organization_name: 'Quay', custodian: 'bitgo' }
const sender = { ...party, wallet_id: 'quay-btc', wallet_name: 'Pledges' }
const receiver = { ...sender, organization_name: null, wallet_id: null, wallet_name: null }
const terms = {
  requirement_percent: '150',
  haircut: null,
  margin_call_percent: '130',
  liquidation_percent: '110',
  top_up_when: 'minimum',
  release_percent: null,
  default_causes: [],
  grace_seconds: 86_400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 86_400,
  recall_notice_seconds: null,
  close_out_discount: '0',
  close_out_scope: 'full',
  eligible_collateral: [],
  minimum_applies_to: 'deal',
  calendars: [],
  time_zone: null,
  notification_time: null,
  response_time: null,
  threshold_usd: '0',
  minimum_notional_top_up_usd: '1000',
  minimum_notional_release_usd: '1000',
  lot_top_up: null,
  lot_release: null,
  day_count: 'ACT/360',
  interest_schedule: 'at_close',
  cure_time_seconds: 3600,
  dispute_tolerance_usd: null,
  dispute_tolerance_percent: '5',
  dispute_method: 'undisputed',
}
const [workedCloseOut] = workedCloseOuts
if (workedCloseOut === undefined) throw new Error('there is no worked close-out')
const resolved = {
  as_of: '2026-07-01T16:10:00.000Z',
  order_id: ORDER,
  order_id_pretty: 1042,
  position_id: null,
  counterparty_id: QUAY,
  counterparty_name: 'Harbor',
  movements: [
    {
      leg: 'collateral',
      when: 'at_once',
      token: 'BTC',
      quantity: '1200.5',
      notional_usd: '72030000.00',
      sender,
      receiver,
    },
  ],
  wallet_changes: [],
  rate: { before_percent: null, after_percent: '5', effective_time: null },
  maturity: {
    before_time: '2026-08-01T00:00:00.000Z',
    after_time: '2026-09-01T00:00:00.000Z',
  },
  terms: {
    before_version: 1,
    before: terms,
    after_version: 2,
    after: { ...terms, requirement_percent: '140' },
  },
  coverage: {
    before_percent: '125.00',
    after_percent: '150.00',
    requirement_percent: '150',
    margin_call_percent: '130',
    liquidation_percent: '110',
    before: { asset_quantity: '12', collateral_quantity: '6000' },
    after: { asset_quantity: '12', collateral_quantity: '7200.5' },
    asset_price_usd: '60000',
    collateral_price_usd: '1',
  },
  substitution: null,
  close_out: workedCloseOut.statement,
  asked_prices: { asset_price_usd: '59000', collateral_price_usd: '1' },
  reason: 'the order is CLOSING',
}

it('shows who sends what to whom, and the coverage before and after', async () => {
  const { stdout } = await run([json({ ...pending, resolved })], ['approvals', 'get', ID])
  const meaning = stdout.replace(/^[^]*\n(?=What)/, '').replace(/\nRequest\n[^]*$/, '')
  expect(meaning).toMatchInlineSnapshot(`
    "What it means, as of 2026-07-01 16:10:00 UTC
      counterparty            Harbor
      order                   1042
      collateral              1,200.5 BTC (72,030,000.00 USD), at once
        from                  Quay, Pledges at bitgo
        to                    3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5, wallet not named yet
      claim                   1,012,638.888889 USD
      kept                    23.19905817 BTC
      goes back               1.80094183 BTC
      left of the claim       0.00 USD
      rate                    5 %
      maturity                2026-08-01 00:00:00 UTC, then 2026-09-01 00:00:00 UTC
      version of the terms    1, then 2
        requirement           150 %, then 140 %
      coverage                125.00 %, then 150.00 %
      prices now              60,000 and 1 USD
      prices when asked       59,000 and 1 USD
      not now                 the order is CLOSING
    "
  `)
  const asked = ['acceptMarkToMarketRequest', '--id', ID]
  const preview = await run([json(resolved)], ['requests', 'preview', ...asked])
  expect(preview.stdout).toBe(meaning)
  expect(preview.sent).toEqual([
    `POST /requests:preview {"operation":"acceptMarkToMarketRequest","id":"${ID}"}`,
  ])
})
