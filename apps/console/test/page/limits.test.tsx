import type { Agreement, CounterpartyLimits, Order } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedOrder, recordedService } from './harness/recorded-service.ts'

const [limits] = recorded.operations.listCounterpartyLimits.answer.limits
const inEffect = limits as CounterpartyLimits
const use = recorded.operations.setCounterpartyLimits.answer.use

let page: OpenedPage
afterEach(() => page.close())

async function opened(role: 'admin' | 'viewer') {
  const service = recordedService(role)
  page = await OpenedPage.open(service, '/counterparties')
  const part = within(await screen.findByRole('region', { name: 'Limits' }))
  const table = within(await part.findByRole('region', { name: 'Limits in effect' }))
  return { service, part, table }
}

describe('the limits of an organization', () => {
  it('are shown with their use', async () => {
    const { part, table } = await opened('viewer')
    const [row] = table.getAllByRole('row').slice(1)
    expect(row?.textContent).toContain(inEffect.counterparty_name)
    expect(row?.textContent).toMatch(
      /2\s?400\s?000\.00.*50\s?000\s?000.*4\.80.*68\s?000\.00.*13\.60/,
    )
    expect(row?.textContent).toContain('0 of 250 BTC')
    expect(part.queryByText('Change limits')).toBeNull()
    expect(part.getByText(/Uncovered is, deal by deal/)).toBeDefined()
  })

  it('are set by an admin, who begins from those in effect', async () => {
    const { service, part } = await opened('admin')
    fireEvent.click(part.getByText('Change limits'))
    const form = within(part.getByRole('form', { name: 'Limits for a counterparty' }))
    await form.findByRole('option', { name: inEffect.counterparty_name })
    fireEvent.change(form.getByLabelText('Counterparty'), {
      target: { value: inEffect.counterparty_id },
    })
    fireEvent.input(form.getByLabelText('Lent at most, USD'), { target: { value: '' } })
    fireEvent.input(form.getByLabelText('Lent at most, units'), { target: { value: '300' } })
    fireEvent.submit(part.getByRole('form', { name: 'Limits for a counterparty' }))
    await part.findByText(`Version 1 for ${inEffect.counterparty_name} was set.`)
    const sent = service.requests.filter(({ method }) => method === 'limits.set')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        counterparty_id: inEffect.counterparty_id,
        lent_usd_max: null,
        uncovered_usd_max: '500000',
        shock: '0.3',
        assets: [{ asset: 'BTC', lent_quantity_max: '300' }],
        on_breach: 'warn',
        new_version: 2,
      },
    ])
  })
})

it('the limits for one counterparty are not offered for another, which has none', async () => {
  const service = recordedService('admin')
  const [agreement] = recorded.operations.listAgreements.answer.agreements as Agreement[]
  if (agreement === undefined) throw new Error('no agreement is recorded')
  const another = '00000000-0000-4000-8000-000000000001'
  const other =
    agreement.lender_id === inEffect.counterparty_id
      ? { lender_id: another, lender_name: 'Another' }
      : { borrower_id: another, borrower_name: 'Another' }
  service.answer('agreements.list', {
    agreements: [agreement, { ...agreement, id: another, ...other }],
  })
  page = await OpenedPage.open(service, '/counterparties')
  const part = within(await screen.findByRole('region', { name: 'Limits' }))
  await part.findByRole('region', { name: 'Limits in effect' })
  fireEvent.click(part.getByText('Change limits'))
  const form = within(part.getByRole('form', { name: 'Limits for a counterparty' }))
  await form.findByRole('option', { name: inEffect.counterparty_name })
  await form.findByRole('option', { name: 'Another' })
  const choose = (value: string) => {
    fireEvent.change(form.getByLabelText('Counterparty'), { target: { value } })
  }
  const typed = () => form.getByLabelText<HTMLInputElement>('Uncovered at most, USD').value
  choose(inEffect.counterparty_id)
  expect([typed(), form.queryByLabelText('Lent at most, units')]).not.toContain(null)
  choose(another)
  expect([typed(), form.queryByLabelText('Lent at most, units')]).toEqual(['', null])
})

it('the acceptance of an order shows the own limits after it', async () => {
  const service = recordedService('execution')
  const accept = { action: 'accept', available: true, reason: null } as const
  const order: Order = { ...recordedOrder, status: 'PENDING_ACCEPTANCE', actions: [accept] }
  service.answer('orders.get', order)
  service.answer('limits.list', {
    limits: [
      {
        ...inEffect,
        use,
        use_after: { ...use, lent_usd: '51000000.00', lent_percent: '102.00', lent_exceeded: true },
      },
    ],
  })
  page = await OpenedPage.open(service, `/orders/${order.id}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Accept …' }))
  const shown = await screen.findByRole('region', { name: 'Your limits after this order' })
  expect(shown.textContent).toMatch(
    /Lent: 2400000\.00 → 51000000\.00 USD of 50000000 USD, 102\.00 % exceeded/,
  )
})
