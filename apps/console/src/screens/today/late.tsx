import type { Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { CancelTransferDialog } from '../transfers/cancel-transfer-dialog.tsx'

type LateTransfer = Today['late_transfers']['transfers'][number]

/** The transfers that have not ended in time. Their receiver may request the cancellation. */
export function Late({ late }: { readonly late: Today['late_transfers'] }) {
  const [chosen, setChosen] = useState<LateTransfer>()
  if (late.transfers.length === 0 && chosen === undefined) return null
  return (
    <section>
      <h2>Late: not ended in time</h2>
      <TableScroll name="Late transfers">
        <table>
          <thead>
            <tr>
              <th>Order</th>
              <th>What moves</th>
              <th>What the provider says</th>
              <th>Late since</th>
              <th>Cancellation</th>
            </tr>
          </thead>
          <tbody>
            {late.transfers.map((transfer) => (
              <tr key={transfer.id}>
                <td>
                  <Link to="/transfers/$transferId" params={{ transferId: transfer.id }}>
                    {transfer.order_id_pretty}
                  </Link>
                </td>
                <td>
                  {transfer.leg}, {transfer.category}
                </td>
                <td className="prose">{transfer.label}</td>
                <td>
                  <Instant at={transfer.late_since} />
                </td>
                <td>
                  <Cancellation
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
        <CancelTransferDialog
          id={chosen.id}
          title={`Order ${chosen.order_id_pretty}: cancel the late transfer?`}
          close={() => {
            setChosen(undefined)
          }}
        />
      )}
    </section>
  )
}

function Cancellation({
  transfer: { actions, cancellation_requested: isRequested },
  choose,
}: {
  readonly transfer: LateTransfer
  readonly choose: () => void
}) {
  if (isRequested) return 'requested'
  const [cancel] = actions
  if (cancel?.available !== true) return cancel?.reason ?? ''
  return (
    <Button className="button" onPress={choose}>
      Cancel
    </Button>
  )
}
