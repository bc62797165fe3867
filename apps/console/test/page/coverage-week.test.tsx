import type { CoveragePoint, Position } from '@vadium/client'
import { refusal } from '@vadium/client/testing'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const nowMs = Date.parse(recorded.operations.getCurrentCredential.answer.book_time)
const daysAgo = (days: number) => new Date(nowMs - days * 86_400_000).toISOString()
const day = (days: number) => daysAgo(days).slice(0, 10)
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const terms = {
  ...recordedPosition.terms,
  requirement_percent: '150',
  margin_call_percent: '130',
  liquidation_percent: '110',
}
/** A position that is worth so much now, and was before. */
const positionOf = (
  number: number,
  percent: string | null,
  points: readonly CoveragePoint[] = [],
): Position => ({
  ...recordedPosition,
  id: idOf(number),
  order_id_pretty: number,
  terms,
  ccr_percent: percent,
  coverage_history: [...points],
})
const was = (days: number, ccr_percent: string | null) => ({ time: daysAgo(days), ccr_percent })

const begin = 'in the last 7 days:'
const positions = [
  positionOf(1, '146.20', [was(7, '150.00'), was(5, null), was(3.5, '131.25'), was(1, '131.9')]),
  positionOf(2, null, [was(6, '140.50'), was(2, '145.00')]),
  positionOf(3, '150.00'),
  positionOf(4, '0.00', [was(1, '0.00')]),
  ...Array.from({ length: 60 }, (_, n) => positionOf(5 + n, '150.00')),
]

const service = recordedService('execution')
/** The ids of each request of histories. */
const asked = () =>
  service.requests.flatMap(({ method, query }) =>
    method === 'positions.list' && query['history_days'] !== undefined
      ? [[query['history_days'], String(query['ids']).split(',')]]
      : [],
  )
const listed = () =>
  service.requests.filter(
    ({ method, query }) => method === 'positions.list' && query['ids'] === undefined,
  ).length

let page: OpenedPage
beforeEach(() => {
  service.requests.length = 0
  service.answer('positions.list', { positions })
})
afterEach(() => page.close())

it('draws the coverage of seven days among its levels, until now, and says it in words', async () => {
  page = await OpenedPage.open(service, '/positions')
  const first = await screen.findByRole('img', {
    name: `Coverage of order 1 ${begin} from 150.00 % on ${day(7)} to 146.20 % now, the lowest 131.25 % on ${day(3.5)}`,
  })
  const [low, high] = ['10', '2']
  // The levels are 110, 130 and 150 %, the height is theirs. Without a ratio there is a gap.
  expect([...first.querySelectorAll('line')].map((line) => line.getAttribute('y1'))).toEqual([
    low,
    '6',
    high,
  ])
  const way = first.querySelector('path')?.getAttribute('d') ?? ''
  expect(way).toMatch(/^M2\.\d 2\.0h0M[\d.]+ 5\.8h0L[\d.]+ 5\.6L70\.0 2\.8$/)
  expect(first.querySelector('circle')?.getAttribute('cx')).toBe('70')
  await screen.findByRole('img', {
    name: `Coverage of order 2 ${begin} from 140.50 % on ${day(6)} to 145.00 % on ${day(2)}, the lowest 140.50 % on ${day(6)}`,
  })
  await screen.findByRole('img', { name: `Coverage of order 3 ${begin} none but that of now` })
  expect(screen.queryByRole('img', { name: /order 4 / })).toBeNull()
  expect(await violations()).toEqual([])
})

it('asks once for the rows on screen, and not again when prices move or all of it is printed', async () => {
  service.answer('events.stream', [{ type: 'moved', data: { prices: ['BTC'], clock: false } }])
  // The rows are there before the time of the book, which the answer after a refusal says.
  service.script('credentials.current', refusal('RATE_LIMITED'))
  page = await OpenedPage.open(service, '/positions')
  await screen.findByRole('img', { name: /order 1 / })
  await waitFor(() => {
    expect(listed()).toBeGreaterThan(1)
  })
  const meters = () => screen.getAllByRole('meter')
  const onScreen = meters().length
  fireEvent(window, new Event('beforeprint'))
  expect(meters().length).toBeGreaterThan(onScreen)
  fireEvent(window, new Event('afterprint'))
  expect(asked()).toEqual([[7, positions.slice(0, onScreen + 1).map(({ id }) => id)]])
})

it('says in each row that the last days could not be read, and shows the rest', async () => {
  service.script('positions.list', { positions: positions.slice(0, 2) })
  service.answer('positions.list', refusal('ROLE_NOT_PERMITTED'))
  page = await OpenedPage.open(service, '/positions')
  const name = /^The coverage of the last days could not be read/
  await waitFor(() => {
    expect(screen.getAllByRole('img', { name })).toHaveLength(2)
  })
  expect(screen.getAllByRole('meter')).toHaveLength(1)
})
