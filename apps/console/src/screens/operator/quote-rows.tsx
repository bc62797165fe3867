import type { Approval, Price, PriceQuote } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Figure } from '../../figures/figure.tsx'
import page from '../../figures/page.module.css'
import { Age } from '../../figures/time.tsx'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'
import { pendingFor } from '../approvals/pending.tsx'

/** What an operator decides on a quote. */
export type Decided = 'release' | 'dismiss'

interface Decisions {
  /** What awaits approval. */
  readonly pending: readonly Approval[]
  readonly isBusy: boolean
  readonly decide: (action: Decided, asset: string, quote: PriceQuote) => void
}

/** The price of an asset, or one of the quotes from which it comes. */
interface Row extends Pick<Price, 'asset' | 'price_usd' | 'observe_time'> {
  readonly source: string
  readonly state: string
  /** Undefined: it is the price. */
  readonly quote?: PriceQuote
}

/** The price of each asset, and below it the newest quote of each of its sources. */
export function QuoteRows({
  prices,
  ...decisions
}: Decisions & { readonly prices: readonly Price[] }) {
  return (
    <OwnTable
      name="Quotes"
      what="prices and quotes"
      columns={columnsOf(decisions)}
      rows={prices.flatMap(rowsOf)}
      idOf={({ asset, source, price_usd, observe_time, quote }) =>
        quote === undefined ? asset : `${asset} ${source} ${price_usd} ${observe_time}`
      }
    />
  )
}

const rowsOf = ({ asset, price_usd, observe_time, state, sources }: Price): readonly Row[] => [
  { asset, source: 'the price that counts', price_usd, observe_time, state },
  ...sources.map((quote) => ({
    asset,
    source: quote.source,
    price_usd: quote.price_usd,
    observe_time: quote.observe_time,
    state: statesOf(quote).join(', '),
    quote,
  })),
]

const statesOf = ({ held, silenced }: PriceQuote): readonly string[] => [
  ...(held ? ['held'] : []),
  ...(silenced ? ['silenced, contradicts others'] : []),
]

function columnsOf(decisions: Decisions): readonly Column<Row>[] {
  return [
    { id: 'asset', name: 'Asset', groups: true, value: ({ asset }) => asset },
    {
      id: 'source',
      name: 'Source',
      groups: true,
      value: ({ source }) => source,
      cell: ({ source, quote }) => (quote === undefined ? <strong>{source}</strong> : source),
    },
    {
      id: 'price',
      name: 'Price, USD',
      kind: 'decimal',
      value: ({ price_usd: usd }) => usd,
      cell: ({ price_usd: usd }) => <Figure value={usd} missing="none" column />,
    },
    {
      id: 'observed',
      name: 'Observed',
      kind: 'time',
      value: ({ observe_time: time }) => time,
      cell: ({ observe_time: time }) => <Age of={time} />,
    },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ state }) => state,
      cell: ({ state, quote }) =>
        quote === undefined ? (
          <Badge tone={state === 'current' ? 'covered' : 'call'}>{state}</Badge>
        ) : (
          statesOf(quote).map((word) => (
            <Badge key={word} tone="liquidation">
              {word}
            </Badge>
          ))
        ),
    },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: ({ asset, quote }) =>
        quote !== undefined && <Decision asset={asset} quote={quote} {...decisions} />,
    },
  ]
}

function Decision({
  asset,
  quote,
  pending,
  isBusy,
  decide,
}: Decisions & { readonly asset: string; readonly quote: PriceQuote }) {
  const { source, price_usd, held, silenced } = quote
  const named = [asset, source, price_usd].map((one) => JSON.stringify(one))
  const decision = (name: string, action: Decided, question: string) => {
    const approval = pendingFor(pending, `${action}Price`, ...named)
    return approval === undefined ? (
      <ConfirmedButton
        name={name}
        question={question}
        isDisabled={isBusy}
        act={() => {
          decide(action, asset, quote)
        }}
      />
    ) : (
      <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }}>
        awaits approval
      </Link>
    )
  }
  return (
    <span className={page['buttons']}>
      {held && decision('Release', 'release', `Let ${price_usd} USD for ${asset} count?`)}
      {silenced &&
        decision(
          'Dismiss',
          'dismiss',
          `Let ${price_usd} USD for ${asset} contradict no other source?`,
        )}
    </span>
  )
}
