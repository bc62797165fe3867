import type { MailAddress } from '@vadium/client'
import { fireEvent, screen, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const [example] = recorded.operations.listMailAddresses.answer.mail_addresses
const address: MailAddress = {
  ...(example as MailAddress),
  address: 'desk@harbor.example',
  content: 'title',
  muted_categories: ['price_stale'],
  immediate_severity: 'warning',
  digest_time: '08:00',
  time_zone: 'Europe/London',
}

let page: OpenedPage
afterEach(() => page.close())

async function opened(role: 'admin' | 'viewer', changes: Partial<MailAddress> = {}) {
  const service = recordedService(role)
  service.answer('mail.list', { mail_addresses: [{ ...address, ...changes }] })
  page = await OpenedPage.open(service, '/mail')
  const table = within(await screen.findByRole('region', { name: 'Addresses' }))
  fireEvent.click(table.getByRole('button', { name: 'Change' }))
  const form = within(await screen.findByRole('form', { name: 'Change the address' }))
  const sent = () =>
    service.requests.filter(({ method }) => method === 'mail.update').map(({ body }) => body)
  const submit = async () => {
    fireEvent.submit(screen.getByRole('form', { name: 'Change the address' }))
    await form.findByText(/It is changed/)
  }
  return { form, sent, submit }
}

describe('the settings of a mail address', () => {
  it('are changed by an admin, who begins from those it has', async () => {
    const { form, sent, submit } = await opened('admin')
    expect(form.queryByText('1 category is left out')).not.toBeNull()
    expect(form.queryByText(/^full: also the title and the body/)).not.toBeNull()
    expect(screen.queryByText(/To notify a chat room/)).not.toBeNull()
    fireEvent.change(form.getByLabelText('Content'), { target: { value: 'full' } })
    fireEvent.change(form.getByLabelText('At once from'), { target: { value: 'critical' } })
    fireEvent.input(form.getByLabelText('Digest at'), { target: { value: '' } })
    fireEvent.click(form.getByLabelText('transfer failed'))
    await submit()
    expect(sent()).toEqual([
      {
        content: 'full',
        muted_categories: ['price_stale', 'transfer_failed'],
        immediate_severity: 'critical',
        digest_time: null,
        time_zone: 'Europe/London',
      },
    ])
  })

  it('are changed by others without what only an admin may choose', async () => {
    const { form, sent, submit } = await opened('viewer', { content: 'full' })
    expect(screen.queryByText(/To notify a chat room/)).toBeNull()
    fireEvent.input(form.getByLabelText('Digest at'), { target: { value: '07:30' } })
    await submit()
    expect(sent()).toEqual([
      {
        muted_categories: ['price_stale'],
        immediate_severity: 'warning',
        digest_time: '07:30',
        time_zone: 'Europe/London',
      },
    ])
  })
})
