import type { FailedTransfer, Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { useOwnId } from '../../service/people.ts'
import { RetryDialog } from './retry-dialog.tsx'

/** The failed transfers that need a person, with the retry of what each belongs to. */
export function Failed({ failed }: { readonly failed: Today['failed_transfers'] }) {
  const [chosen, setChosen] = useState<FailedTransfer>()
  const ownId = useOwnId()
  const { transfers, count, has_more: hasMore } = failed
  if (transfers.length === 0 && chosen === undefined) return null
  return (
    <section>
      <h2>
        Failed: {hasMore && 'at least '}
        {count} to retry or to end
      </h2>
      <TableScroll name="Failed transfers">
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th className="number">What moves</th>
              <th className="number">USD</th>
              <th>Purpose</th>
              <th>From and to</th>
              <th>Why it failed</th>
              <th>Since</th>
              <th>Who acts</th>
            </tr>
          </thead>
          <tbody>
            {transfers.map((transfer) => (
              <tr key={transfer.id}>
                <td>
                  <Link to="/transfers/$transferId" params={{ transferId: transfer.id }}>
                    {transfer.order_id_pretty}
                  </Link>
                </td>
                <td className="number">
                  <Figure value={transfer.quantity} unit={transfer.token} />
                </td>
                <td className="number">
                  <Figure value={transfer.notional} />
                </td>
                <td>
                  {transfer.leg}, {transfer.category}
                </td>
                <td className="prose">{direction(transfer, ownId)}</td>
                <td className="prose">{transfer.label}</td>
                <td>
                  <Instant at={transfer.since} />
                </td>
                <td className="prose">
                  <WhoActs
                    transfer={transfer}
                    choose={() => {
                      setChosen(transfer)
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      {chosen !== undefined && (
        <RetryDialog
          transfer={chosen}
          close={() => {
            setChosen(undefined)
          }}
        />
      )}
    </section>
  )
}

/** From whom to whom, from the side of the reader. */
function direction({ sender, counterparty_name: other }: FailedTransfer, ownId: string): string {
  return sender.organization_id === `organizations/${ownId}` ? `us to ${other}` : `${other} to us`
}

/** Either side may retry. The screen of what it belongs to has all that can be done. */
function WhoActs({
  transfer,
  choose,
}: {
  readonly transfer: FailedTransfer
  readonly choose: () => void
}) {
  const [retry] = transfer.actions
  return (
    <>
      {retry?.available === true ? (
        <>
          We or {transfer.counterparty_name}{' '}
          <Button className="button" onPress={choose}>
            Retry
          </Button>
        </>
      ) : (
        `Not to be retried here: ${retry?.reason ?? ''}`
      )}{' '}
      <WhatItBelongsTo transfer={transfer} />
    </>
  )
}

function WhatItBelongsTo({ transfer }: { readonly transfer: FailedTransfer }) {
  const { mark_to_market_request_id: callId, order_request_id: requestId, order_id } = transfer
  if (callId !== null) {
    return (
      <Link to="/calls/$callId" params={{ callId }}>
        Call
      </Link>
    )
  }
  if (requestId !== null) {
    return (
      <Link to="/order-requests/$requestId" params={{ requestId }}>
        Request
      </Link>
    )
  }
  return (
    <Link to="/orders/$orderId" params={{ orderId: order_id }}>
      Order
    </Link>
  )
}
