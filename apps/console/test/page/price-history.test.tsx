import type { Price } from '@vadium/client'
import { screen, within } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
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
