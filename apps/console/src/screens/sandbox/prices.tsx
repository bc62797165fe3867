import type { Price, Sandbox } from '@vadium/client'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Written } from '../../figures/written.tsx'
import { pricesQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { PriceSlider } from './price-slider.tsx'
import styles from './sandbox.module.css'

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

/** New prices are quoted a second later, to which the time is moved. */
function NewPrices({
  sandbox,
  quoted,
}: {
  readonly sandbox: Sandbox
  readonly quoted: readonly Price[]
}) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Sandbox>()
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const [isScripted, setIsScripted] = useState(false)
  const send = async () => {
    const time = new Date(Date.parse(sandbox.time) + quoteAfterMs).toISOString()
    const scripted = quoted.flatMap(({ asset, sources }) => {
      const price_usd = given[asset]
      if (price_usd === undefined || price_usd === '') return []
      return sources.map(({ source }) => ({ asset, source, price_usd, time }))
    })
    if (scripted.length === 0) return
    // Two requests under keys of one press. Both name the resulting state, so they can be repeated.
    setIsScripted(false)
    await write(async ({ idempotencyKey = '', ...options }) => {
      const script = { ...options, idempotencyKey: `${idempotencyKey}-script` }
      await client.sandbox.scriptPrices({ prices: scripted }, script)
      setIsScripted(true)
      const advanced = await client.sandbox.advance({ to: time }, { ...options, idempotencyKey })
      setGiven({})
      return advanced
    })
  }
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>Prices</h2>
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
              <PriceRow
                key={price.asset}
                price={price}
                given={given[price.asset]}
                isDisabled={isBusy}
                give={(text) => {
                  setGiven({ ...given, [price.asset]: text })
                }}
              />
            ))}
          </tbody>
        </table>
      </TableScroll>
      <div className={styles['buttons']}>
        <Button type="submit" className="button primary" isDisabled={isBusy}>
          Quote them
        </Button>
      </div>
      <Written
        written={written}
        done={() => <p>Quoted. The time has moved by a second.</p>}
        refused={
          isScripted ? 'The prices are scripted, but the time was not moved to them.' : undefined
        }
      />
    </form>
  )
}

function PriceRow({
  price: { asset, price_usd, state, sources },
  given,
  isDisabled,
  give,
}: {
  readonly price: Price
  readonly given: string | undefined
  readonly isDisabled: boolean
  readonly give: (price: string) => void
}) {
  return (
    <tr>
      <td>{asset}</td>
      <td className="number">
        <Figure value={price_usd} missing="none" />
      </td>
      <td>{state}</td>
      <td>{sources.map(({ source }) => source).join(', ')}</td>
      <td>
        <input
          aria-label={`New price of ${asset} in USD`}
          inputMode="decimal"
          disabled={isDisabled}
          value={given ?? ''}
          onChange={({ target }) => {
            give(target.value.trim())
          }}
        />
      </td>
      <td>
        {price_usd !== null && (
          <PriceSlider asset={asset} now={price_usd} given={given} give={give} />
        )}
      </td>
    </tr>
  )
}
