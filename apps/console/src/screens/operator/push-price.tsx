import type { Price, PushedQuoteOutcomes } from '@vadium/client'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import page from '../../figures/page.module.css'
import { TextInput } from '../../figures/text-input.tsx'
import { Written } from '../../figures/written.tsx'
import { priceSourcesQuery } from '../../service/operator-queries.ts'
import { useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

/** Pushes a quote of a source of the caller's account, observed now. */
export function PushPrice({ prices }: { readonly prices: readonly Price[] }) {
  const client = useClient()
  const ownAccount = useCaller()?.account.id
  const sources = useRead(priceSourcesQuery)
  const { written, isBusy, write, reset } = useWrite<PushedQuoteOutcomes>()
  const [asset, setAsset] = useState<string>()
  const [source, setSource] = useState<string>()
  const [price, setPrice] = useState('')
  const own = sources.data?.filter(
    ({ account_id, revoke_time }) => account_id === ownAccount && revoke_time === null,
  )
  // The same price may be pushed again; one that awaits approval is not asked for twice.
  const isFixed = isBusy || written.state === 'awaits approval'
  const send = () => {
    if (asset === undefined || source === undefined) return
    const quotes = [{ asset, source, price_usd: price }]
    void write((options) => client.prices.push({ quotes }, options))
  }
  return (
    <form
      className={`panel ${page['form'] ?? ''}`}
      aria-label="Push a price"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2>Push a price</h2>
      {own?.length === 0 ? (
        <p className={page['fine']}>Your account has no price source: register one below.</p>
      ) : (
        <fieldset className={page['plain']} disabled={isFixed}>
          <div className={page['fields']}>
            <Choice
              label="Asset"
              any="choose an asset"
              value={asset}
              options={prices.map((one) => ({ value: one.asset, name: one.asset }))}
              choose={setAsset}
            />
            <Choice
              label="Source"
              any="choose a source"
              value={source}
              options={own?.map((one) => ({ value: one.source, name: one.source })) ?? []}
              choose={setSource}
            />
            <TextInput label="Price, USD" value={price} change={setPrice} />
            <Button
              type="submit"
              className="button primary"
              isDisabled={isFixed || asset === undefined || source === undefined || price === ''}
            >
              Push it
            </Button>
          </div>
        </fieldset>
      )}
      <Written
        written={written}
        again={reset}
        done={({ quotes }) => (
          <ul>
            {quotes.map((quote) => (
              <li key={`${quote.asset} ${quote.source}`}>
                {quote.asset} of {quote.source}: <strong>{quote.outcome}</strong>
              </li>
            ))}
          </ul>
        )}
      />
    </form>
  )
}
