import { screen, within } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

async function pathOf(state: 'broadcasting' | 'completed' | 'failed', label: string) {
  const service = recordedService('viewer')
  const transfer = service.sample('transfers.get')
  service.answer('transfers.get', {
    ...transfer,
    provider_lifecycle: { ...transfer.provider_lifecycle, state, label },
  })
  page = await OpenedPage.open(service, `/transfers/${transfer.id}`)
  const path = within(await screen.findByRole('region', { name: 'The path of the transfer' }))
  path.getByText(label)
  return path
    .getAllByRole('listitem')
    .map((step) => `${step.textContent} ${step.dataset['progress'] ?? ''}`)
}

it('shows how far a transfer is, and who takes the next step', async () => {
  expect(await pathOf('broadcasting', 'Sending')).toEqual([
    'Instructed done',
    'Approved done',
    'Signed done',
    'Broadcast current',
    'Confirmed ahead',
  ])
  screen.getByText(/The next step is taken by/)
})

it('shows every step of a completed transfer as done', async () => {
  const steps = await pathOf('completed', 'Arrived')
  expect(steps.filter((step) => step.endsWith(' done'))).toHaveLength(5)
  expect(screen.queryByText(/The next step/)).toBeNull()
})

it('claims nothing about the steps of a failed transfer but why it failed', async () => {
  const steps = await pathOf('failed', 'Refused by a policy')
  expect(steps.every((step) => step.endsWith(' unknown'))).toBe(true)
})
