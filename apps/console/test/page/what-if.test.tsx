import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

/** 10 BTC at 60,000 USD require 900,000 of collateral; 300 ETH at 2,500 USD are 750,000. */
const short = {
  ...recordedPosition,
  asset: 'BTC',
  asset_quantity: '10',
  current_price: '60000',
  collateral_quantity: '300',
  collateral_price: '2500',
  ccr_percent: '125.00',
  m2m_notional_usd: '150000.00',
}

let page: OpenedPage
afterEach(() => page.close())

it('computes one position under other prices, and says which figures are those of now', async () => {
  page = await OpenedPage.open(
    recordedService('execution')
      .answer('positions.get', short)
      .answer('positions.list', { positions: [short] }),
    `/what-if?position=${short.id}`,
  )
  screen.getByText('Hypothetical.')
  const figuresOf = (title: string) => {
    const facts = screen.getByRole('heading', { name: title }).parentElement
    if (facts === null) throw new Error(`there is nothing below ${title}`)
    return [...facts.querySelectorAll('[data-figure]')].map(({ textContent }) => textContent)
  }
  expect(figuresOf('Now')).toEqual(expect.arrayContaining(['125.00', '150000.00']))
  fireEvent.input(screen.getByLabelText('Price of ETH, USD'), { target: { value: '2250' } })
  expect(figuresOf('Then')).toEqual(['112.50', '88.89', '225000.00', '100'])
  screen.getByText('could be sent: TopUp')
  fireEvent.input(screen.getByLabelText('Price of ETH, USD'), { target: { value: '2,250' } })
  screen.getByText('Write decimals in plain notation, such as 97250.5.')
})

it('says of every change of the whole book that it is being computed until it is', async () => {
  page = await OpenedPage.open(
    recordedService('execution').answer('positions.list', { positions: [short] }),
    '/what-if?asset=ETH',
  )
  const table = screen.getByRole('region', { name: 'If the price of ETH moved' })
  expect(within(table).getAllByText('computing …')).toHaveLength(13)
})
