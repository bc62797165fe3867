import type { Approval, Price, PriceQuote } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Figure } from '../../figures/figure.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { pendingApprovalsQuery } from '../../service/approval-queries.ts'
import { pricesQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { pendingFor } from '../approvals/pending.tsx'
import { PriceHistory } from './price-history.tsx'
import { PriceSources } from './price-sources.tsx'
import { PushPrice } from './push-price.tsx'

/** What each source quotes, what is held, and who may push. */
export function OperatorPrices() {
  const prices = useRead(pricesQuery)
  return (
    <div className={page['screen']}>
      <Title>Prices</Title>
      <Read of={prices} what="the prices" none="There is no asset yet.">
        {(quoted) => (
          <>
            <PriceHistory prices={quoted} />
            <Quotes prices={quoted} />
          </>
        )}
      </Read>
      <PushPrice prices={prices.data ?? []} />
      <PriceSources />
    </div>
  )
}

/** What an operator decides on a quote. */
type Decided = 'release' | 'dismiss'

function Quotes({ prices }: { readonly prices: readonly Price[] }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Price>()
  const [decided, setDecided] = useState<Decided>('release')
  const pending = useRead(pendingApprovalsQuery).data ?? []
  const held = prices.flatMap(({ sources }) => sources.filter((quote) => quote.held)).length
  return (
    <section className={page['form']}>
      <h2>Quotes · {held} held</h2>
      <TableScroll name="Quotes">
        <table>
          <thead>
            <tr>
              <th>Asset</th>
              <th>Source</th>
              <th className="number">Price, USD</th>
              <th>Observed</th>
              <th>State</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <PriceRows
                key={price.asset}
                price={price}
                isBusy={isBusy}
                pending={pending}
                decide={(action, { source, price_usd }) => {
                  const body = { asset: price.asset, source, price_usd }
                  setDecided(action)
                  void write((options) => client.prices[action](body, options))
                }}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <Written
        written={written}
        done={({ asset }) => (
          <p>
            {decided === 'release'
              ? `The held quote of ${asset} counts from now on.`
              : `The last quote of ${asset} contradicts no other source from now on.`}
          </p>
        )}
      />
    </section>
  )
}

function PriceRows({
  price: { asset, price_usd, observe_time, state, sources },
  isBusy,
  pending,
  decide,
}: {
  readonly price: Price
  readonly isBusy: boolean
  /** What awaits approval. */
  readonly pending: readonly Approval[]
  readonly decide: (action: Decided, quote: PriceQuote) => void
}) {
  const pendingOf = (operation: 'releasePrice' | 'dismissPrice', quote: PriceQuote) =>
    pendingFor(
      pending,
      operation,
      ...[asset, quote.source, quote.price_usd].map((one) => JSON.stringify(one)),
    )
  return (
    <>
      <tr>
        <th scope="row">{asset}</th>
        <td>the price that counts</td>
        <td className="number">
          <Figure value={price_usd} missing="none" column />
        </td>
        <td>
          <Age of={observe_time} />
        </td>
        <td>
          <Badge tone={state === 'current' ? 'covered' : 'call'}>{state}</Badge>
        </td>
        <td />
      </tr>
      {sources.map((quote) => (
        <QuoteRow
          key={`${quote.source} ${quote.price_usd} ${quote.observe_time}`}
          asset={asset}
          quote={quote}
          isBusy={isBusy}
          releaseApproval={pendingOf('releasePrice', quote)}
          dismissApproval={pendingOf('dismissPrice', quote)}
          decide={(action) => decide(action, quote)}
        />
      ))}
    </>
  )
}

function QuoteRow({
  asset,
  quote,
  isBusy,
  releaseApproval,
  dismissApproval,
  decide,
}: {
  readonly asset: string
  readonly quote: PriceQuote
  readonly isBusy: boolean
  /** Its release, if that awaits approval. */
  readonly releaseApproval: Approval | undefined
  /** Its dismissal, if that awaits approval. */
  readonly dismissApproval: Approval | undefined
  readonly decide: (action: Decided) => void
}) {
  return (
    <tr>
      <td />
      <td>{quote.source}</td>
      <td className="number">
        <Figure value={quote.price_usd} column />
      </td>
      <td>
        <Age of={quote.observe_time} />
      </td>
      <td>
        {quote.held && <Badge tone="liquidation">held</Badge>}
        {quote.silenced && <Badge tone="liquidation">silenced, contradicts others</Badge>}
      </td>
      <td>
        {quote.held && (
          <Decision
            name="Release"
            question={`Let ${quote.price_usd} USD for ${asset} count?`}
            isBusy={isBusy}
            approval={releaseApproval}
            act={() => decide('release')}
          />
        )}
        {quote.silenced && (
          <Decision
            name="Dismiss"
            question={`Let ${quote.price_usd} USD for ${asset} contradict no other source?`}
            isBusy={isBusy}
            approval={dismissApproval}
            act={() => decide('dismiss')}
          />
        )}
      </td>
    </tr>
  )
}

function Decision({
  name,
  question,
  isBusy,
  approval,
  act,
}: {
  readonly name: string
  readonly question: string
  readonly isBusy: boolean
  readonly approval: Approval | undefined
  readonly act: () => void
}) {
  if (approval === undefined) {
    return <ConfirmedButton name={name} question={question} isDisabled={isBusy} act={act} />
  }
  return (
    <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }}>
      awaits approval
    </Link>
  )
}
