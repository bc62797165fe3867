import type { Price } from '@vadium/client'
import { useState } from 'react'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { pendingApprovalsQuery } from '../../service/approval-queries.ts'
import { pricesQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { type ChosenHistory, PriceHistory } from '../prices/price-history.tsx'
import { PriceSources } from './price-sources.tsx'
import { PushPrice } from './push-price.tsx'
import { type Decided, QuoteRows } from './quote-rows.tsx'

/** What each source quotes, what is held, and who may push. */
export function OperatorPrices() {
  const prices = useRead(pricesQuery)
  const [chosen, choose] = useState<ChosenHistory>({})
  return (
    <div className={page['screen']}>
      <Title>Prices</Title>
      <Read of={prices} what="the prices" none="There is no asset yet.">
        {(quoted) => (
          <>
            <PriceHistory prices={quoted} chosen={chosen} choose={choose} />
            <Quotes prices={quoted} />
          </>
        )}
      </Read>
      <PushPrice prices={prices.data ?? []} />
      <PriceSources />
    </div>
  )
}

function Quotes({ prices }: { readonly prices: readonly Price[] }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Price>()
  const [decided, setDecided] = useState<Decided>('release')
  const pending = useRead(pendingApprovalsQuery).data ?? []
  const held = prices.flatMap(({ sources }) => sources.filter((quote) => quote.held)).length
  return (
    <section className={page['form']}>
      <h2>Quotes · {held} held</h2>
      <QuoteRows
        prices={prices}
        pending={pending}
        isBusy={isBusy}
        decide={(action, asset, { source, price_usd }) => {
          setDecided(action)
          void write((options) => client.prices[action]({ asset, source, price_usd }, options))
        }}
      />
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
