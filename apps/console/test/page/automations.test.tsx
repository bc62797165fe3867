import type { Automation, Notification } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const automation = recorded.operations.setAutomation.answer as Automation
const why = '60 ETH, 150000.00 USD, is due from Kestrel Market Making. It was not requested.'
const held: Notification = {
  id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  category: 'automation_held',
  severity: 'warning',
  title: 'Automatic call held: order 1001',
  body: why,
  link: { resource: 'position', id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12', order_id: null },
  create_time: '2026-01-12T16:00:00.000Z',
  read: false,
}

let page: OpenedPage
afterEach(() => page.close())

async function opened(role: 'admin' | 'viewer') {
  const service = recordedService(role)
  service.answer('notifications.list', { notifications: [held] })
  page = await OpenedPage.open(service, '/counterparties')
  const part = within(await screen.findByRole('region', { name: 'Automatic calls' }))
  const table = within(await part.findByRole('region', { name: 'Calls in effect' }))
  return { service, part, table }
}

describe('the automations of an organization', () => {
  it('are shown with what was held and why', async () => {
    const { part, table } = await opened('viewer')
    const [row] = table.getAllByRole('row').slice(1)
    expect(row?.textContent).toContain(`${automation.counterparty_name}at each market cut`)
    const left = part.getByText('Left to a person')
    fireEvent.click(left)
    await part.findByText(why)
    expect(part.getByRole('link', { name: 'position' }).getAttribute('href')).toContain(
      held.link.id,
    )
  })

  it('are set by an admin, who sees what is replaced', async () => {
    const { service, part } = await opened('admin')
    fireEvent.click(part.getByText('Change what is called automatically'))
    const form = within(part.getByRole('form', { name: 'Automatic calls of a counterparty' }))
    const enter = (name: string, value: string) => {
      fireEvent.change(form.getByLabelText(name), { target: { value } })
    }
    await form.findByRole('option', { name: automation.counterparty_name })
    enter('Counterparty', automation.counterparty_id)
    await form.findByText(/It replaces version 1: at each market cut, at most/)
    enter('Called', 'margin_call')
    fireEvent.input(form.getByLabelText('Maximum of one call, USD'), { target: { value: '1000' } })
    fireEvent.submit(part.getByRole('form', { name: 'Automatic calls of a counterparty' }))
    await part.findByText(`Version 1 for ${automation.counterparty_name} was set.`)
    const sent = service.requests.filter(({ method }) => method === 'automations.set')
    expect(sent.map(({ body }) => body)).toEqual([
      {
        counterparty_id: automation.counterparty_id,
        calls: 'margin_call',
        calls_maximum_usd: '1000',
        new_version: 2,
      },
    ])
  })

  it('cannot be set by another role', async () => {
    const { part } = await opened('viewer')
    expect(part.queryByText('Change what is called automatically')).toBeNull()
  })
})
