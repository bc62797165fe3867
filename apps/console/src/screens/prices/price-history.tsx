import type { Price, PriceHistoryPoint, PriceQuote } from '@vadium/client'
import { useMemo, useState } from 'react'
import { Choice } from '../../figures/choice.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Age } from '../../figures/time.tsx'
import { priceHistoryQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import type { Column } from '../../table/column.ts'
import { PartTable } from '../../table/part-table.tsx'
import { lineOf } from './source-lines.ts'

const Chart = later(
  async () => (await import('./price-history-chart.tsx')).PriceHistoryChart,
  'the chart',
)

const spans = [
  { value: '1', name: 'last hour' },
  { value: '168', name: 'last 7 days' },
  { value: '744', name: 'last 31 days' },
] as const

/** The asset and the hours that a person has chosen. */
export interface ChosenHistory {
  readonly asset?: string | undefined
  readonly hours?: string | undefined
}

/** What each source has quoted of an asset, and how far apart they are. */
export function PriceHistory({
  prices,
  chosen,
  choose,
}: {
  readonly prices: readonly Price[]
  readonly chosen: ChosenHistory
  readonly choose: (chosen: ChosenHistory) => void
}) {
  const [first] = prices.toSorted((one, other) => other.sources.length - one.sources.length)
  const { asset = first?.asset, hours = '24' } = chosen
  const read = useRead(priceHistoryQuery, asset ?? '', Number(hours))
  return (
    <section className={page['form']} aria-label="Prices by source">
      <h2>By source</h2>
      <div className="filters">
        <Choice
          label="Asset"
          any={first?.asset ?? ''}
          value={asset === first?.asset ? undefined : asset}
          options={prices
            .filter((price) => price.asset !== first?.asset)
            .map((price) => ({ value: price.asset, name: price.asset }))}
          choose={(named) => {
            choose({ ...chosen, asset: named })
          }}
        />
        <Choice
          label="Time"
          any="last 24 hours"
          value={hours === '24' ? undefined : hours}
          options={spans}
          choose={(named) => {
            choose({ ...chosen, hours: named })
          }}
        />
      </div>
      <Read of={read} what="the history">
        {(price) => <Lines price={price} history={price.history ?? []} />}
      </Read>
    </section>
  )
}

function Lines({
  price,
  history,
}: {
  readonly price: Price
  readonly history: readonly PriceHistoryPoint[]
}) {
  const [pointed, setPointed] = useState<number>()
  const text = price.sources.map(({ source }) => source).join(' ')
  // The same list each time, so that nothing is drawn again.
  const sources = useMemo(() => (text === '' ? [] : text.split(' ')), [text])
  const at = history[pointed ?? history.length - 1]
  if (sources.length === 0 || at === undefined) return <Empty>No source quotes it.</Empty>
  return (
    <>
      <p>
        {pointed === undefined ? 'Now' : `${at.time.slice(0, 16).replace('T', ' ')} UTC`}: price{' '}
        <Figure value={at.price_usd} missing="none" unit="USD" />, spread{' '}
        <Figure value={at.spread_percent} missing="none" unit="%" />
      </p>
      <Chart
        label={`Prices of ${price.asset} by source: ${sources.join(', ')}`}
        sources={sources}
        history={history}
        point={setPointed}
      />
      <PartTable
        name="Sources"
        what="sources"
        columns={sourceColumns(sources, at)}
        rows={price.sources}
        idOf={({ source }) => source}
      />
    </>
  )
}

/** @param at The point whose figures are shown. */
function sourceColumns(
  sources: readonly string[],
  at: PriceHistoryPoint,
): readonly Column<PriceQuote>[] {
  const then = ({ source }: PriceQuote) =>
    at.quotes.find((quote) => quote.source === source)?.price_usd ?? null
  return [
    {
      id: 'source',
      name: 'Source',
      value: ({ source }) => source,
      cell: ({ source }) => <SourceName name={source} index={sources.indexOf(source)} />,
    },
    {
      id: 'then',
      name: 'Then, USD',
      kind: 'decimal',
      value: then,
      cell: (quote) => <Figure value={then(quote)} missing="no fresh quote" column />,
    },
    {
      id: 'newest',
      name: 'Newest, USD',
      kind: 'decimal',
      isCut: true,
      value: ({ price_usd: usd }) => usd,
    },
    {
      id: 'observed',
      name: 'Observed',
      kind: 'time',
      value: ({ observe_time: time }) => time,
      cell: ({ observe_time: time }) => <Age of={time} />,
    },
    { id: 'use', name: 'Use', value: useOf },
  ]
}

/** A source with the line that is drawn of it. */
function SourceName({ name, index }: { readonly name: string; readonly index: number }) {
  const { color, dash } = lineOf(index)
  return (
    <>
      <span aria-hidden="true" style={{ color: `var(--${color})` }}>
        {dash.length === 0 ? '━' : '╍'}
      </span>{' '}
      {name}
    </>
  )
}

/** Whether a quote is part of the price, or why not. */
function useOf({ ignored, silenced }: PriceQuote): string {
  if (ignored === null) return 'used'
  if (ignored === 'held') {
    return 'ignored: held, because it jumped or another account contradicts it'
  }
  return silenced ? 'ignored: too old, but it contradicts others' : 'ignored: too old'
}
