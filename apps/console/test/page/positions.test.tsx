import { fireEvent, screen } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

it('saves as CSV what the filters of the list match', async () => {
  URL.createObjectURL = () => 'blob:none'
  URL.revokeObjectURL = () => undefined
  const service = recordedService('viewer')
  service.answer('positions.export', 'id,asset\r\n1,BTC\r\n')
  page = await OpenedPage.open(service, '/positions?asset=BTC&ready_for_m2m=true')
  fireEvent.click(await screen.findByRole('button', { name: 'Save as CSV' }))
  await screen.findByText('Saved')
  const asked = service.requests.filter(({ method }) => method === 'positions.export')
  expect(asked.map(({ query }) => query)).toEqual([
    { asset: 'BTC', ready_for_m2m: true, format: 'csv' },
  ])
})
