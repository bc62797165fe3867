import { readFile } from 'node:fs/promises'
import { stateMachines, statesOf } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MetricDefinition, metricTable } from '../../../src/platform/telemetry/metric-table.ts'
import { type Scrape, scrape } from '../../harness/scrape.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const file = (name: string) =>
  readFile(new URL(`../../../../../observability/${name}`, import.meta.url), 'utf8')

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly type: string
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}

let service: RunningService
let scraped: Scrape
let dashboard: Dashboard
let queries: string[]
let alerts: string
let alertQueries: string[]
beforeAll(async () => {
  service = await startService()
  scraped = await scrape(service)
  dashboard = JSON.parse(await file('grafana-dashboard.json')) as Dashboard
  queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  alerts = await file('alerts.yml')
  alertQueries = [...alerts.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.+)$)/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  )
})
afterAll(() => service.close())

/** A metric as a query names it; a query names the parts of a histogram. */
const named = /\b(?:vadium|nodejs|process)_[a-z0-9_]+/g
const whole = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '')
const metricsOf = (texts: readonly string[]) => texts.flatMap((text) => text.match(named) ?? [])

describe.each([
  ['the dashboard', () => queries],
  ['the alerts', () => alertQueries],
])('%s', (_name, texts) => {
  it('queries only metrics that a scrape declares', () => {
    const names = metricsOf(texts())
    expect(names.length).toBeGreaterThan(10)
    const known = (name: string) =>
      scraped.names.includes(name) || scraped.names.includes(whole(name))
    expect(names.filter((name) => !known(name))).toEqual([])
  })

  it('queries only the parts of a histogram', () => {
    const table: Readonly<Record<string, MetricDefinition>> = metricTable
    const own = metricsOf(texts()).filter((name) => name.startsWith('vadium_'))
    expect(own.filter((name) => (table[name] ?? table[whole(name)]) === undefined)).toEqual([])
    expect(own.filter((name) => table[name]?.kind === 'histogram')).toEqual([])
  })

  it('selects labels that the metric has, and states that exist', () => {
    const states = new Set([
      ...stateMachines.flatMap(statesOf),
      ...[
        'due',
        'waiting',
        'stalled',
        'current',
        'stale',
        'missing',
        'in_use',
        'idle',
        'used',
        'left_out',
        'enabled',
        'disabled',
      ],
    ])
    const selectors = texts().flatMap((text) => [...text.matchAll(/(vadium_[a-z_]+)\{([^}]*)\}/g)])
    expect(selectors.length).toBeGreaterThan(3)
    for (const [, name = '', inside = ''] of selectors) {
      const table: Readonly<Record<string, MetricDefinition>> = metricTable
      const { labels = [] } = table[name] ?? table[whole(name)] ?? {}
      for (const [, label = '', value = ''] of inside.matchAll(/([a-z_]+)[=!]~?"([^"]*)"/g)) {
        expect([...labels, 'instance', 'job'], name).toContain(label)
        if (label === 'state') expect([...states]).toContain(value)
      }
    }
  })
})

describe('the dashboard', () => {
  it('shows every metric of the table', () => {
    const shown = new Set(
      metricsOf(queries).map((name) => (name in metricTable ? name : whole(name))),
    )
    expect(Object.keys(metricTable).filter((name) => !shown.has(name))).toEqual([])
  })

  it('has each panel once', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const titles = dashboard.panels.map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('the alerts', () => {
  it('each have a query that this test can read, and a description', () => {
    const count = (pattern: RegExp) => alerts.match(pattern)?.length
    expect(alertQueries).toHaveLength(count(/- alert:/g) ?? 0)
    expect(count(/summary:/g)).toBe(alertQueries.length)
    expect(count(/severity: (?:critical|warning)$/gm)).toBe(alertQueries.length)
  })
})
