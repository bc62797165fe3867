import type { Transfer } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Instant } from '../../figures/time.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { usePartyNames } from './party-names.ts'

const tones: Readonly<Record<string, Tone>> = {
  PENDING: 'transit',
  IN_PROGRESS: 'transit',
  COMPLETED: 'covered',
  FAILED: 'liquidation',
  REJECTED: 'liquidation',
}

export function TransferStatus({ transfer }: { readonly transfer: Transfer }) {
  return <Badge tone={tones[transfer.status] ?? 'plain'}>{stateWords(transfer.status)}</Badge>
}

/** A table of transfers. */
export function TransferRows({ transfers }: { readonly transfers: readonly Transfer[] }) {
  const namesOf = usePartyNames()
  const partyText = (party: Transfer['sender']) => {
    const { organization, custodian } = namesOf(party)
    return `${organization} at ${custodian}`
  }
  return (
    <TableScroll name="Transfers">
      <table>
        <thead>
          <tr>
            <th>Created</th>
            <th>Order</th>
            <th>Purpose</th>
            <th className="number">Quantity</th>
            <th>Asset</th>
            <th className="number">USD</th>
            <th>From</th>
            <th>To</th>
            <th>State</th>
            <th>At the provider</th>
          </tr>
        </thead>
        <tbody>
          {transfers.map((transfer) => (
            <tr key={transfer.id}>
              <td>
                <Link to="/transfers/$transferId" params={{ transferId: transfer.id }}>
                  <Instant at={transfer.create_time} />
                </Link>
              </td>
              <td>{transfer.order_id}</td>
              <td>{transfer.category}</td>
              <td className="number">
                <Figure value={transfer.quantity} column />
              </td>
              <td>{transfer.token}</td>
              <td className="number">
                <Figure value={transfer.notional} />
              </td>
              <td>{partyText(transfer.sender)}</td>
              <td>{partyText(transfer.receiver)}</td>
              <td>
                <TransferStatus transfer={transfer} />
              </td>
              <td className="cut" title={transfer.provider_lifecycle.label}>
                {transfer.provider_lifecycle.label}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
