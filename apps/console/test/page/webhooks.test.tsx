import type { WebhookEndpoint } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const [endpoint] = recorded.operations.listWebhookEndpoints.answer.webhook_endpoints
const room = {
  ...(endpoint as WebhookEndpoint),
  target_url: 'https://hooks.slack.com/',
  format: 'text',
  content: 'title',
  description: 'Desk',
  event_types: ['notification.created'],
}

let page: OpenedPage
afterEach(() => page.close())

async function opened() {
  const service = recordedService('admin')
  service.answer('webhooks.list', { webhook_endpoints: [room] })
  page = await OpenedPage.open(service, '/webhooks')
  const sent = (method: string) =>
    service.requests.filter((one) => one.method === method).map(({ body }) => body)
  return sent
}

describe('an endpoint for a chat room', () => {
  it('is created with its content, and has no choice of event types', async () => {
    const sent = await opened()
    const form = within(await screen.findByRole('form', { name: 'New endpoint' }))
    expect(form.queryByText('All event types are sent')).not.toBeNull()
    fireEvent.change(form.getByLabelText('For'), { target: { value: 'text' } })
    expect(form.queryByText('All event types are sent')).toBeNull()
    fireEvent.input(form.getByLabelText('Address'), {
      target: { value: 'https://hooks.slack.com/services/T0/B0/x' },
    })
    fireEvent.change(form.getByLabelText('Content'), { target: { value: 'full' } })
    fireEvent.submit(screen.getByRole('form', { name: 'New endpoint' }))
    await form.findByText(/It is shown now and never again/)
    expect(sent('webhooks.create')).toEqual([
      {
        target_url: 'https://hooks.slack.com/services/T0/B0/x',
        format: 'text',
        content: 'full',
        event_types: [],
      },
    ])
  })

  it('is changed without its address, which the page does not know', async () => {
    const sent = await opened()
    const table = within(await screen.findByRole('region', { name: 'Endpoints' }))
    expect(table.getAllByRole('row')[1]?.textContent).toContain('a chat room')
    fireEvent.click(table.getByRole('button', { name: 'Change' }))
    const form = within(await screen.findByRole('form', { name: 'Change the endpoint' }))
    expect(form.getByLabelText<HTMLInputElement>('Address').value).toBe('')
    fireEvent.change(form.getByLabelText('Content'), { target: { value: 'full' } })
    fireEvent.submit(screen.getByRole('form', { name: 'Change the endpoint' }))
    await form.findByText('The endpoint was changed.')
    fireEvent.change(form.getByLabelText('For'), { target: { value: 'events' } })
    expect(form.queryByText(/Another format needs an address/)).not.toBeNull()
    expect(sent('webhooks.update')).toEqual([
      { description: 'Desk', event_types: [], format: 'text', content: 'full' },
    ])
  })
})
