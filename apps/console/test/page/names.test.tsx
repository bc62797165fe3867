import { screen, within } from '@testing-library/dom'
import type { Role } from '@vadium/schema'
import { afterEach, expect, it } from 'vitest'
import { OpenedPage } from './harness/opened-page.tsx'
import { idIn, recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

const desk = [
  ...['/', '/transfers', '/wallets', '/orders', '/approvals', '/credentials'],
  ...[`/transfers/${idIn('getTransfer')}`, `/approvals/${idIn('getApproval')}`],
]
const operator = ['/operator/instructions', '/credentials']

/** Names of the service that a person is shown a word or a proper name for. */
const raw = /\bsimulated\b|\bm2m\b|\b(?:PENDING|IN_PROGRESS|COMPLETED|FAILED)\b/

it.each<[Role, string, readonly string[]]>([
  ['admin', 'Administrator', desk],
  ['operator', 'Operator', operator],
])(
  'shows the role %s as %s, and no name of a state, purpose or custodian as the service has it',
  async (role, name, paths) => {
    page = await OpenedPage.open(recordedService(role), paths[0])
    const header = await screen.findByRole('banner')
    await within(header).findByText(new RegExp(` · ${name}$`))
    for (const path of paths) {
      await page.visit(path)
      expect(raw.exec(screen.getByRole('main').textContent)?.[0], path).toBe(undefined)
    }
  },
)
