import type { Approval } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Figure } from '../../figures/figure.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { useAccountName } from '../../service/people.ts'

const tones: Readonly<Record<string, Tone>> = {
  PENDING: 'call',
  APPROVED: 'transit',
  CARRIED_OUT: 'covered',
  FAILED: 'liquidation',
  REJECTED: 'liquidation',
}

export function ApprovalStatus({ approval }: { readonly approval: Approval }) {
  return <Badge tone={tones[approval.state] ?? 'plain'}>{stateWords(approval.state)}</Badge>
}

/** What the schema calls an operation, such as `Create a credential`. */
export function operationTitle(id: string): string {
  return operationSummaries[id] ?? id
}

/** How many accounts have approved, of how many that must. */
export function ApprovalCount({ approval }: { readonly approval: Approval }) {
  const given = approval.decisions.filter(({ decision }) => decision === 'approve').length
  return (
    <>
      {given} of {approval.approvals_needed}
    </>
  )
}

/** A table of approvals. */
export function ApprovalRows({
  name,
  approvals,
}: {
  readonly name: string
  readonly approvals: readonly Approval[]
}) {
  const accountName = useAccountName()
  return (
    <TableScroll name={name}>
      <table>
        <thead>
          <tr>
            <th>What is asked</th>
            <th>Asked by</th>
            <th className="number">USD</th>
            <th>State</th>
            <th>Approvals</th>
            <th>Asked</th>
            <th>Time to decide</th>
          </tr>
        </thead>
        <tbody>
          {approvals.map((approval) => (
            <tr key={approval.id}>
              <td>
                <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }}>
                  {operationTitle(approval.operation)}
                </Link>
              </td>
              <td className="cut" title={approval.account_id}>
                {accountName(approval.account_id)}
              </td>
              <td className="number">
                <Figure value={approval.amount_usd} />
              </td>
              <td>
                <ApprovalStatus approval={approval} />
              </td>
              <td>
                <ApprovalCount approval={approval} />
              </td>
              <td>
                <Instant at={approval.create_time} />
              </td>
              <td>{approval.state === 'PENDING' && <TimeLeft until={approval.expire_time} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
