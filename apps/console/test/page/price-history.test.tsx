import type { Price } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const observed = '2026-01-05T09:00:00.000Z'
const quote = (
  source: string,
  usd: string,
  ignored: 'held' | 'stale' | null,
  silenced = false,
) => ({
  source,
  price_usd: usd,
  observe_time: observed,
  held: ignored === 'held',
  ignored,
  silenced,
})
const price: Price = {
  asset: 'BTC',
  state: 'current',
  price_usd: '60000.75',
  observe_time: observed,
  sources: [
    quote('desk-1', '60000.5', null),
    quote('desk-2', '60001', null),
    quote('thief', '6', 'held'),
    quote('old', '59000', 'stale'),
    quote('gone', '58000', 'stale', true),
  ],
  history: [
    { time: '2026-01-05T08:00:00.000Z', price_usd: null, spread_percent: null, quotes: [] },
    {
      time: observed,
      price_usd: '60000.75',
      spread_percent: '0.0008',
      quotes: [
        { source: 'desk-1', price_usd: '60000.5', counts: true },
        { source: 'desk-2', price_usd: '60001', counts: true },
        { source: 'thief', price_usd: '6', counts: false },
      ],
    },
  ],
}

let page: OpenedPage
afterEach(() => page.close())

it('shows what each source quotes, the spread, and why a source is ignored', async () => {
  const service = recordedService('operator').answer('prices.list', { prices: [price] })
  page = await OpenedPage.open(service, '/operator/prices')
  const part = await screen.findByRole('region', { name: 'Prices by source' })
  await within(part).findByText(/^Now: price/)
  expect(part.textContent).toContain('price 60000.75 USD, spread 0.0008 %')
  const table = within(part).getByRole('region', { name: 'Sources' })
  const uses = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent.trim()))
    .map(([source = '', then, newest, , use]) => [source.replace(/^\W+/u, ''), then, newest, use])
  const held = 'ignored: held, because it jumped or another account contradicts it'
  expect(uses).toEqual([
    ['desk-1', '60000.5', '60000.5', 'used'],
    ['desk-2', '60001', '60001', 'used'],
    ['thief', '6', '6', held],
    ['old', 'no fresh quote', '59000', 'ignored: too old'],
    ['gone', 'no fresh quote', '58000', 'ignored: too old, but it contradicts others'],
  ])
  const asked = service.requests.find(({ query }) => query['history_hours'] !== undefined)
  expect(asked?.query).toEqual({ asset: 'BTC', history_hours: 24 })
  expect(await violations()).toEqual([])
})

describe('the prices of a desk', () => {
  const stale: Price = {
    asset: 'AVAX',
    state: 'stale',
    price_usd: null,
    observe_time: observed,
    sources: [quote('desk-1', '21.5', 'stale')],
  }

  it('are those of its open positions, with their age, state and sources, and a history', async () => {
    const service = recordedService('viewer').answer('prices.list', { prices: [price, stale] })
    page = await OpenedPage.open(service, '/prices?asset=BTC&hours=168')
    const table = screen.getByRole('region', { name: 'Prices' })
    const rows = within(table)
      .getAllByRole('row')
      .slice(1, -1)
      .map((row) => [...row.children].map(({ textContent }) => textContent.trim()))
    expect(rows.map(([asset, usd, , state, sources]) => [asset, usd, state, sources])).toEqual([
      ['BTC', '60000.75', 'current', '2 of 5'],
      ['AVAX', 'last quote 21.5', 'stale', '0 of 1'],
    ])
    expect(table.querySelector('[data-tone="stale"]')?.textContent).toBe('21.5')
    for (const [, , age] of rows) expect(age).toMatch(/ ago$/)
    expect(
      within(table).getByRole('link', { name: 'that hold AVAX' }).getAttribute('href'),
    ).toMatch(/\/positions\?collateral_asset=AVAX$/)
    const asked = service.requests.filter(({ method }) => method === 'prices.list')
    expect(asked.map(({ query }) => query)).toContainEqual({ in_positions: true })
    expect(asked.map(({ query }) => query)).toContainEqual({ asset: 'BTC', history_hours: 168 })
    expect(await violations()).toEqual([])
    fireEvent.click(within(table).getByRole('link', { name: 'AVAX' }))
    await waitFor(() => expect(location.search).toContain('asset=AVAX'))
    expect(location.search).toContain('hours=168')
  })

  it('are all that the service has at a choice, also for a role that sees no position', async () => {
    const service = recordedService('reporting').answer('prices.list', { prices: [price] })
    page = await OpenedPage.open(service, '/prices')
    const before = service.requests.length
    fireEvent.change(screen.getByLabelText('Assets'), { target: { value: 'all' } })
    await waitFor(() => expect(location.search).toBe('?of=all'))
    await waitFor(() =>
      expect(service.requests.slice(before).map(({ query }) => query)).toContainEqual({}),
    )
    expect(screen.queryByRole('link', { name: 'hold BTC' })).toBe(null)
  })
})
