import { refusal } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { later } from '../../src/figures/later.tsx'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const page1 = { ...recordedService('execution').sample('transfers.list'), next_page_token: 'two' }
const service = recordedService('execution')

let page: OpenedPage
beforeAll(async () => {
  page = await OpenedPage.open(service, '/reports')
})
afterAll(() => page.close())
beforeEach(() => page.visit('/reports'))

const press = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
}
const rows = () => within(screen.getByRole('region', { name: 'Transfers' })).getAllByRole('row')

it('says in an alert why a list cannot be read, and reads it at a press', async () => {
  // At every reading: the page reads a list again by itself when the stream of events opens.
  service.answer('orders.list', refusal('ROLE_NOT_PERMITTED'))
  await page.visit('/orders')
  const alert = await screen.findByText('Could not read the orders.')
  expect(alert.closest('[role=alert]')?.textContent).toContain('ROLE_NOT_PERMITTED')
  service.answer('orders.list', service.sample('orders.list'))
  press('Try again')
  await screen.findByRole('region', { name: 'Orders' })
  expect(screen.queryByText('Could not read the orders.')).toBeNull()
})

it('keeps the rows of a list whose next page cannot be read, and begins it again', async () => {
  service.script('transfers.list', page1, refusal('PAGE_TOKEN_INVALID'))
  await page.visit('/transfers')
  const read = rows().length
  press('Older transfers')
  await screen.findByText('Could not read the next page.')
  expect(rows()).toHaveLength(read)
  press('Try again')
  await waitFor(() => expect(screen.queryByText('Could not read the next page.')).toBeNull())
})

it('keeps what cannot be read again, says why, and reads it at a press', async () => {
  await page.visit('/transfers')
  const read = rows().length
  service.answer('transfers.list', refusal('RATE_LIMITED', { retryAfterSeconds: 1 }))
  await comeBackUntil(() => screen.getByText('Not current: too many requests were sent.'))
  expect(rows()).toHaveLength(read)
  expect(screen.queryByText('Could not read the transfers.')).toBeNull()
  service.answer('transfers.list', service.sample('transfers.list'))
  press('Read again')
  await waitFor(() => expect(screen.queryByText(/^Not current/)).toBeNull())
})

it.each([
  ['over the screen', undefined],
  ['in its place', 'the chart'],
])('says %s that a part could not be loaded, and keeps the rest', async (_where, what) => {
  // React reports it as well.
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const Part = later(() => Promise.reject(new TypeError('chart-1a2b.js was refused')), what)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(
    <>
      <p>The rest.</p>
      <Part />
    </>,
  )
  const alert = await within(place).findByRole('alert')
  expect(alert.textContent).toContain('chart-1a2b.js was refused')
  within(alert).getByRole('button', { name: 'Load the page again' })
  within(place).getByText('The rest.')
  root.unmount()
  place.remove()
  reported.mockRestore()
})
