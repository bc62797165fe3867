import type { Position } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

/** A position of the caller, who lends, by the number of its order. */
const positionOf = (number: number, changed: Partial<Position> = {}): Position => ({
  ...recordedPosition,
  id: `00000000-0000-4000-8000-00000000${number}`,
  order_id_pretty: number,
  status: 'ACTIVE',
  ...changed,
})

const alder = { borrower_name: 'Alder Capital' }
const book = [
  positionOf(1003, { ccr_percent: '110.00', asset_notional_usd: '900.00', ...alder }),
  positionOf(1001, { ccr_percent: '120.00', asset_notional_usd: '10000000000000000.01' }),
  positionOf(1004, { ccr_percent: '130.00', asset_notional_usd: null, ...alder }),
  positionOf(1002, { ccr_percent: '140.00', asset_notional_usd: '10000000000000000.02' }),
]
const worstFirst = ['1003', '1001', '1004', '1002']

const inOnePage = () => recordedService('execution').answer('positions.list', { positions: book })

const table = () => screen.findByRole('region', { name: 'Positions' })
const headerOf = async (name: string) => within(await table()).getByRole('columnheader', { name })
const press = async (header: string) =>
  fireEvent.click(within(await headerOf(header)).getByRole('button'))
const orders = async () =>
  within(await table())
    .getAllByRole('link', { name: /^\d+$/ })
    .map(({ textContent }) => textContent)
const footer = async () => (await table()).querySelector('tfoot')?.textContent ?? ''

describe('a header', () => {
  it('sorts all rows by a press, exactly, down, up and back, with those without a value last', async () => {
    page = await OpenedPage.open(inOnePage(), '/positions')
    expect(await orders()).toEqual(worstFirst)
    expect((await headerOf('Coverage, %')).getAttribute('aria-sort')).toBe('ascending')
    await press('Value, USD')
    await waitFor(async () => expect(await orders()).toEqual(['1002', '1001', '1003', '1004']))
    expect((await headerOf('Value, USD')).getAttribute('aria-sort')).toBe('descending')
    expect(location.search).toBe('?sort=-value')
    await press('Value, USD')
    await waitFor(async () => expect(await orders()).toEqual(['1003', '1001', '1002', '1004']))
    await press('Value, USD')
    await waitFor(async () => expect(await orders()).toEqual(worstFirst))
    expect(location.search).toBe('')
  })

  it('sorts the whole list, of which only the first page was read', async () => {
    const service = recordedService('execution').answer('positions.list', {
      positions: book.slice(0, 2),
      next_page_token: 'second',
    })
    page = await OpenedPage.open(service, '/positions')
    const read = () => service.requests.filter(({ method }) => method === 'positions.list')
    // Once events arrive, the first page is read again. What is asked for then is the second.
    await waitFor(() => expect(read()).toHaveLength(2))
    expect(await orders()).toEqual(['1003', '1001'])
    expect(await footer()).toContain('2 positions read, more follow')
    service.answer('positions.list', { positions: book.slice(2) })
    await press('Value, USD')
    await waitFor(async () => expect(await orders()).toEqual(['1002', '1001', '1003', '1004']))
    expect(read().at(-1)?.query['page_token']).toBe('second')
  })

  it('leaves to the service what the service sorts', async () => {
    const service = inOnePage()
    page = await OpenedPage.open(service, '/positions?sort=-created')
    const asked = service.requests.filter(({ method }) => method === 'positions.list')
    expect(asked.map(({ query }) => query['order_by'])).toEqual(['create_time'])
    expect(await orders()).toEqual(worstFirst)
  })
})

describe('totals', () => {
  it('are exact sums of all rows, and at least so much where a row has no price', async () => {
    page = await OpenedPage.open(inOnePage(), '/positions')
    expect(await footer()).toContain('4 positions')
    expect(await footer()).toContain('≥ 20000000000000900.03')
  })

  it('stand below each group as well', async () => {
    page = await OpenedPage.open(inOnePage(), '/positions?group=counterparty')
    const heads = await screen.findAllByRole('rowheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Alder Capital · 2'),
      expect.stringContaining(`${recordedPosition.borrower_name} · 2`),
      expect.stringContaining('4 positions'),
    ])
    expect(heads[0]?.closest('tr')?.textContent).toContain('≥ 900.00')
    expect(heads[1]?.closest('tr')?.textContent).toContain('20000000000000000.03')
    fireEvent.click(within(heads[0] ?? document.body).getByRole('button'))
    await waitFor(async () => expect(await orders()).toEqual(['1001', '1002']))
    expect(await violations()).toEqual([])
  })
})
