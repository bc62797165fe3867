import type { MarkToMarketRequest } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { TableScroll } from '../../figures/table-scroll.tsx'

const tones: Readonly<Record<string, Tone>> = {
  PENDING_ACCEPTANCE: 'call',
  IN_PROGRESS: 'transit',
  ACCEPTED: 'transit',
  COMPLETED: 'covered',
  DISPUTED: 'liquidation',
  FAILED: 'liquidation',
}

export function CallStatus({ call }: { readonly call: MarkToMarketRequest }) {
  return <Badge tone={tones[call.status] ?? 'plain'}>{stateWords(call.status)}</Badge>
}

export const directionWord = (direction: string): string =>
  direction === 'TopUp' ? 'top-up' : 'release'

/** A table of calls and releases. */
export function CallRows({
  name = 'Calls and releases',
  calls,
}: {
  readonly name?: string
  readonly calls: readonly MarkToMarketRequest[]
}) {
  return (
    <TableScroll name={name}>
      <table>
        <thead>
          <tr>
            <th>Order</th>
            <th>Kind</th>
            <th className="number">Amount</th>
            <th>Asset</th>
            <th className="number">USD</th>
            <th>State</th>
            <th>Created</th>
            <th>To answer</th>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <tr key={call.id}>
              <td>
                <Link to="/calls/$callId" params={{ callId: call.id }}>
                  {call.order_id_pretty}
                </Link>
              </td>
              <td>{directionWord(call.direction)}</td>
              <td className="number">
                <Figure value={call.collateral_amount} column />
              </td>
              <td>{call.collateral_asset}</td>
              <td className="number">
                <Figure value={call.notional_usd} />
              </td>
              <td>
                <CallStatus call={call} />
              </td>
              <td>
                <Instant at={call.create_time} />
              </td>
              <td>
                {call.status === 'PENDING_ACCEPTANCE' && <TimeLeft until={call.expire_time} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
