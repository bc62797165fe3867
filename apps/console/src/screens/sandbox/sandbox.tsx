import type { Sandbox } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { custodiansQuery, sandboxQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { CustodianScript } from './custodian-script.tsx'
import { Prices } from './prices.tsx'
import styles from './sandbox.module.css'

/** The controls of a sandbox: its time, its prices, its custodians. */
export function SandboxPanel() {
  return (
    <Read of={useRead(sandboxQuery)} what="the sandbox">
      {(sandbox) => (
        <div className={styles['screen']}>
          <Title>Sandbox</Title>
          <div className={styles['columns']}>
            <Time sandbox={sandbox} />
            <Custodians />
          </div>
          <Prices sandbox={sandbox} />
        </div>
      )}
    </Read>
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
  return (
    <section className="panel">
      <h2>Custodians</h2>
      <Read of={useRead(custodiansQuery)} what="the custodians">
        {(custodians) => <CustodianScript custodians={custodians} />}
      </Read>
    </section>
  )
}
