import {
  approveApproval,
  createOrder,
  getApproval,
  getApprovalPolicy,
  listApprovalPolicies,
  listApprovals,
  rejectApproval,
  setApprovalPolicy,
  withdrawApproval,
} from '@vadium/schema'
import type { Caller } from '../caller.ts'
import { loan, type Stage, untilAnswer, walletsOf } from './stage.ts'

/** The lender asks for two people, and a colleague decides. */
export async function askTwoPeople(stage: Stage, colleague: Caller): Promise<void> {
  const { tape, lender } = stage
  const rule = { operation: 'createOrder', above_usd: '250000', approvals: 1, within_seconds: 3600 }
  await tape.show(setApprovalPolicy, lender, { body: { rules: [rule] } })
  await tape.show(getApprovalPolicy, lender)
  await tape.show(listApprovalPolicies, lender, { query: { page_size: 2 } })
  const demand = async () => {
    const approval_id = await tape.demand(createOrder, lender, {
      body: { ...loan, ...walletsOf('harbor') },
    })
    const { request_hash } = await tape.play(getApproval, lender, { params: { approval_id } })
    return { params: { approval_id }, body: { request_hash } }
  }
  const approved = await demand()
  const { params } = approved
  await tape.show(listApprovals, colleague, { query: { state: 'PENDING', page_size: 1 } })
  await tape.show(getApproval, colleague, { params })
  await tape.show(approveApproval, colleague, approved)
  const isOver = ({ state }: { state: string }) => state !== 'PENDING' && state !== 'APPROVED'
  await untilAnswer(stage, [getApproval, lender, { params }], isOver)
  await tape.show(rejectApproval, colleague, await demand())
  await tape.show(withdrawApproval, lender, { params: (await demand()).params })
  await tape.play(setApprovalPolicy, lender, { body: { rules: [] } })
}
