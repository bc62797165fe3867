import type { FakeService } from '@vadium/client/testing'
import { closeOut } from '@vadium/margin'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { btc, closeOutInputs } from '../../../../packages/margin/test/close-out-sample.ts'
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const statement = closeOut(closeOutInputs())

let service: FakeService
let page: OpenedPage
beforeEach(() => {
  service = recordedService('viewer').answer('closeOuts.preview', { statement, facts: [] })
})
afterEach(() => page.close())

const asked = () =>
  service.requests.filter(({ method }) => method === 'closeOuts.preview').map(({ body }) => body)

async function open(): Promise<HTMLElement> {
  page = await OpenedPage.open(service, `/positions/${recordedPosition.id}`)
  const summary = await screen.findByText('If closed out now')
  expect(asked()).toEqual([])
  const panel = summary.closest('details')
  if (panel === null) throw new Error('there is no panel')
  panel.open = true
  fireEvent(panel, new Event('toggle'))
  await within(panel).findByText('Kept')
  return panel
}

const rowsOf = (panel: HTMLElement) =>
  within(within(panel).getByRole('region', { name: 'If closed out now' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent))

it('says what is kept, what goes back and what is left, with each rounding', async () => {
  const panel = await open()
  expect(rowsOf(panel)).toEqual([
    ['Interest owed up to 0.000001 *', '12638.888889 USDC'],
    ['Claim exact', '1012638.888889 USD'],
    ['Kept up to 0.00000001 *', '23.19905817 BTC'],
    ['Goes back exact', '1.80094183 BTC'],
    ['Kept beyond the claim exact', '0.0002315 USD'],
    ['Need not be returned any more exact', '1000000 USDC'],
    ['Left of the claim down to 0.01 *', '0.00 USD'],
  ])
  within(panel).getByText('✓ Recomputed in this browser: equal, digit for digit.')
  expect(asked()).toEqual([{ position_id: recordedPosition.id, in_default: 'borrower' }])
  expect(await violations()).toEqual([])
})

it('shows either side in default, and warns of figures that do not follow from their inputs', async () => {
  const panel = await open()
  const inputs = closeOutInputs({ in_default: 'lender', collateral: [btc('15', '60000')] })
  const forged = { ...closeOut(inputs), residual_claim_usd: '1000000.00' }
  service.answer('closeOuts.preview', { statement: forged, facts: [] })
  fireEvent.change(within(panel).getByLabelText('In default'), { target: { value: 'lender' } })
  await within(panel).findByText('Goes back as interest')
  expect(rowsOf(panel)).toContainEqual(['Goes back exact', '84803.837342 USDC'])
  expect(asked().at(-1)).toMatchObject({ in_default: 'lender' })
  expect(within(panel).getByRole('alert').textContent).toContain(
    'statement.residual_claim_usd: the service says 1000000.00, computed is 0.00',
  )
})
