import {
  Approval,
  approveApproval,
  getApproval,
  rejectApproval,
  ResolvedApproval,
  withdrawApproval,
} from '@vadium/schema'
import { shapeChecker } from '../schemas/answer-shape.ts'
import { printableJson } from '../terminal/printable.ts'
import { pairs, section, tableOf } from '../terminal/sections.ts'
import { grouped } from './grouped.ts'
import { newColleagueLines } from './new-colleague.ts'
import {
  documentPresentation,
  type NameOf,
  type Present,
  type Presentation,
} from './presentation.ts'
import { resolvedLines } from './resolved-request.ts'
import { readRequest } from './stored-request.ts'
import { withName } from './shown-value.ts'
import type { Times } from './time.ts'

/** @throws VadiumReplyError if the approval lacks a shown member. */
export const checkApproval = shapeChecker(Approval)

/** Likewise of an approval that was read by itself. */
export const checkResolvedApproval = shapeChecker(ResolvedApproval)

/** What other resources say of an approval. */
export interface ApprovalContext {
  /** The name of the account that asks. */
  readonly accountName?: string | undefined
  readonly orderNumber?: number | undefined
  readonly nameOf?: NameOf
}

/** An approval in words and figures: who asks for what, what it means, and who has decided. */
export async function approvalLines(
  approval: Approval & Partial<Pick<ResolvedApproval, 'resolved'>>,
  times: Times,
  context: ApprovalContext = {},
): Promise<string[]> {
  const read = readRequest(approval)
  const { operation, members } = read
  const { request, amount_usd, failure, answer, resolved = null } = approval
  const summary = operation === undefined ? '' : `${operation.summary} `
  const organization = (id: string) => withName(context.nameOf?.(id), id)
  const rows = [
    ['id', approval.id],
    ['state', approval.state],
    ['asks for', `${summary}(${approval.operation})`],
    ['request', `${request.method} ${request.path}`],
    ['asked by', withName(context.accountName, `account ${approval.account_id}`)],
    ['of organization', organization(approval.organization_id)],
    ['decided by', `accounts of ${organization(approval.decider_id)}`],
    ['amount', amount_usd === null ? 'none, or unknown' : `${grouped(amount_usd)} USD`],
    ['order', orderText(approval, context)],
    ['asked', times.inText(approval.create_time)],
    ['expires', times.inText(approval.expire_time)],
    ['approvals', `${approvalsHad(approval)} of ${approval.approvals_needed}`],
    ...(failure === null ? [] : [['refused', `${failure.message} (${failure.reason})`] as const]),
  ] as const
  return [
    'Approval',
    ...pairs(rows).map((line) => `  ${line}`),
    ...(resolved === null ? [] : resolvedLines(resolved, times)),
    ...(await newColleagueLines(read)),
    ...section('Request', tableOf(['MEMBER', 'VALUE'], members)),
    ...section(
      'Decisions',
      tableOf(['DECISION', 'ACCOUNT', 'TIME (UTC)'], decisions(approval, times)),
    ),
    ...section('Answer', answer === null ? [] : [printableJson(JSON.stringify(answer))]),
  ]
}

/** How many accounts have approved. */
export function approvalsHad({ decisions }: Approval): number {
  return decisions.filter(({ decision }) => decision === 'approve').length
}

function decisions(approval: Approval, { whole }: Times): string[][] {
  return approval.decisions.map((one) => [one.decision, one.account_id, whole(one.time)])
}

function orderText({ order_id }: Approval, { orderNumber }: ApprovalContext): string {
  if (order_id === null) return 'none'
  return withName(orderNumber === undefined ? undefined : `${orderNumber}`, order_id)
}

const document: Present<Approval> = async (approval, { times }, nameOf) => ({
  lines: await approvalLines(approval, times, { nameOf }),
  exitCode: 0 as const,
})

const shownFirst = [
  'Shows the request, asks you to confirm, and sends the hash of what it has shown.',
]

/** The operations that answer an approval. */
export const approvals: readonly Presentation[] = [
  documentPresentation(getApproval, {
    document,
    namesOrganizations: true,
    examples: ['vadium approvals get <approval>'],
  }),
  documentPresentation(withdrawApproval, {
    document,
    namesOrganizations: true,
    examples: ['vadium approvals withdraw <approval>'],
  }),
  {
    operation: approveApproval,
    notes: [...shownFirst, 'After the last approval, it waits for the answer of the request.'],
    examples: ['vadium approvals approve <approval>', 'vadium approvals approve <approval> --yes'],
  },
  {
    operation: rejectApproval,
    notes: shownFirst,
    examples: ['vadium approvals reject <approval>'],
  },
]
