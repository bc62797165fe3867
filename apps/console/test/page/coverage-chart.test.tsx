import type { PositionValuation } from '@vadium/client'
import type uPlot from 'uplot'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { forgetDrawing, lastDrawing } from './harness/drawings.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { recordedPosition, recordedService } from './harness/recorded-service.ts'

const now = recorded.operations.getCurrentCredential.answer.book_time
const secondsOf = (time: string) => Date.parse(time) / 1000
const daysAgo = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()

const [entry] = recorded.operations.listPositionValuations.answer.valuations as PositionValuation[]
if (entry === undefined) throw new Error('there is no recorded valuation')
const was = (days: number, ccr_percent: string | null): PositionValuation => ({
  ...entry,
  time: daysAgo(days),
  ccr_percent,
})

const position = {
  ...recordedPosition,
  ccr_percent: '143.67',
  terms: {
    ...recordedPosition.terms,
    requirement_percent: '150',
    margin_call_percent: '130',
    liquidation_percent: '110',
  },
}

let page: OpenedPage
afterEach(() => page.close())
beforeEach(forgetDrawing)

it.each([
  ['between its levels', ['148.20', null, '141.5'], 110, 150, null],
  ['far above its levels', ['240.00', '250.00'], 110, 250, null],
  ['below its levels', ['90.00', '95.00'], 90, 150, null],
  ['below the level of releases', ['148.20', '141.5'], 110, 180, '180'],
])(
  'draws a coverage %s with its levels and the requirement, until now, on an axis around them',
  async (_where, percents, lowest, highest, release_percent) => {
    const valuations = percents.map((percent, i) => was(i + 1, percent))
    const service = recordedService('viewer')
      .answer('positions.get', { ...position, terms: { ...position.terms, release_percent } })
      .answer('positions.valuations', { valuations })
    page = await OpenedPage.open(service, `/positions/${position.id}`)
    const until = Math.floor(secondsOf(now) / 60) * 60
    // It is drawn again once the time of the sandbox is known.
    await waitFor(() => {
      expect(lastDrawing().data[0].at(-1)).toBe(until)
    })
    const { settings, data } = lastDrawing()
    const [times, ...lines] = data
    const places = percents.map((percent) => (percent === null ? null : Number(percent)))
    const entries = [...places.toReversed(), 143.67]
    const levels = [110, 130, 150, ...(release_percent === null ? [] : [Number(release_percent)])]
    expect(lines.slice(0, -1)).toEqual([
      ...levels.map((level) => entries.map(() => level)),
      entries,
    ])
    expect(settings.series).toHaveLength(data.length)
    expect(screen.queryByText('release level') === null).toBe(release_percent === null)
    expect(times).toEqual([...valuations.toReversed().map(({ time }) => secondsOf(time)), until])
    const all = lines.flatMap((line) => [...line].filter((place) => place != null))
    const [low = NaN, high = NaN] = rangeOf(settings, Math.min(...all), Math.max(...all))
    // All of it is on the axis, and fills most of its height.
    expect([low < lowest, high > highest]).toEqual([true, true])
    expect((highest - lowest) / (high - low)).toBeGreaterThan(0.8)
  },
)

/** The axis that uPlot makes of what lies between these figures. */
function rangeOf({ scales }: uPlot.Options, low: number, high: number): readonly number[] {
  const range = scales?.['y']?.range
  if (typeof range !== 'function') throw new Error('uPlot decides the axis')
  const made: unknown = Reflect.apply(range, undefined, [undefined, low, high, 'y'])
  return Array.isArray(made) ? made.map(Number) : []
}
