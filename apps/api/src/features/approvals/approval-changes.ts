import { type Approval, type ApprovalChange, operations } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { notify } from '../notifications/index.ts'

interface ChangedApproval {
  readonly id: string
  readonly operation: string
  readonly organizationId: string
  readonly deciderId: string
  readonly approvalsNeeded: number
  readonly amountUsd: string | null
  readonly orderId: string | null
}

interface Change {
  readonly action: string
  readonly from: Approval['state'] | null
  readonly to: Approval['state']
  /** Null if it was the service. */
  readonly accountId: string | null
}

/**
 * Publishes a change of an approval to the requester's organization and to that of the deciders.
 */
export async function recordApprovalChange(
  tx: WriteTransaction,
  approval: ChangedApproval,
  { action, from, to, accountId }: Change,
): Promise<void> {
  const { id, operation, organizationId, deciderId } = approval
  const change: ApprovalChange = {
    approval_id: id,
    operation,
    action,
    from,
    to,
    account_id: accountId,
  }
  tx.publish({
    type: 'approval.updated',
    readers: [...new Set([organizationId, deciderId])],
    data: { approval_change: change },
  })
  if (from === null) await notifyDeciders(tx, approval, { occasion: id, title: 'To approve' })
  else if (to === 'PENDING' && from === 'APPROVED') {
    const occasion = `${id} again ${tx.ids.next()}`
    await notifyDeciders(tx, approval, { occasion, title: 'More approvals needed' })
  } else if (to !== 'PENDING' && to !== 'APPROVED') await notifyRequester(tx, approval, to)
}

async function notifyDeciders(
  tx: WriteTransaction,
  approval: ChangedApproval,
  { occasion, title }: { readonly occasion: string; readonly title: string },
): Promise<void> {
  const { deciderId, approvalsNeeded, amountUsd } = approval
  const amount = amountUsd === null ? '' : ` It is about ${amountUsd} USD.`
  await notify(tx, [
    {
      organizationId: deciderId,
      category: 'approval_to_decide',
      severity: 'warning',
      occasion,
      title: `${title}: ${summaryOf(approval)}`,
      body: `A request needs ${approvalsNeeded} ${approvalsNeeded === 1 ? 'approval' : 'approvals'} by other accounts: ${summaryOf(approval)}.${amount}`,
      link: linkTo(approval),
    },
  ])
}

const endings = {
  CARRIED_OUT: ['info', 'was approved and carried out'],
  FAILED: ['warning', 'was approved, and was then refused'],
  REJECTED: ['warning', 'was rejected'],
  EXPIRED: ['warning', 'expired before it was carried out'],
  WITHDRAWN: ['info', 'was withdrawn'],
} as const

async function notifyRequester(
  tx: WriteTransaction,
  approval: ChangedApproval,
  to: keyof typeof endings,
): Promise<void> {
  const [severity, ending] = endings[to]
  await notify(tx, [
    {
      organizationId: approval.organizationId,
      category: 'approval_ended',
      severity,
      occasion: approval.id,
      title: `A request ${ending}: ${summaryOf(approval)}`,
      body: `The request ${ending}: ${summaryOf(approval)}. See the approval ${approval.id}.`,
      link: linkTo(approval),
    },
  ])
}

function summaryOf({ operation }: ChangedApproval): string {
  return operations.find(({ id }) => id === operation)?.summary ?? operation
}

function linkTo({ id, orderId }: ChangedApproval) {
  return { resource: 'approval', id, order_id: orderId } as const
}
