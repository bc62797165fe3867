import { expect, it } from 'vitest'
import { type StateMachine, stateMachines } from '../src/index.ts'

/**
 * Every move of every machine, written out again, so that a test fails when a move is added,
 * removed or given to another party.
 */
const moves: Record<string, { title: string; initial: string; moves: string[] }> = {
  agreement_version: {
    title: 'Agreement version',
    initial: 'PROPOSED',
    moves: [
      'accept: PROPOSED → ACCEPTED by lender, borrower',
      'withdraw: PROPOSED → EXPIRED by lender, borrower',
      'expire: PROPOSED → EXPIRED by service',
    ],
  },
  order: {
    title: 'Order',
    initial: 'PENDING_ACCEPTANCE',
    moves: [
      'accept: PENDING_ACCEPTANCE → ACCEPTED by counterparty',
      'reject: PENDING_ACCEPTANCE → REJECTED by counterparty',
      'cancel: PENDING_ACCEPTANCE → CANCELLED by creator',
      'expire: PENDING_ACCEPTANCE → EXPIRED by service',
      'open: ACCEPTED → OPENING by service',
      'activate: OPENING → ACTIVE by service',
      'retry: OPENING → OPENING by lender, borrower',
      'abandon: OPENING → FAILED by lender, borrower',
      'unwind: OPENING → CLOSING by lender, borrower',
      'close: ACTIVE → CLOSING by borrower, service',
      'retry: CLOSING → CLOSING by lender, borrower',
      'retry: ACTIVE → ACTIVE by lender, borrower',
      'change_wallets: ACCEPTED → ACCEPTED by lender, borrower',
      'change_wallets: OPENING → OPENING by lender, borrower',
      'change_wallets: ACTIVE → ACTIVE by lender, borrower',
      'change_wallets: CLOSING → CLOSING by lender, borrower',
      'cancel_close: CLOSING → CLOSING by lender, borrower',
      'resume: CLOSING → ACTIVE by service',
      'settle: CLOSING → CLOSED by service',
      'close_out: ACTIVE → CLOSING by lender, borrower',
      'settle_close_out: CLOSING → CLOSED_OUT by service',
    ],
  },
  position: {
    title: 'Position',
    initial: 'OPENING',
    moves: [
      'activate: OPENING → ACTIVE by service',
      'abandon: OPENING → CLOSED by lender, borrower',
      'close: OPENING, ACTIVE → CLOSING by lender, borrower, service',
      'resume: CLOSING → ACTIVE by service',
      'settle: CLOSING → CLOSED by service',
    ],
  },
  transfer: {
    title: 'Transfer',
    initial: 'PENDING',
    moves: [
      'submit: PENDING → IN_PROGRESS by service',
      'complete: IN_PROGRESS → COMPLETED by custodian',
      'fail: PENDING, IN_PROGRESS → FAILED by custodian',
      'reject: PENDING, IN_PROGRESS → REJECTED by custodian',
      'ask_to_cancel: PENDING → PENDING by lender, borrower, service',
      'ask_to_cancel: IN_PROGRESS → IN_PROGRESS by lender, borrower, service',
      'ask_to_cancel_late: PENDING → PENDING by receiver',
      'ask_to_cancel_late: IN_PROGRESS → IN_PROGRESS by receiver',
      'cancel: PENDING, IN_PROGRESS → CANCELLED by custodian, service',
    ],
  },
  provider_lifecycle: {
    title: 'Transfer at the provider',
    initial: 'pending_submission',
    moves: [
      'report: pending_submission → pending_provider_approval by custodian',
      'report: pending_submission, pending_provider_approval → pending_provider_signature by custodian',
      'report: pending_submission, pending_provider_approval, pending_provider_signature → broadcasting by custodian',
      'report: pending_submission, pending_provider_approval, pending_provider_signature, broadcasting → confirming by custodian',
      ...['completed', 'failed', 'rejected', 'cancelled'].map(
        (end) =>
          `report: pending_submission, pending_provider_approval, pending_provider_signature, broadcasting, confirming → ${end} by custodian`,
      ),
    ],
  },
  close_out: {
    title: 'Close-out',
    initial: 'NOTICE',
    moves: [
      'withdraw: NOTICE → WITHDRAWN by creator',
      'cure: NOTICE → CURED by service',
      'lapse: NOTICE → WITHDRAWN by service',
      'terminate: NOTICE → CLOSING_OUT by creator',
      'terminate_part: NOTICE → SETTLED by creator',
      'retry: CLOSING_OUT → CLOSING_OUT by creator, counterparty',
      'receive: CLOSING_OUT → SETTLED by counterparty',
      'claim: CLOSING_OUT → CLAIM_OPEN by service',
      'settle: CLOSING_OUT → SETTLED by service',
      'discharge: CLAIM_OPEN → SETTLED by creator',
    ],
  },
  mark_to_market_request: {
    title: 'Mark-to-market request',
    initial: 'PENDING_ACCEPTANCE',
    moves: [
      'accept: PENDING_ACCEPTANCE → ACCEPTED by counterparty, service',
      'reject: PENDING_ACCEPTANCE → REJECTED by counterparty',
      'cancel: PENDING_ACCEPTANCE → CANCELLED by creator',
      'cancel: FAILED → CANCELLED by creator, counterparty',
      'lapse: PENDING_ACCEPTANCE, IN_PROGRESS, DISPUTED, FAILED → CANCELLED by service',
      'expire: PENDING_ACCEPTANCE → EXPIRED by service',
      'dispute: PENDING_ACCEPTANCE → DISPUTED by counterparty',
      'start: ACCEPTED → IN_PROGRESS by service',
      'complete: IN_PROGRESS → COMPLETED by service',
      'fail: IN_PROGRESS, DISPUTED → FAILED by service',
      'call_off: IN_PROGRESS, DISPUTED → CANCELLED by service',
      'retry: FAILED → IN_PROGRESS by creator, counterparty',
      'concede: DISPUTED → IN_PROGRESS by counterparty',
      'settle: DISPUTED → IN_PROGRESS by creator, service',
      'conclude: DISPUTED → COMPLETED by creator, service',
    ],
  },
  order_request: {
    title: 'Order request',
    initial: 'PENDING',
    moves: [
      'accept: PENDING → ACCEPTED by counterparty, service',
      'reject: PENDING → REJECTED by counterparty',
      'cancel: PENDING → CANCELLED by creator',
      'cancel: ACCEPTED, IN_PROGRESS → CANCELLED by creator, counterparty',
      'call_off: ACCEPTED, IN_PROGRESS → IN_PROGRESS by creator, counterparty',
      'keep: ACCEPTED, IN_PROGRESS → IN_PROGRESS by service',
      'switch: IN_PROGRESS → IN_PROGRESS by service',
      'expire: PENDING → EXPIRED by service',
      'lapse: PENDING, ACCEPTED, IN_PROGRESS → CANCELLED by service',
      'start: ACCEPTED → IN_PROGRESS by service',
      'retry: IN_PROGRESS → IN_PROGRESS by creator, counterparty',
      'complete: ACCEPTED, IN_PROGRESS → COMPLETED by service',
    ],
  },
  approval: {
    title: 'Approval',
    initial: 'PENDING',
    moves: [
      'add_approval: PENDING → PENDING by approver',
      'approve: PENDING → APPROVED by approver',
      'reject: PENDING → REJECTED by approver',
      'withdraw: PENDING → WITHDRAWN by requester',
      'need_more: APPROVED → PENDING by service',
      'expire: PENDING, APPROVED → EXPIRED by service',
      'carry_out: APPROVED → CARRIED_OUT by service',
      'fail: APPROVED → FAILED by service',
    ],
  },
  mail_address: {
    title: 'Mail address',
    initial: 'UNVERIFIED',
    moves: [
      'verify: UNVERIFIED, SUSPENDED → ACTIVE by holder',
      'suspend: ACTIVE → SUSPENDED by service',
      'delete: UNVERIFIED, ACTIVE, SUSPENDED → DELETED by holder',
      'expire: UNVERIFIED → DELETED by service',
    ],
  },
  mail_delivery: {
    title: 'Mail delivery',
    initial: 'QUEUED',
    moves: [
      'send: QUEUED → SENT by service',
      'refuse: QUEUED → REFUSED by service',
      'end: QUEUED → NOT_SENT by service',
    ],
  },
}

const movesOf = ({ transitions }: StateMachine): string[] =>
  transitions.map(
    ({ action, from, to, by }) => `${action}: ${from.join(', ')} → ${to} by ${by.join(', ')}`,
  )

it('every machine has these moves, and no other', () => {
  const made = stateMachines.map((machine) => {
    const { id, title, initial } = machine
    return [id, { title, initial, moves: movesOf(machine) }]
  })
  expect(Object.fromEntries(made)).toEqual(moves)
})
