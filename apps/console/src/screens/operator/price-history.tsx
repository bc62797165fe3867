import type { Price, PriceHistoryPoint, PriceQuote } from '@vadium/client'
import { useMemo, useState } from 'react'
import { Choice } from '../../figures/choice.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age } from '../../figures/time.tsx'
import { priceHistoryQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
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

/** What each source has quoted of an asset, and how far apart they are. */
export function PriceHistory({ prices }: { readonly prices: readonly Price[] }) {
  const [first] = prices.toSorted((one, other) => other.sources.length - one.sources.length)
  const [asset = first?.asset, setAsset] = useState<string>()
  const [hours = '24', setHours] = useState<string>()
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
          choose={setAsset}
        />
        <Choice
          label="Time"
          any="last 24 hours"
          value={hours === '24' ? undefined : hours}
          options={spans}
          choose={setHours}
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
      <TableScroll name="Sources">
        <table>
          <thead>
            <tr>
              <th>Source</th>
              <th className="number">Then, USD</th>
              <th className="number">Newest, USD</th>
              <th>Observed</th>
              <th>Use</th>
            </tr>
          </thead>
          <tbody>
            {price.sources.map((quote, index) => (
              <tr key={quote.source}>
                <th scope="row">
                  <span aria-hidden="true" style={{ color: `var(--${lineOf(index).color})` }}>
                    {lineOf(index).dash.length === 0 ? '━' : '╍'}
                  </span>{' '}
                  {quote.source}
                </th>
                <td className="number">
                  <Figure
                    value={at.quotes.find(({ source }) => source === quote.source)?.price_usd}
                    missing="no fresh quote"
                    column
                  />
                </td>
                <td className="number">
                  <Figure value={quote.price_usd} column />
                </td>
                <td>
                  <Age of={quote.observe_time} />
                </td>
                <td>{useOf(quote)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
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
