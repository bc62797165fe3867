import type { Approval } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { TimeLeft } from '../../figures/time.tsx'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { useAccountName } from '../../service/people.ts'
import type { Pages } from '../../service/read.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

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

const approvalsIn = (decisions: Approval['decisions']): number =>
  decisions.filter(({ decision }) => decision === 'approve').length

/** How many accounts have approved, of how many that must. */
export function ApprovalCount({ approval }: { readonly approval: Approval }) {
  return (
    <>
      {approvalsIn(approval.decisions)} of {approval.approvals_needed}
    </>
  )
}

/** A table of approvals: those that a list has, or a few. */
export function ApprovalRows({
  name,
  approvals,
  pages,
  readAll,
}: {
  readonly name: string
  readonly approvals: readonly Approval[]
  /** The list that they are of. Undefined: they are all there are. */
  readonly pages?: Pages<Approval>
  readonly readAll?: (signal: AbortSignal) => AsyncIterable<Approval>
}) {
  const accountName = useAccountName()
  const columns: readonly Column<Approval>[] = [
    {
      id: 'what',
      name: 'What is asked',
      groups: true,
      value: ({ operation }) => operationTitle(operation),
      cell: ({ id, operation }) => (
        <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
          {operationTitle(operation)}
        </Link>
      ),
    },
    {
      id: 'counterparty',
      name: 'Counterparty',
      groups: true,
      value: ({ counterparty_id: id, counterparty_name: name }) => name ?? id,
    },
    {
      id: 'by',
      name: 'Asked by',
      groups: true,
      value: ({ account_id: account }) => accountName(account),
    },
    { id: 'usd', name: 'USD', kind: 'decimal', value: ({ amount_usd: usd }) => usd },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ state }) => stateWords(state),
      cell: (approval) => <ApprovalStatus approval={approval} />,
    },
    {
      id: 'approvals',
      name: 'Approvals',
      value: ({ decisions }) => String(approvalsIn(decisions)),
      cell: (approval) => <ApprovalCount approval={approval} />,
    },
    { id: 'asked', name: 'Asked, UTC', kind: 'time', value: ({ create_time: time }) => time },
    {
      id: 'left',
      name: 'Time to decide',
      kind: 'time',
      value: (approval) => (approval.state === 'PENDING' ? approval.expire_time : null),
      cell: (approval) => approval.state === 'PENDING' && <TimeLeft until={approval.expire_time} />,
    },
  ]
  return (
    <OwnTable
      name={name}
      what="requests"
      isPart={pages === undefined}
      pages={pages}
      isReadByHand
      readAll={readAll}
      columns={columns}
      rows={approvals}
      idOf={({ id }) => id}
      served={['-asked']}
    />
  )
}
