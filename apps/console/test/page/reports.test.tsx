import { screen, within } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { usualPeriods, usualTimes } from '../../src/screens/reports/periods.ts'
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedService } from './harness/recorded-service.ts'

const service = recordedService('execution')
let page: OpenedPage | undefined
afterEach(async () => {
  await page?.close()
  page = undefined
})

it('shows the first ten rows of a report with the strings of the API, and no ids', async () => {
  const report = recorded.operations.reportPositions.answer
  const [row] = report.positions
  const positions = Array.from({ length: 30 }, (_, i) => ({
    ...row,
    order_id_pretty: 100 + i,
    asset_quantity: '123456789012345678901.25',
  }))
  service.answer('reports.positions', { ...report, positions })
  page = await OpenedPage.open(service, '/reports')
  const table = await screen.findByRole('region', { name: 'First rows' })
  const shown = within(table).getAllByRole('row')
  expect(shown).toHaveLength(11)
  expect(shown[1]?.textContent).toContain('123456789012345678901.25')
  expect(shown[0]?.textContent).not.toContain('position id')
  screen.getByText(/^The first 10 rows/)
  expect(await violations()).toEqual([])
})

it('knows the ends of days and months before a time, in UTC', () => {
  const now = Date.parse('2026-03-01T00:00:00.000Z')
  expect(usualTimes(now).map(({ search }) => search.as_of)).toEqual([
    undefined,
    '2026-02-28T23:59:59.999Z',
    '2026-02-28T23:59:59.999Z',
  ])
  // On its first day, this month has no whole day.
  expect(usualPeriods(now).map(({ search: { from, to } }) => [from, to])).toEqual([
    ['2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ])
  expect(usualPeriods(now + 36 * 3_600_000)[1]?.search).toEqual({
    as_of: undefined,
    from: '2026-03-01T00:00:00.000Z',
    to: '2026-03-02T00:00:00.000Z',
  })
})
