import { previewMarkToMarketRequest } from '@vadium/schema'
import { verifyPreview } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { decideTransfer } from '../../../harness/decided-transfer.ts'
import { insertTransfers } from '../../../harness/inserted-transfers.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const now = '2026-03-02T12:00:00.000Z'
const operation = previewMarkToMarketRequest

const book = new Book()
const lender = book.party('harbor', 'fireblocks')
const borrower = book.party('quay', 'bitgo')
const execution = borrower.credential('execution')
const viewer = lender.credential('viewer')
book.price('BTC', '60000', now)
book.price('ETH', '2500', now)
book.scenario.market_cuts.push(
  { asset: 'BTC', cut_at: '2026-03-01T16:00:00.000Z', price_usd: '59500.25' },
  { asset: 'BTC', cut_at: '2026-03-02T16:00:00.000Z', price_usd: '1' },
)
// 10 BTC at 60,000 require 900,000 of collateral; 300 ETH at 2,500 are 750,000.
const short = book.deal(lender, borrower)
const over = book.deal(lender, borrower, { collateral_quantity: '400' })
const exact = book.deal(lender, borrower, { collateral_quantity: '360' })
const below = book.deal(lender, borrower, { collateral_quantity: '359.9' })
const moving = book.deal(lender, borrower)

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  const deal = { ...moving, lender, borrower }
  await decideTransfer(service.services, deal, { quantity: '20' })
  await decideTransfer(service.services, deal, { from: 'lender', quantity: '5' })
})
afterAll(() => service.close())

const ask = (positionId: string, key = execution, explain?: boolean) =>
  succeed(service, operation, { key, body: JSON.stringify({ position_id: positionId, explain }) })

describe('200 OK', () => {
  it('returns 200 with every member of the preview', async () => {
    const { preview } = await ask(short.positionId)
    expect(preview).toEqual({
      asset: 'BTC',
      asset_quantity: '10',
      asset_notional_usd: '600000.00',
      collateral_asset: 'ETH',
      collateral_type: 'BILATERAL',
      current_price: '60000',
      price_at_last_m2m: '59000',
      price_at_last_market: '59500.25',
      last_m2m_at: '2026-03-01T09:00:00.000Z',
      direction: 'TopUp',
      m2m_collateral_amount: '60',
      m2m_notional_usd: '150000.00',
      minimum_notional_usd: '1000.00',
      ltv_percent: '80.00',
      ccr_percent: '125.00',
      requirement_percent: 150,
      can_submit_m2m: true,
      order_id: short.orderId,
      order_id_pretty: short.orderNumber,
      position_id: short.positionId,
      sender: {
        custodian: 'bitgo',
        organization_id: borrower.id,
        organization_name: 'quay Ltd',
        wallet_id: 'quay-ETH',
        wallet_name: 'quay ETH',
      },
      receiver: {
        custodian: 'fireblocks',
        organization_id: lender.id,
        organization_name: 'harbor Ltd',
        wallet_id: 'harbor-ETH',
        wallet_name: 'harbor ETH',
      },
    })
  })

  it('returns 200 with a release by the lender when there is too much collateral', async () => {
    const { preview } = await ask(over.positionId)
    expect(preview).toMatchObject({ direction: 'Release', m2m_collateral_amount: '40' })
    expect(preview.sender.organization_id).toBe(lender.id)
    expect(preview.receiver.organization_id).toBe(borrower.id)
  })

  it('returns 200 with nothing due when the requirement is met exactly', async () => {
    const { preview } = await ask(exact.positionId)
    expect(preview).toMatchObject({
      direction: 'None',
      m2m_collateral_amount: '0',
      can_submit_m2m: false,
    })
    expect(preview.sender.organization_id).toBe(borrower.id)
  })

  it('returns 200 with a request that cannot be submitted below the minimum', async () => {
    const { preview } = await ask(below.positionId)
    expect(preview).toMatchObject({
      direction: 'TopUp',
      m2m_notional_usd: '250.00',
      can_submit_m2m: false,
    })
  })

  it('returns 200 with collateral in transit counted in both directions', async () => {
    const { preview } = await ask(moving.positionId)
    // 300 settled, 20 under way, 5 on the way back: 45 more are needed.
    expect(preview).toMatchObject({ m2m_collateral_amount: '45', ccr_percent: '125.00' })
  })

  it('returns 200 to a viewer with the same figures, without the right to submit', async () => {
    const { preview } = await ask(short.positionId, viewer)
    expect(preview).toMatchObject({ m2m_collateral_amount: '60', can_submit_m2m: false })
  })

  it('returns 200 with its calculation only when requested, and the calculation verifies offline', async () => {
    expect(await ask(short.positionId)).not.toHaveProperty('calculation')
    for (const { positionId } of [short, over, exact, below, moving]) {
      const { preview, calculation } = await ask(positionId, viewer, true)
      expect(calculation).toBeDefined()
      if (calculation === undefined) continue
      expect(verifyPreview(preview, calculation)).toEqual({ ok: true, differences: [] })
      expect(calculation.reasons.map(({ code }) => code)).toContain('ROLE_MAY_NOT_CREATE')
    }
  })
})

