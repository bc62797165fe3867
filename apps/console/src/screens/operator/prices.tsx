import type { Approval, Price, PriceQuote } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Figure } from '../../figures/figure.tsx'
import page from '../../figures/page.module.css'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { pendingApprovalsQuery } from '../../service/approval-queries.ts'
import { pricesQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { pendingFor } from '../approvals/pending.tsx'
import { PriceSources } from './price-sources.tsx'
import { PushPrice } from './push-price.tsx'

/** What each source quotes, what is held, and who may push. */
export function OperatorPrices() {
  const prices = useQuery(pricesQuery(useClient()))
  return (
    <div className={page['screen']}>
      <h1>Prices</h1>
      {prices.isPending && <Loading what="the prices" />}
      {prices.isLoadingError && (
        <Failure error={prices.error} what="the prices" again={() => void prices.refetch()} />
      )}
      {prices.data?.length === 0 && <Empty>There is no asset yet.</Empty>}
      {prices.data !== undefined && prices.data.length > 0 && <Quotes prices={prices.data} />}
      <PushPrice prices={prices.data ?? []} />
      <PriceSources />
    </div>
  )
}

function Quotes({ prices }: { readonly prices: readonly Price[] }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Price>()
  const pending = useQuery(pendingApprovalsQuery(client)).data?.approvals ?? []
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
              <Fragment key={price.asset}>
                <tr>
                  <th scope="row">{price.asset}</th>
                  <td>the price that counts</td>
                  <td className="number">
                    <Figure value={price.price_usd} missing="none" column />
                  </td>
                  <td>
                    <Age of={price.observe_time} />
                  </td>
                  <td>
                    <Badge tone={price.state === 'current' ? 'covered' : 'call'}>
                      {price.state}
                    </Badge>
                  </td>
                  <td />
                </tr>
                {price.sources.map((quote) => (
                  <QuoteRow
                    key={`${quote.source} ${quote.price_usd} ${quote.observe_time}`}
                    asset={price.asset}
                    quote={quote}
                    isBusy={isBusy}
                    approval={pendingFor(
                      pending,
                      'releasePrice',
                      ...[price.asset, quote.source, quote.price_usd].map((one) =>
                        JSON.stringify(one),
                      ),
                    )}
                    release={() => {
                      const { source, price_usd } = quote
                      const body = { asset: price.asset, source, price_usd }
                      void write((options) => client.prices.release(body, options))
                    }}
                  />
                ))}
              </Fragment>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <Written
        written={written}
        done={({ asset }) => <p>The held quote of {asset} counts from now on.</p>}
      />
    </section>
  )
}

function QuoteRow({
  asset,
  quote,
  isBusy,
  approval,
  release,
}: {
  readonly asset: string
  readonly quote: PriceQuote
  readonly isBusy: boolean
  /** Its release, if that awaits approval. */
  readonly approval: Approval | undefined
  readonly release: () => void
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
      <td>{quote.held && <Badge tone="liquidation">held</Badge>}</td>
      <td>
        {quote.held && approval !== undefined && (
          <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }}>
            awaits approval
          </Link>
        )}
        {quote.held && approval === undefined && (
          <ConfirmedButton
            name="Release"
            question={`Let ${quote.price_usd} USD for ${asset} count?`}
            isDisabled={isBusy}
            act={release}
          />
        )}
      </td>
    </tr>
  )
}
