import { stateMachine } from './state-machine.ts'

export const approvalStates = stateMachine({
  id: 'approval',
  title: 'Approval',
  initial: 'PENDING',
  states: {
    PENDING: 'Awaits approvals by other accounts. The request has no effect yet.',
    APPROVED:
      'Has all approvals. The service is about to carry out the request. If the request is refused for a time, as by a limit, the service tries it again.',
    CARRIED_OUT: 'The request was carried out, once.',
    FAILED: 'The request was refused when it was to be carried out. It had no effect.',
    REJECTED: 'An account rejected the request. It had no effect.',
    EXPIRED: 'The time to decide has passed. The request had no effect.',
    WITHDRAWN: 'The requester withdrew the request. It had no effect.',
  },
  transitions: [
    {
      action: 'add_approval',
      from: ['PENDING'],
      to: 'PENDING',
      by: ['approver'],
      description: 'Approves the request. It needs more approvals.',
    },
    {
      action: 'approve',
      from: ['PENDING'],
      to: 'APPROVED',
      by: ['approver'],
      description: 'Approves the request. It needs no more approvals.',
    },
    {
      action: 'reject',
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['approver'],
      description: 'Rejects the request for good. One account is enough.',
    },
    {
      action: 'withdraw',
      from: ['PENDING'],
      to: 'WITHDRAWN',
      by: ['requester'],
      description: 'Withdraws the request.',
    },
    {
      action: 'need_more',
      from: ['APPROVED'],
      to: 'PENDING',
      by: ['service'],
      description:
        'The request needs more approvals than count by now: its amount has grown, the policy asks for more, or an approval no longer counts. It has the new number and amount.',
    },
    {
      action: 'expire',
      from: ['PENDING', 'APPROVED'],
      to: 'EXPIRED',
      by: ['service'],
      description: 'The time to decide has passed.',
    },
    {
      action: 'carry_out',
      from: ['APPROVED'],
      to: 'CARRIED_OUT',
      by: ['service'],
      description: 'Carries out the request in the name of the requester.',
    },
    {
      action: 'fail',
      from: ['APPROVED'],
      to: 'FAILED',
      by: ['service'],
      description:
        'The requester or the request is no longer permitted, or the request was refused for a time until it expired.',
    },
  ],
})
