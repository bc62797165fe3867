import type { Role } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import {
  callerIn,
  recordedAccount,
  recordedPosition,
  recordedService,
} from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

/** Each list beside another part of its screen: the role, the path, the name of its table. */
const lists: readonly (readonly [Role, string, string])[] = [
  ['admin', '/credentials', 'Credentials'],
  ['admin', '/credentials', 'Invitations'],
  ['admin', '/webhooks', 'Endpoints'],
  ['admin', '/webhooks', 'Deliveries'],
  ['admin', '/mail', 'Addresses'],
  ['admin', '/mail', 'Deliveries'],
  ['admin', '/wallets', 'Wallets'],
  ['admin', '/approvals', 'All requests'],
  ['admin', '/counterparties', 'Agreements'],
  ['admin', '/counterparties', 'Exposure by counterparty and asset'],
  ['operator', '/operator', 'Organizations'],
  ['operator', '/operator/prices', 'Price sources'],
  ['operator', '/operator/prices', 'Quotes'],
  ['operator', '/operator/instructions', 'Stalled instructions'],
]

describe('a list beside another part of its screen', () => {
  it.each(lists)(
    'can be sorted, chosen from and saved: of the %s at %s, %s',
    async (role, at, name) => {
      page = await OpenedPage.open(recordedService(role), at)
      const table = await screen.findByRole('region', { name })
      const [first] = within(table).getAllByRole('columnheader')
      if (first === undefined) throw new Error('the table has no column')
      fireEvent.click(within(first).getByRole('button'))
      await waitFor(() => expect(first.getAttribute('aria-sort')).not.toBe(null))
      // What is sorted here is in no address, so no view of it can be saved.
      expect(location.search).toBe('')
      const tools = table.parentElement ?? document.body
      within(tools).getByRole('button', { name: 'Columns' })
      within(tools).getByRole('button', { name: 'Save as CSV' })
      expect(within(tools).queryByRole('button', { name: 'Views' })).toBe(null)
      expect(await violations()).toEqual([])
    },
  )
})

it('sorts all credentials, of which only the first page was read', async () => {
  const { credential } = callerIn('admin')
  const some = (of: readonly Role[]) =>
    of.map((role, i) => ({
      ...credential,
      id: `00000000-0000-4000-8000-0000000000${role.length}${i}`,
      role,
      account_id: recordedAccount.id,
      last_use_time: null,
    }))
  const service = recordedService('admin').answer('credentials.list', {
    credentials: some(['viewer', 'execution']),
    next_page_token: 'second',
  })
  page = await OpenedPage.open(service, '/credentials')
  const table = await screen.findByRole('region', { name: 'Credentials' })
  expect(table.querySelector('tfoot')?.textContent).toContain('2 credentials read, more follow')
  // Once it follows the events, the page reads again what may have changed before.
  const read = () => service.requests.filter(({ method }) => method === 'credentials.list')
  await waitFor(() => {
    expect(read()).toHaveLength(2)
  })
  await page.isRead()
  service.answer('credentials.list', { credentials: some(['admin']) })
  fireEvent.click(within(table).getByRole('button', { name: 'Role' }))
  await waitFor(() =>
    expect(
      [...table.querySelectorAll('tbody td:nth-child(2)')].map((of) => of.textContent),
    ).toEqual(['Administrator', 'Execution', 'Viewer']),
  )
})

it('leaves out of exposures the quantities that are zero in every row', async () => {
  const own = callerIn('admin').organization.id
  const service = recordedService('admin').answer('positions.list', {
    positions: [{ ...recordedPosition, lender_id: own }],
  })
  page = await OpenedPage.open(service, '/counterparties')
  const table = await screen.findByRole('region', { name: 'Exposure by counterparty and asset' })
  const names = within(table).getAllByRole('columnheader')
  expect(names.slice(-3).map(({ textContent }) => textContent)).toEqual(['Net', 'Lent', 'Held'])
})
