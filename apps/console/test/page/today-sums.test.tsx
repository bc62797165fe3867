import type { MarkToMarketRequest, Today } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedCall, recordedPosition, recordedService } from './harness/recorded-service.ts'
import { ownId, emptyDay, busyDay } from './harness/sample-days.ts'

const service = recordedService('execution')
const sent = (method: string) => service.requests.filter((request) => request.method === method)

let page: OpenedPage
afterEach(() => page.close())
async function open(today: Today, path = '/'): Promise<void> {
  service.answer('today.show', today)
  page = await OpenedPage.open(service, path)
}

it('lists five of the nearest positions as they are read by themselves, the nearest first', async () => {
  const position = (place: number, ratio: string) => ({
    ...recordedPosition,
    id: `38217864-88d7-8080-b7b3-386a5a00eb0${place}`,
    order_id_pretty: place,
    ccr_percent: ratio,
    margin_call_reached: false,
  })
  const positions = [1, 2, 3, 4, 5, 6].map((place) => position(place, `15${place}.5`))
  service.answer('positions.list', { positions })
  await open(emptyDay)
  const orders = () =>
    within(screen.getByRole('region', { name: 'Nearest to a call' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  await waitFor(() => expect(orders()).toEqual(['1', '2', '3', '4', '5']))
  service.answer('positions.list', {
    positions: positions.map((one, index) => {
      if (index === 4) return position(5, '150.25')
      return index === 1 ? { ...one, margin_call_reached: true } : one
    }),
  })
  const ids = positions.slice(0, 5).map(({ id }) => id)
  const asked = () => sent('positions.list').map(({ query }) => query['ids'])
  await comeBackUntil(() => expect(asked()).toContain(ids.join(',')))
  await waitFor(() => expect(orders()).toEqual(['5', '1', '3', '4', '6']))
  expect(document.querySelector('[data-figure="150.25"]')).not.toBeNull()
})

it('reads the nearest positions again once another number has reached its call level', async () => {
  const listed = (place: number) => ({
    positions: [{ ...recordedPosition, order_id_pretty: place, margin_call_reached: false }],
  })
  service.answer('positions.list', listed(71))
  await open(busyDay)
  const nearest = () => within(screen.getByRole('region', { name: 'Nearest to a call' }))
  await waitFor(() => nearest().getByRole('link', { name: '71' }))
  service.answer('positions.list', listed(72))
  service.answer('today.show', {
    ...busyDay,
    watch: { ...busyDay.watch, margin_call_reached: 1 },
  })
  // Of one kind Today names more rows: it is read again, and nothing else is.
  const kinds = within(screen.getByRole('list', { name: 'How much of each kind' }))
  fireEvent.click(kinds.getByRole('link', { name: /to call/ }))
  await waitFor(() => nearest().getByRole('link', { name: '72' }))
})

describe('the sums of Today', () => {
  const call = (number: number, changes: Partial<MarkToMarketRequest>): MarkToMarketRequest => ({
    ...recordedCall,
    id: `28217864-88d7-8080-b7b3-386a5a00eb${number}`,
    order_id_pretty: number,
    lender_id: ownId,
    ...changes,
  })

  it('lead to the calls that they sum, to no others, and to each once, though it is in two lists', async () => {
    service.answer('markToMarketRequests.list', {
      mark_to_market_requests: [
        call(61, { status: 'PENDING_ACCEPTANCE', direction: 'TopUp' }),
        call(62, { status: 'FAILED', direction: 'TopUp' }),
        call(63, { status: 'FAILED', direction: 'Release' }),
        call(64, { status: 'IN_PROGRESS', direction: 'TopUp' }),
        call(65, { status: 'DISPUTED', direction: 'TopUp' }),
      ],
    })
    await open(emptyDay)
    const follow = async (name: RegExp, title: string) => {
      fireEvent.click(
        within(screen.getByRole('list', { name: 'Sums' })).getByRole('link', { name }),
      )
      await screen.findByRole('heading', { name: title, level: 1 })
      const table = await screen.findByRole('region', { name: title })
      const links = within(table).getAllByRole('link')
      await page.visit('/')
      return links.map(({ textContent }) => textContent)
    }
    expect(await follow(/Owed to us/, 'Owed to us')).toEqual(['61', '62'])
    expect(await follow(/Owed by us/, 'Owed by us')).toEqual(['63'])
    expect(await follow(/Disputed/, 'Disputed')).toEqual(['65'])
  })

  it('lead to the transfers under way in one direction', async () => {
    await open(emptyDay)
    fireEvent.click(screen.getByRole('link', { name: /In transit to us/ }))
    await screen.findByRole('heading', { name: 'Transfers in transit to us' })
    const receiver = `organizations/${ownId}`
    await waitFor(() => {
      const asked = sent('transfers.list')
        .slice(-2)
        .map(({ query }) => query)
      for (const status of ['IN_PROGRESS', 'PENDING']) {
        expect(asked).toContainEqual(expect.objectContaining({ receiver, status }))
      }
    })
  })
})

describe('the change of a sum', () => {
  const sums = {
    owed_to_us_usd: '123456789012345678901.15',
    owed_by_us_usd: '0.00',
    in_transit_to_us_usd: '20.00',
    in_transit_from_us_usd: '7.50',
    disputed_usd: '0.005',
    has_more: false,
  }
  const then = {
    cut_time: '2026-01-04T16:00:00.000Z',
    owed_to_us_usd: '123456789012345678900.10',
    owed_by_us_usd: '250000.10',
    in_transit_to_us_usd: '20.00',
    in_transit_from_us_usd: '0.00',
    disputed_usd: '0.00',
    has_more: false,
  }
  const shown = () =>
    within(screen.getByRole('list', { name: 'Sums' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)

  it('is exact, with its sign and the time of the cut', async () => {
    await open({
      ...emptyDay,
      as_of: '2026-01-05T15:59:59.999Z',
      totals: sums,
      totals_at_cut: then,
    })
    await waitFor(() => {
      expect(shown()).toEqual([
        'Owed to us123456789012345678901.15 USD+1.05 since 16:00 UTC',
        'Owed by us0.00 USD-250000.10 since 16:00 UTC',
        'In transit to us20.00 USDNo change since 16:00 UTC',
        'In transit from us7.50 USD+7.50 since 16:00 UTC',
        'Disputed0.005 USD+0.005 since 16:00 UTC',
      ])
    })
    expect(await violations()).toEqual([])
  })

  it('has the date of a cut that was a day ago', async () => {
    const dayLater = { as_of: '2026-01-05T16:00:00.000Z', totals: sums, totals_at_cut: then }
    await open({ ...emptyDay, ...dayLater })
    await waitFor(() => {
      expect(shown()[1]).toBe('Owed by us0.00 USD-250000.10 since 2026-01-04 16:00 UTC')
    })
  })

  it.each([
    ['before the first cut', sums, null],
    ['of a lower bound', { ...sums, has_more: true }, then],
    ['to a lower bound', sums, { ...then, has_more: true }],
  ])('is not shown %s', async (_where, totals, totals_at_cut) => {
    await open({ ...emptyDay, totals, totals_at_cut })
    const links = within(screen.getByRole('list', { name: 'Sums' })).getAllByRole('link')
    // The change is a part of its own, which is empty until it is loaded.
    for (const link of links) expect(link.childElementCount).toBe(2)
  })
})
