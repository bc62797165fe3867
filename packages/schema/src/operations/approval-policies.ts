import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { ApprovalPolicy, ApprovalRules } from '../resources/approval-policy.ts'

const readers = ['viewer', 'execution', 'admin', 'operator'] as const

export const getApprovalPolicy = operation({
  id: 'getApprovalPolicy',
  method: 'GET',
  path: '/approval-policies/current',
  summary: 'Get the approval policy',
  description: "Returns the policy in force for requests of the caller's organization.",
  command: ['approval-policies', 'get'],
  group: 'approvalPolicies',
  roles: readers,
  safe: true,
  response: ApprovalPolicy,
  reasons: [],
})

export const setApprovalPolicy = operation({
  id: 'setApprovalPolicy',
  method: 'POST',
  path: '/approval-policies',
  summary: 'Set the approval policy',
  description:
    "Replaces the policy of the caller's organization by a new version. The policy in force decides whether the change itself needs approval.",
  command: ['approval-policies', 'set'],
  group: 'approvalPolicies',
  roles: ['admin', 'operator'],
  safe: false,
  body: Type.Object(
    { rules: ApprovalRules },
    { title: 'SetApprovalPolicy', additionalProperties: false },
  ),
  response: ApprovalPolicy,
  reasons: ['VALUE_INVALID'],
})

export const listApprovalPolicies = operation({
  id: 'listApprovalPolicies',
  method: 'GET',
  path: '/approval-policies',
  summary: 'List the versions of the approval policy',
  description: "Lists the versions of the policy of the caller's organization, newest first.",
  command: ['approval-policies', 'list'],
  group: 'approvalPolicies',
  roles: readers,
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('ApprovalPolicyList', 'approval_policies', ApprovalPolicy),
  reasons: ['PAGE_TOKEN_INVALID'],
})
