import {
  approveApproval,
  getApproval,
  listApprovals,
  rejectApproval,
  withdrawApproval,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { ApprovalService } from './approval.service.ts'

interface Options {
  readonly approvals: ApprovalService
  readonly lists: Lists
}

export const approvalRoutes: FastifyPluginCallback<Options> = (app, { approvals, lists }, done) => {
  app.operation(listApprovals, ({ caller, query }) =>
    lists.answer(listApprovals, caller, query, 'approvals', (after, pageSize) =>
      approvals.page(caller, query, { after, pageSize }),
    ),
  )
  app.operation(getApproval, ({ caller, params }) => approvals.get(caller, params.approval_id))
  app.operation(approveApproval, ({ tx, caller, params, body }) =>
    approvals.approve(tx, caller, params.approval_id, body.request_hash),
  )
  app.operation(rejectApproval, ({ tx, caller, params, body }) =>
    approvals.reject(tx, caller, params.approval_id, body.request_hash),
  )
  app.operation(withdrawApproval, ({ tx, caller, params }) =>
    approvals.withdraw(tx, caller, params.approval_id),
  )
  done()
}