describe('404 Not Found', () => {
  it('returns 404 for an unknown position', async () => {
    const position_id = '00000000-0000-4000-8000-000000000000'
    const reply = await refused(service, 404, {
      method: 'POST',
      target: operation.path,
      key: execution,
      body: JSON.stringify({ position_id }),
    })
    expect(reply.reason).toBe('POSITION_NOT_FOUND')
  })
})

describe('figures at the limits of the database', () => {
  const most = '99999999999999999999.9999999999'
  const extreme = new Book()
  const [from, to] = [extreme.party('harbor'), extreme.party('quay')]
  const caller = from.credential('viewer')
  extreme.scenario.assets.push(
    { symbol: 'BIG', name: 'Big', normalized_symbol: 'BIG', decimals: 20 },
    { symbol: 'WIDE', name: 'Wide', normalized_symbol: 'WIDE', decimals: 20 },
  )
  for (const party of [from, to]) {
    for (const symbol of ['BIG', 'WIDE']) {
      const custodian = 'copper'
      extreme.scenario.wallets.push({
        id: party.wallet(symbol),
        organization_id: party.id,
        custodian,
        name: symbol,
        address: party.wallet(symbol),
        assets: [symbol],
      })
    }
  }
  const big = extreme.deal(from, to, {
    asset: 'BIG',
    asset_quantity: most,
    collateral_asset: 'WIDE',
    terms: {
      threshold_usd: '999999999999999999999999999999',
      minimum_notional_top_up_usd: '99999999999999999999999999999',
      requirement_percent: '99999.999999',
    },
  })
  for (const quantity of [most, most, most]) {
    extreme.transfer(big, to, from, {
      quantity,
      token: 'WIDE',
      status: 'PENDING',
      provider_state: 'pending_submission',
    })
  }
  extreme.scenario.prices.push(
    { asset: 'BIG', source: 'one', price_usd: most, observed_at: now },
    { asset: 'WIDE', source: 'one', price_usd: '0.00000000000000000001', observed_at: now },
    { asset: 'WIDE', source: 'two', price_usd: '0.00000000000000000002', observed_at: now },
  )

  it('are computed like any other, and verify', async () => {
    const huge = await startService({ scenario: extreme.scenario })
    try {
      await insertTransfers(huge.database, extreme)
      await huge.database.query('UPDATE positions SET collateral_quantity = 0')
      const { preview, calculation } = await succeed(huge, operation, {
        key: caller,
        body: JSON.stringify({ position_id: big.positionId, explain: true }),
      })
      expect(preview.direction).toBe('TopUp')
      expect(preview.ltv_percent).toBeNull()
      if (calculation === undefined) throw new Error('no calculation')
      expect(verifyPreview(preview, calculation)).toEqual({ ok: true, differences: [] })
    } finally {
      await huge.close()
    }
  })
})
