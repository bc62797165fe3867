import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { bookAfter } from '../../src/screens/what-if/hypothesis.ts'
import {
  curvePercents,
  linkFactors,
  movesOf,
  nameOf,
  percentMax,
  pointsOf,
  stepOf,
  tablePercents,
} from '../../src/screens/what-if/points.ts'
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

let page: OpenedPage | undefined
afterEach(() => page?.close())

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

it('is opened on a past day by its address, and on another change by the slider', async () => {
  page = await OpenedPage.open(
    recordedService('execution').answer('positions.list', { positions: [short] }),
    '/what-if?asset=ETH&linked=BTC&factor=1.5&shock=2020-03-12',
  )
  screen.getByRole('heading', { name: 'By counterparty, if prices moved as on 2020-03-12' })
  const day = screen.getByRole('link', { name: /^2020-03-12, .*: BTC -37 %, ETH -42 %$/ })
  expect(day.getAttribute('aria-current')).toBe('page')
  const slider = screen.getByRole('slider', { name: 'Change of the price, in percent' })
  fireEvent.change(slider, { target: { value: '-23' } })
  await screen.findByRole('heading', {
    name: 'By counterparty, if ETH and BTC with it moved by -23 %',
  })
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    asset: 'ETH',
    linked: 'BTC',
    factor: '1.5',
    percent: '-23',
  })
})

describe('the points of the curves', () => {
  const moved = { asset: 'ETH', linked: 'BTC', factor: 0.5 }

  it('are those of the table and every step between, which is wider for a larger book', () => {
    expect(curvePercents(400)).toHaveLength(121)
    expect(curvePercents(10_000)).toEqual(expect.arrayContaining([...tablePercents]))
    expect([400, 1_000, 2_000, 10_000].map(stepOf)).toEqual([1, 2, 5, 10])
    const names = pointsOf(moved, 400).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(curvePercents(400).map(nameOf)))
  })

  it('move the linked asset by its part, and never a price to zero', () => {
    expect(movesOf(moved, -30)).toEqual({ ETH: -30, BTC: -15 })
    expect(movesOf({ asset: 'ETH' }, -30)).toEqual({ ETH: -30 })
    const lowest = Math.max(...linkFactors) * -percentMax
    expect(lowest).toBeGreaterThan(-100)
  })

  it('are computed with both prices moved', () => {
    const counterparty = () => ({ id: '1', name: 'Quay' })
    const due = (moves: Record<string, number>) =>
      bookAfter([short], moves, counterparty).total.callsUsd.toFixed(2)
    // 600,000 USD of BTC require 900,000; 300 ETH at 2,500 USD are 750,000.
    expect(due({})).toBe('150000.00')
    expect(due({ ETH: -10 })).toBe('225000.00')
    expect(due({ ETH: -10, BTC: -15 })).toBe('90000.00')
  })

  it('count what can be submitted by the levels of the terms, and nothing else', () => {
    const levels = {
      margin_call_percent: '120',
      top_up_when: 'margin_call',
      release_percent: '180',
    }
    const position = { ...short, terms: { ...short.terms, ...levels } }
    const due = (moves: Record<string, number>) => {
      const { calls, releases } = bookAfter([position], moves, () => ({
        id: '1',
        name: 'Quay',
      })).total
      return [calls, releases]
    }
    // Coverage is 125 %; 120 % after a fall by 4 %, 180 % after a rise by 44 %.
    expect([due({}), due({ ETH: -3.9 }), due({ ETH: -4 })]).toEqual([
      [0, 0],
      [0, 0],
      [1, 0],
    ])
    expect([due({ ETH: 43.9 }), due({ ETH: 44 })]).toEqual([
      [0, 0],
      [0, 1],
    ])
  })
})

it('says of every change of the whole book that it is being computed until it is', async () => {
  page = await OpenedPage.open(
    recordedService('execution').answer('positions.list', { positions: [short] }),
    '/what-if?asset=ETH',
  )
  const table = screen.getByRole('region', { name: 'If the price of ETH moved' })
  expect(within(table).getAllByText('computing …')).toHaveLength(13)
})
