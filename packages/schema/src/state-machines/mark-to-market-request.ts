import { stateMachine } from './state-machine.ts'

export const markToMarketRequestStates = stateMachine({
  id: 'mark_to_market_request',
  title: 'Mark-to-market request',
  initial: 'PENDING_ACCEPTANCE',
  states: {
    PENDING_ACCEPTANCE: 'Awaits the answer of the counterparty, within the cure time.',
    ACCEPTED: 'Accepted. The transfer of the collateral is instructed.',
    IN_PROGRESS: 'The transfer of the collateral is under way.',
    COMPLETED: 'The agreed collateral has arrived.',
    REJECTED: 'Rejected by the counterparty.',
    CANCELLED:
      'Withdrawn by the creator, cancelled after its transfer failed or with its late transfer, or ended by the maturity or a close-out of the order.',
    EXPIRED: 'The cure time passed without an answer.',
    DISPUTED:
      'Answered with a counter-valuation. The undisputed part is transferred, the rest is disputed.',
    FAILED: 'A transfer failed, was rejected or was cancelled. The request awaits a retry.',
  },
  transitions: [
    {
      action: 'accept',
      from: ['PENDING_ACCEPTANCE'],
      to: 'ACCEPTED',
      by: ['counterparty', 'service'],
      description:
        'Instructs the transfer of the collateral. The service accepts what a party under notice of a default offers to send.',
    },
    {
      action: 'reject',
      from: ['PENDING_ACCEPTANCE'],
      to: 'REJECTED',
      by: ['counterparty'],
      description: 'Rejects the request in full.',
    },
    {
      action: 'cancel',
      from: ['PENDING_ACCEPTANCE'],
      to: 'CANCELLED',
      by: ['creator'],
      description: 'Withdraws the request before an answer.',
    },
    {
      action: 'cancel',
      from: ['FAILED'],
      to: 'CANCELLED',
      by: ['creator', 'counterparty'],
      description:
        'Cancels a request whose transfer failed, so that a new request or a close is possible.',
    },
    {
      action: 'lapse',
      from: ['PENDING_ACCEPTANCE', 'IN_PROGRESS', 'DISPUTED', 'FAILED'],
      to: 'CANCELLED',
      by: ['service'],
      description:
        'A close-out of the deal was terminated; with a transfer under way, once that has ended and not all has arrived. Or the order has reached its maturity, which ends an unanswered request.',
    },
    {
      action: 'expire',
      from: ['PENDING_ACCEPTANCE'],
      to: 'EXPIRED',
      by: ['service'],
      description: 'The cure time has passed.',
    },
    {
      action: 'dispute',
      from: ['PENDING_ACCEPTANCE'],
      to: 'DISPUTED',
      by: ['counterparty'],
      description:
        'Answers with a counter-valuation beyond the tolerance. The transfer of the undisputed part is instructed.',
    },
    {
      action: 'start',
      from: ['ACCEPTED'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description: 'The custodian has accepted the transfer.',
    },
    {
      action: 'complete',
      from: ['IN_PROGRESS'],
      to: 'COMPLETED',
      by: ['service'],
      description: 'All transfers of the request have completed.',
    },
    {
      action: 'fail',
      from: ['IN_PROGRESS', 'DISPUTED'],
      to: 'FAILED',
      by: ['service'],
      description: 'A transfer of the request failed, was rejected or was cancelled.',
    },
    {
      action: 'call_off',
      from: ['IN_PROGRESS', 'DISPUTED'],
      to: 'CANCELLED',
      by: ['service'],
      description:
        'The late transfer, whose cancellation its receiver requested, has ended and nothing has moved.',
    },
    {
      action: 'retry',
      from: ['FAILED'],
      to: 'IN_PROGRESS',
      by: ['creator', 'counterparty'],
      description: 'Instructs the failed transfers again.',
    },
    {
      action: 'concede',
      from: ['DISPUTED'],
      to: 'IN_PROGRESS',
      by: ['counterparty'],
      description:
        'The counterparty concedes, with the operation accept. The transfer of the disputed part is instructed as well.',
    },
    {
      action: 'settle',
      from: ['DISPUTED'],
      to: 'IN_PROGRESS',
      by: ['creator', 'service'],
      description:
        'The creator accepts the counter-valuation, or a new request supersedes this one, while the undisputed part is under way.',
    },
    {
      action: 'conclude',
      from: ['DISPUTED'],
      to: 'COMPLETED',
      by: ['creator', 'service'],
      description: 'The same as settle, if the undisputed part has arrived or is zero.',
    },
  ],
})
