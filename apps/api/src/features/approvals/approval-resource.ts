import type { Approval } from '@vadium/schema'
import { approvalActions, type ApprovalViewer } from './approval-lifecycle.ts'
import type { ApprovalRecord } from './approval-record.ts'

/** An approval as an account sees it. */
export function approvalResource(record: ApprovalRecord, viewer: ApprovalViewer): Approval {
  return {
    id: record.id,
    state: record.state,
    operation: record.operation,
    request: { method: record.method, path: record.target, body: record.body },
    request_hash: record.requestHash,
    organization_id: record.organizationId,
    account_id: record.accountId,
    credential_id: record.credentialId,
    decider_id: record.deciderId,
    approvals_needed: record.approvalsNeeded,
    decisions: record.decisions,
    amount_usd: record.amountUsd,
    order_id: record.orderId,
    counterparty_id: record.counterparty?.id ?? null,
    counterparty_name: record.counterparty?.name ?? null,
    create_time: record.createTime,
    expire_time: record.expireTime,
    end_time: record.endTime,
    answer: record.answer === null ? null : (JSON.parse(record.answer) as Approval['answer']),
    failure: record.failure === null ? null : (JSON.parse(record.failure) as Approval['failure']),
    actions: approvalActions(record, viewer),
  }
}
