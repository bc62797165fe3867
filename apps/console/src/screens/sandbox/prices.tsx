import type { Price, Sandbox } from '@vadium/client'
import { scriptSandboxPrices } from '@vadium/schema'
import { useState } from 'react'
import { Figure } from '../../figures/figure.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { type Draft, textAt } from '../../service/body.ts'
import { pricesQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { type FormOf, inRow, useForm } from '../../service/use-form.ts'
import { PriceSlider } from './price-slider.tsx'

/** The sandbox quotes only at times that it has not quoted at yet. */
const quoteAfterMs = 1_000

/** What each source quotes. */
export function Prices({ sandbox }: { readonly sandbox: Sandbox }) {
  return (
    <Read of={useRead(pricesQuery)} what="the prices" none="The sandbox has no prices yet.">
      {(quoted) => <NewPrices sandbox={sandbox} quoted={quoted} />}
    </Read>
  )
}

/** The prices that are typed, each with a source of its asset and the time. */
function withQuotes(draft: Draft, quoted: readonly Price[], time: string): Draft {
  const typed = quoted.filter(({ asset }) => textAt(draft, `prices.${asset}.price_usd`) !== '')
  const members = typed.flatMap(({ asset, sources: [first] }) =>
    Object.entries({
      [`prices.${asset}.asset`]: asset,
      [`prices.${asset}.source`]: first?.source ?? '',
      [`prices.${asset}.time`]: time,
    }),
  )
  return {
    ...draft,
    ...Object.fromEntries(members),
    prices: typed.map(({ asset }) => asset),
  }
}

/** New prices are quoted a second later, to which the time is moved. */
function NewPrices({
  sandbox,
  quoted,
}: {
  readonly sandbox: Sandbox
  readonly quoted: readonly Price[]
}) {
  const client = useClient()
  const [isScripted, setIsScripted] = useState(false)
  const time = new Date(Date.parse(sandbox.time) + quoteAfterMs).toISOString()
  const form = useForm({
    schema: scriptSandboxPrices.body,
    complete: (draft) => withQuotes(draft, quoted, time),
    // What is typed for an asset, all of its sources quote.
    prepare: ({ prices }) =>
      Promise.resolve({
        prices: prices.flatMap((price) => {
          const sources = quoted.find(({ asset }) => asset === price.asset)?.sources ?? []
          return sources.map(({ source }) => ({ ...price, source }))
        }),
      }),
    // Two requests under keys of one press. Both name the resulting state, so they can be repeated.
    send: async (body, { idempotencyKey = '', ...options }) => {
      setIsScripted(false)
      const script = { ...options, idempotencyKey: `${idempotencyKey}-script` }
      await client.sandbox.scriptPrices(body, script)
      setIsScripted(true)
      const to = body.prices[0]?.time ?? time
      return client.sandbox.advance({ to }, { ...options, idempotencyKey })
    },
  })
  return (
    <Form
      of={form}
      name="New prices"
      title="Prices"
      action="Quote them"
      className={`panel ${page['form'] ?? ''}`}
      done={() => <p>Quoted. The time has moved by a second.</p>}
      refused={
        isScripted ? 'The prices are scripted, but the time was not moved to them.' : undefined
      }
    >
      <TableScroll name="Prices">
        <table>
          <thead>
            <tr>
              <th>Asset</th>
              <th className="number">USD now</th>
              <th>State</th>
              <th>Sources</th>
              <th>New price, USD</th>
              <th>Change</th>
            </tr>
          </thead>
          <tbody>
            {quoted.map((price) => (
              <PriceRow key={price.asset} of={form} price={price} />
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Form>
  )
}

function PriceRow({
  of: form,
  price: { asset, price_usd, state, sources },
}: {
  readonly of: FormOf<Sandbox>
  readonly price: Price
}) {
  const place = inRow(form, 'prices', asset)('price_usd')
  return (
    <tr>
      <td>{asset}</td>
      <td className="number">
        <Figure value={price_usd} missing="none" />
      </td>
      <td>{state}</td>
      <td>{sources.map(({ source }) => source).join(', ')}</td>
      <td>
        {sources.length > 0 && (
          <FormInput {...place} isCell label={`New price of ${asset} in USD`} />
        )}
      </td>
      <td>
        {price_usd !== null && (
          <PriceSlider
            asset={asset}
            now={price_usd}
            given={textAt(form.draft, place.name)}
            give={(price) => {
              form.change({ [place.name]: price })
            }}
          />
        )}
      </td>
    </tr>
  )
}
