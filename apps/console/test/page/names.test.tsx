import { fireEvent, screen, within } from '@testing-library/dom'
import type { Role } from '@vadium/schema'
import { afterEach, expect, it } from 'vitest'
import { kindOf, reports } from '../../src/screens/reports/report-kinds.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { callerIn, idIn, recordedAgreement, recordedService } from './harness/recorded-service.ts'

let page: OpenedPage
afterEach(() => page.close())

const desk = [
  ...['/', '/transfers', '/wallets', '/orders', '/approvals', '/credentials'],
  ...[`/transfers/${idIn('getTransfer')}`, `/approvals/${idIn('getApproval')}`],
  `/orders/${idIn('getOrder')}`,
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

const counterparty = { id: 'a0000000-0000-4000-8000-000000000003', name: 'Kestrel Market Making' }
const [transferTime, momentLater, laterTime] = [
  '2026-01-05T09:00:00.000Z',
  '2026-01-05T09:00:00.001Z',
  '2026-01-05T12:00:00.000Z',
]

it.each<[string, string, object]>([
  ['ends a moment after a transfer', laterTime, { from: transferTime, to: momentLater }],
  ['is everything up to a transfer of this moment', transferTime, { as_of: transferTime }],
])(
  'calls both sides by name for a role without agreements, by a report that %s',
  async (_, book_time, range) => {
    const service = recordedService('reporting')
    service.answer('credentials.current', { ...callerIn('reporting'), book_time })
    page = await OpenedPage.open(service, '/transfers')
    const named = `${counterparty.name} at Simulated custody`
    expect((await screen.findAllByText(named)).length).toBeGreaterThan(1)
    await page.visit(`/transfers/${idIn('getTransfer')}`)
    await screen.findByText(counterparty.name)
    expect(screen.getByRole('main').textContent).not.toContain(counterparty.id)
    const asked = service.requests.filter(({ method }) => method === 'reports.transfers')
    // Once for both screens, by the oldest transfer.
    expect(asked.map(({ query }) => query)).toEqual([
      { counterparty_id: counterparty.id, ...range },
    ])
  },
)

/** Names of members as the API has them, and values that are no words. */
const member = /\b[a-z]+(?:_[a-z]+)+\b|\bpretty\b|\b[A-Z]+_[A-Z_]+\b|\bACTIVE\b|\b(?:true|false)\b/

function expectWords(): void {
  for (const { textContent } of screen.getAllByRole('table')) {
    expect(raw.exec(textContent) ?? member.exec(textContent)).toBe(null)
  }
}

it('shows no id of a counterparty before its name is read', async () => {
  const service = recordedService('execution')
  const shown: string[] = []
  const observer = new MutationObserver(() => shown.push(document.body.textContent))
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  page = await OpenedPage.open(service, '/calls')
  await screen.findAllByText(counterparty.name)
  observer.disconnect()
  expect(shown.filter((text) => text.includes(counterparty.id))).toEqual([])
})

it('calls the terms of an agreement and the columns of each report by words', async () => {
  page = await OpenedPage.open(recordedService('admin'), `/agreements/${recordedAgreement.id}`)
  expectWords()
  await page.visit('/reports')
  for (const report of reports) {
    fireEvent.change(screen.getByLabelText('Report'), { target: { value: kindOf(report) } })
    await screen.findByText(report.description)
    await page.isRead()
    expectWords()
  }
})
