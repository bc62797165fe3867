import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Approval, ApprovalState, RequestHash } from '../resources/approval.ts'
import { ResolvedApproval } from '../resources/resolved-request.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object(
  { approval_id: described(Uuid, 'The id of the approval.') },
  { additionalProperties: false },
)
const readers = ['viewer', 'execution', 'admin', 'operator'] as const
const deciders = ['execution', 'admin', 'operator'] as const
const decision = Type.Object(
  { request_hash: RequestHash },
  { title: 'DecideApproval', additionalProperties: false },
)

export const listApprovals = operation({
  id: 'listApprovals',
  method: 'GET',
  path: '/approvals',
  summary: 'List approvals',
  description:
    "Lists the requests of the caller's organization that needed approval, and those that it decides, newest first.",
  command: ['approvals', 'list'],
  group: 'approvals',
  roles: readers,
  safe: true,
  query: Type.Object(
    {
      state: Type.Optional(described(ApprovalState, 'Only approvals in this state.')),
      order_id: Type.Optional(described(Uuid, 'Only approvals that concern this order.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('ApprovalList', 'approvals', Approval),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getApproval = operation({
  id: 'getApproval',
  method: 'GET',
  path: '/approvals/{approval_id}',
  summary: 'Get an approval',
  description:
    'Returns one approval with its request, its decisions and its outcome. While it is not carried out, `resolved` has what the request means: who sends what to whom, from and to which wallets, and the coverage before and after.',
  command: ['approvals', 'get'],
  group: 'approvals',
  roles: readers,
  safe: true,
  params,
  response: ResolvedApproval,
  reasons: ['APPROVAL_NOT_FOUND'],
})

export const approveApproval = operation({
  id: 'approveApproval',
  method: 'POST',
  path: '/approvals/{approval_id}:approve',
  summary: 'Approve a request',
  description:
    'Approves the request with this hash. After the last approval that it needs, the service carries it out in the name of the requester. Your role must include the operation of the request. You cannot approve a request of your own account. Within the time to decide, accounts of which one created the other or gave it a credential, and accounts that a third created, count as one person, who approves once and not for itself.',
  command: ['approvals', 'approve'],
  group: 'approvals',
  roles: deciders,
  safe: false,
  params,
  body: decision,
  response: Approval,
  reasons: [
    'APPROVAL_NOT_FOUND',
    'APPROVED_REQUESTS_EXHAUSTED',
    'APPROVER_NOT_PERMITTED',
    'INVALID_STATE',
    'VALUE_INVALID',
  ],
})

export const rejectApproval = operation({
  id: 'rejectApproval',
  method: 'POST',
  path: '/approvals/{approval_id}:reject',
  summary: 'Reject a request',
  description: 'Rejects the request with this hash for good. One account is enough.',
  command: ['approvals', 'reject'],
  group: 'approvals',
  roles: deciders,
  safe: false,
  params,
  body: decision,
  response: Approval,
  reasons: ['APPROVAL_NOT_FOUND', 'APPROVER_NOT_PERMITTED', 'INVALID_STATE', 'VALUE_INVALID'],
})

export const withdrawApproval = operation({
  id: 'withdrawApproval',
  method: 'POST',
  path: '/approvals/{approval_id}:withdraw',
  summary: 'Withdraw a request',
  description: 'Withdraws a request that awaits approval. Only the account that made it may.',
  command: ['approvals', 'withdraw'],
  group: 'approvals',
  roles: deciders,
  safe: false,
  params,
  response: Approval,
  reasons: ['APPROVAL_NOT_FOUND', 'APPROVER_NOT_PERMITTED', 'INVALID_STATE'],
})
