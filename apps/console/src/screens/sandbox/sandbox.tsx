import type { Sandbox } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Figure } from '../../figures/figure.tsx'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { Instant } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { custodiansQuery, pricesQuery, sandboxQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { CustodianScript } from './custodian-script.tsx'
import styles from './sandbox.module.css'

/** The controls of a sandbox: its time, its prices, its custodians. */
export function SandboxPanel() {
  const sandbox = useQuery(sandboxQuery(useClient()))
  if (sandbox.isLoadingError) {
    const again = () => void sandbox.refetch()
    return <Failure error={sandbox.error} what="the sandbox" again={again} />
  }
  if (sandbox.data === undefined) return <Loading what="the sandbox" />
  return (
    <div className={styles['screen']}>
      <h1>Sandbox</h1>
      <div className={styles['columns']}>
        <Time sandbox={sandbox.data} />
        <Custodians />
      </div>
      <Prices sandbox={sandbox.data} />
    </div>
  )
}

const steps = [
  ['1 minute', 60_000],
  ['1 hour', 3_600_000],
  ['1 day', 86_400_000],
] as const

/** Moves the time of the sandbox. What is due on the way happens at its own time. */
function Time({ sandbox }: { readonly sandbox: Sandbox }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Sandbox>()
  return (
    <section className="panel">
      <h2>Time</h2>
      <p className={styles['large']}>
        <Instant at={sandbox.time} />
      </p>
      <p>{sandbox.work_due === 0 ? 'Nothing is due later.' : `${sandbox.work_due} due later.`}</p>
      <div className={styles['buttons']}>
        {steps.map(([name, ms]) => (
          <Button
            key={name}
            className="button"
            isDisabled={isBusy}
            onPress={() => {
              const to = new Date(Date.parse(sandbox.time) + ms).toISOString()
              void write((options) => client.sandbox.advance({ to }, options))
            }}
          >
            + {name}
          </Button>
        ))}
      </div>
      <Written written={written} />
    </section>
  )
}

function Custodians() {
  const custodians = useQuery(custodiansQuery(useClient()))
  return (
    <section className="panel">
      <h2>Custodians</h2>
      {custodians.isLoadingError && <Failure error={custodians.error} what="the custodians" />}
      {custodians.data !== undefined && <CustodianScript custodians={custodians.data.custodians} />}
    </section>
  )
}

/** What each source quotes. A new price is quoted from the time of the sandbox on. */
function Prices({ sandbox }: { readonly sandbox: Sandbox }) {
  const client = useClient()
  const prices = useQuery(pricesQuery(client))
  const { written, isBusy, write } = useWrite<Sandbox>()
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  if (prices.isLoadingError) return <Failure error={prices.error} what="the prices" />
  if (prices.data === undefined) return <Loading what="the prices" />
  if (prices.data.length === 0) return <Empty>The sandbox has no prices yet.</Empty>
  const quoted = prices.data
  const send = async () => {
    const scripted = quoted.flatMap(({ asset, sources }) => {
      const price_usd = given[asset]
      if (price_usd === undefined || price_usd === '') return []
      return sources.map(({ source }) => ({ asset, source, price_usd, time: sandbox.time }))
    })
    if (scripted.length === 0) return
    await write((options) => client.sandbox.scriptPrices({ prices: scripted }, options))
    setGiven({})
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
      <table>
        <thead>
          <tr>
            <th>Asset</th>
            <th className="number">USD now</th>
            <th>State</th>
            <th>Sources</th>
            <th>New price, USD</th>
          </tr>
        </thead>
        <tbody>
          {quoted.map(({ asset, price_usd, state, sources }) => (
            <tr key={asset}>
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
                  value={given[asset] ?? ''}
                  onChange={({ target }) => {
                    setGiven({ ...given, [asset]: target.value.trim() })
                  }}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={styles['buttons']}>
        <Button type="submit" className="button primary" isDisabled={isBusy}>
          Quote them
        </Button>
      </div>
      <Written
        written={written}
        done={() => <p>Scripted. The sources quote it once the time moves.</p>}
      />
    </form>
  )
}
