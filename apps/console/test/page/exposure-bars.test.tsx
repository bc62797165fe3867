import { screen } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

it('draws what is lent above what is held for it in one scale, with the sums of the table', async () => {
  const time = new Date().toISOString()
  const price = (asset: string, price_usd: string) => ({
    asset,
    state: 'current' as const,
    price_usd,
    observe_time: time,
    sources: [],
  })
  const position = {
    ...recordedPosition,
    asset: 'BTC',
    asset_quantity: '10',
    collateral_asset: 'ETH',
    collateral_quantity: '300',
  }
  const small = {
    ...position,
    id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    borrower_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12',
    borrower_name: 'Quay',
    asset_quantity: '1',
    collateral_quantity: '30',
  }
  const service = recordedService('execution')
    .answer('positions.list', { positions: [small, position] })
    .answer('prices.list', { prices: [price('BTC', '60000'), price('ETH', '2500')] })
  page = await OpenedPage.open(service, '/counterparties')
  const drawn = screen.getAllByRole('heading', { level: 3 }).map((heading) => {
    const item = heading.closest('li')
    if (item === null) throw new Error('it is in no list')
    return {
      name: heading.textContent,
      bars: [...item.querySelectorAll<HTMLElement>('dd > span[data-kind]')].map(
        ({ style }) => style.inlineSize,
      ),
    }
  })
  expect(drawn.map(({ name, bars }) => [name, ...bars])).toEqual([
    [position.borrower_name, '80%', '100%'],
    ['Quay', '8%', '10%'],
  ])
})
