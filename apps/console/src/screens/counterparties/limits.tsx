import type { CounterpartyLimits } from '@vadium/client'
import { setCounterpartyLimits } from '@vadium/schema'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { limitsInEffectQuery, replacedLimitsQuery } from '../../service/limit-queries.ts'
import { useAccountName, useMay } from '../../service/people.ts'
import { usePages, useRead } from '../../service/read.ts'
import { PartTable } from '../../table/part-table.tsx'
import { limitColumns, versionColumns } from './limit-columns.tsx'
import { SetLimits } from './set-limits.tsx'

/** How much the organization may have with each counterparty, and how much it has. */
export function Limits() {
  const maySet = useMay(setCounterpartyLimits)
  return (
    <section className={page['form']} aria-label="Limits">
      <h2>Limits</h2>
      <Read of={useRead(limitsInEffectQuery)} what="the limits" none="No limit is set.">
        {(limits) => (
          <PartTable
            name="Limits in effect"
            what="limits"
            columns={limitColumns}
            rows={limits}
            idOf={({ counterparty_id }) => counterparty_id}
          />
        )}
      </Read>
      <p className={page['fine']}>
        No other organization sees them. They are tested when an order is created and accepted, and
        compared after each market cut. What open deals owe is never held up. Uncovered is, deal by
        deal, what the counterparty owes beyond what is held for it after the shock: 0.3 lets its
        value fall by 30 %.
      </p>
      {maySet && <SetLimits />}
      <Replaced />
    </section>
  )
}

function Replaced() {
  const pages = usePages(replacedLimitsQuery)
  const accountName = useAccountName()
  return (
    <details className="panel">
      <summary>Limits that were replaced</summary>
      <Read of={pages} what="the replaced limits" none="No limits were replaced yet.">
        {(limits: readonly CounterpartyLimits[]) => (
          <PartTable
            name="Replaced limits"
            what="versions"
            columns={versionColumns(accountName)}
            rows={limits}
            idOf={({ counterparty_id, version }) => `${counterparty_id} ${version}`}
          />
        )}
      </Read>
      <MorePages of={pages}>Older versions</MorePages>
    </details>
  )
}
