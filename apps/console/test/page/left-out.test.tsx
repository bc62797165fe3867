import type { Position, Price } from '@vadium/client'
import { screen, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const service = recordedService('execution')
let page: OpenedPage
afterEach(() => page.close())

/** 10 BTC at 60,000 USD against 300 ETH at 2,500 USD. */
const priced: Position = {
  ...recordedPosition,
  status: 'ACTIVE',
  lent: true,
  asset: 'BTC',
  asset_quantity: '10',
  current_price: '60000',
  asset_notional_usd: '600000.00',
  collateral_asset: 'ETH',
  collateral_quantity: '300',
  collateral_price: '2500',
  collateral_value_usd: '750000.00',
  deliveries_in_transit: '0',
  returns_in_transit: '0',
  collateral_disputed_quantity: '0',
}
const unpriced: Position = {
  ...priced,
  id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12',
  collateral_asset: 'AVAX',
  collateral_quantity: '150000',
  collateral_price: null,
  collateral_value_usd: null,
  ccr_percent: null,
}

const quote = (asset: string, price_usd: string | null, observe_time: string): Price => ({
  asset,
  state: price_usd === null ? 'stale' : 'current',
  price_usd,
  observe_time,
  sources: [],
})

async function open(path: string, ...positions: Position[]): Promise<void> {
  service.answer('positions.list', { positions })
  page = await OpenedPage.open(service, path)
}

describe('what-if', () => {
  beforeEach(() => {
    const now = new Date().toISOString()
    service.answer('prices.list', {
      prices: [quote('BTC', '60000', now), quote('ETH', '2500', now), quote('AVAX', null, now)],
    })
  })

  it('opens on the asset with the largest value, and counts and links what it leaves out', async () => {
    await open('/what-if', priced, unpriced)
    // By the alphabet it is AVAX, and 1,200,000 USD of BTC are more than 750,000 USD of ETH.
    await screen.findByRole('region', { name: 'If the price of BTC moved' })
    screen.getByText(/^Not counted: \d+ of \d+ positions, without a current price\.$/)
    const link = screen.getByRole('link', { name: /^\d+ against AVAX$/ })
    expect(link.getAttribute('href')).toMatch(/\/positions\?collateral_asset=AVAX$/)
  })

  it('says nothing of a book whose positions all have prices', async () => {
    await open('/what-if', priced)
    await screen.findByRole('region', { name: 'If the price of ETH moved' })
    expect(screen.queryByText(/^Not counted/)).toBeNull()
  })
})

describe('the exposure to a counterparty', () => {
  it('is a bound without what has no price, and exact where that is no part of it', async () => {
    const now = Date.parse(recorded.operations.getToday.answer.as_of)
    service.answer('prices.list', {
      prices: [
        quote('BTC', '60000', new Date(now).toISOString()),
        quote('ETH', '2500', new Date(now).toISOString()),
        quote('AVAX', null, new Date(now - 3 * 86_400_000).toISOString()),
      ],
    })
    await open('/counterparties', { ...priced, collateral_quantity: '300.0123456789012' }, unpriced)
    const drawn = screen.getByRole('heading', { name: priced.borrower_name }).closest('li')
    // What is held is owed back: the net can only be lower.
    expect(drawn?.textContent).toMatch(/^\D*Net ≤ -?[\d.]+ USD · \d+ positions, without \d+ AVAX/)
    expect(drawn?.textContent).toMatch(/\(no price for \d+ d/)
    expect(drawn?.textContent).toMatch(/Lent[1-9]\d*(?:\.00)? USDHeld for it≥ [1-9][\d.]* USD$/)
    const table = screen.getByRole('region', { name: 'Exposure by counterparty and asset' })
    const [, group] = within(table).getAllByRole('row')
    expect(group?.textContent).toMatch(/ · \d+≤ -?[\d.]+$/)
    const long = [...table.querySelectorAll('[data-figure]')].filter(({ textContent }) =>
      /\.\d{9}/.test(textContent),
    )
    expect(long).not.toEqual([])
    for (const figure of long) expect(figure.closest('[data-column="true"]')).not.toBe(null)
  })
})

describe('a position with collateral under way', () => {
  const called: Position = {
    ...priced,
    ccr_percent: '125.00',
    margin_call_reached: true,
    liquidation_reached: false,
    deliveries_in_transit: '120',
    m2m_direction: 'Release',
    m2m_notional_usd: '150000.00',
  }

  it('shows what is held, then what that becomes, and not a margin call beside a release', async () => {
    await open('/positions', called)
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
    expect(row?.textContent).toContain('margin call → covered')
    expect(row?.textContent).toContain('125.00 → 175.00')
    expect(row?.querySelector('[data-zone]')?.getAttribute('data-zone')).toBe('covered')
  })

  it('is at its margin call level while nothing is under way', async () => {
    await open('/positions', { ...called, deliveries_in_transit: '0', m2m_direction: 'TopUp' })
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
    expect(row?.querySelector('[data-zone]')?.getAttribute('data-zone')).toBe('call')
    expect(row?.textContent).not.toContain('→')
  })
})
