import type { Position } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { answered } from './answered-command.ts'
import { json } from './loopback-service.ts'

const position = recorded.operations.getPosition.answer as Position
const points = (...percents: readonly (string | null)[]) => ({
  coverage_history: percents.map((ccr_percent, day) => ({
    time: `2026-01-0${day + 1}T16:00:00.000Z`,
    ccr_percent,
  })),
})
const list = (argv: readonly string[], positions: readonly Position[]) =>
  answered([json({ positions })], ['positions', 'list', ...argv])
const linesOf = (text: string) => text.trimEnd().split('\n')

describe('positions list', () => {
  it('shows from where to where the coverage went, and how low, where it is requested', async () => {
    const { stdout, arrived } = await list(
      ['--history-days', '7', '--ids', position.id],
      [
        { ...position, ...points('150.00', null, '131.20', '99.5', '143.67') },
        { ...position, ...points('131.20', '150.00') },
        { ...position, ...points('150.10') },
        { ...position, ...points(null) },
        { ...position, ...points() },
      ],
    )
    expect(arrived[0]?.target).toBe(`/positions?ids=${position.id}&history_days=7`)
    const [heading = '', ...rows] = linesOf(stdout)
    const place = heading.indexOf('COVERAGE HISTORY %')
    const end = heading.indexOf('DIRECTION')
    expect(rows.map((row) => row.slice(place, end).trimEnd())).toEqual([
      '150.00 → 143.67, low 99.5',
      '131.20 → 150.00',
      '150.10',
      '',
      '',
    ])
  })

  it.each([[[]], [['--wide']]])('has no column of a history without one: %j', async (argv) => {
    const { stdout } = await list(argv, [position])
    expect(stdout).toContain(position.order_id_pretty.toString())
    expect(stdout).not.toMatch(/HISTORY/)
  })

  it.each([
    [60, 'ORDER COVERAGE % DIRECTION DUE USD NEXT STEP'],
    [80, 'ORDER STATUS COVERAGE % DIRECTION DUE USD NEXT STEP'],
    [110, 'ORDER STATUS ASSET QUANTITY ASSET COVERAGE % DIRECTION DUE USD NEXT STEP'],
  ])('keeps in %i columns what a person acts on', async (columns, headings) => {
    const due = { ready_for_m2m: true, m2m_direction: 'TopUp', m2m_notional_usd: '11250000.25' }
    const open = { m2m_reason: 'MARK_TO_MARKET_REQUEST_OPEN' } as const
    const { stdout } = await answered(
      [
        json({
          positions: [
            { ...position, ...due },
            { ...position, ...open },
          ],
        }),
      ],
      ['positions', 'list'],
      { columns, env: { NO_COLOR: '1' } },
    )
    const [heading = '', first, second] = linesOf(stdout)
    expect(heading.replaceAll(/ +/g, ' ')).toBe(headings)
    expect(Math.max(...linesOf(stdout).map(({ length }) => length))).toBeLessThanOrEqual(columns)
    expect(first).toMatch(/150\.00 +TopUp +11,250,000\.25 +submit a top-up$/)
    expect(second).toMatch(/None +0\.00 +mark to/)
  })

  it('has the points in the JSON and in the wide form', async () => {
    const positions = [{ ...position, ...points('150.00', null) }]
    const asJson = await list(['--history-days', '2', '--json'], positions)
    expect(JSON.parse(asJson.stdout)).toEqual({ positions })
    const wide = await list(['--history-days', '2', '--wide'], positions)
    expect(wide.stdout).toContain(JSON.stringify(positions[0]?.coverage_history))
  })
})
