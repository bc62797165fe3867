import type { Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant, spanText, TimeLeft } from '../../figures/time.tsx'
import { todayQuery } from '../../service/history-queries.ts'
import { useRead } from '../../service/read.ts'
import { Failed } from './failed.tsx'
import { Late } from './late.tsx'
import styles from './today.module.css'

/** What is owed, under way and disputed, and how much needs a person. */
export function Summary() {
  return (
    <Read of={useRead(todayQuery)} what="the sums of today">
      {(today) => (
        <>
          <Failed failed={today.failed_transfers} />
          <Totals totals={today.totals} />
          <Needs today={today} />
          <Late late={today.late_transfers} />
          <Stuck stuck={today.stuck_transfers} />
        </>
      )}
    </Read>
  )
}

function Totals({ totals }: { readonly totals: Today['totals'] }) {
  const total = (name: string, usd: string) => (
    <div className={styles['total']}>
      <dt>{name}</dt>
      <dd>
        {totals.has_more && 'at least '}
        <Figure value={usd} unit="USD" />
      </dd>
    </div>
  )
  return (
    <dl className={styles['totals']}>
      {total('Owed to us', totals.owed_to_us_usd)}
      {total('Owed by us', totals.owed_by_us_usd)}
      {total('In transit to us', totals.in_transit_to_us_usd)}
      {total('In transit from us', totals.in_transit_from_us_usd)}
      {total('Disputed', totals.disputed_usd)}
    </dl>
  )
}

interface Part {
  readonly has_more: boolean
}

/** A number, which may be a lower bound. */
function Count({ of, part }: { readonly of: number; readonly part: Part }) {
  return (
    <strong>
      {part.has_more ? 'at least ' : ''}
      {of}
    </strong>
  )
}

const named = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function Needs({ today }: { readonly today: Today }) {
  const { to_answer: asked, to_approve: approvals, agreements_to_accept: agreements } = today
  const { to_call: calls, to_release: releases, watch } = today
  return (
    <section aria-label="What needs a person" className="panel">
      <dl className="facts">
        <Need name="To answer" by={asked.next_deadline}>
          <Count of={asked.count} part={asked} />
          {asked.count > 0 && (
            <>
              {' '}
              · <Link to="/calls">{named(asked.mark_to_market_requests, 'call')}</Link>,{' '}
              <Link to="/orders">{named(asked.orders, 'order')}</Link>,{' '}
              <Link to="/order-requests">{named(asked.order_requests, 'order request')}</Link>
            </>
          )}
        </Need>
        <Need name="To approve" by={approvals.next_deadline}>
          <Count of={approvals.count} part={approvals} />
          {approvals.count > 0 && (
            <>
              {' '}
              · <Link to="/approvals">approvals</Link>
            </>
          )}
        </Need>
        <Need name="Agreements to accept" by={agreements.next_deadline}>
          <Count of={agreements.count} part={agreements} />
          {agreements.count > 0 && (
            <>
              {' '}
              · <Link to="/counterparties">agreements</Link>
            </>
          )}
        </Need>
        <Need name="To call" by={null}>
          <Count of={calls.count} part={calls} /> · <Figure value={calls.notional_usd} unit="USD" />
        </Need>
        <Need name="To release" by={null}>
          <Count of={releases.count} part={releases} /> ·{' '}
          <Figure value={releases.notional_usd} unit="USD" />
        </Need>
        <Need name="At a level" by={null}>
          <Count of={watch.margin_call_reached} part={watch} /> at the margin call level,{' '}
          <Count of={watch.liquidation_reached} part={watch} /> of them at liquidation
        </Need>
        <Need name="Stuck transfers" by={null}>
          <Count of={today.stuck_transfers.count} part={today.stuck_transfers} />
        </Need>
        <Need name="Late transfers" by={null}>
          <Count of={today.late_transfers.count} part={today.late_transfers} />
        </Need>
      </dl>
    </section>
  )
}

function Need({
  name,
  by,
  children,
}: {
  readonly name: string
  readonly by: string | null
  readonly children: ReactNode
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {children}
        {by !== null && (
          <>
            {' '}
            · <TimeLeft until={by} />
          </>
        )}
      </dd>
    </>
  )
}

/** The transfers that stay in one state for longer than usual. */
function Stuck({ stuck }: { readonly stuck: Today['stuck_transfers'] }) {
  if (stuck.transfers.length === 0) return null
  return (
    <section>
      <h2>Stuck: longer in one state than usual</h2>
      <TableScroll name="Stuck transfers">
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>State at the provider</th>
              <th>What it says</th>
              <th>Since</th>
              <th>Usually at most</th>
            </tr>
          </thead>
          <tbody>
            {stuck.transfers.map((transfer) => (
              <tr key={transfer.id}>
                <td>
                  <Link to="/transfers/$transferId" params={{ transferId: transfer.id }}>
                    {transfer.order_id_pretty}
                  </Link>
                </td>
                <td className="mono">{transfer.provider_state}</td>
                <td className="prose">{transfer.label}</td>
                <td>
                  <Instant at={transfer.since} />
                </td>
                <td>{spanText(transfer.usual_seconds * 1000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  )
}
