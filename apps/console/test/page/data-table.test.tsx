import type { Position } from '@vadium/client'
import type { FakeService } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { callerIn, recordedPosition, recordedService } from './harness/recorded-service.ts'

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
/** Others, whose value is one USD. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => positionOf(2_000 + i, { asset_notional_usd: '1.00' }))
const worstFirst = ['1003', '1001', '1004', '1002']

const inOnePage = () => recordedService('execution').answer('positions.list', { positions: book })

/** The requests of pages, without those of the histories of rows. */
const pagesOf = ({ requests }: FakeService) =>
  requests.filter(({ method, query }) => method === 'positions.list' && query['ids'] === undefined)

const table = () => screen.findByRole('region', { name: 'Positions' })
const headerOf = async (name: string) => within(await table()).getByRole('columnheader', { name })
const press = async (header: string) =>
  fireEvent.click(within(await headerOf(header)).getByRole('button'))
const orders = async () =>
  within(await table())
    .getAllByRole('link', { name: /^\d+$/ })
    .map(({ textContent }) => textContent)
/** Like orders, of a table with many rows: roles take long to find. */
const numbers = () =>
  [...document.querySelectorAll('main tbody td:first-child a')].map(
    ({ textContent }) => textContent,
  )
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
    // So many rows that the next page is not read before a person scrolls.
    const first = { positions: rowsOf(100), next_page_token: 'second' }
    const service = recordedService('execution').answer('positions.list', first)
    page = await OpenedPage.open(service, '/positions')
    const read = () => pagesOf(service)
    // Once events arrive, the first page is read again. What is asked for then is the second.
    await waitFor(() => expect(read()).toHaveLength(2))
    expect(await footer()).toContain('100 positions read, more follow')
    service.answer('positions.list', { positions: book })
    await press('Value, USD')
    await waitFor(async () => expect(numbers().slice(0, 3)).toEqual(['1002', '1001', '1003']))
    expect(await footer()).toContain('104 positions')
    expect(read().at(-1)?.query['page_token']).toBe('second')
  })

  it('leaves to the service what the service sorts', async () => {
    const service = inOnePage()
    page = await OpenedPage.open(service, '/positions?sort=-created')
    const asked = pagesOf(service)
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

/** Presses a button above the table, whose panel is loaded then. */
const openPanel = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
}

describe('the columns', () => {
  it('are chosen in the address, and remembered by the browser', async () => {
    page = await OpenedPage.open(inOnePage(), '/positions')
    await headerOf('Pair')
    openPanel('Columns')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Pair' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Coverage, % stays in place' }))
    await waitFor(async () => {
      const heads = within(await table()).getAllByRole('columnheader')
      expect(heads[1]?.textContent).toMatch(/^Coverage, %/)
    })
    const chosen = new URLSearchParams(location.search).get('columns')?.split('.')
    expect(chosen).toEqual(expect.arrayContaining(['order*', 'coverage*', 'counterparty']))
    expect(chosen).not.toContain('pair')
    await page.visit('/orders')
    await page.visit('/positions')
    expect(within(await table()).queryByRole('columnheader', { name: 'Pair' })).toBeNull()
  })
})

describe('a saved view', () => {
  it('is an address under a name, kept for the organization', async () => {
    page = await OpenedPage.open(inOnePage(), '/positions?asset=BTC&sort=-value')
    openPanel('Views')
    const name = await screen.findByLabelText('Save what is shown as')
    fireEvent.change(name, { target: { value: 'Large BTC' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('link', { name: 'Large BTC' })
    await page.visit('/orders')
    expect(screen.queryByRole('link', { name: 'Large BTC' })).toBeNull()
    await page.visit('/positions')
    const view = await screen.findByRole('link', { name: 'Large BTC' })
    expect(view.getAttribute('aria-current')).toBeNull()
    fireEvent.click(view)
    await waitFor(() => expect(view.getAttribute('aria-current')).toBe('page'))
    expect(new URLSearchParams(location.search).get('asset')).toBe('BTC')
    await waitFor(async () => expect(await orders()).toEqual(['1002', '1001', '1003', '1004']))
    const { id } = callerIn('execution').organization
    expect(Object.keys(localStorage)).toContain(`vadium-views-${id}-/positions`)
    openPanel('Views')
    fireEvent.click(await screen.findByRole('button', { name: 'Remove Large BTC' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Large BTC' })).toBeNull())
  })
})

describe('a figure', () => {
  it('is marked when it changes, and no other is', async () => {
    const service = inOnePage()
    page = await OpenedPage.open(service, '/positions')
    const [worst, ...others] = book
    if (worst === undefined) throw new Error('the book is empty')
    service.answer('positions.list', {
      positions: [{ ...worst, ccr_percent: '111.00' }, ...others],
    })
    const changed = async () =>
      [...(await table()).querySelectorAll('td[data-changed]')].map(
        ({ textContent }) => textContent,
      )
    // Room is the coverage less 140.
    await comeBackUntil(async () => expect(await changed()).toEqual(['111.00', '-29.00']))
  })
})

describe('a print', () => {
  it('has all rows, and says for whom it is, who made it and where it is from', async () => {
    const service = recordedService('execution').answer('positions.list', {
      positions: rowsOf(100),
    })
    page = await OpenedPage.open(service, '/positions?asset=BTC')
    expect(numbers().length).toBeLessThan(60)
    window.dispatchEvent(new Event('beforeprint'))
    expect(numbers()).toHaveLength(100)
    const { organization, account } = callerIn('execution')
    const head = screen.getByText(new RegExp(`Printed by ${account.name}, `))
    expect(head.textContent).toContain(organization.name)
    expect(head.textContent).toContain('/console/positions?asset=BTC')
    const below = document.documentElement.style.getPropertyValue('--printed')
    expect(below).toBe(`"${organization.name} · Positions · Vadium"`)
    const header = document.querySelector('main th[aria-sort]')
    // With anything but text in it, a browser leaves a repeated header empty.
    expect(header?.innerHTML).toBe('Coverage, % ↑')
    window.dispatchEvent(new Event('afterprint'))
    expect(numbers().length).toBeLessThan(60)
  })
})
