import type { Price } from '@vadium/client'
import { pushPrices } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { priceSourcesQuery } from '../../service/operator-queries.ts'
import { useCaller } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { inRow, useForm } from '../../service/use-form.ts'

/** Pushes a quote of a source of the caller's account, observed now. */
export function PushPrice({ prices }: { readonly prices: readonly Price[] }) {
  const client = useClient()
  const ownAccount = useCaller()?.account.id
  const sources = useRead(priceSourcesQuery)
  const own = sources.data?.filter(
    ({ account_id, revoke_time }) => account_id === ownAccount && revoke_time === null,
  )
  const form = useForm({
    schema: pushPrices.body,
    complete: (draft) => ({ ...draft, quotes: ['only'] }),
    offers: () => ({
      'quotes.only.asset': prices.map(({ asset }) => ({ value: asset, name: asset })),
      'quotes.only.source': own?.map(({ source }) => ({ value: source, name: source })) ?? [],
    }),
    send: (body, options) => client.prices.push(body, options),
    // The same price may be pushed again.
    afterwards: 'keep',
  })
  const quote = inRow(form, 'quotes', 'only')
  const className = `panel ${page['form'] ?? ''}`
  if (own?.length === 0) {
    return (
      <section className={className}>
        <h2>Push a price</h2>
        <p className={page['fine']}>Your account has no price source: register one below.</p>
      </section>
    )
  }
  return (
    <Form
      of={form}
      name="Push a price"
      title="Push a price"
      action="Push it"
      className={className}
      isBlocked={own === undefined}
      done={({ quotes }) => (
        <ul>
          {quotes.map(({ asset, source, outcome }) => (
            <li key={`${asset} ${source}`}>
              {asset} of {source}: <strong>{outcome}</strong>
            </li>
          ))}
        </ul>
      )}
    >
      <Read of={sources} what="your price sources">
        {() => (
          <div className={page['fields']}>
            <FormInput {...quote('asset')} label="Asset" />
            <FormInput {...quote('source')} label="Source" />
            <FormInput {...quote('price_usd')} label="Price, USD" />
          </div>
        )}
      </Read>
    </Form>
  )
}
