import { getApprovalPolicy, listApprovalPolicies, setApprovalPolicy } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { ApprovalPolicyService } from './approval-policy.service.ts'

interface Options {
  readonly approvalPolicies: ApprovalPolicyService
  readonly lists: Lists
}

export const approvalPolicyRoutes: FastifyPluginCallback<Options> = (
  app,
  { approvalPolicies, lists },
  done,
) => {
  app.operation(getApprovalPolicy, ({ caller }) => approvalPolicies.current(caller))
  app.operation(setApprovalPolicy, ({ caller, tx, body }) =>
    approvalPolicies.set(tx, caller.accountId, body.rules),
  )
  app.operation(listApprovalPolicies, ({ caller, query }) =>
    lists.answer(listApprovalPolicies, caller, query, 'approval_policies', (after, pageSize) =>
      approvalPolicies.page(caller, { after, pageSize }),
    ),
  )
  done()
}
