import { rawReply } from '@vadium/client/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { comeBackUntil } from './harness/come-back.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedAccount, recordedApproval, recordedService } from './harness/recorded-service.ts'

const service = recordedService('admin')
const rotate = 'credentials.rotate'

let page: OpenedPage
beforeAll(async () => {
  page = await OpenedPage.open(service, '/credentials')
})
afterAll(() => page.close())

const sent = (method: string) => service.requests.filter((request) => request.method === method)

it('says in hours how long a replaced key may stay valid', async () => {
  fireEvent.click(screen.getAllByRole('button', { name: 'Rotate …' })[0] ?? document.body)
  const name = { name: 'Rotate a credential' }
  const form = within(await screen.findByRole('form', name))
  fireEvent.click(form.getByRole('button', { name: 'Make the key' }))
  await form.findByText(/Its private key was made in this browser/)
  await waitFor(() => {
    const button = form.getByRole('button', { name: 'Rotate the credential' })
    expect(button.hasAttribute('disabled')).toBe(false)
  })
  const hours = form.getByLabelText('The old key stays valid for, hours')
  const said = () =>
    (hours.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
  expect(said()).toEqual(['', '0: it ends at once. At most 720 hours.'])
  fireEvent.input(hours, { target: { value: '720.5' } })
  fireEvent.submit(screen.getByRole('form', name))
  await waitFor(() => expect(said()[0]).toBe('must be 0 to 720 hours'))
  expect(sent(rotate)).toHaveLength(0)
  fireEvent.input(hours, { target: { value: '1.5' } })
  fireEvent.submit(screen.getByRole('form', name))
  await waitFor(() => expect(sent(rotate)).toHaveLength(1))
  expect(sent(rotate)[0]?.body).toMatchObject({ overlap_seconds: 5_400 })
})

/** The steps follow one another: each begins where the one before ended. */
const newCredential = { name: 'New credential' }
const form = () => within(screen.getByRole('form', newCredential))
const makeKey = async () => {
  fireEvent.click(await form().findByRole('button', { name: 'Make the key' }))
  await form().findByText(/Its private key was made in this browser/)
}
const json = { 'content-type': 'application/json' }

it('asks for another key after a request that awaits approval', async () => {
  service.script(
    'credentials.create',
    rawReply(202, JSON.stringify({ approval: recordedApproval }), json),
  )
  fireEvent.change(form().getByLabelText('Account'), { target: { value: recordedAccount.id } })
  fireEvent.change(form().getByLabelText('Role'), { target: { value: 'viewer' } })
  await makeKey()
  fireEvent.submit(screen.getByRole('form', newCredential))
  fireEvent.click(await form().findByRole('button', { name: 'Make another request' }))
  await form().findByRole('button', { name: 'Make the key' })
  const button = form().getByRole('button', { name: 'Create the credential' })
  expect(button.hasAttribute('disabled')).toBe(true)
})

it('sends no credential for an account that has gone from the list', async () => {
  const before = sent('credentials.create').length
  fireEvent.change(form().getByLabelText('Account'), { target: { value: recordedAccount.id } })
  fireEvent.change(form().getByLabelText('Role'), { target: { value: 'viewer' } })
  await makeKey()
  service.answer('accounts.list', { accounts: [] })
  await comeBackUntil(() => form().getByText(`${recordedAccount.id} (not offered)`))
  fireEvent.submit(screen.getByRole('form', newCredential))
  await form().findByText('is not offered: choose another')
  expect(sent('credentials.create')).toHaveLength(before)
})
