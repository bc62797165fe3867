import { screen, within } from '@testing-library/dom'
import { operations, type Role } from '@vadium/schema'
import { afterEach, describe, expect, it } from 'vitest'
import { methodOf } from '../../../../packages/client/src/testing/methods.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

const menu = () =>
  within(screen.getByRole('navigation', { name: 'Screens' }))
    .getAllByRole('link')
    .map((link) => ({
      name: link.textContent,
      path: (link.getAttribute('href') ?? '').replace('/console', ''),
    }))

/** The operations that each role may not call, by the name of their method in the SDK. */
const refusedTo = (role: Role) =>
  new Set(operations.filter(({ roles }) => !roles.includes(role)).map((one) => methodOf(one)))

describe('the menu', () => {
  it.each([
    ['reporting', ['Transfers', 'Prices', 'Documents', 'Reports']],
    [
      'operator',
      [
        'Organizations',
        'Prices',
        'Calendars',
        'Stalled instructions',
        'Credentials',
        'Approvals',
        'Audit',
      ],
    ],
    [
      'viewer',
      [
        ...['Today', 'Positions', 'Calls', 'Transfers', 'What if', 'Prices'],
        ...['Orders', 'Order requests', 'Defaults', 'Threads', 'Documents', 'Reports'],
        ...['Counterparties', 'Wallets', 'Mail', 'Approvals'],
      ],
    ],
  ] as const)(
    'offers the role %s the screens that it may read, none of which asks for more',
    async (role, names) => {
      const service = recordedService(role)
      page = await OpenedPage.open(service)
      const entries = menu().filter(({ name }) => name !== 'Sandbox')
      expect(entries.map(({ name }) => name)).toEqual(names)
      for (const { path } of entries) await page.visit(path)
      const refused = refusedTo(role)
      const asked = new Set(service.requests.flatMap(({ method }) => method ?? []))
      expect([...asked].filter((method) => refused.has(method))).toEqual([])
    },
  )

  it.each([
    ['reporting', 'Transfers'],
    ['operator', 'Organizations'],
  ] as const)('opens for the role %s on its first screen, %s', async (role, name) => {
    page = await OpenedPage.open(recordedService(role))
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain(name)
  })
})
