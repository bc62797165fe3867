import {
  approvalStates,
  approveApproval,
  operations,
  rejectApproval,
  type Role,
  transitionFor,
  withdrawApproval,
} from '@vadium/schema'
import { Refusal } from '../../platform/refusal.ts'
import { issueOf, offer, type OfferedAction } from '../deals/index.ts'
import type { ApprovalFacts } from './approval-record.ts'

export type ApprovalAction = 'approve' | 'reject' | 'withdraw'

/** Who looks at an approval, and when. */
export interface ApprovalViewer {
  readonly organizationId: string
  readonly accountId: string
  readonly role: Role
  /** Unix milliseconds, by the clock of the book. */
  readonly nowMs: number
}

type Blocker = (approval: ApprovalFacts, viewer: ApprovalViewer) => Refusal | undefined

/** What stands against each action. The first blocker that refuses decides. */
const blockers: Readonly<Record<ApprovalAction, readonly Blocker[]>> = {
  approve: [tooLate, otherDecider, roleWithoutOperation, ownRequest, decidedBefore, ofOnePerson],
  reject: [tooLate, otherDecider, roleWithoutOperation, ownRequest, decidedBefore],
  withdraw: [tooLate, foreignRequest],
}

const operationOf = {
  approve: approveApproval,
  reject: rejectApproval,
  withdraw: withdrawApproval,
} as const

/** Why a viewer cannot take an action now. Undefined if nothing stands against it. */
export function approvalRefusal(
  approval: ApprovalFacts,
  action: ApprovalAction,
  viewer: ApprovalViewer,
): Refusal | undefined {
  if (transitionFor(approvalStates, action, approval.state) === undefined) {
    return notNow(`${action} is not possible while the approval is ${approval.state}`)
  }
  if (!operationOf[action].roles.some((role) => role === viewer.role)) {
    return notPermitted('role', `the role ${viewer.role} may not do this`)
  }
  for (const blocker of blockers[action]) {
    const refusal = blocker(approval, viewer)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** The actions on an approval, with the reason if one is not available. */
export function approvalActions(approval: ApprovalFacts, viewer: ApprovalViewer): OfferedAction[] {
  const actions = Object.keys(operationOf) as ApprovalAction[]
  return actions.map((action) => offer(action, issueOf(approvalRefusal(approval, action, viewer))))
}

function tooLate({ expireTime }: ApprovalFacts, { nowMs }: ApprovalViewer) {
  return nowMs < Date.parse(expireTime) ? undefined : notNow('the time to decide has passed')
}

function otherDecider({ deciderId }: ApprovalFacts, { organizationId }: ApprovalViewer) {
  if (deciderId === organizationId) return undefined
  return notPermitted('decider_id', 'only accounts of the deciding organization may do this')
}

/**
 * Another organization's credentials are its admins' to decide on. What an operator requests, only
 * operators may decide on: other roles of their organization may do less.
 */
function roleWithoutOperation(approval: ApprovalFacts, { role }: ApprovalViewer) {
  const { operation, organizationId, deciderId } = approval
  const isPermitted =
    organizationId === deciderId
      ? operations.some(({ id, roles }) => id === operation && roles.includes(role)) &&
        (approval.role !== 'operator' || role === 'operator')
      : role === 'admin'
  return isPermitted ? undefined : notPermitted('role', `the role ${role} may not ${operation}`)
}

function ownRequest({ accountId }: ApprovalFacts, viewer: ApprovalViewer) {
  if (accountId !== viewer.accountId) return undefined
  return notPermitted('account_id', 'an account may not decide on its own request')
}

function foreignRequest({ accountId }: ApprovalFacts, viewer: ApprovalViewer) {
  if (accountId === viewer.accountId) return undefined
  return notPermitted('account_id', 'only the account that made the request may withdraw it')
}

function decidedBefore({ decisions }: ApprovalFacts, { accountId }: ApprovalViewer) {
  if (decisions.every(({ account_id }) => account_id !== accountId)) return undefined
  return notNow('this account has decided already')
}

function ofOnePerson({ mayApprove }: ApprovalFacts) {
  if (mayApprove) return undefined
  return notPermitted(
    'account_id',
    'one person may hold this account and that of the requester or of an approver: within the time to decide one of them created the other or gave it a credential, or a third did so for both',
  )
}

const notNow = (issue: string) => new Refusal('INVALID_STATE', [{ field: 'state', issue }])

const notPermitted = (field: string, issue: string) =>
  new Refusal('APPROVER_NOT_PERMITTED', [{ field, issue }])
