import type { Approval } from '@vadium/client'
import type { ApprovableOperation } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import page from '../../figures/page.module.css'
import { Age } from '../../figures/time.tsx'
import { pendingOfOrderQuery } from '../../service/approval-queries.ts'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'

const none: readonly Approval[] = []

/** What the organization has asked for about an order, and has no outcome yet. */
export function usePendingOfOrder(orderId: string): readonly Approval[] {
  const ownId = useOwnId()
  return (
    useRead(pendingOfOrderQuery, orderId).data?.filter((one) => one.organization_id === ownId) ??
    none
  )
}

const bare = (text: string) => text.replaceAll(/\s/g, '')

/** The approval of an operation whose path or body has all these texts, however it is spaced. */
export const pendingFor = (
  approvals: readonly Approval[],
  operation: ApprovableOperation | undefined,
  ...named: readonly string[]
): Approval | undefined =>
  approvals.find(
    (one) =>
      one.operation === operation &&
      named.every((text) => bare(one.request.path + one.request.body).includes(bare(text))),
  )

const words = (operation: string): string =>
  (operationSummaries[operation] ?? operation).toLowerCase()

/** Says what has been asked for already, so that nobody asks for it twice. */
export function PendingNotice({ approvals }: { readonly approvals: readonly Approval[] }) {
  if (approvals.length === 0) return null
  return (
    <ul className={page['pending']} aria-label="Awaiting approval">
      {approvals.map(({ id, operation, state, create_time }) => (
        <li key={id}>
          <strong>
            {state === 'APPROVED' ? 'Approved, awaits its turn:' : 'Awaits approval:'}
          </strong>{' '}
          {words(operation)}, asked <Age of={create_time} />.{' '}
          <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
            See the approval
          </Link>
        </li>
      ))}
    </ul>
  )
}
